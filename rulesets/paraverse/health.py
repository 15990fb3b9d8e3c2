"""Stamina, consciousness and dying: what follows from what, however it came about (PV-17,
PV-18)."""

from __future__ import annotations

from events.types.outcomes import ConditionBegan, EngagementEnded, ScoreChanged
from projections.state.fight_state import Combatant
from rulesets.common.conditions import end, over
from rulesets.core.play import Play
from rulesets.paraverse.definition import STAMINA
from rulesets.paraverse.scene import (
    BEYOND_MEDICINE,
    BLEEDING,
    DEATH_FAILED,
    DEATH_PASSED,
    DYING,
    UNCONSCIOUS,
    is_bleeding,
    is_dying,
    is_unconscious,
    out_of_it,
    stamina,
)


def lower(one: Combatant, by: int, why: str) -> Play[None]:
    """So much Fatigue more; Stamina may fall below 0."""
    if by:
        yield ScoreChanged(one.id, STAMINA, stamina(one), stamina(one) - by, why)


def raise_to(one: Combatant, now: int, why: str) -> Play[None]:
    """Stamina comes back, and with it consciousness where they do not bleed (PV-17). What is
    full cannot rise, but wakes all the same."""
    if now > stamina(one):
        yield ScoreChanged(one.id, STAMINA, stamina(one), now, why)
    yield from wake(one)


def wake(one: Combatant) -> Play[None]:
    """Awake, whatever had felled them, with Stamina and without bleeding."""
    if is_unconscious(one) and stamina(one) >= 1 and not is_bleeding(one):
        yield from end(one, UNCONSCIOUS)


def settle(one: Combatant, felled: bool = False) -> Play[None]:
    """Whoever is out of Stamina, or was felled by a wound, is unconscious; who is out of it is
    engaged no longer (PV-16, PV-17)."""
    spent = felled or stamina(one) <= 0
    if one.standing == "in" and spent and not is_unconscious(one):
        yield ConditionBegan(one.id, UNCONSCIOUS, "everything")
    yield from follow(one)


def follow(one: Combatant) -> Play[None]:
    """What hangs on being conscious, there, and bleeding, and on nothing else."""
    if one.engaged and out_of_it(one):
        why = UNCONSCIOUS if one.standing == "in" else one.standing
        yield EngagementEnded(one.id, why)
    if one.standing != "in":
        return
    if is_dying(one) and not one.has(DYING):
        yield ConditionBegan(one.id, DYING)
    if not is_dying(one):
        yield from end(one, DYING)
        yield from forget_checks(one)
    if not is_bleeding(one):
        yield from end(one, BEYOND_MEDICINE)


def forget_checks(one: Combatant) -> Play[None]:
    """Their death checks count no longer (PV-18)."""
    yield from end(one, DEATH_FAILED)
    yield from end(one, DEATH_PASSED)


def stanch(one: Combatant, wound: str | None = None) -> Play[None]:
    """The bleeding of one wound ends; of all of them where none is named."""
    for condition in list(one.conditions):
        if condition.name == BLEEDING and wound in (None, condition.source):
            yield over(one, condition)
