"""A fight command by command: what replays and demonstrations step through."""

from __future__ import annotations

from typing import NamedTuple

from events.declarations import Join
from events.rows import Recorded
from projections.fold import fold
from projections.phrases import phrase
from projections.report import report
from projections.state import FightState
from projections.words import capital
from replay.history import ASIDE, History


class Step(NamedTuple):
    """One command of a line: its first and last seq, what was said, what came of it, and the
    fight after it."""

    first: int
    last: int
    said: str
    lines: list[str]
    state: FightState


def steps(history: History, head: int | None = None) -> list[Step]:
    """The commands of a line (by default the present one), in order."""
    line = history.on_line(len(history) if head is None else head)
    found: list[Step] = []
    state = FightState()
    rows: list[Recorded] = []
    for row in line:
        if isinstance(row.event, ASIDE):
            continue
        if rows and row.cmd != rows[0].cmd:
            state = _step(found, state, rows, history)
            rows = []
        rows.append(row)
    if rows:
        _step(found, state, rows, history)
    return found


def _step(
    found: list[Step], before: FightState, rows: list[Recorded], history: History
) -> FightState:
    state = before.copied()
    for row in rows:
        fold(state, row.seq, (row.event,))
    known_by = history.said(rows[0].seq)
    said = capital(phrase(known_by.event, state))
    joins = sum(isinstance(row.event, Join) for row in rows)
    if joins > 1:
        said = f"{joins} join"
    lines = report((row.event for row in rows if row is not known_by), state, before)
    found.append(Step(rows[0].seq, rows[-1].seq, said, lines, state))
    return state
