"""Harm: damage, pain and wounds (PV-03, PV-10 to PV-15), and what follows for Stamina,
consciousness and bleeding (PV-16 to PV-18)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from events.types.outcomes import (
    ConditionBegan,
    DamageDealt,
    Died,
    EngagementEnded,
    ScoreChanged,
    WoundTaken,
)
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.common.conditions import end_conditions, make_condition_end
from rulesets.common.scene import choose_label
from rulesets.core.play import Play, roll_for
from rulesets.core.ruleset import ForeseenFall
from rulesets.paraverse.definition import STAMINA, Grade, WoundKind
from rulesets.paraverse.scene import (
    BEYOND_MEDICINE,
    BLEEDING,
    DEATH_FAILED,
    DEATH_PASSED,
    DYING,
    UNCONSCIOUS,
    Scene,
    find_incapacity,
    fortitude_of,
    is_bleeding,
    is_dying,
    is_unconscious,
    stamina,
)


def lose_stamina(one: Combatant, by: int, why: str) -> Play[None]:
    """Reduce Stamina by an amount; it may fall below 0."""
    if by:
        yield ScoreChanged(one.id, STAMINA, stamina(one), stamina(one) - by, why)


def restore_stamina(one: Combatant, now: int, why: str) -> Play[None]:
    """Raise Stamina to a value if it is lower, and wake the combatant if nothing prevents it
    (PV-17)."""
    if now > stamina(one):
        yield ScoreChanged(one.id, STAMINA, stamina(one), now, why)
    yield from wake_up(one)


def wake_up(one: Combatant) -> Play[None]:
    """End unconsciousness, whatever its cause, if Stamina is at least 1 and nothing bleeds."""
    if is_unconscious(one) and stamina(one) >= 1 and not is_bleeding(one):
        yield from end_conditions(one, UNCONSCIOUS)


def update_consciousness(one: Combatant, felled: bool = False) -> Play[None]:
    """Make a combatant unconscious who has no Stamina left or has an incapacitating wound
    (`felled`). Then update what depends on it (PV-16, PV-17)."""
    spent = felled or stamina(one) <= 0
    if one.standing == "in" and spent and not is_unconscious(one):
        yield ConditionBegan(one.id, UNCONSCIOUS, "everything")
    yield from update_derived_state(one)


def update_derived_state(one: Combatant) -> Play[None]:
    """Update engagements, dying and death checks, which depend on presence, consciousness and
    bleeding."""
    if one.engaged and find_incapacity(one):
        why = UNCONSCIOUS if one.standing == "in" else one.standing
        yield EngagementEnded(one.id, why)
    if one.standing != "in":
        return
    if is_dying(one) and not one.has(DYING):
        yield ConditionBegan(one.id, DYING)
    if not is_dying(one):
        yield from end_conditions(one, DYING)
        yield from clear_death_checks(one)
    if not is_bleeding(one):
        yield from end_conditions(one, BEYOND_MEDICINE)


def clear_death_checks(one: Combatant) -> Play[None]:
    """End the record of a combatant's death checks (PV-18)."""
    yield from end_conditions(one, DEATH_FAILED)
    yield from end_conditions(one, DEATH_PASSED)


def stop_bleeding(one: Combatant, wound: str | None = None) -> Play[None]:
    """End the bleeding of one wound, or of all wounds if none is named."""
    for condition in list(one.conditions):
        if condition.name == BLEEDING and wound in (None, condition.source):
            yield make_condition_end(one, condition)


def foresee_fall(scene: Scene, one: Combatant) -> ForeseenFall:
    """Return what a combatant will be at the phase's end: dying by a wound that kills, or down
    without Stamina (PV-14, PV-17)."""
    killing = {each.name for each in scene.rules.wounds if each.kills}
    if any(wound.name in killing for wound in one.wounds):
        return "dying"
    return "" if stamina(one) > 0 else "down"


class Blow(NamedTuple):
    """Damage that is about to be applied to a combatant.

    `armored` is false for damage that the referee states (PV-21). `root` is the seq of the attack.
    """

    to: Combatant
    rolled: int
    place: str
    by: str = ""
    weapon: str = ""
    multiplier: int = 1
    root: int = 0
    why: str = ""
    armored: bool = True


class Aftermath:
    """The combatants hit, felled and killed in a phase. The effects apply at the phase's end."""

    def __init__(self) -> None:
        self.struck: dict[str, Combatant] = {}
        self.felled: list[str] = []
        self.killed: list[tuple[Combatant, str]] = []

    def apply(self) -> Play[None]:
        """Record the deaths, then those who fall unconscious, each once."""
        for one, of in self.killed:
            if one.standing != "dead":
                yield Died(one.id, of)
        for id, one in self.struck.items():
            yield from update_consciousness(one, felled=id in self.felled)


def roll_location(scene: Scene, roller: str, root: int = 0) -> Play[str]:
    """Return the place that a blow hits: a d4, and a second one if the first leaves it open
    (PV-10)."""
    for places in (scene.rules.locations.first, scene.rules.locations.again):
        find = partial(_find_place, places)
        faces = yield from roll_for(roller, ("d4",), "location", root, find)
        if place := find(faces):
            break
    return place


def _find_place(places: Sequence[str], faces: tuple[int, ...]) -> str:
    return places[faces[0] - 1]


def apply_blows(scene: Scene, blows: list[Blow]) -> Play[None]:
    """Apply several blows at once, in this order."""
    after = Aftermath()
    for blow in blows:
        yield from _apply_blow(scene, blow, after)
    yield from after.apply()


def _apply_blow(scene: Scene, blow: Blow, after: Aftermath) -> Play[None]:
    """Apply one blow: damage, pain, and a wound if the damage is enough for one (PV-11 to
    PV-13)."""
    one = blow.to
    armor = one.armor + one.shield if blow.armored else 0
    dealt = max(0, blow.rolled - armor)
    yield DamageDealt(
        one.id,
        blow.rolled,
        armor,
        dealt,
        blow.by,
        blow.weapon,
        why=blow.why,
        attack=blow.root,
        multiplier=blow.multiplier,
        place=blow.place,
    )
    if dealt or scene.state.game.version < 2:  # a blow of nothing fells nobody (ALL-01, PV-17)
        after.struck[one.id] = one
    yield from lose_stamina(one, -(-dealt // fortitude_of(one)), "pain")
    grade = grade_wound(dealt, one.scores["CON"])
    if grade is not None and not _has_wound(one, grade, blow.place):
        yield from _inflict_wound(one, scene.rules.wound(grade, blow.place), blow, after)


def grade_wound(dealt: int, con: int) -> Grade | None:
    """Return the grade of the wound from this much damage; None if there is no wound (PV-13)."""
    if not dealt or dealt < con:
        return None
    return "supercritical" if dealt >= 3 * con else "critical"


def _has_wound(one: Combatant, grade: Grade, place: str) -> bool:
    """Return whether a combatant has a wound of this grade and place; there is never a second."""
    return any((wound.grade, wound.place) == (grade, place) for wound in one.wounds)


def _inflict_wound(one: Combatant, kind: WoundKind, blow: Blow, after: Aftermath) -> Play[None]:
    label = choose_label(one, kind.name)
    yield WoundTaken(
        one.id,
        Wound(
            label,
            kind.name,
            text=kind.text,
            awaits=kind.awaits,
            place=kind.place,
            grade=kind.grade,
        ),
    )
    for effect in kind.effects:
        yield ConditionBegan(one.id, effect, source=label)
    if kind.fells:
        after.felled.append(one.id)
    if kind.kills:
        after.killed.append((one, kind.name))
