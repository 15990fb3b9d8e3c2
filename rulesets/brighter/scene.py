"""A fight as the rules of Brighter Worlds see it: conditions, blows, and the progress of an
attack."""

from __future__ import annotations

from typing import NamedTuple

from events.types.outcomes import Ground
from events.types.sheets import Bars, Condition, Effect
from projections.state.fight_state import LOST_ROUND, Combatant, FightState
from rulesets.brighter.definition import STR, Definition, definition
from rulesets.common import conditions, scene
from rulesets.common.conditions import DEPRIVED, FULL_PACK, NEXT_ENHANCED
from rulesets.common.turns import Clauses
from rulesets.common.weapons import name_cause

INCAPACITATED = "incapacitated"
PARALYSED = "paralysed"
CATATONIC = "catatonic"
HELPLESS = "helpless"
EXPOSED = "exposed"
ATTACK_LEFT = "attack left"

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
"""What each condition that the rules know by name bars."""


class Scene(scene.Scene[Definition]):
    """A fight under these rules."""

    def __init__(self, state: FightState, seq: int = 0) -> None:
        super().__init__(state, definition(state.game), seq)

    def armor(self, one: Combatant) -> int:
        """Return the armor that counts (BW-01)."""
        return min(one.armor, self.rules.armor_cap)


def normalize_condition(condition: Condition) -> Condition:
    """Return a condition as the rules write it. If it says nothing of what it bars, the rules
    do."""
    return conditions.normalize_condition(condition, _BARS)


CLAUSES = Clauses(
    time="BW-03",
    declaring="BW-03",
    together="BW-03",
    order="BW-04",
    targets="BW-12",
    retreat="BW-03",
    rest="BW-15",
    crawling="BW-10",
    hobbled="BW-03",
)


class Blow(NamedTuple):
    """One application of damage.

    `rolled` points go to `to`, before armor. What Grit cannot take goes to the attribute `against`.
    `by` dealt it, if anyone did. `root` is the seq of their attack, `effects` what happens at
    critical damage, `grounds` what modifies the save. With `echo`, the damage comes from an effect.
    """

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
    """The state of one attack while it is resolved.

    `downed` has the ids of those whom it brought to zero STR; the rest of it does not kill them
    (BW-10). `more` is damage that its effects deal, `blasts` that of those it killed. Each blast is
    an attack of its own.
    """

    def __init__(self) -> None:
        self.downed: list[str] = []
        self.more: list[Blow] = []
        self.blasts: list[Blow] = []
