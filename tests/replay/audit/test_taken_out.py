"""Removing one event from a log, adding one or moving one: the rules find it, even if the digests
are computed again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from events.errors import CombatlogError
from events.store.envelope import Recorded
from events.types.declarations import BeginRound, CallSave, Resolve
from events.types.log_events import Sealed
from events.types.outcomes import Awaited, ClockAdvanced, RoundBegan
from events.types.rolls import Rolled
from events.types.unions import Declaration
from replay.audit.rules import find_differences
from replay.log.event_log import History
from replay.validation.log_rules import check_structure
from tests.support.given import Given, attack, given, npc, pc


def recorded(dice: str) -> list[Recorded]:
    """A round, a save, and something after them."""
    fight = given(
        "golden-idol",
        pc("Ada", "9/1/10/10/10", sword="d8"),
        npc("Wolf", "30/1/9/9/9", bite="d6"),
        dice=dice,  # type: ignore[arg-type]
    )
    fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve())
    _finish(fight, 5)
    fight.when(CallSave(("ada",), "DEX"))
    _finish(fight, 7)
    fight.when(attack("wolf", "ada"), Resolve())
    _finish(fight, 4)
    return fight.fight.history.rows


def _finish(fight: Given, *faces: int) -> None:
    for face in faces:
        if fight.state.awaited:
            fight.rolls(face)


def sound(rows: Sequence[Recorded]) -> bool:
    """Return whether the log passes an import, and everything in it follows."""
    try:
        check_structure(rows)
    except CombatlogError:
        return False
    return not list(find_differences(History(rows)))


def renumbered(rows: Sequence[Recorded]) -> list[Recorded]:
    """Return the rows with gapless seqs and all references adjusted."""
    new = {row.seq: seq for seq, row in enumerate(rows, start=1)}
    below = sorted(new)

    def moved(seq: int) -> int:
        return new.get(seq) or new[max((each for each in below if each <= seq), default=below[0])]

    return [
        replace(
            row,
            seq=new[row.seq],
            parent=new[row.seq] - 1,
            cmd=new.get(row.cmd, new[row.seq]),
            cause=None if row.cause is None else moved(row.cause),
            event=_moved(row.event, moved),
        )
        for row in rows
    ]


def _moved(event: object, moved: Callable[[int], int]) -> object:
    match event:
        case Rolled(root=root):
            return replace(event, root=moved(root))
        case Awaited(input=input, asks=asks):
            return Awaited(moved(input), tuple(replace(a, root=moved(a.root)) for a in asks))
    attack = getattr(event, "attack", 0)
    return replace(event, attack=moved(attack)) if attack else event  # type: ignore[type-var]


def taken_out(rows: Sequence[Recorded]) -> Iterator[tuple[int, list[Recorded]]]:
    """Yield the log with each die and outcome removed, one at a time. (The audit of dice reports a
    removed commitment.)"""
    for row in rows:
        if not isinstance(row.event, Declaration | Sealed):
            yield row.seq, renumbered([each for each in rows if each is not row])


@pytest.mark.parametrize("dice", ["typed", "digital"])
def test_whatever_is_taken_out_is_missed(dice: str) -> None:
    """A removed die, outcome or wait is found."""
    rows = recorded(dice)
    assert sound(renumbered(rows))
    assert [] == [seq for seq, left in taken_out(rows) if sound(left)]


@pytest.mark.parametrize("dice", ["typed", "digital"])
def test_a_die_and_all_that_came_of_it_are_missed(dice: str) -> None:
    """A failed save removed with all its outcomes is found."""
    rows = recorded(dice)
    save = next(row.seq for row in rows if isinstance(row.event, CallSave))
    assert not sound(renumbered([row for row in rows if row.cause != save]))


@pytest.mark.parametrize("dice", ["typed", "digital"])
def test_two_events_that_changed_places_are_found(dice: str) -> None:
    """Two events that changed places are found."""
    rows = recorded(dice)
    found = []
    for one, other in pairwise(rows):
        if one.cause is None or one.cause != other.cause or one.event == other.event:
            continue
        swapped = [
            replace(other, seq=row.seq, parent=row.parent, cmd=row.cmd)
            if row is one
            else replace(one, seq=row.seq, parent=row.parent, cmd=row.cmd)
            if row is other
            else row
            for row in rows
        ]
        if sound(swapped):
            found.append(one.seq)
    assert [] == found


@pytest.mark.parametrize("event", [RoundBegan(5, ()), ClockAdvanced(0, 60)])
def test_nothing_comes_of_the_start(event: object) -> None:
    """An outcome that no play led to is found."""
    rows = recorded("typed")
    extra = replace(rows[1], event=event, cause=1, cmd=1, seq=1)
    assert not sound(renumbered([rows[0], replace(extra, seq=1), *rows[1:]]))


def waiting() -> list[Recorded]:
    """A fight that waits for Ada's d8."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/1/9/9/9", bite="d6"))
    fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve())
    return fight.fight.history.rows


@pytest.mark.parametrize("change", [{"die": "d4"}, {"by": "wolf"}, {"purpose": "morale"}])
def test_what_is_awaited_is_what_the_rules_ask_for(change: dict[str, object]) -> None:
    """Another die, roller or purpose is found while the fight waits."""
    *rows, last = waiting()
    assert isinstance(last.event, Awaited)
    asks = (replace(last.event.asks[0], **change),)
    assert sound([*rows, last])
    assert not sound([*rows, replace(last, event=replace(last.event, asks=asks))])


def test_a_fight_that_waits_says_so() -> None:
    """A removed wait is found: without it the play would seem to have no result."""
    assert not sound(waiting()[:-1])


def test_a_drawn_die_does_not_become_a_typed_one() -> None:
    """A drawn die without its draw is found: a typed die would have been awaited first."""
    rows = [
        replace(row, event=replace(row.event, draw=None)) if isinstance(row.event, Rolled) else row
        for row in recorded("digital")
    ]
    assert not sound(rows)
