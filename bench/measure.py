"""Timing, and the lines of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median
from time import perf_counter
from typing import NamedTuple


class NotInstalled(Exception):
    """What a part is compared with is not installed; a sentence says how to get it."""


class Figure(NamedTuple):
    """A line of the table. `most` says whether the target is the most or the least allowed. One
    without a target is measured beside the others, to compare them with."""

    what: str
    value: float
    target: float | None
    most: bool = True
    unit: str = "×"

    @property
    def met(self) -> bool:
        if self.target is None:
            return True
        return self.value <= self.target if self.most else self.value >= self.target

    def __str__(self) -> str:
        if self.target is None:
            return f"| {self.what} | {self.value:.0f} {self.unit} | |"
        bound = "at most" if self.most else "at least"
        missed = "" if self.met else " **missed**"
        return (
            f"| {self.what} | {self.value:.2f} {self.unit} |"
            f" {bound} {self.target:g} {self.unit}{missed} |"
        )


def seconds(action: Callable[[], object]) -> float:
    """How long it takes once."""
    begun = perf_counter()
    action()
    return perf_counter() - begun


def in_turns(times: int, *actions: Callable[[], float]) -> list[float]:
    """The median of what each action answers, all of them taken in turns, the first one
    alternating, so that whatever else the machine does falls on all alike."""
    answers: list[list[float]] = [[] for _ in actions]
    numbered = list(enumerate(actions))
    for _ in range(times):
        for number, action in numbered:
            answers[number].append(action())
        numbered.reverse()
    return [median(each) for each in answers]


def p99(values: Iterable[float]) -> float:
    """The value that one in a hundred exceeds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
