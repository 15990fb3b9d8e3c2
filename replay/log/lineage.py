"""The origin of the inputs of a line: who first recorded each one, and which corrections changed
it.

A correction replaces the rows it repeats, and a later correction replaces that one. This module
follows an input from repetition to repetition, so that its first author and every change remain
known.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Corrected, Skipped, Spared
from events.types.rolls import Rolled
from projections.state.fight_state import Combatant, FightState
from projections.state.fold_combatants import create_combatant
from replay.log.event_log import History
from replay.log.line_inputs import INPUT_KINDS


class Revision(NamedTuple):
    """One change of an input: the row of the `Corrected` that made it, the input's row before (None
    if it was inserted), and its row in that correction."""

    correction: Recorded
    was: Recorded | None
    now: Recorded


RevisionHistory: TypeAlias = tuple[Revision, ...]
"""The changes of an input, oldest first."""


def find_corrections(history: History) -> dict[int, tuple[Recorded, ...]]:
    """Return the corrections that changed each input of the current line, oldest first, by the
    input's seq. Inputs that were never corrected are left out."""
    every = find_revisions(history)
    return {
        row.seq: tuple(each.correction for each in every[row.seq])
        for row in history.on_line(history.position())
        if row.seq in every
    }


def find_revisions(history: History) -> dict[int, RevisionHistory]:
    """Return the changes of every input in a correction, on any line, up to that correction."""
    found: dict[int, RevisionHistory] = {}
    if not history.corrections:
        return found
    recordings: dict[int, list[int]] = {}
    before: dict[int, Recorded] = {}
    for row in history.rows:
        kind = type(row.event)
        if kind is Corrected:
            before = _list_superseded(history, row)
        if kind not in INPUT_KINDS:
            continue
        if isinstance(history[row.cmd].event, Corrected):
            origin = history.origin(row.seq)
            was = before.get(origin) or _find_last_roll(history, recordings.get(origin, []), row)
            if through := _list_revisions_of(history, row, was, found):
                found[row.seq] = through
        recordings.setdefault(history.origin(row.seq), []).append(row.seq)
    return found


def find_first_recording(history: History, row: Recorded) -> Recorded:
    """Return the first recording of what a row repeats: it tells who entered it, and when."""
    return history[history.origin(row.seq)]


def is_put_back(history: History, row: Recorded) -> bool:
    """Return whether this row is a correction that puts back a struck or skipped input."""
    corrected = row.event
    if not isinstance(corrected, Corrected) or corrected.change != "amend":
        return False
    return isinstance(history[corrected.input].event, Skipped)


def drop_reverted_revisions(revisions: RevisionHistory) -> RevisionHistory:
    """Return the revisions since an input last stood as it was first recorded; empty if it does so
    now."""
    if not revisions:
        return ()
    first = revisions[0].was
    for at in range(len(revisions), 0, -1):
        if _is_unchanged(first, revisions[at - 1].now):
            return revisions[at:]
    return revisions


def add_known_combatants(history: History, row: Recorded, state: FightState) -> FightState:
    """Return the state with every combatant that a skipped input or an unused die mentions. Some
    may never have joined this line, or not yet when the input was first recorded."""
    match row.event:
        case Skipped():
            seqs = [history.origin(row.seq)]
        case Spared(dice):
            seqs = [die.first for die in dice if die.by not in state.combatants]
        case _:
            return state
    twin = state.copied()
    known = find_all_combatants(history)
    for seq in seqs:
        known |= history.state(seq).combatants
    twin.combatants = known | twin.combatants
    return twin


def find_all_combatants(history: History) -> dict[str, Combatant]:
    """Return every combatant that ever joined, on any line, as it last joined, by id."""
    joins = (row.event for row in history.rows if isinstance(row.event, Join))
    return {join.sheet.id: create_combatant(join.sheet) for join in joins}


def _list_superseded(history: History, correction: Recorded) -> dict[int, Recorded]:
    """Return the inputs that a correction repeats, as they stood before, by their first
    recording."""
    rows = history.on_line(history.find_position_before(correction.seq))
    return {
        history.origin(row.seq): row
        for row in rows
        if row.seq > correction.parent and type(row.event) in INPUT_KINDS
    }


def _find_last_roll(history: History, recordings: list[int], row: Recorded) -> Recorded | None:
    """Return the last roll, not undone, of a die that was left unused."""
    before = history.find_position_before(row.seq)
    for seq in reversed(recordings):
        if history.is_earlier(seq, before):
            return history[seq]
    return None


def _list_revisions_of(
    history: History, row: Recorded, was: Recorded | None, found: dict[int, RevisionHistory]
) -> RevisionHistory:
    """Return the changes of an input in a correction, this correction included."""
    correction = history[row.cmd]
    assert isinstance(correction.event, Corrected), "the row belongs to a correction"
    if was is None:
        is_put_in = not isinstance(row.event, Rolled)
        return (Revision(correction, None, row),) if is_put_in else ()
    earlier = found.get(was.seq, ())
    is_meant = correction.event.change != "insert" and (
        history.origin(correction.event.input) == history.origin(row.seq)
    )
    if not _is_changed(was, row, is_meant):
        return earlier
    return (*earlier, Revision(correction, was, row))


def _is_changed(was: Recorded, now: Recorded, is_meant: bool) -> bool:
    """Return whether a correction changed an input. In inputs that it only repeats, what the rules
    fill in does not count."""
    if isinstance(was.event, Rolled) and isinstance(now.event, Rolled):
        return was.event.face != now.event.face
    if is_meant:
        return was.event != now.event
    return _get_ruling(was) != _get_ruling(now)


def _get_ruling(row: Recorded) -> tuple[bool, str]:
    """Return whether an input is skipped, and the referee's reason for overruling in it."""
    overrule: str = getattr(row.event, "overrule", "")
    return isinstance(row.event, Skipped), overrule


def _is_unchanged(was: Recorded | None, now: Recorded) -> bool:
    """Return whether an input is as it was. An input that did not exist is the same as one struck
    out."""
    if was is None or isinstance(was.event, Skipped):
        return isinstance(now.event, Skipped)
    if isinstance(was.event, Rolled) and isinstance(now.event, Rolled):
        return was.event.face == now.event.face
    return was.event == now.event
