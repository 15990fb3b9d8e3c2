"""Rest, recovery and full packs (BW-10, BW-15)."""

from __future__ import annotations

from events.types.declarations import Burden, Recover, Rest
from events.types.outcomes import ConditionBegan, Rested, ScoreChanged, WoundTended
from projections.state.fight_state import Combatant
from rulesets.brighter import effects
from rulesets.brighter.definition import ATTRIBUTES, GRIT, STR
from rulesets.brighter.scene import FIRST_AID, WOUND, Scene
from rulesets.common.conditions import (
    DEPRIVED,
    FULL_PACK,
    close_wound,
    end_conditions,
    end_conditions_from,
    find_expired_wounds,
)
from rulesets.core.play import Play


def rest(scene: Scene, declared: Rest) -> Play[None]:
    """Restore Grit, unless the combatant is deprived. Attributes come back only when the referee
    says so."""
    for one in scene.list_resters(declared.who):
        yield Rested(one.id, declared.extended)
        was, full = one.scores[GRIT], one.maxima[GRIT]
        if was < full and not one.has(DEPRIVED) and not one.has(FULL_PACK):
            yield ScoreChanged(one.id, GRIT, was, full, "rest")


def recover(scene: Scene, declared: Recover) -> Play[None]:
    """Restore an attribute to its maximum, or close a wound and restore the STR that it cost."""
    one = scene.one(declared.who)
    if declared.wound in ATTRIBUTES:
        yield from _restore(one, declared.wound)
        return
    wound = one.wound(declared.wound)
    assert wound is not None, "checked before"
    if wound.name == WOUND:
        yield from _restore(one, STR)
    if one.wound(wound.label) is None:
        return
    yield from close_wound(one, wound)


def _restore(one: Combatant, attribute: str) -> Play[None]:
    was, full = one.scores[attribute], one.maxima[attribute]
    if was < full:
        yield ScoreChanged(one.id, attribute, was, full, "recovered")
        if not was:
            yield from effects.end_zero(one, attribute)


def carry_pack(scene: Scene, declared: Burden) -> Play[None]:
    """Take up or put down a full pack. With more than two bulky items one has no Grit and is
    deprived."""
    one = scene.one(declared.who)
    if declared.full:
        yield ConditionBegan(one.id, FULL_PACK)
        yield from apply_burden(one)
    else:
        yield from end_conditions(one, FULL_PACK)
        yield from end_burden(one)


def apply_burden(one: Combatant) -> Play[None]:
    """Apply a full pack, whether it was declared, stated or on the sheet."""
    if not one.has(FULL_PACK):
        return
    if not any(each.source == FULL_PACK for each in one.conditions):
        yield ConditionBegan(one.id, DEPRIVED, source=FULL_PACK)
    left = one.scores[GRIT]
    if left:
        yield ScoreChanged(one.id, GRIT, left, 0, FULL_PACK)


def end_burden(one: Combatant) -> Play[None]:
    """End the effects of a full pack, once it is put down."""
    if not one.has(FULL_PACK):
        yield from end_conditions_from(one, FULL_PACK)


def revive(scene: Scene, one: Combatant) -> Play[None]:
    """Stop the clocks that have run out, so that they do not kill the revived combatant again
    (ALL-01)."""
    for wound in find_expired_wounds(scene.state, one):
        yield WoundTended(one.id, wound.label, FIRST_AID)
