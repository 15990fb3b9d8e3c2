"""Damage: armor, Grit, Direct Damage, overflow, the save, Critical Damage (BW-05, BW-07 to BW-10,
BW-13)."""

from __future__ import annotations

from events.types.outcomes import DamageDealt, ScoreChanged
from rulesets.brighter import effects
from rulesets.brighter.definition import GRIT, STR
from rulesets.brighter.saves import Save, fail_without_roll, roll_save
from rulesets.brighter.scene import AttackProgress, Blow, Scene
from rulesets.core.play import Play


def land_blow(scene: Scene, blow: Blow, progress: AttackProgress) -> Play[None]:
    """Apply damage to one target with all its results."""
    yield from _apply_blow(scene, blow, progress)
    while progress.more:
        yield from _apply_blow(scene, progress.more.pop(0), progress)
    while progress.blasts:
        yield from land_blow(scene, progress.blasts.pop(0), AttackProgress())


def _apply_blow(scene: Scene, blow: Blow, progress: AttackProgress) -> Play[None]:
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
        yield from _apply_direct_damage(scene, blow, dealt - grit, progress)


def _apply_direct_damage(
    scene: Scene, blow: Blow, left: int, progress: AttackProgress
) -> Play[None]:
    """Apply Direct Damage (BW-07, BW-09).

    It kills at zero STR, unless this attack brought STR there. Otherwise it is Critical Damage for
    each die that it fills, with a save against the rest.
    """
    one, attribute = blow.to, blow.against
    if not one.scores[STR]:
        if one.id not in progress.downed:
            yield from effects.kill(scene, one, blow.cause, blow.by, progress)
            return
        if attribute == STR:
            return
    while left and one.standing != "dead":
        size = one.scores[attribute]
        if not size or left < size:
            if not (yield from _save_against_damage(scene, blow, left)):
                yield from apply_critical_damage(scene, blow, progress)
            return
        left -= size
        yield from apply_critical_damage(scene, blow, progress)
        if not one.scores[attribute]:
            return


def _save_against_damage(scene: Scene, blow: Blow, left: int) -> Play[bool]:
    saved = Save(blow.to, blow.against, "critical", over=left, grounds=blow.grounds)
    failing = [effect for effect in blow.effects if effect.does == "fail"]
    if not failing:
        return (yield from roll_save(scene, saved))
    yield fail_without_roll(saved._replace(why=failing[0].text or "the save fails by itself"))
    return False


def apply_critical_damage(scene: Scene, blow: Blow, progress: AttackProgress) -> Play[None]:
    """Apply Critical Damage: a step down, and the effects of both sides.

    Damage from an effect causes no further damage effects.
    """
    one = blow.to
    yield from effects.shake(scene, one, effects.OWN_CRITICAL)
    yield from effects.lower_attribute(scene, one, blow.against, blow.why, blow.by, progress)
    for effect in blow.effects:
        yield from effects.carry_out(scene, effect, one, blow.by, blow.root, progress)
    if one.standing == "dead":
        return
    for effect in one.effects:
        if effect.when == "own-critical" and not (blow.echo and effect.does == "damage"):
            yield from effects.carry_out(scene, effect, blow.by, one, 0, progress)
