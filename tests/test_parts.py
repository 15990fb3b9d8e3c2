"""The parts of a test run."""

from __future__ import annotations

import pytest

from tests.support.parts import part_of


@pytest.mark.parametrize("count", [1, 2, 3, 8, 75])
def test_all_parts_together_are_all_cases(count: int) -> None:
    """And each has at least one, and not many more than its share."""
    cases = list(range(count))
    parts = [part_of(cases, f"{turn}/3") for turn in (1, 2, 3)]
    assert set(cases) == {case for part in parts for case in part}
    assert all(1 <= len(part) <= count / 3 + 1 for part in parts)
