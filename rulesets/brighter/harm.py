"""Damage: armor, Grit, Direct Damage, overflow, the save, Critical Damage (BW-05, BW-07 to
BW-10, BW-13)."""

from __future__ import annotations

from events.types.outcomes import DamageDealt, ScoreChanged
from rulesets.brighter import effects
from rulesets.brighter.definition import GRIT, STR
from rulesets.brighter.saves import Save, failed_unrolled, save
from rulesets.brighter.scene import Blow, Course, Scene
from rulesets.core.play import Play


def strike(scene: Scene, blow: Blow, course: Course) -> Play[None]:
    """One application of damage to one target, with all that comes of it."""
    yield from _land(scene, blow, course)
    while course.more:
        yield from _land(scene, course.more.pop(0), course)
    while course.blasts:
        yield from strike(scene, course.blasts.pop(0), Course())


def _land(scene: Scene, blow: Blow, course: Course) -> Play[None]:
    one = blow.to
    if one.standing == "dead":
        return
    armor = scene.armor(one)
    dealt = max(0, blow.rolled - armor)
    yield DamageDealt(
        one.id,
        blow.rolled,
        armor,
        dealt,
        blow.by.id if blow.by is not None else "",
        blow.weapon,
        (),
        blow.why,
        blow.root,
    )
    grit = one.scores[GRIT]
    if dealt and grit:
        yield ScoreChanged(one.id, GRIT, grit, max(0, grit - dealt), blow.why)
    if dealt > grit:
        yield from _direct(scene, blow, dealt - grit, course)


def _direct(scene: Scene, blow: Blow, left: int, course: Course) -> Play[None]:
    """Direct Damage: lethal at zero STR, but for the attack that brought it there; else Critical
    Damage for each die that it fills, and a save against what is left over."""
    one, attribute = blow.to, blow.against
    if not one.scores[STR]:
        if one.id not in course.fallen:
            yield from effects.kill(scene, one, blow.cause, blow.by, course)
            return
        if attribute == STR:
            return
    while left and one.standing != "dead":
        size = one.scores[attribute]
        if not size or left < size:
            if not (yield from _saved(scene, blow, left)):
                yield from critical(scene, blow, course)
            return
        left -= size
        yield from critical(scene, blow, course)
        if not one.scores[attribute]:
            return


def _saved(scene: Scene, blow: Blow, left: int) -> Play[bool]:
    saved = Save(blow.to, blow.against, "critical", over=left, grounds=blow.grounds)
    failing = [effect for effect in blow.effects if effect.does == "fail"]
    if not failing:
        return (yield from save(scene, saved))
    yield failed_unrolled(saved._replace(why=failing[0].text or "the save fails by itself"))
    return False


def critical(scene: Scene, blow: Blow, course: Course) -> Play[None]:
    """Critical Damage: a step down, and the effects on both sides. An effect's own damage sets
    off no further damage."""
    one = blow.to
    yield from effects.shaken(scene, one, effects.OWN_CRITICAL)
    yield from effects.lower(scene, one, blow.against, blow.why, blow.by, course)
    for effect in blow.effects:
        yield from effects.carry_out(scene, effect, one, blow.by, blow.root, course)
    if one.standing == "dead":
        return
    for effect in one.effects:
        if effect.when == "own-critical" and not (blow.echo and effect.does == "damage"):
            yield from effects.carry_out(scene, effect, blow.by, one, 0, course)
