"""A contest while it is being told: who is in it, and what they rolled."""

from __future__ import annotations

from collections.abc import Sequence

from events.types.outcomes import ContestDecided, ContestRolled
from projections.state.fight_state import FightState


class Contest:
    """The sides of a contest, and the rolls so far, by who rolled."""

    def __init__(self, sides: Sequence[Sequence[str]] = ()) -> None:
        self.sides = sides
        self.rolls: dict[str, ContestRolled] = {}

    def by_side(self, state: FightState) -> Contest:
        """The same, where who is in it was told before: those who have rolled, by their sides."""
        names = {id: state.combatants[id].side for id in self.rolls}
        sides = [
            [id for id in names if names[id] == side] for side in dict.fromkeys(names.values())
        ]
        held = Contest(sides)
        held.rolls = self.rolls
        return held

    def others(self, winner: str) -> list[str]:
        """Those whom somebody has got the better of."""
        return [id for side in self.sides if winner not in side for id in side]

    def naturals(self, decided: ContestDecided) -> str:
        """“ (natural 10 against 8)”: what has decided between equal totals."""
        own = [id for side in self.sides if decided.winner in side for id in side]
        best = [self._best(ids) for ids in (own, self.others(decided.winner))]
        return f" (natural {best[0]} against {best[1]})" if all(best) else ""

    def _best(self, ids: Sequence[str]) -> int:
        rolls = [self.rolls[id] for id in ids if id in self.rolls]
        return max((roll.value - roll.bonus for roll in rolls), default=0)
