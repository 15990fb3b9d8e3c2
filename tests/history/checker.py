"""What many writers said and many readers saw, checked against the log in the end.

A command is known by its mark, a word of its own. The log in the end is a list of marks, one for
each event; empty for events that no writer said. Times are of one clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

Log = Sequence[str]
"""The mark of each event, from the first one on."""


class Said(NamedTuple):
    """A command: when it was first sent, and when its answer came (never, if it did not). `seqs`
    are the events that the answer named. One that is `strict` counts at event `head` alone."""

    mark: str
    head: int
    is_strict: bool
    began: float
    answered: float = inf
    seqs: tuple[int, ...] = ()
    is_refused: bool = False

    @property
    def is_acknowledged(self) -> bool:
        """Whether the answer said that it is recorded."""
        return bool(self.seqs)


class Seen(NamedTuple):
    """A read: what a reader got behind the `after` events that they had. With all of it, from the
    first event on, `after` is 0."""

    reader: str
    began: float
    ended: float
    log: Log
    after: int = 0

    @property
    def last(self) -> int:
        """The last event that the reader had then."""
        return self.after + len(self.log)


class History:
    """All that was said and seen in one fight."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.seen: list[Seen] = []

    def find_faults(self, log: Log) -> list[str]:
        """Return everything that cannot be, each in a sentence; nothing where all is well."""
        return [
            *self._find_lost(log),
            *self._find_doubled(log),
            *self._find_stale(),
            *_find_reordered(self._place(log)),
            *self._find_misread(log),
            *self._find_late_reads(log),
        ]

    def _place(self, log: Log) -> list[Placed]:
        """Return each recorded command with its first and last event."""
        at = {mark: seq for seq, mark in enumerate(log, 1) if mark}
        placed = []
        for each in self.said:
            if each.seqs:
                placed.append((each, min(each.seqs), max(each.seqs)))
            elif each.mark in at:
                placed.append((each, at[each.mark], at[each.mark]))
        return placed

    def _find_lost(self, log: Log) -> list[str]:
        found, recorded = [], {*log}
        for each in self.said:
            if each.is_acknowledged and each.mark not in log[each.seqs[0] - 1 : each.seqs[0]]:
                found.append(f"{each.mark} was acknowledged as #{each.seqs[0]}, and is not there")
            if each.is_refused and each.mark in recorded:
                found.append(f"{each.mark} was refused, and is recorded")
        return found

    def _find_doubled(self, log: Log) -> list[str]:
        counted = Counter(mark for mark in log if mark)
        known = {each.mark for each in self.said}
        found = [
            f"{mark} is recorded {times} times" for mark, times in counted.items() if times > 1
        ]
        return found + [f"nobody said {mark}" for mark in counted if mark not in known]

    def _find_stale(self) -> list[str]:
        return [
            f"{each.mark} counted at #{each.head} alone, and is #{each.seqs[0]}"
            for each in self.said
            if each.is_strict and each.is_acknowledged and each.seqs[0] != each.head + 1
        ]

    def _find_misread(self, log: Log) -> list[str]:
        """Each read is compared with its own part of the log alone: the time is that of reading
        every log once, however often somebody read."""
        found = []
        longest: dict[str, int] = {}
        for each in sorted(self.seen, key=lambda each: each.ended):
            if [*each.log] != [*log[each.after : each.last]]:
                pairs = enumerate(zip(each.log, log[each.after :], strict=False), each.after + 1)
                at = next((seq for seq, (one, other) in pairs if one != other), len(log) + 1)
                found.append(f"{each.reader} read something else at #{at}")
            if each.last < longest.get(each.reader, 0):
                found.append(f"{each.reader} read back from #{longest[each.reader]}")
            longest[each.reader] = each.last
        return found

    def _find_late_reads(self, log: Log) -> list[str]:
        """A read holds what was acknowledged before it began, and nothing that was said after it
        had ended. Of each read, one fault of a kind is told."""
        placed = self._place(log)
        return [*_find_unread(self.seen, placed), *_find_foreseen(self.seen, placed)]


Placed = tuple[Said, int, int]
"""A recorded command with its first and last event."""


def _find_unread(seen: Sequence[Seen], placed: Sequence[Placed]) -> Iterator[str]:
    answered = sorted(placed, key=lambda each: each[0].answered)
    mark, highest, number = "", 0, 0
    for each in sorted(seen, key=lambda each: each.began):
        while number < len(answered) and answered[number][0].answered < each.began:
            if answered[number][2] > highest:
                mark, highest = answered[number][0].mark, answered[number][2]
            number += 1
        if highest > each.last:
            yield f"{each.reader} did not read {mark}, acknowledged before"


def _find_foreseen(seen: Sequence[Seen], placed: Sequence[Placed]) -> Iterator[str]:
    begun = sorted(placed, key=lambda each: -each[0].began)
    mark, lowest, number = "", inf, 0
    for each in sorted(seen, key=lambda each: -each.ended):
        while number < len(begun) and begun[number][0].began > each.ended:
            if begun[number][1] < lowest:
                mark, lowest = begun[number][0].mark, begun[number][1]
            number += 1
        if lowest <= each.last:
            yield f"{each.reader} read {mark} before it was said"


def _find_reordered(placed: list[Placed]) -> list[str]:
    """Whatever was acknowledged before another command was sent stands before it."""
    found = []
    answered = sorted(placed, key=lambda each: each[0].answered)
    before, highest, number = "", 0, 0
    for said, first, _ in sorted(placed, key=lambda each: each[0].began):
        while number < len(answered) and answered[number][0].answered < said.began:
            if answered[number][2] > highest:
                before, highest = answered[number][0].mark, answered[number][2]
            number += 1
        if first <= highest:
            found.append(f"{said.mark} is #{first}, but {before} was recorded before as #{highest}")
    return found
