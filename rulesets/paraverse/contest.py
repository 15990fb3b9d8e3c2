"""A skirmish's rolls, and what they decide (PV-08, PV-09, PV-11, PV-20)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from events.types.sheets import Weapon
from projections.state.fight_state import Combatant
from rulesets.paraverse.definition import Definition

Way = Literal["fight", "disengage", "evade"]


class Member(NamedTuple):
    """Somebody in a skirmish with what they rolled; `way` is what they are after, `declared` the
    seq of what they said, if anything, `root` that of their attack."""

    one: Combatant
    side: int
    way: Way
    weapon: Weapon | None
    natural: int
    value: int
    declared: int | None = None
    root: int = 0

    @property
    def turn(self) -> tuple[bool, int]:
        """The place in the order of declarations; who has declared nothing comes last."""
        return self.declared is None, self.declared or 0


class Verdict(NamedTuple):
    """Who won, by how much, against whom; `multiplier` how often the base counts."""

    winner: Member
    victim: Member
    margin: int
    multiplier: int


def decide(rules: Definition, members: list[Member]) -> Verdict | None:
    """What the rolls decide; None where nothing happens."""
    sides = [[each for each in members if each.side == side] for side in (0, 1)]
    critical = _critical(rules, sides)
    won = critical if critical is not None else _higher(sides)
    if won is None:
        return None
    winners, losers = sides[won], sides[1 - won]
    dealers = [each for each in winners if each.natural == 20] if critical is not None else winners
    winner = min(dealers, key=lambda each: (-each.value, -each.natural, each.turn))
    victim = min(losers, key=lambda each: (each.natural, each.value, each.turn))
    margin = _best(winners) - _best(losers)
    multiplier = rules.multiplier(margin)
    if critical is not None:
        multiplier = max(2, multiplier)
    return Verdict(winner, victim, max(0, margin), multiplier)


def _critical(rules: Definition, sides: list[list[Member]]) -> int | None:
    """The side that has a natural 20 where the other has none, by the table's option."""
    if not rules.options.critical_hits:
        return None
    has = [any(each.natural == 20 for each in side) for side in sides]
    return None if has[0] == has[1] else has.index(True)


def _higher(sides: list[list[Member]]) -> int | None:
    """The side with the best total; of equal ones that with the highest natural roll."""
    for value in (_best, _best_natural):
        one, other = value(sides[0]), value(sides[1])
        if one != other:
            return 0 if one > other else 1
    return None


def _best(side: list[Member]) -> int:
    return max(each.value for each in side)


def _best_natural(side: list[Member]) -> int:
    return max(each.natural for each in side)
