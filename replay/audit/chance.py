"""Runs of dice against chance: how often each face came, and how likely that is for a fair die."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

LEAST_A_FACE = 5
"""Throws for each face of a die below which nothing is said: the usual rule for the test."""

UNLIKELY = 0.001
"""Below this chance a run is worth a look; of a thousand fair runs one is."""


class Run(NamedTuple):
    """The throws of one kind of die: how often each face came, and the chance (0 to 1) that a fair
    die strays so far or farther from equal counts; None where there are too few to tell."""

    faces: int
    counts: tuple[int, ...]
    chance: float | None

    @property
    def thrown(self) -> int:
        """How many throws."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """What they show on average."""
        return sum(face * count for face, count in enumerate(self.counts, 1)) / self.thrown

    @property
    def expected(self) -> float:
        """What a fair die shows on average."""
        return (self.faces + 1) / 2

    @property
    def unlikely(self) -> bool:
        """Is it worth a look?"""
        return self.chance is not None and self.chance < UNLIKELY


def run(faces: int, thrown: Iterable[int]) -> Run:
    """A run of throws of a die with so many faces."""
    counter = Counter(thrown)
    counts = tuple(counter[face] for face in range(1, faces + 1))
    total = sum(counts)
    if total < LEAST_A_FACE * faces:
        return Run(faces, counts, None)
    equal = total / faces
    strays = sum((count - equal) ** 2 / equal for count in counts)
    return Run(faces, counts, chi_squared_tail(strays, faces - 1))


def chi_squared_tail(value: float, freedom: int) -> float:
    """The chance that a chi-squared number of so many degrees of freedom is `value` or more: the
    upper incomplete gamma function Q(freedom / 2, value / 2), by its closed sums (Abramowitz and
    Stegun 26.4.4 and 26.4.5)."""
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
