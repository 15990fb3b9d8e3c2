"""What has been undone, by whom and why: for everything that shows a log."""

from __future__ import annotations

from typing import NamedTuple

from events.history import HeadMoved
from replay.history import ASIDE, History


class Undone(NamedTuple):
    """An event that is off the line: the move that took it off, whose it was, and why."""

    move: int
    by: str
    why: str


def undone(history: History) -> dict[int, Undone]:
    """Every event that is not on the current line, by seq. What is written beside the fight
    (moves, notes, names) is never undone."""
    marks: dict[int, Undone] = {}
    on_line: set[int] = set()
    position = 0
    for row in history.rows:
        if isinstance(row.event, HeadMoved):
            target = history.position(row.parent)
            if target <= position and history.is_ancestor(target, position):
                for first, last in history.line(position):
                    for seq in range(max(first, target + 1), last + 1):
                        if seq in on_line:
                            on_line.discard(seq)
                            marks[seq] = Undone(row.seq, row.by, row.event.why)
            else:
                now = {
                    seq for first, last in history.line(target) for seq in range(first, last + 1)
                }
                for seq in on_line - now:
                    marks[seq] = Undone(row.seq, row.by, row.event.why)
                for seq in now:
                    marks.pop(seq, None)
                on_line = now
            position = target
        elif not isinstance(row.event, ASIDE):
            on_line.add(row.seq)
            position = row.seq
    return {seq: mark for seq, mark in marks.items() if not isinstance(history[seq].event, ASIDE)}
