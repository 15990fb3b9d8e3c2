"""Which events were undone or corrected, by whom and why: the marks that every view of a log
shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from events.store.envelope import Recorded, Segment
from events.types.corrections import Corrected
from events.types.log_events import HeadMoved
from projections.text.correction_phrases import find_reason
from replay.log.event_log import META_EVENTS, History


class UndoneMark(NamedTuple):
    """A mark on an event that is off the line: the move or correction `move` that took it off, who
    recorded that and why. `apart`: it was a what-if, which leaves the line as it was and goes on
    elsewhere."""

    move: int
    by: str
    why: str
    corrected: bool = False
    apart: bool = False

    @property
    def how(self) -> str:
        """The mark in words: “undone by #41”, “corrected by #41”, “left by the what-if #41”."""
        if self.apart:
            return f"left by the what-if #{self.move}"
        return f"{'corrected' if self.corrected else 'undone'} by #{self.move}"


def find_undone(history: History) -> dict[int, UndoneMark]:
    """Return a mark for every event off the current line, by seq. Events about the log (moves,
    notes, names) are never undone."""
    marks: dict[int, UndoneMark] = {}
    position = 0
    for row in history.rows:
        if isinstance(row.event, HeadMoved | Corrected):
            target = history.position(row.parent)
            left, entered = _split_lines(history.line(position), history.line(target))
            corrects = isinstance(row.event, Corrected)
            mark = _make_mark(row, row.event)
            marks.update((seq, mark) for seq in _seqs(left))
            for seq in _seqs(entered):
                marks.pop(seq, None)
            position = row.seq if corrects else target
        elif not isinstance(row.event, META_EVENTS):
            position = row.seq
    return {
        seq: mark for seq, mark in marks.items() if not isinstance(history[seq].event, META_EVENTS)
    }


def _make_mark(row: Recorded, event: HeadMoved | Corrected) -> UndoneMark:
    if isinstance(event, HeadMoved):
        return UndoneMark(row.seq, row.by, event.why)
    return UndoneMark(row.seq, row.by, find_reason(event), corrected=True, apart=event.apart)


def _split_lines(one: list[Segment], other: list[Segment]) -> tuple[list[Segment], list[Segment]]:
    """Return what each of two lines has beyond the beginning they share."""
    shared = 0
    for (first, last), (also, until) in zip(one, other, strict=False):
        if first != also:
            break
        shared = min(last, until)
    return _cut_shared(one, shared), _cut_shared(other, shared)


def _cut_shared(line: list[Segment], shared: int) -> list[Segment]:
    return [(max(first, shared + 1), last) for first, last in line if last > shared]


def _seqs(line: list[Segment]) -> Iterator[int]:
    for first, last in line:
        yield from range(first, last + 1)
