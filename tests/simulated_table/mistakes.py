"""Mistakes that are put into the server on purpose: the simulation has to find each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from combatlog.app.fight_head import FightHead
from combatlog.server import commands, messages as m
from combatlog.server.calls import Call
from combatlog.server.feed import Feed, Frame
from combatlog.server.proposals import Proposals
from combatlog.server.refusals import Refusals
from combatlog.server.seats import Seat
from combatlog.server.table import Table

Plant = Callable[[pytest.MonkeyPatch], None]


def ring_before_commit(patch: pytest.MonkeyPatch) -> None:
    """Readers are woken before the events are recorded."""

    async def record(table: Table, seat: Seat, fight: str, job: Any) -> Any:
        id = await table.read(seat, fight, lambda opened: opened.fight.id)
        table.hub.ring(id)
        await asyncio.sleep(0.05)
        return await table.read(seat, fight, job)

    patch.setattr(Table, "record", record)


def show_before_commit(patch: pytest.MonkeyPatch) -> None:
    """The fight goes on before the disk has the events."""
    append = FightHead._append

    def show_first(fight: FightHead, entries: Any, *rest: Any, **more: Any) -> Any:
        before = fight.history.rows
        try:
            return append(fight, entries, *rest, **more)
        except OSError:
            if entries and len(entries) == 1:
                last = before[-1]
                told = msgspec.structs.replace(
                    last,
                    seq=last.seq + 1,
                    parent=last.seq,
                    cmd=last.seq + 1,
                    cause=None,
                    event=entries[0].event,
                    digest=b"unwritten",
                )
                fight.history.extend([told])
            raise

    patch.setattr(FightHead, "_append", show_first)


def resume_one_too_far(patch: pytest.MonkeyPatch) -> None:
    """A reader who comes back misses an event."""
    make = Feed.make_frame

    def make_frame(feed: Feed, after: int) -> Frame:
        frame = make(feed, after)
        return msgspec.structs.replace(frame, rows=frame.rows[1:]) if after else frame

    patch.setattr(Feed, "make_frame", make_frame)


def resume_after_the_next(patch: pytest.MonkeyPatch) -> None:
    """The server reads “after” as the first event that is wanted."""
    read = Call.after.fget  # type: ignore[attr-defined]
    assert read is not None
    patch.setattr(Call, "after", property(lambda call: read(call) and read(call) + 1))


def accept_stale_proposals(patch: pytest.MonkeyPatch) -> None:
    """A proposal is applied although the fight has gone on."""
    answer = Proposals.answer

    def accept(self: Proposals, opened: Any, seats: Any, seat: Any, id: str, *rest: Any) -> Any:
        sent, here = rest
        held = self._get(id)
        if sent.answer == "yes":
            held.head = opened.last
            sent = msgspec.structs.replace(sent, head=opened.last)
        return answer(self, opened, seats, seat, id, sent, here)

    patch.setattr(Proposals, "answer", accept)


def forget_heads(patch: pytest.MonkeyPatch) -> None:
    """A command counts whatever has happened since it was said."""
    patch.setattr(commands, "_refuse_stale", lambda *_: None)


def name_dice_by_kind(patch: pytest.MonkeyPatch) -> None:
    """A face counts for any die of that kind that is awaited."""
    carry_out = commands.carry_out

    def by_kind(opened: Any, seat: Seat, said: m.SaidCommand) -> Any:
        if isinstance(said, m.SayDie):
            said = msgspec.structs.replace(said, purpose="", nth=0, head=opened.last)
        return carry_out(opened, seat, said)

    patch.setattr("combatlog.server.fight_requests.carry_out", by_kind)


def record_twice(patch: pytest.MonkeyPatch) -> None:
    """The key of a command is not kept, so a copy of it is recorded, too."""
    carry_out, count = commands.carry_out, iter(range(10**6))

    def forgetful(opened: Any, seat: Seat, said: m.SaidCommand) -> Any:
        said = msgspec.structs.replace(said, key=f"{said.key} {next(count)}")
        return carry_out(opened, seat, said)

    patch.setattr("combatlog.server.fight_requests.carry_out", forgetful)


def forget_what_changed(patch: pytest.MonkeyPatch) -> None:
    """After a restart, beats that changed before it are not told again."""
    make = Feed.make_frame

    def make_frame(feed: Feed, after: int) -> Frame:
        feed._begun = 0 if not after else 1
        return make(feed, after)

    patch.setattr(Feed, "make_frame", make_frame)


def forget_refusals(patch: pytest.MonkeyPatch) -> None:
    """A copy of a refused command is recorded where it would be allowed by now."""
    patch.setattr(Refusals, "keep", lambda *_: None)


PLANTS: dict[str, Plant] = {
    plant.__name__: plant
    for plant in (
        ring_before_commit,
        show_before_commit,
        resume_one_too_far,
        resume_after_the_next,
        accept_stale_proposals,
        forget_heads,
        name_dice_by_kind,
        record_twice,
        forget_what_changed,
        forget_refusals,
    )
}
"""The mistakes, by name."""
