"""Rest, recovery and burdens (BW-10, BW-15)."""

from __future__ import annotations

from events.types.declarations import Burden, Recover, Rest
from events.types.outcomes import ConditionBegan, Rested, ScoreChanged, WoundTended
from projections.state.fight_state import Combatant
from rulesets.brighter import effects
from rulesets.brighter.definition import ATTRIBUTES, GRIT, STR
from rulesets.brighter.scene import DEPRIVED, FIRST_AID, FULL_PACK, WOUND, Scene
from rulesets.common.conditions import close, end, end_from, overdue
from rulesets.core.play import Play


def resters(scene: Scene, declared: Rest) -> list[Combatant]:
    """Those named, or everybody in the fight on the players' side."""
    if declared.who:
        return [scene.one(who) for who in declared.who]
    return [one for one in scene.present() if scene.with_players(one)]


def rest(scene: Scene, declared: Rest) -> Play[None]:
    """Grit comes back, unless they are deprived; attributes take the referee's word."""
    for one in resters(scene, declared):
        yield Rested(one.id, declared.extended)
        was, full = one.scores[GRIT], one.maxima[GRIT]
        if was < full and not one.has(DEPRIVED) and not one.has(FULL_PACK):
            yield ScoreChanged(one.id, GRIT, was, full, "rest")


def recover(scene: Scene, declared: Recover) -> Play[None]:
    """An attribute is back at its maximum; a wound is over, and the STR it has cost is back."""
    one = scene.one(declared.who)
    if declared.wound in ATTRIBUTES:
        yield from _restored(one, declared.wound)
        return
    wound = one.wound(declared.wound)
    assert wound is not None, "checked before"
    if wound.name == WOUND:
        yield from _restored(one, STR)
    if one.wound(wound.label) is None:
        return
    yield from close(one, wound)


def _restored(one: Combatant, attribute: str) -> Play[None]:
    was, full = one.scores[attribute], one.maxima[attribute]
    if was < full:
        yield ScoreChanged(one.id, attribute, was, full, "recovered")
        if not was:
            yield from effects.above_zero(one, attribute)


def burden(scene: Scene, declared: Burden) -> Play[None]:
    """More than two bulky items: no Grit, and deprived."""
    one = scene.one(declared.who)
    if declared.full:
        yield ConditionBegan(one.id, FULL_PACK)
        yield from weighed_down(one)
    else:
        yield from end(one, FULL_PACK)
        yield from unburdened(one)


def weighed_down(one: Combatant) -> Play[None]:
    """What a full pack means, however it came to be known."""
    if not one.has(FULL_PACK):
        return
    if not any(each.source == FULL_PACK for each in one.conditions):
        yield ConditionBegan(one.id, DEPRIVED, source=FULL_PACK)
    left = one.scores[GRIT]
    if left:
        yield ScoreChanged(one.id, GRIT, left, 0, FULL_PACK)


def unburdened(one: Combatant) -> Play[None]:
    """A pack put down deprives nobody."""
    if not one.has(FULL_PACK):
        yield from end_from(one, FULL_PACK)


def revived(scene: Scene, one: Combatant) -> Play[None]:
    """The hour that has killed somebody does not kill them again the next moment (ALL-01)."""
    for wound in overdue(scene.state, one):
        yield WoundTended(one.id, wound.label, FIRST_AID)
