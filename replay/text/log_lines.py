"""The whole log in words: each event, with what was undone or corrected, by whom and why."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from events.store.envelope import Recorded
from events.types.corrections import Corrected, Spared
from events.types.declarations import Join
from events.types.log_events import HeadMoved
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.correction_phrases import describe_correction
from projections.text.phrases import describe_event
from projections.text.words import capitalize, format_reason
from replay.corrections.recorded_dice import describe_unused_dice
from replay.log.event_log import History
from replay.log.lineage import Revision, add_known_combatants, find_revisions, is_put_back
from replay.log.undo import describe_move
from replay.log.undone import UndoneMark, find_undone
from replay.text.correction_notes import RevisionKind, RevisionWords, classify_revision


class LogLine(NamedTuple):
    """One event of the log in words. `undone` says how it was taken off the line. `changed`: the
    correction it came with changed it; `how`, and `was` is the seq of the event before the
    change."""

    row: Recorded
    said: str
    undone: UndoneMark | None
    changed: bool = False
    how: RevisionKind | None = None
    was: int = 0


def describe_log(
    history: History,
    line_only: bool = False,
    last: int | None = None,
    untold: frozenset[int] = frozenset(),
) -> list[LogLine]:
    """Return the log in the order recorded, each event with the names that held then. `line_only`
    leaves out what is undone, `last` all but so many rows. `untold` are the moves and corrections
    whose reason and changes the reader may not know."""
    marks = {seq: _without_reason(mark, untold) for seq, mark in find_undone(history).items()}
    rows = [row for row in history.rows if not (line_only and row.seq in marks)]
    begin = rows[-last].seq if last and last < len(rows) else 1
    revised = find_revisions(history)
    words = RevisionWords(history)
    told: list[LogLine] = []
    states: dict[int, FightState] = {}
    state = history.state(begin - 1)
    for row in history.rows[begin - 1 :]:
        if row.parent != row.seq - 1:
            states[row.seq - 1] = state
            state = (
                states[row.parent].copied() if row.parent in states else history.state(row.parent)
            )
        fold(state, row.seq, (row.event,))
        mark = marks.get(row.seq)
        if not (line_only and mark):
            through = revised.get(row.seq, ())
            changed = through[-1] if through and through[-1].correction.seq == row.cmd else None
            if changed is None:
                told.append(LogLine(row, _describe_row(history, row, state, untold), mark))
            else:
                said = _describe_row(history, row, state, untold)
                told.append(_describe_revised(words, changed, said, mark, untold))
    return told


def _without_reason(mark: UndoneMark, untold: frozenset[int]) -> UndoneMark:
    return mark._replace(why="") if mark.move in untold else mark


def _describe_row(
    history: History, row: Recorded, state: FightState, untold: frozenset[int]
) -> str:
    match row.event:
        case HeadMoved():
            return _describe_move(history, row, "" if row.seq in untold else row.event.why)
        case Corrected():
            event = replace(row.event, why="") if row.seq in untold else row.event
            return capitalize(describe_correction(event, row.by, is_put_back(history, row)))
        case Spared():
            return describe_unused_dice(history, row, state)
    return describe_event(row.event, add_known_combatants(history, row, state))


def _describe_revised(
    words: RevisionWords,
    revised: Revision,
    said: str,
    mark: UndoneMark | None,
    untold: frozenset[int],
) -> LogLine:
    """Return the line of an input that a correction changed; for a joining, with what differs."""
    was = revised.was.seq if revised.was is not None else 0
    done = classify_revision(revised)
    is_told = revised.correction.seq not in untold
    if done == "corrected" and isinstance(revised.now.event, Join) and is_told:
        said = f"{words.now(revised)} (was: {words.was(revised)})"
    return LogLine(revised.now, said, mark, True, done, was)


def _describe_move(history: History, row: Recorded, why: str) -> str:
    """Return what a move of the head did."""
    by = f" by {row.by}" if row.by else ""
    return f"{describe_move(history, row)}{by}{format_reason(why)}"
