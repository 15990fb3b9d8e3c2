"""The state of a fight seen through the rules of Paraverse: computed numbers, who is how."""

from __future__ import annotations

from events.types.sheets import Bars, Condition, Weapon
from projections.state.fight_state import Combatant, FightState
from rulesets.common import conditions, people, scene
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
"""The phases that resolve what was planned, in their order (PV-03)."""

_BARS: dict[str, Bars] = {
    UNCONSCIOUS: "everything",
    BLEEDING: "",
    DYING: "",
    BEYOND_MEDICINE: "",
}
"""What each condition that the rules know by its name keeps its bearer from doing."""

CONDITIONS = tuple(_BARS)
"""The conditions that the rules know by their names."""


class Scene(scene.Scene[Definition]):
    """A fight under the rules."""

    def __init__(self, state: FightState, seq: int = 0) -> None:
        super().__init__(state, definition(state.game), seq)

    @property
    def is_planning(self) -> bool:
        """Is a round open, so that it can be declared into (PV-03)?"""
        return self.state.phase == PLANNING and not self.state.ended

    @property
    def is_in_combat(self) -> bool:
        """Is a round under way, in whichever phase?"""
        return self.state.phase not in ("", WATCH)

    def area_of(self, one: Combatant) -> str:
        """The area a combatant stands in: the first one laid out if they were never placed, and ""
        in a fight without areas."""
        areas = self.state.areas
        if not areas or one.area in areas:
            return one.area if areas else ""
        return next(iter(areas))

    def is_adjacent(self, here: str, there: str) -> bool:
        """Are these two areas adjacent?"""
        return there in self.state.neighbours(here)

    def is_in_sight(self, here: str, there: str) -> bool:
        """Can one be seen from the other?"""
        return here == there or there in self.state.seen_from(here)

    def find_weapon(self, by: Combatant, name: str) -> Weapon | None:
        """The weapon of this name, or bare hands; None where they have it no longer."""
        if name == self.rules.unarmed:
            return Weapon(name, str(self.rules.unarmed_base))
        return next((each for each in by.weapons if each.name == name), None)

    def find_melee_weapon(self, by: Combatant) -> Weapon:
        """What they fight hand to hand with where nothing is said: the first weapon that is made
        for it, else one that is thrown, else bare hands."""
        plain = [each for each in by.weapons if not is_ranged(each)]
        thrown = [each for each in by.weapons if "throwing" in each.tags]
        bare = Weapon(self.rules.unarmed, str(self.rules.unarmed_base))
        return [*plain, *thrown, bare][0]

    def normalize_condition(self, condition: Condition) -> Condition:
        """A condition somebody states or brings along, as the rules know it."""
        hindering: dict[str, Bars] = dict.fromkeys(self.rules.hindrances, "")
        return conditions.known(condition, {**_BARS, **hindering})


def is_ranged(weapon: Weapon) -> bool:
    """Is it made to strike from afar?"""
    return "marksman" in weapon.tags or "throwing" in weapon.tags


def stamina(one: Combatant) -> int:
    """What is left of their Stamina; it may be below 0."""
    return one.scores[STAMINA]


def endurance_of(one: Combatant) -> int:
    """Their Endurance (PV-01)."""
    return endurance(one.scores["CON"])


def fatigue(one: Combatant) -> int:
    """What is missing from their Stamina (PV-01)."""
    return endurance_of(one) - stamina(one)


def fortitude_of(one: Combatant) -> int:
    """What their pain is measured by."""
    return fortitude(one.scores["WIL"])


def is_bleeding(one: Combatant) -> bool:
    """Does any wound of theirs bleed?"""
    return one.has(BLEEDING)


def is_unconscious(one: Combatant) -> bool:
    """Are they incapacitated (PV-17)?"""
    return one.has(UNCONSCIOUS)


def is_dying(one: Combatant) -> bool:
    """Incapacitated and bleeding (PV-17)."""
    return one.standing == "in" and is_unconscious(one) and is_bleeding(one)


def find_incapacity(one: Combatant) -> str:
    """Why somebody can neither act nor be attacked; empty where they can."""
    gone = people.absence(one)
    if gone:
        return gone
    return f"{one.name} is unconscious" if is_unconscious(one) else ""


def find_obstacle(one: Combatant) -> str:
    """Why somebody cannot act; empty where they can."""
    out = find_incapacity(one)
    if out:
        return out
    barring = people.barring(one)
    return f"{one.name} is {barring.name}" if barring is not None else ""


CLAUSES = Clauses("PV-03", "PV-03", "PV-03", "PV-03", "PV-04", areas="PV-05")
