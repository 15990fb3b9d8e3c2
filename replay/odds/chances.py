"""The chances of what is declared: exact where the dice make few enough courses, else from playouts
with an interval of 95 %."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import lcm, sqrt
from random import Random
from typing import NamedTuple

from projections.state.fight_state import FightState
from replay.cores import Progress
from replay.odds.blocks import run_blocks
from replay.odds.fates import FateTally
from rulesets.core.courses import (
    MOST_COURSES,
    Course,
    Start,
    list_courses,
    play_course,
    throw_at_random,
)
from rulesets.core.registry import load_ruleset

PLAYOUTS = 10_000
"""How many playouts stand for courses that are too many to be enumerated."""

_Z = 1.959963984540054
"""The quantile of the normal distribution for 95 %."""


class Chance(NamedTuple):
    """How likely something is: `low` and `high` bound it at 95 %; if it is exact, all are equal."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Odds:
    """The chances of what is declared. `start` is that, about to be played, `courses` how many
    courses or playouts were played."""

    start: Start
    tally: FateTally
    is_exact: bool
    courses: int

    @property
    def before(self) -> FightState:
        """The fight as it stands."""
        return self.start.state

    def chance(self, weight: int) -> Chance:
        """Return the chance of something of this weight in the tally."""
        return find_chance(weight, self.tally.total, self.is_exact)


def compute_odds(
    start: Start,
    playouts: int = PLAYOUTS,
    most: int = MOST_COURSES,
    seed: int = 0,
    cores: int = 0,
    progress: Progress | None = None,
) -> Odds:
    """Return the chances of a declaration about to be played: exact if it has at most `most`
    courses, else from so many playouts."""
    courses = list_courses(start, most)
    if courses is not None:
        return Odds(start, _tally_courses(start, courses), True, len(courses))
    tally = _create_tally(start.state)
    for block in run_blocks(partial(_sample, start), playouts, seed, cores, progress):
        tally.merge(block)
    return Odds(start, tally, False, playouts)


def find_chance(weight: int, total: int, is_exact: bool = False) -> Chance:
    """Return a chance from so many of so many; with Wilson's interval unless it is exact."""
    share = weight / total
    if is_exact:
        return Chance(share, share, share)
    spread = _Z * sqrt(share * (1 - share) / total + (_Z / total / 2) ** 2)
    middle, whole = share + _Z * _Z / total / 2, 1 + _Z * _Z / total
    low = 0.0 if not weight else (middle - spread) / whole
    high = 1.0 if weight == total else (middle + spread) / whole
    return Chance(share, low, high)


def _create_tally(state: FightState) -> FateTally:
    return FateTally(state, load_ruleset(state.game.rules).lexicon(state.game).felled)


def _tally_courses(start: Start, courses: Sequence[Course]) -> FateTally:
    """Add up all courses; the weight of each is a whole number of the smallest common part."""
    whole = lcm(*(each.chance.denominator for each in courses))
    tally = _create_tally(start.state)
    for each in courses:
        weight = each.chance.numerator * (whole // each.chance.denominator)
        tally.add(weight, each.state, each.checks)
    return tally


def _sample(start: Start, random: Random, count: int) -> FateTally:
    """Play a declaration so often with dice that fall at random."""
    tally = _create_tally(start.state)
    answer = throw_at_random(random)
    for _ in range(count):
        tally.add(1, *play_course(start, answer))
    return tally
