"""The whole log in words: each event, with what was undone or corrected, by whom and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Corrected, HeadMoved, Spared
from projections.queries.visibility import Audience
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.correction_phrases import describe_correction
from projections.text.phrases import describe_event
from projections.text.words import capitalize, format_reason
from replay.corrections.recorded_dice import describe_unused_dice
from replay.log.event_log import History
from replay.log.lineage import Revision, add_known_combatants, find_revisions, is_put_back
from replay.log.undo import UndoneMark, describe_move, find_undone
from replay.text.correction_notes import RevisionKind, RevisionWords, classify_revision
from replay.text.redaction import (
    drop_reason,
    find_hidden_events,
    find_secret_reasons,
    redact_words,
)


class LogLine(NamedTuple):
    """One event of the log in words. `undone` says how it was taken off the line. `changed`: the
    correction it came with changed it; `how`, and `was` is the seq of the event before the
    change."""

    row: Recorded
    text: str
    undone: UndoneMark | None
    changed: bool = False
    how: RevisionKind | None = None
    was: int = 0


def describe_log(
    history: History,
    line_only: bool = False,
    last: int | None = None,
    secret: frozenset[int] = frozenset(),
) -> list[LogLine]:
    """Return the log in the order recorded, each event with the names that held then. `line_only`
    leaves out what is undone, `last` all but so many rows. `secret` are the moves and corrections
    whose reason and changes the reader may not know."""
    marks = {seq: hide_reason(mark, secret) for seq, mark in find_undone(history).items()}
    rows = [row for row in history.rows if not (line_only and row.seq in marks)]
    begin = rows[-last].seq if last and last < len(rows) else 1
    revised = find_revisions(history)
    words = RevisionWords(history)
    lines: list[LogLine] = []
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
                lines.append(LogLine(row, describe_row(history, row, state, secret), mark))
            else:
                text = describe_row(history, row, state, secret)
                lines.append(_describe_revised(words, changed, text, mark, secret))
    return lines


def describe_log_for(
    history: History, audience: Audience, line_only: bool = False, last: int | None = None
) -> tuple[list[LogLine], Mapping[int, str]]:
    """Return the log (`describe_log`) as an audience may read it, and the events that it may not
    read, each with what is left of it in words."""
    history = redact_words(history, audience)
    hidden = find_hidden_events(history, audience)
    secret = find_secret_reasons(history, audience, hidden)
    lines = describe_log(history, line_only, last, secret)
    return [_redact_line(line, hidden, secret) for line in lines], hidden


def _redact_line(line: LogLine, hidden: Mapping[int, str], secret: frozenset[int]) -> LogLine:
    """Return a line with the words that players read, and without a reason that is secret."""
    row = line.row
    if row.seq in secret:
        line = line._replace(row=replace(row, event=drop_reason(row.event)))
    if row.seq in hidden:
        line = line._replace(text=capitalize(hidden[row.seq]) or UNTOLD)
    return line


UNTOLD = "…"
"""What stands in the log for players where nothing is left of an event."""


def hide_reason(mark: UndoneMark, secret: frozenset[int]) -> UndoneMark:
    """Return a mark without its reason if that is secret."""
    return mark._replace(why="") if mark.move in secret else mark


def describe_row(history: History, row: Recorded, state: FightState, secret: frozenset[int]) -> str:
    """Return an event in words. `state` is the fight with it, `secret` as for `describe_log`."""
    match row.event:
        case HeadMoved():
            return _describe_move(history, row, "" if row.seq in secret else row.event.why)
        case Corrected():
            event = replace(row.event, why="") if row.seq in secret else row.event
            return capitalize(describe_correction(event, row.by, is_put_back(history, row)))
        case Spared():
            return describe_unused_dice(history, row, state)
    return describe_event(row.event, add_known_combatants(history, row, state))


def _describe_revised(
    words: RevisionWords,
    revised: Revision,
    text: str,
    mark: UndoneMark | None,
    secret: frozenset[int],
) -> LogLine:
    """Return the line of an input that a correction changed; for a joining, with what differs."""
    was = revised.was.seq if revised.was is not None else 0
    done = classify_revision(revised)
    is_open = revised.correction.seq not in secret
    if done == "corrected" and isinstance(revised.now.event, Join) and is_open:
        text = f"{words.describe_after(revised)} (was: {words.describe_before(revised)})"
    return LogLine(revised.now, text, mark, True, done, was)


def _describe_move(history: History, row: Recorded, why: str) -> str:
    """Return what a move of the head did."""
    by = f" by {row.by}" if row.by else ""
    return f"{describe_move(history, row)}{by}{format_reason(why)}"
