"""What a fact that the referee lays down brings along (ALL-01): a score at 0, a wound, what the
dead do."""

from __future__ import annotations

from events.types import statements as s
from events.types.outcomes import ConditionBegan, ConditionEnded, WoundTaken
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.cairn import harm, recovery, scars
from rulesets.cairn.craft import RIGGED, unrigged
from rulesets.cairn.effects import Aftermath, above_zero, at_zero, last_effects
from rulesets.cairn.scene import CRITICAL, Scene, has_scars
from rulesets.core.play import Play


def score(scene: Scene, stated: s.SetScore) -> Play[None]:
    """A score that stands at 0, or no longer, means what CF-16 says, however it came to that."""
    one = scene.one(stated.who)
    role = scene.role(one, stated.score)
    if role in (None, "protection") or (stated.now is None and stated.maximum != 0):
        return
    if stated.now:
        yield from above_zero(one, role)
        return
    after = Aftermath()
    yield from at_zero(scene, one, role, after)
    yield from after.take_hold()


def condition(scene: Scene, stated: s.AddCondition) -> Play[None]:
    """A condition that is a wound of somebody who is played brings that wound, and its hour
    (CF-14, CF-18); a full pack is one however it came to be known (CF-24)."""
    one = scene.one(stated.who)
    if has_scars(one):
        if stated.condition == CRITICAL:
            yield from _linked(one, stated, harm.critical_wound(scene, one))
        else:
            yield from _deadly_scar(scene, one, stated)
    yield from recovery.weighed_down(scene, one)


def _deadly_scar(scene: Scene, one: Combatant, stated: s.AddCondition) -> Play[None]:
    for scar in scene.rules.scars:
        names = [each.name for each in scar.conditions if each.bars]
        if scar.hours and stated.condition in names:
            wound = scars.wound_of(scene, one, scar)
            yield from _linked(one, stated, wound)
            for each in scar.conditions:
                if each.name != stated.condition and not one.has(each.name):
                    yield ConditionBegan(one.id, each.name, each.bars, wound.label)


def _linked(one: Combatant, stated: s.AddCondition, wound: Wound) -> Play[None]:
    """The wound, unless it is there already, and the condition as coming from it."""
    running = [each for each in one.wounds if each.name == wound.name and each.due is not None]
    if not running:
        yield WoundTaken(one.id, wound)
    label = running[0].label if running else wound.label
    earlier = any((each.name, each.source) == (stated.condition, label) for each in one.conditions)
    yield ConditionEnded(one.id, stated.condition)
    if not earlier:
        yield ConditionBegan(one.id, stated.condition, stated.bars, label)


def condition_over(scene: Scene, stated: s.EndCondition) -> Play[None]:
    """A patch that the referee takes off a hull takes its point along (CF-27)."""
    if stated.condition == RIGGED:
        yield from unrigged(scene, scene.one(stated.who), 1)


def killed(scene: Scene, stated: s.Kill) -> Play[None]:
    """Who is killed by the referee's word does what they do when killed (CF-15)."""
    after = Aftermath()
    yield from last_effects(scene, scene.one(stated.who), None, after)
    yield from after.take_hold()
