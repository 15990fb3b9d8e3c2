"""The state of a fight seen through the rules of its game: the part that all games share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from projections.state.fight_state import Combatant, FightState
from rulesets.common import people

D = TypeVar("D")


class Scene(Generic[D]):
    """A fight under the rules of a definition. `state` follows the outcomes as they are told;
    `seq` is the input being played."""

    def __init__(self, state: FightState, rules: D, seq: int) -> None:
        self.state = state
        self.rules = rules
        self.seq = seq

    def one(self, id: str) -> Combatant:
        """The combatant with this id."""
        return self.state.combatants[id]

    def present(self) -> Iterator[Combatant]:
        """Everybody in the fight, in the order they joined."""
        return people.present(self.state)

    def player_sides(self) -> list[str]:
        """The players' sides, in the order they joined."""
        return people.player_sides(self.state)

    def with_players(self, one: Combatant) -> bool:
        """Are they on a players' side?"""
        return one.side in self.state.players

    def takes_turn(self, one: Combatant, side: str) -> bool:
        """Is a turn of this side, the one under way in a round, theirs?"""
        if self.state.round_open and self.state.side_to_act == side:
            return self.state.acts_in(self.state.turn, one)
        return one.side == side

    def word(self, key: str) -> str:
        """What the game calls something."""
        return self.state.game.words.get(key, key)
