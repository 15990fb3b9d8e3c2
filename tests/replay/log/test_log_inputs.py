"""Since when an event is on the line: the marks of moves in long logs, against a plain model."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from events.store.envelope import GENESIS, Recorded
from events.types.log_events import HeadMoved, Noted
from replay.log.log_inputs import EnteredLines
from replay.log.log_tree import LogTree

Step = tuple[bool, int]
"""Whether an event is a move of the head, and how many events before it it follows (1 or more)."""

STEPS = st.lists(
    st.tuples(st.booleans(), st.one_of(st.just(1), st.integers(1, 60))), min_size=20, max_size=60
)


def build_log(steps: Sequence[Step]) -> list[Recorded]:
    """Return a log of notes and moves of the head, which begin lines anywhere."""
    rows: list[Recorded] = []
    for seq, (moves, back) in enumerate([(False, 1), *steps], start=1):
        parent = max(seq - back, min(1, seq - 1))
        event = HeadMoved() if moves else Noted("on we go")
        rows.append(Recorded(seq, parent, seq, None, None, "", "", event, GENESIS))
    return rows


def list_line(rows: Sequence[Recorded], seq: int) -> set[int]:
    """Return the events on the line of an event, step by step from it to the first."""
    line = set()
    while seq:
        line.add(seq)
        seq = rows[seq - 1].parent
    return line


@pytest.mark.slow
@given(STEPS)
def test_a_line_is_found_without_going_along_it(steps: list[Step]) -> None:
    """The places in one walk of the tree tell whether one event is on the line of another."""
    rows = build_log(steps)
    tree = LogTree(rows)
    for newer in range(1, len(rows) + 1):
        line = list_line(rows, newer)
        found = {older for older in range(1, len(rows) + 1) if tree.is_ancestor(older, newer)}
        assert line == found


@pytest.mark.slow
@given(STEPS)
@settings(max_examples=200)
def test_the_last_move_that_brought_an_event_back_is_found(steps: list[Step]) -> None:
    """Each move marks what is on the new line and was not on the old one; the last mark counts, at
    each moment of the log."""
    rows = build_log(steps)
    entered, brought = EnteredLines(rows, LogTree(rows)), [0] * (len(rows) + 1)
    for row in rows:
        if isinstance(row.event, HeadMoved):
            entered.enter(row)
            for seq in list_line(rows, row.parent) - list_line(rows, row.seq - 1):
                brought[seq] = row.seq
            assert brought[1:] == [entered.find_move(seq) for seq in range(1, len(rows) + 1)]
