"""The log on the screen: what is undone or corrected stays readable, struck through, with who and
why; what a correction says again names what it repeats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from combatlog.screen.text import bold, dim, struck
from events.corrections import Corrected, Spared
from events.declarations import Join
from events.history import BranchNamed, HeadMoved, Noted, Salted
from events.rows import Recorded
from projections.corrected import told_by
from projections.fold import fold
from projections.phrases import phrase
from projections.state import FightState
from projections.words import capital
from replay.footnotes import How, Revising, how
from replay.history import History
from replay.lineage import Revised, is_put_back, naming, revisions
from replay.marks import Undone, undone
from replay.moves import moved_words
from replay.spares import spared_words


class Line(NamedTuple):
    """One event of the log, and whether (and how) it was taken off the line. `changed`: the
    correction it came with has changed it, `how`, and `was` the event that it stands for now."""

    row: Recorded
    said: str
    undone: Undone | None
    changed: bool = False
    how: How | None = None
    was: int = 0


def lines(history: History, line_only: bool = False, last: int | None = None) -> list[Line]:
    """The log in the order recorded, each event with the names that held then; only the `last`
    so many, if that is said."""
    marks = undone(history)
    rows = [row for row in history.rows if not (line_only and row.seq in marks)]
    begin = rows[-last].seq if last and last < len(rows) else 1
    revised = revisions(history)
    words = Revising(history)
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
            changed = through[-1] if through and through[-1].correction.seq == row.cmd else None
            if changed is None:
                told.append(Line(row, _said(history, row, state), mark))
            else:
                told.append(_revised(words, changed, _said(history, row, state), mark))
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
        elif isinstance(line.row.event, HeadMoved | Noted | BranchNamed | Salted):
            yield f"{dim(seq)}  {dim('— ' + line.said)}"
        elif isinstance(line.row.event, Corrected):
            yield f"{dim(seq)}  {bold(line.said)}"
        else:
            yield f"{dim(seq)}  {indent}{bold(line.said) if line.changed else line.said}" + (
                _repeated(line)
            )


def _said(history: History, row: Recorded, state: FightState) -> str:
    match row.event:
        case HeadMoved():
            return _move(history, row)
        case Corrected():
            return capital(told_by(row.event, row.by, is_put_back(history, row)))
        case Spared():
            return spared_words(history, row, state)
    return phrase(row.event, naming(history, row, state))


def _revised(words: Revising, revised: Revised, said: str, mark: Undone | None) -> Line:
    """What a correction has changed; of a joining with what differs."""
    was = revised.was.seq if revised.was is not None else 0
    done = how(revised)
    if done == "corrected" and isinstance(revised.now.event, Join):
        said = f"{words.now(revised)} (was: {words.was(revised)})"
    return Line(revised.now, said, mark, True, done, was)


def _undone_by(line: Line, before: Line | None) -> str:
    """Who took it off the line and why: said once for a command, and once for everything that a
    correction says again."""
    mark = line.undone
    if mark is None or (before is not None and before.undone == mark and _is_told(line, before)):
        return ""
    why = f": {mark.why}" if mark.why else ""
    by = f" by {mark.by}" if mark.by else ""
    return dim(f"  {mark.how}{by}{why}")


def _is_told(line: Line, before: Line) -> bool:
    corrected = line.undone is not None and line.undone.corrected
    return corrected or line.row.cmd == before.row.cmd


def _repeated(line: Line) -> str:
    """What an event of a correction stands in place of, or that it was not there before; and
    where it was said first."""
    how = f"instead of #{line.was}" if line.how == "corrected" else line.how
    if line.how in ("struck out", "skipped"):
        how = ""  # it says so itself
    first = line.row.repeats
    named = first is None or (line.how == "corrected" and first == line.was)
    told = ", ".join(filter(None, [how, "" if named else f"first #{first}"]))
    return dim(f"  {told}") if told else ""


def _move(history: History, row: Recorded) -> str:
    """What a move of the head did, in words."""
    why = f": {row.event.why}" if isinstance(row.event, HeadMoved) and row.event.why else ""
    by = f" by {row.by}" if row.by else ""
    return f"{moved_words(history, row)}{by}{why}"
