"""Where the inputs of a line come from: who said each of them first, and which corrections have
made it what it is.

A later correction says again what an earlier one has changed, and leaves that one off its line;
what an input has been through is followed from repetition to repetition, so it is never lost.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from events.store.envelope import Recorded
from events.types.corrections import Corrected, Skipped, Spared
from events.types.declarations import Join
from events.types.rolls import Rolled
from projections.state.fight_state import Combatant, FightState
from projections.state.fold_combatants import enter
from replay.log.event_log import History
from replay.log.line_inputs import Input


class Revised(NamedTuple):
    """One change of an input: the row of the `Corrected` that brought it, how the input stood
    before (None where it was put in), and how it stands in that correction."""

    correction: Recorded
    was: Recorded | None
    now: Recorded


Revisions: TypeAlias = tuple[Revised, ...]
"""What an input has been through, the oldest first."""


def find_corrections(history: History) -> dict[int, tuple[Recorded, ...]]:
    """The corrections that have made each input of the present line what it is, by its seq, the
    oldest first; inputs that were never corrected are left out."""
    every = revisions(history)
    return {
        row.seq: tuple(each.correction for each in every[row.seq])
        for row in history.on_line(history.position())
        if row.seq in every
    }


def revisions(history: History) -> dict[int, Revisions]:
    """What each input of a correction, on whichever line, has been through until there."""
    found: dict[int, Revisions] = {}
    if not any(isinstance(row.event, Corrected) for row in history.rows):
        return found
    said: dict[int, list[int]] = {}
    before: dict[int, Recorded] = {}
    for row in history.rows:
        if isinstance(row.event, Corrected):
            before = _list_superseded(history, row)
        if not isinstance(row.event, Input):
            continue
        if isinstance(history[row.cmd].event, Corrected):
            origin = history.origin(row.seq)
            was = before.get(origin) or _find_last_throw(history, said.get(origin, []), row)
            if through := _list_revisions_of(history, row, was, found):
                found[row.seq] = through
        said.setdefault(history.origin(row.seq), []).append(row.seq)
    return found


def first_said(history: History, row: Recorded) -> Recorded:
    """The first recording of what a row repeats: who said it, and when."""
    return history[history.origin(row.seq)]


def is_put_back(history: History, row: Recorded) -> bool:
    """Has a correction said again what was struck out or skipped?"""
    corrected = row.event
    if not isinstance(corrected, Corrected) or corrected.change != "amend":
        return False
    return isinstance(history[corrected.input].event, Skipped)


def since_told(revisions: Revisions) -> Revisions:
    """The revisions since an input last stood as it was said first; none where it does so now."""
    if not revisions:
        return ()
    first = revisions[0].was
    for at in range(len(revisions), 0, -1):
        if _is_unchanged(first, revisions[at - 1].now):
            return revisions[at:]
    return revisions


def naming(history: History, row: Recorded, state: FightState) -> FightState:
    """A state in which everybody has a name whom a skipped input or a spared die speaks of: they
    may never have joined the line that it is on, or not yet when it was said first."""
    match row.event:
        case Skipped():
            said = [history.origin(row.seq)]
        case Spared(dice):
            said = [die.first for die in dice if die.by not in state.combatants]
        case _:
            return state
    twin = state.copied()
    known = everybody(history)
    for seq in said:
        known |= history.state(seq).combatants
    twin.combatants = known | twin.combatants
    return twin


def everybody(history: History) -> dict[str, Combatant]:
    """Everybody who ever joined, on whichever line, as they joined last."""
    joins = (row.event for row in history.rows if isinstance(row.event, Join))
    return {join.sheet.id: enter(join.sheet) for join in joins}


def _list_superseded(history: History, correction: Recorded) -> dict[int, Recorded]:
    """The inputs that a correction says again, as they stood before, by their origin."""
    rows = history.on_line(history.before(correction.seq))
    return {
        history.origin(row.seq): row
        for row in rows
        if row.seq > correction.parent and isinstance(row.event, Input)
    }


def _find_last_throw(history: History, said: list[int], row: Recorded) -> Recorded | None:
    """Where a die comes from that lay spared: its last throw that was not undone."""
    before = history.before(row.seq)
    for seq in reversed(said):
        if history.is_earlier(seq, before):
            return history[seq]
    return None


def _list_revisions_of(
    history: History, row: Recorded, was: Recorded | None, found: dict[int, Revisions]
) -> Revisions:
    """What an input of a correction has been through, the correction itself included."""
    correction = history[row.cmd]
    assert isinstance(correction.event, Corrected), "asked of its inputs alone"
    if was is None:
        is_put_in = not isinstance(row.event, Rolled)
        return (Revised(correction, None, row),) if is_put_in else ()
    earlier = found.get(was.seq, ())
    is_meant = correction.event.change != "insert" and (
        history.origin(correction.event.input) == history.origin(row.seq)
    )
    if not _is_changed(was, row, is_meant):
        return earlier
    return (*earlier, Revised(correction, was, row))


def _is_changed(was: Recorded, now: Recorded, is_meant: bool) -> bool:
    """Has a correction changed an input? In one that it only says again, what the rules fill in
    does not count."""
    if isinstance(was.event, Rolled) and isinstance(now.event, Rolled):
        return was.event.face != now.event.face
    if is_meant:
        return was.event != now.event
    return _ruling_of(was) != _ruling_of(now)


def _ruling_of(row: Recorded) -> tuple[bool, str]:
    """Is it skipped, and what does the referee overrule with it?"""
    overrule: str = getattr(row.event, "overrule", "")
    return isinstance(row.event, Skipped), overrule


def _is_unchanged(was: Recorded | None, now: Recorded) -> bool:
    """Does an input stand as it did? What never was, and what is struck out, are the same."""
    if was is None or isinstance(was.event, Skipped):
        return isinstance(now.event, Skipped)
    if isinstance(was.event, Rolled) and isinstance(now.event, Rolled):
        return was.event.face == now.event.face
    return was.event == now.event
