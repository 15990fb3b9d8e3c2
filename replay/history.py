"""A fight's whole log in memory: its tree, its line, its commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.history import BranchNamed, HeadMoved, Noted
from events.lines import Segment, segments
from events.rows import Recorded
from events.vocabulary import AnyEvent
from projections.fold import fold
from projections.state import FightState

ASIDE = (HeadMoved, Noted, BranchNamed)
"""What is written beside the fight: it is no command that could be undone."""


class History:
    """The rows of one fight, in order, and how they hang together.

    The head is always the last row. A `HeadMoved`'s parent is where the head went, so the
    *position*, the last event of the fight itself, is found by walking back over what is aside.
    """

    def __init__(self, rows: Iterable[Recorded] = ()) -> None:
        self.rows: list[Recorded] = []
        self._breaks: list[tuple[int, int]] = []
        self.extend(rows)

    def extend(self, rows: Iterable[Recorded]) -> None:
        """Take in rows that were appended."""
        for row in rows:
            self.rows.append(row)
            if row.parent != row.seq - 1:
                self._breaks.append((row.seq, row.parent))

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, seq: int) -> Recorded:
        """The row with this seq (from 1)."""
        return self.rows[seq - 1]

    def line(self, seq: int) -> list[Segment]:
        """The line of an event, oldest segment first."""
        return segments(self._breaks, seq)

    def on_line(self, seq: int) -> Iterator[Recorded]:
        """The rows of an event's line, oldest first."""
        for first, last in self.line(seq):
            yield from self.rows[first - 1 : last]

    def events(self, seq: int) -> Iterator[tuple[int, list[AnyEvent]]]:
        """The events of a line in chunks, each with the seq of its first."""
        for first, last in self.line(seq):
            yield first, [row.event for row in self.rows[first - 1 : last]]

    def state(self, seq: int) -> FightState:
        """The fight as it stood at an event."""
        state = FightState()
        for first, events in self.events(seq):
            fold(state, first, events)
        return state

    def position(self, seq: int | None = None) -> int:
        """The last event of the fight itself on the line of `seq` (by default the head)."""
        seq = len(self.rows) if seq is None else seq
        while seq and isinstance(self[seq].event, ASIDE):
            seq = self[seq].parent
        return seq

    def command(self, seq: int) -> tuple[int, int]:
        """The first and last seq of the append that an event came with."""
        first = last = self[seq].cmd
        while last < len(self.rows) and self[last + 1].cmd == first:
            last += 1
        return first, last

    def before(self, seq: int) -> int:
        """The position before the command of an event."""
        return self.position(self[self[seq].cmd].parent)

    def is_ancestor(self, older: int, newer: int) -> bool:
        """Is one event on the line of another?"""
        return any(first <= older <= last for first, last in self.line(newer))
