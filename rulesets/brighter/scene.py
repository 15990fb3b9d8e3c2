"""The state of a fight seen through the rules of Brighter Worlds: the conditions they know, who
counts as what."""

from __future__ import annotations

from typing import NamedTuple

from events.types.outcomes import Ground
from events.types.sheets import Bars, Condition, Effect
from projections.state.fight_state import Combatant, FightState
from rulesets.brighter.definition import STR, Definition, definition
from rulesets.common import conditions, scene
from rulesets.common.turns import Clauses
from rulesets.common.weapons import name_cause

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


def normalize_condition(condition: Condition) -> Condition:
    """A condition somebody states or brings along, as the rules know it."""
    return conditions.known(condition, _BARS)


CLAUSES = Clauses("BW-03", "BW-03", "BW-03", "BW-04", "BW-12", crawling="BW-10", hobbled="BW-03")


class Blow(NamedTuple):
    """`rolled` points for `to`, before armor; what gets through Grit goes to `against`. `by` is
    who dealt it, if anybody; `root` the seq of their attack; `effects` what it does at critical
    damage; `grounds` what modifies the save. `echo` says that an effect has brought it."""

    to: Combatant
    rolled: int = 0
    by: Combatant | None = None
    weapon: str = ""
    root: int = 0
    against: str = STR
    effects: tuple[Effect, ...] = ()
    grounds: tuple[Ground, ...] = ()
    why: str = ""
    echo: bool = False

    @property
    def cause(self) -> str:
        """The cause of a death by this blow."""
        return name_cause(self.by, self.weapon, self.why)


class AttackProgress:
    """One attack as it runs its course. `fallen` are the ids of those it has brought to zero STR,
    whom the rest of it does not kill (BW-10); `more` the damage that its effects do besides;
    `blasts` that of those it has killed, each an attack of its own."""

    def __init__(self) -> None:
        self.fallen: list[str] = []
        self.more: list[Blow] = []
        self.blasts: list[Blow] = []
