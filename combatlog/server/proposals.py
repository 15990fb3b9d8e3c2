"""Proposals of an undo, a redo or a correction: players make them, and they are applied once those
have agreed whom the table has chosen.

A proposal counts for the event that it was made at. When the fight goes on it is stale: it has to
be asked again, and is never applied unseen. In a database all servers of a table share them, and
they survive a restart; those of a file do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

import msgspec

from combatlog.server import messages as m
from combatlog.server.answers import Outcome, Proposal, Vote
from combatlog.server.commands import require_key
from combatlog.server.held_proposals import Held, record_proposal
from combatlog.server.open_fight import OpenFight
from combatlog.server.presence import Text
from combatlog.server.seats import Seat, Seats
from combatlog.server.votes import is_met, list_voters
from events.errors import CampaignError, Conflict, Refused

T = TypeVar("T")

MOST = 50
"""The most open proposals."""


class _Kept(msgspec.Struct):
    """What the servers of a table share."""

    held: list[Held] = []
    closed: list[tuple[Held, Outcome]] = []


class Proposals:
    """The open proposals of a table. The writer alone uses it. With a `text`, all servers that have
    it share them."""

    def __init__(self, text: Text | None = None) -> None:
        self._text, self._version, self._body = text, 0, ""
        self._held: dict[str, Held] = {}
        self._closed: dict[str, tuple[Held, Outcome]] = {}
        """The last ones that were applied, rejected or withdrawn: an answer that was lost is given
        again."""
        self._seats_seen = -1
        """The version of the seats when those who were removed were last looked for."""

    def propose(self, opened: OpenFight, seats: Seats, seat: Seat, sent: m.Propose) -> Proposal:
        """Make a proposal; an earlier one of the same seat in this fight is withdrawn. Raises
        `Refused`, and `Conflict` where the fight has gone on."""
        return self._change(lambda: self._propose(opened, seats, seat, sent))

    def refresh(self) -> bool:
        """Take in what other servers have changed; return whether they have. Raises
        `CampaignError`."""
        found = self._text.read(self._version) if self._text is not None else None
        if found is None:
            return False
        self._version, self._body = found
        try:
            kept = msgspec.json.decode(self._body, type=_Kept)
        except (msgspec.DecodeError, UnicodeDecodeError):
            kept = _Kept()  # a newer combatlog may have written it
        self._held = {each.id: each for each in kept.held}
        self._seats_seen = -1
        self._closed = {each.id: (each, outcome) for each, outcome in kept.closed}
        return True

    def _change(self, change: Callable[[], T]) -> T:
        """Make a change; make it again with theirs, where another server was faster."""
        if self._text is None:
            return change()
        while True:
            self.refresh()
            try:
                done = change()
                body = self._write()
                if body == self._body or self._text.write(self._version, body):
                    self._version += body != self._body
                    self._body = body
                    return done
            except BaseException:
                self._forget()  # what is written counts, and nothing else
                with suppress(CampaignError):
                    self.refresh()
                raise
            self._forget()

    def _write(self) -> str:
        return msgspec.json.encode(_Kept([*self._held.values()], [*self._closed.values()])).decode()

    def _forget(self) -> None:
        """Let the next `refresh` read all."""
        self._version, self._body = 0, ""
        self._held.clear()
        self._closed.clear()

    def _propose(self, opened: OpenFight, seats: Seats, seat: Seat, sent: m.Propose) -> Proposal:
        require_key(sent.key)
        self._forget_removed(seats)
        for each in self._held.values():
            if (each.seat, each.key, each.line) == (seat.id, sent.key, sent.line):
                return self._view(each, opened, seats, seat, frozenset())
        if seat.role == "spectator":
            raise Refused("Spectators propose nothing; ask the referee for a player's seat.")
        opened.fight.refresh()
        if sent.head != opened.last:
            raise Conflict(opened.fight.id, sent.head, opened.last)
        held = Held.make(seat, opened.fight.id, sent)
        held.prepare(opened)
        held.agreed = {seat.id: seat.name}
        for each in [*self._held.values()]:
            if (each.seat, each.fight) == (seat.id, held.fight):
                self._close(each, "withdrawn")
        if len(self._held) >= MOST:
            raise Refused("Too many proposals are open; answer some of them first.")
        self._held[held.id] = held
        return self._view(held, opened, seats, seat, frozenset())

    def list_fights(self) -> list[str]:
        """Return the ids of the fights in which something is proposed."""
        return [*dict.fromkeys(each.fight for each in self._held.values())]

    def find_fight(self, id: str) -> str:
        """Return the fight of a proposal. Raises `Refused` where it is not open."""
        self.refresh()
        return self._closed[id][0].fight if id in self._closed else self._get(id).fight

    def answer(
        self,
        opened: OpenFight,
        seats: Seats,
        seat: Seat,
        id: str,
        sent: m.AnswerProposal,
        here: frozenset[str],
    ) -> Proposal:
        """Take a vote, and apply the proposal once all have agreed. Raises `Refused` where somebody
        has no vote, or it cannot be applied, and `Conflict` where the fight has gone on; then
        their vote does not count."""
        return self._change(lambda: self._answer(opened, seats, seat, id, sent, here))

    def _answer(
        self,
        opened: OpenFight,
        seats: Seats,
        seat: Seat,
        id: str,
        sent: m.AnswerProposal,
        here: frozenset[str],
    ) -> Proposal:
        self._forget_removed(seats)
        if id in self._closed:
            held, outcome = self._closed[id]
            return self._view(held, opened, seats, seat, here, outcome)
        held = self._get(id)
        opened.fight.refresh()
        if opened.campaign.store.command(held.record_key, opened.fight.id) is not None:
            self._close(held, "applied")  # by a server that died before it could say so
            return self._view(held, opened, seats, seat, here, "applied")
        is_mine = held.seat == seat.id
        wanted = {each.id for each in list_voters(held, opened, seats, here)}
        if not (is_mine or seat.is_referee or seat.id in wanted):
            raise Refused("You have no vote on this proposal.")
        if sent.answer == "no":
            outcome = "withdrawn" if is_mine else "rejected"
            held.rejected_by = "" if is_mine else seat.name
            self._close(held, outcome)
            return self._view(held, opened, seats, seat, here, outcome)
        if sent.answer == "again":
            if not (is_mine or seat.is_referee):
                raise Refused("Only the referee, or the one who made it, asks again.")
            held.prepare(opened)
            if sent.head == opened.last:  # else they have not seen yet what it does now
                held.agreed = {seat.id: seat.name}
            return self._view(held, opened, seats, seat, here)
        if sent.head != held.head or held.head != opened.last:
            raise Conflict(opened.fight.id, min(sent.head, held.head), opened.last)
        if sent.answers and not seat.is_referee:
            raise Refused("Only the referee types the dice of a proposal.")
        agreed = {**held.agreed, seat.id: seat.name}
        answers = sent.answers or held.answers
        if is_met(held, opened, seats, here, agreed):
            record_proposal(held, opened, answers)
            self._close(held, "applied")
            held.agreed = agreed
            return self._view(held, opened, seats, seat, here, "applied")
        held.agreed, held.answers = agreed, answers
        return self._view(held, opened, seats, seat, here)

    def list(
        self, opened: OpenFight, seats: Seats, seat: Seat, here: frozenset[str]
    ) -> list[Proposal]:
        """Return the open proposals of a fight, the oldest first; or else, for its maker, the
        last one that was rejected while the fight stood as it stands."""
        if not (self._held or self._closed):
            return []
        if self._held and self._seats_seen != seats.version:
            self._change(lambda: self._forget_removed(seats))
        every = [each for each in self._held.values() if each.fight == opened.fight.id]
        views = [self._view(each, opened, seats, seat, here) for each in every]
        if not any(each.seat == seat.id for each in every):
            views += [
                self._view(each, opened, seats, seat, here, "rejected")
                for each in self._list_rejected(opened, seat)
            ]
        return views

    def _list_rejected(self, opened: OpenFight, seat: Seat) -> Iterator[Held]:
        """Yield the last proposal of a seat if it was rejected, and the fight has not gone on."""
        now = (seat.id, opened.fight.id, opened.last)
        own = [
            (each, outcome)
            for each, outcome in self._closed.values()
            if (each.seat, each.fight, each.head) == now
        ]
        yield from (each for each, outcome in own[-1:] if outcome == "rejected")

    def _forget_removed(self, seats: Seats) -> None:
        """Withdraw the proposals of those who were removed from the table, and drop their votes."""
        if not self._held or self._seats_seen == seats.version:
            return
        self._seats_seen = seats.version
        sitting = {each.id for each in seats if each.admitted}
        for held in [*self._held.values()]:
            held.agreed = {id: name for id, name in held.agreed.items() if id in sitting}
            if not any(seats.is_referee(id) for id in held.agreed):
                held.answers = []  # the dice that a referee typed with a yes
            if held.seat not in sitting:
                self._close(held, "withdrawn")

    def _close(self, held: Held, outcome: Outcome) -> None:
        del self._held[held.id]
        self._closed[held.id] = held, outcome
        while len(self._closed) > MOST:
            del self._closed[next(iter(self._closed))]

    def _get(self, id: str) -> Held:
        if id not in self._held:
            raise Refused("This proposal is not open any more.")
        return self._held[id]

    def _view(
        self,
        held: Held,
        opened: OpenFight,
        seats: Seats,
        seat: Seat,
        here: frozenset[str],
        outcome: Outcome = "open",
    ) -> Proposal:
        waiting = [
            each
            for each in list_voters(held, opened, seats, here)
            if each.id not in held.agreed and outcome == "open"
        ]
        is_ruled = any(seats.is_referee(id) for id in held.agreed)
        persons = [each for each in waiting if not each.is_bot]
        names = [each.name for each in persons if not (each.is_referee and is_ruled)]
        return Proposal(
            held.id,
            held.fight,
            held.by,
            held.full_line(opened),
            held.said,
            held.why,
            held.head,
            held.to,
            outcome == "open" and held.head != opened.last,
            [Vote(id, name) for id, name in held.agreed.items()],
            names,
            held.seat == seat.id,
            any(each.id == seat.id for each in waiting),
            outcome,
            held.rejected_by,
        )
