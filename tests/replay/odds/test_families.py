"""Chances of attacks of each family, enhanced and impaired, beside plain sums over every throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from replay.odds.chances import Odds, compute_odds
from replay.odds.declared import start_declared
from tests.rulesets.brighter import people as brighter
from tests.rulesets.paraverse import people as paraverse
from tests.support.given import attack, given, npc, pc

MODES: list[tuple[dict[str, Any], int]] = [
    ({}, 8),
    ({"enhanced": "from above"}, 12),
    ({"impaired": "in the dark"}, 4),
]
"""How a d8 is thrown, and the size of the die that is thrown instead."""


def sum_throws(result: Callable[..., int], *sizes: int) -> dict[int, Fraction]:
    """Return how likely each result of dice of these sizes is."""
    throws = list(product(*(range(1, size + 1) for size in sizes)))
    counts = Counter(result(*faces) for faces in throws)
    return {value: Fraction(count, len(throws)) for value, count in counts.items()}


def read_score(odds: Odds, who: str, score: str) -> dict[int, Fraction]:
    """Return how likely each value of a score is."""
    assert odds.is_exact
    counts = odds.tally.scores[who][score]
    return {value: Fraction(weight, odds.tally.total) for value, weight in counts.items()}


@pytest.mark.parametrize("game", ["cairn", "golden-idol", "thalassa", "plerion"])
@pytest.mark.parametrize(("how", "size"), MODES)
def test_of_two_attackers_the_better_die_counts(game: str, how: dict[str, Any], size: int) -> None:
    """Less the armor; an enhanced attack throws a d12, an impaired one a d4."""
    people = (pc("Ben", "6/1/9/9/11", sword="d8"), pc("Ada", "6/1/9/9/11", axe="d6"))
    fight = given(game, *people, npc("Wolf", "20/1/9/8/6"), morale=False)
    fight.when(attack("ben", "wolf", **how), attack("ada", "wolf"))
    found = compute_odds(start_declared(fight.fight.history))
    expected = sum_throws(lambda one, other: 20 - max(0, max(one, other) - 1), size, 6)
    assert expected == read_score(found, "wolf", next(iter(fight.one("wolf").scores)))


def test_a_blow_in_brighter_worlds_takes_its_die_less_the_armor() -> None:
    """A dagger's d6 against armor 1."""
    fight = brighter.fight(brighter.sam(), brighter.troll("20/1/10/8/8"))
    fight.when(attack("sam", "troll"))
    found = compute_odds(start_declared(fight.fight.history))
    assert sum_throws(lambda face: 20 - max(0, face - 1), 6) == read_score(found, "troll", "Grit")


@pytest.mark.parametrize(
    ("how", "pick"), [({}, None), ({"enhanced": "x"}, max), ({"impaired": "x"}, min)]
)
def test_a_duel_in_paraverse_is_won_by_the_higher_total(
    how: dict[str, Any], pick: Callable[..., int] | None
) -> None:
    """Melee 4 against 1; of equal totals the higher face; enhanced the better of two dice, impaired
    the worse."""
    people = (
        paraverse.pc("Fay", "sword 6", CON=8, Melee=4),
        paraverse.npc("Ogre", "club 5", CON=12, Melee=1),
    )
    fight = paraverse.fight(*people).when(paraverse.ROUND, attack("fay", "ogre", **how))
    found = compute_odds(start_declared(fight.fight.history))

    def wins(other: int, *own: int) -> int:
        face = own[0] if pick is None else pick(own)
        return (face + 4, face) > (other + 1, other)

    expected = sum_throws(wins, 20, 20, *([20] if pick else []))[True]
    unhurt = Fraction(found.tally.count("ogre", "unhurt"), found.tally.total)
    assert expected == 1 - unhurt
