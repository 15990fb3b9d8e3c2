"""A part of each test's cases, so that a run takes a share of them and still meets every test."""

from __future__ import annotations

from typing import TypeVar

Case = TypeVar("Case")


def part_of(cases: list[Case], part: str) -> list[Case]:
    """Return a part of a test's cases.

    `part` is such as "2/3": each third case, from the second on. A test of fewer cases than parts
    has one in each. All parts together are all cases.
    """
    turn, parts = map(int, part.split("/"))
    return cases[(turn - 1) % min(parts, len(cases)) :: parts]
