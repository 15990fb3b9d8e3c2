"""How dice compare with chance: how often each face came, and how likely that is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

LEAST_A_FACE = 5
"""The least number of throws per face for a statement, the usual rule for this test."""

UNLIKELY = 0.001
"""A run less likely than this deserves a look; one of a thousand fair runs is."""


class Run(NamedTuple):
    """The throws of one kind of die: how often each face came, and the probability (0 to 1) that a
    fair die deviates this much or more from equal counts. None if there are too few throws."""

    faces: int
    counts: tuple[int, ...]
    chance: float | None

    @property
    def thrown(self) -> int:
        """The number of throws."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The average of the faces."""
        return sum(face * count for face, count in enumerate(self.counts, 1)) / self.thrown

    @property
    def expected(self) -> float:
        """The average of a fair die."""
        return (self.faces + 1) / 2

    @property
    def unlikely(self) -> bool:
        """Whether the run deserves a look."""
        return self.chance is not None and self.chance < UNLIKELY


def measure_run(faces: int, thrown: Iterable[int]) -> Run:
    """Return the run of these throws of a die with `faces` faces."""
    counter = Counter(thrown)
    counts = tuple(counter[face] for face in range(1, faces + 1))
    total = sum(counts)
    if total < LEAST_A_FACE * faces:
        return Run(faces, counts, None)
    equal = total / faces
    strays = sum((count - equal) ** 2 / equal for count in counts)
    return Run(faces, counts, chi_squared_tail(strays, faces - 1))


def chi_squared_tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-squared variable with `freedom` degrees of freedom is
    `value` or more: the upper incomplete gamma function Q(freedom / 2, value / 2), by its closed
    sums (Abramowitz and Stegun 26.4.4 and 26.4.5)."""
    if value <= 0 or freedom < 1:
        return 1.0
    half = value / 2
    if freedom % 2 == 0:
        term = total = math.exp(-half)
        for at in range(1, freedom // 2):
            term *= half / at
            total += term
        return min(1.0, total)
    total = math.erfc(math.sqrt(half))
    term = math.sqrt(2 * value / math.pi) * math.exp(-half)
    for at in range(1, (freedom + 1) // 2):
        total += term
        term *= value / (2 * at + 1)
    return min(1.0, total)
