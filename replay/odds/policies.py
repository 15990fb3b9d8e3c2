"""Ways to fight, by name. A policy yields what a combatant wishes to declare, best first; the first
wish that the rules allow is declared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

from events.types.declarations import Aim, Attack
from events.types.rolls import FACES, is_dice, parse_dice
from events.types.unions import TurnAction
from projections.queries.strength import measure_strength
from projections.state.fight_state import Combatant, FightState

Policy: TypeAlias = Callable[
    [FightState, Combatant, Sequence[Combatant], Sequence[str], Random], Iterator[TurnAction]
]
"""Yields wishes of a combatant against these foes, with these weapons or bare hands."""


def focus(
    state: FightState,
    one: Combatant,
    foes: Sequence[Combatant],
    weapons: Sequence[str],
    random: Random,
) -> Iterator[TurnAction]:
    """Attack the weakest foe with the strongest weapon."""
    yield from _list_attacks(one, sorted(foes, key=measure_left), weapons)


def spread(
    state: FightState,
    one: Combatant,
    foes: Sequence[Combatant],
    weapons: Sequence[str],
    random: Random,
) -> Iterator[TurnAction]:
    """Attack the foe whom the fewest of one's side attack, with the strongest weapon."""
    attacked = Counter(
        aim.target
        for each in state.pending
        if isinstance(each.action, Attack) and state.combatants[each.action.by].side == one.side
        for aim in each.action.targets
    )
    yield from _list_attacks(one, sorted(foes, key=lambda foe: attacked[foe.id]), weapons)


def scatter(
    state: FightState,
    one: Combatant,
    foes: Sequence[Combatant],
    weapons: Sequence[str],
    random: Random,
) -> Iterator[TurnAction]:
    """Attack any foe with any weapon."""
    for foe in random.sample(foes, len(foes)):
        for weapon in random.sample(weapons, len(weapons)):
            yield Attack(one.id, (Aim(foe.id),), (weapon,))


POLICIES: dict[str, tuple[Policy, str]] = {
    "focus": (focus, "everybody attacks the weakest foe with their strongest weapon"),
    "spread": (spread, "everybody attacks a foe of their own with their strongest weapon"),
    "random": (scatter, "everybody attacks any foe with any weapon"),
}
"""The policies by name, with what they do in words."""


def measure_left(one: Combatant) -> float:
    """Return what is left of a combatant: their strength, and their first two scores."""
    return measure_strength(one) + sum(list(one.scores.values())[:2])


def _list_attacks(
    one: Combatant, foes: Sequence[Combatant], weapons: Sequence[str]
) -> Iterator[TurnAction]:
    """Yield attacks on these foes in order, each with the strongest weapon first."""
    carried = {weapon.name: measure_power(weapon.dice) for weapon in one.weapons}
    best = sorted(weapons, key=lambda name: -carried.get(name, 0))
    for foe in foes:
        for weapon in best:
            yield Attack(one.id, (Aim(foe.id),), (weapon,))


@lru_cache(maxsize=1024)
def measure_power(dice: str) -> float:
    """Return how strong a weapon is: its largest die, a little for each more, and its bonus; or its
    number."""
    if not is_dice(dice):
        return float(dice or 0)
    parsed = parse_dice(dice)
    return max(FACES[die] for die in parsed.dice) + len(parsed.dice) / 10 + parsed.bonus
