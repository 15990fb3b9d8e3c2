"""The probability of a run of dice, and when there are too few dice for a statement."""

from __future__ import annotations

import math
from random import Random

import pytest

from replay.audit.fairness import LEAST_A_FACE, UNLIKELY, chi_squared_tail, measure_run

TABLE = {
    # degrees of freedom: values that are exceeded with 0.99, 0.95, 0.05, 0.01 and 0.001
    3: (0.115, 0.352, 7.815, 11.345, 16.266),
    5: (0.554, 1.145, 11.070, 15.086, 20.515),
    7: (1.239, 2.167, 14.067, 18.475, 24.322),
    9: (2.088, 3.325, 16.919, 21.666, 27.877),
    11: (3.053, 4.575, 19.675, 24.725, 31.264),
    19: (7.633, 10.117, 30.144, 36.191, 43.820),
    2: (0.0201, 0.103, 5.991, 9.210, 13.816),
    10: (2.558, 3.940, 18.307, 23.209, 29.588),
}


@pytest.mark.parametrize("freedom", TABLE)
def test_the_tail_is_that_of_the_printed_tables(freedom: int) -> None:
    """The probabilities agree with printed tables for d4, d6, d8, d10, d12 and d20."""
    chances = (0.99, 0.95, 0.05, 0.01, 0.001)
    for value, chance in zip(TABLE[freedom], chances, strict=True):
        assert chance == pytest.approx(chi_squared_tail(value, freedom), rel=0.02)


def integrated(value: float, freedom: int) -> float:
    """Return the same by Simpson's rule over the density, in u with x = u² (smooth at 0)."""
    half = freedom / 2
    scale = 2**half * math.gamma(half)

    def density(u: float) -> float:
        return 2 * u ** (freedom - 1) * math.exp(-u * u / 2) / scale

    steps, end = 20_000, math.sqrt(value)
    width = end / steps
    total = density(0.0) + density(end)
    total += sum((4 if at % 2 else 2) * density(at * width) for at in range(1, steps))
    return 1 - total * width / 3


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 7, 9, 11, 19])
@pytest.mark.parametrize("value", [0.01, 0.7, 3.0, 11.1, 40.0])
def test_the_tail_is_exact(freedom: int, value: float) -> None:
    """The closed sums agree with numerical integration to 1e-9."""
    assert abs(chi_squared_tail(value, freedom) - integrated(value, freedom)) < 1e-9


def test_the_ends_of_the_tail() -> None:
    """Equal counts have probability 1, and extreme deviations cause no arithmetic error."""
    assert 1.0 == chi_squared_tail(0, 5)
    assert 0.0 == pytest.approx(chi_squared_tail(1e6, 19))
    assert 0.0 == pytest.approx(chi_squared_tail(1e6, 10))


@pytest.mark.sampled
@pytest.mark.parametrize("faces", [4, 6, 8, 10, 12, 20])
def test_fair_dice_have_every_chance_equally_often(faces: int) -> None:
    """Over many fair runs a tenth of the probabilities is below 0.1, a fifth below 0.2, and so
    on."""
    random = Random(faces)
    runs = [
        measure_run(faces, [random.randint(1, faces) for _ in range(faces * 20)]).chance
        for _ in range(2000)
    ]
    for tenth in range(1, 10):
        below = sum(chance is not None and chance < tenth / 10 for chance in runs) / len(runs)
        assert tenth / 10 == pytest.approx(below, abs=0.05)


def test_a_loaded_die_is_worth_a_look() -> None:
    """A die that shows its highest face twice as often as any other deserves a look."""
    random = Random(1)
    loaded = measure_run(6, random.choices(range(1, 7), (1, 1, 1, 1, 1, 2), k=600))
    assert loaded.unlikely
    assert loaded.mean > loaded.expected
    assert not measure_run(6, random.choices(range(1, 7), k=600)).unlikely


def test_dice_that_are_too_even_are_no_wonder() -> None:
    """Counts that are too equal are not reported: only deviation counts."""
    assert 1.0 == measure_run(6, [1, 2, 3, 4, 5, 6] * 10).chance


@pytest.mark.parametrize("faces", [4, 6, 20])
def test_of_few_dice_nothing_is_said(faces: int) -> None:
    """Below five throws per face there is no statement, even if all are ones."""
    few = measure_run(faces, [1] * (LEAST_A_FACE * faces - 1))
    assert (None, False) == (few.chance, few.unlikely)
    assert measure_run(faces, [1] * (LEAST_A_FACE * faces)).unlikely


def test_a_run_tells_its_sample() -> None:
    """A run reports the number of throws, each face, the mean and the expected mean."""
    told = measure_run(4, [1, 1, 2, 4])
    assert (4, (2, 1, 0, 1), 2.0, 2.5) == (told.thrown, told.counts, told.mean, told.expected)
    assert 0 < UNLIKELY < 0.01
