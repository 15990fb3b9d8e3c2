"""A fight as the rules of Paraverse see it: numbers, areas, weapons, who can act."""

from __future__ import annotations

from events.types.sheets import Bars, Condition, Weapon
from projections.state.fight_state import Combatant, FightState
from rulesets.common import conditions, scene
from rulesets.common.turns import Clauses
from rulesets.paraverse.definition import STAMINA, Definition, definition, endurance, fortitude

UNCONSCIOUS = "unconscious"
BLEEDING = "bleeding"
DYING = "dying"
BEYOND_MEDICINE = "beyond medicine"
DEATH_FAILED = "death check failed"
DEATH_PASSED = "death check passed"

PLANNING = "planning"
WATCH = "watch"
PHASES = ("ranged", "melee", "magic", "miscellaneous", "end")
"""The phases that resolve the round's declarations, in order (PV-03)."""

_BARS: dict[str, Bars] = {
    UNCONSCIOUS: "everything",
    BLEEDING: "",
    DYING: "",
    BEYOND_MEDICINE: "",
}
"""By condition that the rules know, what it prevents."""

CONDITIONS = tuple(_BARS)
"""The conditions that the rules know by name."""


class Scene(scene.Scene[Definition]):
    """A fight under the rules of Paraverse."""

    def __init__(self, state: FightState, seq: int = 0) -> None:
        super().__init__(state, definition(state.game), seq)

    @property
    def is_planning(self) -> bool:
        """Whether a round is open for declarations (PV-03)."""
        return self.state.phase == PLANNING and not self.state.ended

    @property
    def is_in_combat(self) -> bool:
        """Whether a round is open or being resolved."""
        return self.state.phase not in ("", WATCH)

    def _list_former_resters(self) -> list[Combatant]:
        return [one for one in self.present() if one.kind != "npc"]

    def area_of(self, one: Combatant) -> str:
        """Return the area a combatant is in.

        That is the first one laid out if they were never placed, and "" in a fight without areas.
        """
        areas = self.state.areas
        if not areas or one.area in areas:
            return one.area if areas else ""
        return next(iter(areas))

    def is_adjacent(self, here: str, there: str) -> bool:
        """Return whether two areas are adjacent."""
        return there in self.state.neighbours(here)

    def is_in_sight(self, here: str, there: str) -> bool:
        """Return whether one area can be seen from the other."""
        return here == there or there in self.state.seen_from(here)

    def find_weapon(self, by: Combatant, name: str) -> Weapon | None:
        """Return the combatant's weapon of this name, or bare hands; None if they no longer have
        it."""
        if name == self.rules.unarmed:
            return Weapon(name, str(self.rules.unarmed_base))
        return next((each for each in by.weapons if each.name == name), None)

    def find_melee_weapon(self, by: Combatant) -> Weapon:
        """Return the weapon that a combatant fights hand to hand with by default.

        That is the first melee weapon, else the first throwing weapon, else bare hands.
        """
        plain = [each for each in by.weapons if not is_ranged(each)]
        thrown = [each for each in by.weapons if "throwing" in each.tags]
        bare = Weapon(self.rules.unarmed, str(self.rules.unarmed_base))
        return [*plain, *thrown, bare][0]

    def normalize_condition(self, condition: Condition) -> Condition:
        """Return a condition with the name and the bars that the rules give it."""
        hindering: dict[str, Bars] = dict.fromkeys(self.rules.hindrances, "")
        return conditions.normalize_condition(condition, {**_BARS, **hindering})


def is_ranged(weapon: Weapon) -> bool:
    """Return whether a weapon is shot or can be thrown."""
    return "marksman" in weapon.tags or "throwing" in weapon.tags


def stamina(one: Combatant) -> int:
    """Return a combatant's Stamina; it may be below 0."""
    return one.scores[STAMINA]


def endurance_of(one: Combatant) -> int:
    """Return a combatant's Endurance, the most Stamina they can have (PV-01)."""
    return endurance(one.scores["CON"])


def fatigue(one: Combatant) -> int:
    """Return a combatant's Fatigue: Endurance less Stamina (PV-01)."""
    return endurance_of(one) - stamina(one)


def fortitude_of(one: Combatant) -> int:
    """Return the number that damage to a combatant is divided by to compute pain (PV-01)."""
    return fortitude(one.scores["WIL"])


def is_bleeding(one: Combatant) -> bool:
    """Return whether any wound of a combatant bleeds."""
    return one.has(BLEEDING)


def is_unconscious(one: Combatant) -> bool:
    """Return whether a combatant is incapacitated (PV-17)."""
    return one.has(UNCONSCIOUS)


def is_dying(one: Combatant) -> bool:
    """Return whether a combatant is incapacitated and bleeding (PV-17)."""
    return one.standing == "in" and is_unconscious(one) and is_bleeding(one)


def find_incapacity(one: Combatant) -> str:
    """Return why a combatant can neither act nor be attacked; empty if they can."""
    gone = scene.explain_absence(one)
    if gone:
        return gone
    return f"{one.name} is unconscious" if is_unconscious(one) else ""


def find_obstacle(one: Combatant) -> str:
    """Return why a combatant cannot act; empty if they can."""
    out = find_incapacity(one)
    if out:
        return out
    barring = scene.find_barring(one)
    return f"{one.name} is {barring.name}" if barring is not None else ""


CLAUSES = Clauses(
    time="PV-03",
    declaring="PV-03",
    together="PV-03",
    order="PV-03",
    targets="PV-04",
    retreat="PV-04",
    rest="PV-19",
    areas="PV-05",
)
