"""The log on the screen: what is undone or corrected stays readable, struck through, with who and
why; what a correction says again names what it repeats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from combatlog.screen.text import bold, dim, struck
from events.corrections import Corrected, Skipped
from events.history import BranchNamed, HeadMoved, Noted
from events.rows import Recorded
from projections.corrected import told_by
from projections.fold import fold
from projections.phrases import phrase
from projections.state import FightState
from projections.words import capital
from replay.history import History
from replay.lineage import naming, revisions
from replay.marks import Undone, undone


class Line(NamedTuple):
    """One event of the log, and whether (and how) it was taken off the line. `changed`: the
    correction it came with has changed it."""

    row: Recorded
    said: str
    undone: Undone | None
    changed: bool = False


def lines(history: History, line_only: bool = False, last: int | None = None) -> list[Line]:
    """The log in the order recorded, each event with the names that held then; only the `last`
    so many, if that is said."""
    marks = undone(history)
    rows = [row for row in history.rows if not (line_only and row.seq in marks)]
    begin = rows[-last].seq if last and last < len(rows) else 1
    revised = revisions(history)
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
            through = revised.get(row.seq, ())
            changed = bool(through) and through[-1].correction.seq == row.cmd
            told.append(Line(row, _said(history, row, state), mark, changed))
    return told


def shown(told: list[Line]) -> Iterator[str]:
    """The lines as they are printed."""
    before: Line | None = None
    for line in told:
        seq = f"#{line.row.seq}".rjust(5)
        indent = "" if line.row.seq == line.row.cmd else "  "
        if line.undone is not None:
            yield f"{dim(seq + ' ×')} {indent}{struck(line.said)}{_undone_by(line, before)}"
            before = line
        elif isinstance(line.row.event, HeadMoved | Noted | BranchNamed):
            yield f"{dim(seq)}  {dim('— ' + line.said)}"
        elif isinstance(line.row.event, Corrected):
            yield f"{dim(seq)}  {bold(line.said)}"
        else:
            yield f"{dim(seq)}  {indent}{bold(line.said) if line.changed else line.said}" + (
                _repeated(line)
            )


def _said(history: History, row: Recorded, state: FightState) -> str:
    if isinstance(row.event, HeadMoved):
        return _move(history, row)
    if isinstance(row.event, Corrected):
        return capital(told_by(row.event, row.by))
    return phrase(row.event, naming(history, row, state))


def _undone_by(line: Line, before: Line | None) -> str:
    """Who took it off the line and why: said once for a command, and once for everything that a
    correction says again."""
    mark = line.undone
    if mark is None or (before is not None and before.undone == mark and _is_told(line, before)):
        return ""
    why = f": {mark.why}" if mark.why else ""
    by = f" by {mark.by}" if mark.by else ""
    return dim(f"  {'corrected' if mark.corrected else 'undone'} by #{mark.move}{by}{why}")


def _is_told(line: Line, before: Line) -> bool:
    corrected = line.undone is not None and line.undone.corrected
    return corrected or line.row.cmd == before.row.cmd


def _repeated(line: Line) -> str:
    """What an event of a correction stands in place of, or that it was not there before."""
    repeats = line.row.repeats
    if repeats is not None:
        skips = isinstance(line.row.event, Skipped)
        return dim(f"  {'instead of' if line.changed and not skips else '='} #{repeats}")
    if line.changed:
        return dim("  put in")
    return ""


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
