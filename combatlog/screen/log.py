"""The log on the screen: what is undone stays readable, struck through, with who and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from combatlog.screen.text import dim, struck
from events.history import BranchNamed, HeadMoved, Noted
from events.rows import Recorded
from projections.fold import fold
from projections.phrases import phrase
from projections.state import FightState
from replay.history import History
from replay.marks import Undone, undone


class Line(NamedTuple):
    """One event of the log, and whether (and how) it was undone."""

    row: Recorded
    said: str
    undone: Undone | None


def lines(history: History, line_only: bool = False, last: int | None = None) -> list[Line]:
    """The log in the order recorded, each event with the names that held then; only the `last`
    so many, if that is said."""
    marks = undone(history)
    rows = [row for row in history.rows if not (line_only and row.seq in marks)]
    begin = rows[-last].seq if last and last < len(rows) else 1
    told: list[Line] = []
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
            moved = isinstance(row.event, HeadMoved)
            said = _move(history, row) if moved else phrase(row.event, state)
            told.append(Line(row, said, mark))
    return told


def shown(told: list[Line]) -> Iterator[str]:
    """The lines as they are printed."""
    for line in told:
        seq = f"#{line.row.seq}".rjust(5)
        if line.undone is not None:
            yield f"{dim(seq + ' ×')} {struck(line.said)}{_undone_by(line)}"
        elif isinstance(line.row.event, HeadMoved | Noted | BranchNamed):
            yield f"{dim(seq)}  {dim('— ' + line.said)}"
        else:
            indent = "" if line.row.seq == line.row.cmd else "  "
            yield f"{dim(seq)}  {indent}{line.said}"


def _undone_by(line: Line) -> str:
    """Who took it back and why, said once for a command."""
    mark = line.undone
    if mark is None or line.row.seq != line.row.cmd:
        return ""
    why = f": {mark.why}" if mark.why else ""
    by = f" by {mark.by}" if mark.by else ""
    return dim(f"  undone by #{mark.move}{by}{why}")


def _move(history: History, row: Recorded) -> str:
    """What a move of the head did, in words."""
    was = history.position(row.seq - 1)
    target = history.position(row.parent)
    why = f": {row.event.why}" if isinstance(row.event, HeadMoved) and row.event.why else ""
    by = f" by {row.by}" if row.by else ""
    if history.is_earlier(target, was):
        return f"taken back to #{target}{by}{why}"
    verb = "brought back" if history.is_earlier(was, target) else "switched"
    return f"{verb} to #{target}{by}{why}"
