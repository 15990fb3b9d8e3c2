"""The state of a fight seen through the rules of Brighter Worlds: the conditions they know, who
counts as what."""

from __future__ import annotations

import msgspec

from events.names import folded
from events.sheets import Bars, Condition
from projections.state import Combatant, FightState
from rulesets.brighter.definition import Definition, definition

INCAPACITATED = "incapacitated"
PARALYSED = "paralysed"
CATATONIC = "catatonic"
HELPLESS = "helpless"
LOST_ROUND = "lost the round"
EXPOSED = "exposed"
NEXT_ENHANCED = "next attack enhanced"
ATTACK_LEFT = "attack left"
DEPRIVED = "deprived"
FULL_PACK = "full pack"

WOUND = "incapacitating wound"
FIRST_AID = "first aid"
RECOVERY = "recovery"

_BARS: dict[str, Bars] = {
    INCAPACITATED: "all but crawling",
    PARALYSED: "everything",
    CATATONIC: "everything",
    HELPLESS: "everything",
    LOST_ROUND: "everything",
    EXPOSED: "",
    NEXT_ENHANCED: "",
    ATTACK_LEFT: "",
    DEPRIVED: "",
    FULL_PACK: "",
}
"""What each condition that the rules know by its name keeps its bearer from doing."""


class Scene:
    """A fight under these rules. `state` follows the outcomes as they are told; `seq` is the
    input being played."""

    def __init__(self, state: FightState, seq: int = 0) -> None:
        self.state = state
        self.seq = seq
        self.rules: Definition = definition(state.game)

    def one(self, id: str) -> Combatant:
        """The combatant with this id."""
        return self.state.combatants[id]

    def armor(self, one: Combatant) -> int:
        """The armor that counts (BW-01)."""
        return min(one.armor, self.rules.armor_cap)

    def word(self, key: str) -> str:
        """What the game calls something."""
        return self.state.game.words.get(key, key)

    def with_players(self, one: Combatant) -> bool:
        """Are they on a players' side?"""
        return one.side in self.state.players

    def takes_turn(self, one: Combatant, side: str) -> bool:
        """Is a turn of this side, the one under way in a round, theirs?"""
        if self.state.round_open and self.state.side_to_act == side:
            return self.state.acts_in(self.state.turn, one)
        return one.side == side


def known(condition: Condition) -> Condition:
    """A condition somebody states or brings along: one that the rules know is written as they
    do, and bars what it bars, where nothing else is said."""
    for name, bars in _BARS.items():
        if folded(name) == folded(condition.name):
            return msgspec.structs.replace(condition, name=name, bars=condition.bars or bars)
    return condition
