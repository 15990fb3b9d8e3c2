"""The state of a fight seen through the rules of Brighter Worlds: the conditions they know, who
counts as what."""

from __future__ import annotations

from events.types.sheets import Bars, Condition
from projections.state.fight_state import Combatant, FightState
from rulesets.brighter.definition import Definition, definition
from rulesets.common import conditions, scene

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


class Scene(scene.Scene[Definition]):
    """A fight under these rules."""

    def __init__(self, state: FightState, seq: int = 0) -> None:
        super().__init__(state, definition(state.game), seq)

    def armor(self, one: Combatant) -> int:
        """The armor that counts (BW-01)."""
        return min(one.armor, self.rules.armor_cap)


def known(condition: Condition) -> Condition:
    """A condition somebody states or brings along, as the rules know it."""
    return conditions.known(condition, _BARS)
