"""The digest chain."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, strategies as st

from events.store.envelope import GENESIS, Row, compute_digest

ROW = Row(7, 6, 5, 4, 3, "then", "sam", "{}", b"")


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 8},
        {"parent": 5},
        {"cmd": 6},
        {"cause": None},
        {"cause": 0},
        {"repeats": None},
        {"at": "now"},
        {"by": "kim"},
        {"body": "[]"},
    ],
)
def test_any_changed_column_changes_the_digest(change: dict[str, object]) -> None:
    """Any changed column changes the digest."""
    altered = msgspec.structs.replace(ROW, **change)
    assert compute_digest(GENESIS, "f", ROW) != compute_digest(GENESIS, "f", altered)


def test_the_fight_and_the_digest_before_are_part_of_it() -> None:
    """A row moved to another fight or another place gets another digest."""
    plain = compute_digest(GENESIS, "f", ROW)
    assert plain != compute_digest(GENESIS, "g", ROW)
    assert plain != compute_digest(bytes([1] * 32), "f", ROW)


@given(st.text(max_size=6), st.text(max_size=6), st.text(max_size=6), st.text(max_size=6))
def test_nothing_moves_between_columns_unseen(at: str, by: str, also: str, too: str) -> None:
    """Two rows have one digest only if every column is the same."""
    one = msgspec.structs.replace(ROW, at=at, by=by)
    other = msgspec.structs.replace(ROW, at=also, by=too)
    assert (one == other) == (
        compute_digest(GENESIS, "f", one) == compute_digest(GENESIS, "f", other)
    )
