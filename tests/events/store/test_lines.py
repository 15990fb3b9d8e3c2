"""Lines computed from the breaks equal those found by following the parents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from events.store.envelope import Entry, find_segments
from events.store.memory import MemoryStore
from events.store.protocol import read_line
from events.types.log_events import BranchNamed


@st.composite
def trees(draw: st.DrawFn) -> list[int]:
    """Return the parents of events 1, 2, 3 …: mostly the event before, sometimes an earlier one."""
    parents = [0]
    for seq in range(2, draw(st.integers(1, 40)) + 1):
        jumps = draw(st.sampled_from([False, False, True]))
        parents.append(draw(st.integers(1, seq - 1)) if jumps else seq - 1)
    return parents


def walked(parents: Sequence[int], seq: int) -> list[int]:
    """Return the line of an event, parent by parent."""
    line = []
    while seq:
        line.append(seq)
        seq = parents[seq - 1]
    return line[::-1]


def breaks_of(parents: Sequence[int]) -> list[tuple[int, int]]:
    return [(seq, up) for seq, up in enumerate(parents, start=1) if up != seq - 1]


@pytest.mark.slow
@given(trees())
def test_segments_are_the_line(parents: list[int]) -> None:
    """The segments of every event hold its ancestors and itself, in order."""
    for seq in range(1, len(parents) + 1):
        found = find_segments(breaks_of(parents), seq)
        assert walked(parents, seq) == [
            at for first, last in found for at in range(first, last + 1)
        ]


@pytest.mark.slow
@given(trees())
def test_segments_are_as_few_as_can_be(parents: list[int]) -> None:
    """No two neighbouring segments of a line could be one."""
    found = find_segments(breaks_of(parents), len(parents))
    joins = pairwise(found)
    assert all(last + 1 < first for (_, last), (first, _) in joins)


@pytest.mark.slow
@given(trees())
def test_read_line_reads_the_line(parents: list[int]) -> None:
    """The events of a line come in chunks that know the seq of their first."""
    store = MemoryStore()
    entries = [Entry(BranchNamed("x", seq), parent) for seq, parent in enumerate(parents, start=1)]
    store.append("f", 0, entries)
    read = [
        (seq, event)
        for first, events in read_line(store, "f", len(parents))
        for seq, event in enumerate(events, start=first)
    ]
    line = walked(parents, len(parents))
    assert [(seq, BranchNamed("x", seq)) for seq in line] == read


def test_the_line_of_nothing_is_empty() -> None:
    """Before the first event there is no line."""
    assert [] == find_segments([], 0)
