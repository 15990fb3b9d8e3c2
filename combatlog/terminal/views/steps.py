"""A fight command by command, for stepping through it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Corrected, Skipped, Spared
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.correction_phrases import describe_correction
from projections.text.phrases import describe_event, report_events
from projections.text.words import capitalize
from replay.corrections.recorded_dice import describe_unused_dice
from replay.log.event_log import META_EVENTS, History
from replay.log.lineage import RevisionHistory, add_known_combatants, find_revisions, is_put_back
from replay.text.correction_notes import RevisionWords


class ReplayStep(NamedTuple):
    """One command of a line: first and last seq, what was said, what followed, and the state after
    it."""

    first: int
    last: int
    said: str
    lines: list[str]
    state: FightState


def list_steps(history: History, head: int | None = None) -> list[ReplayStep]:
    """Return the commands of a line (by default the present one), in order.

    A correction is a step of its own. The inputs it repeats stay in the steps they were first in.
    """
    revised = find_revisions(history)
    steps: list[ReplayStep] = []
    state = FightState()
    line = [*history.on_line(len(history) if head is None else head)]
    for rows in _group_by_command(history, line):
        before = state
        state = before.copied()
        for row in rows:
            fold(state, row.seq, (row.event,))
        corrected = rows[0].event
        if isinstance(corrected, Corrected):
            back = is_put_back(history, rows[0])
            said = capitalize(describe_correction(corrected, rows[0].by, back))
            again = [row for row in line if row.cmd == rows[0].seq]
            lines = _describe_changes(history, again, revised, state)
        else:
            said, lines = _describe_command(history, rows, state, before)
        steps.append(ReplayStep(rows[0].seq, rows[-1].seq, said, lines, state))
    return steps


def _group_by_command(history: History, line: list[Recorded]) -> Iterator[list[Recorded]]:
    """Yield the rows of a line, grouped by the command that they, or the rows they repeat, first
    came with."""
    rows: list[Recorded] = []
    at: tuple[int, int] = (0, 0)
    for row in line:
        if isinstance(row.event, META_EVENTS):
            continue
        said_in = _find_command(history, row, at)
        if rows and said_in != at:
            yield rows
            rows = []
        at = said_in
        rows.append(row)
    if rows:
        yield rows


def _find_command(history: History, row: Recorded, before: tuple[int, int]) -> tuple[int, int]:
    """Return the append and the first command of a row. Outcomes belong to their input, and so do
    dice thrown for a correction alone."""
    command = history[row.cmd]
    if not isinstance(command.event, Corrected) or row is command:
        return row.cmd, row.cmd
    if isinstance(row.event, Declaration | Skipped | Rolled):
        first = history[history.origin(row.seq)]
        if not isinstance(history[first.cmd].event, Corrected):
            return row.cmd, first.cmd
        if not isinstance(row.event, Rolled):
            return row.cmd, first.seq
    return before


def _describe_command(
    history: History, rows: list[Recorded], state: FightState, before: FightState
) -> tuple[str, list[str]]:
    """Describe a command and what followed from it."""
    known_by = _find_main_row(rows)
    said = capitalize(
        describe_event(known_by.event, add_known_combatants(history, known_by, state))
    )
    joins = sum(isinstance(row.event, Join) for row in rows)
    if joins > 1:
        said = f"{joins} join"
    rest = [row for row in rows if row is not known_by]
    events = [row.event for row in rest if not isinstance(row.event, Spared | Skipped)]
    skipped = [row for row in rest if isinstance(row.event, Skipped)]
    lines = [
        f"{capitalize(describe_event(row.event, add_known_combatants(history, row, state)))}."
        for row in skipped
    ]
    return said, [*lines, *report_events(events, state, before)]


def _find_main_row(rows: list[Recorded]) -> Recorded:
    """Return the first declaration, else the first die, else the first row."""
    for kind in (Declaration, Rolled):
        for row in rows:
            if isinstance(row.event, kind):
                return row
    return rows[0]


def _describe_changes(
    history: History, rows: list[Recorded], revised: dict[int, RevisionHistory], state: FightState
) -> list[str]:
    """Describe what a correction changed, as far as it still stands, and which dice it spared."""
    words = RevisionWords(history)
    lines: list[str] = []
    for row in rows:
        through = revised.get(row.seq, ())
        if through and through[-1].correction.seq == row.cmd:
            lines.append(words.write_note(through[-1]))
        elif isinstance(row.event, Spared):
            lines.append(f"{capitalize(describe_unused_dice(history, row, state))}.")
    return lines
