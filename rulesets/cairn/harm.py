"""Damage: armor, hit protection, body, the critical save, and what follows (CF-07, CF-13 to
CF-15, CF-17, CF-20)."""

from __future__ import annotations

from events.types.outcomes import (
    ConditionEnded,
    DamageDealt,
    Left,
    MoraleShaken,
    ScoreChanged,
    WoundClosed,
    WoundTaken,
)
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.cairn import effects, scars
from rulesets.cairn.craft import apply_effect, fail_critical_save, roll_effect_at_zero
from rulesets.cairn.saves import fail_unrolled, save
from rulesets.cairn.scene import (
    CRITICAL,
    DOOMED,
    OUT_OF_ACTION,
    WEAKENED,
    Aftermath,
    Blow,
    Scene,
    has_scars,
    is_casualty,
)
from rulesets.common.conditions import over
from rulesets.common.scene import free_label
from rulesets.core.play import Play


def strike(scene: Scene, blow: Blow, after: Aftermath) -> Play[None]:
    """One application of damage to one target, with all that comes of it; an effect's extra
    damage is a new application (CF-15)."""
    after.blows.append(blow)
    while after.blows:
        yield from _apply(scene, after.blows.pop(0), after)


def _apply(scene: Scene, blow: Blow, after: Aftermath) -> Play[None]:
    armor = 0 if blow.pierces else scene.armor(blow.to)
    dealt = max(0, blow.rolled - armor)
    yield DamageDealt(
        blow.to.id,
        blow.rolled,
        armor,
        dealt,
        blow.by.id if blow.by else "",
        blow.weapon,
        blow.dropped,
        blow.why,
        blow.root,
    )
    if dealt:
        yield from _suffer(scene, blow, dealt, after)
        for effect in blow.on("hit"):
            yield from effects.carry_out(scene, effect, blow.to, blow.by, blow.root, after)
        craft = scene.craft(blow.to)
        if blow.brings and craft is not None:
            yield from apply_effect(scene, blow.to, craft.effect(blow.brings), after)


def _suffer(scene: Scene, blow: Blow, dealt: int, after: Aftermath) -> Play[None]:
    one = blow.to
    left = scene.score(one, "protection")
    if left:
        yield ScoreChanged(
            one.id, scene.scores(one).protection, left, max(0, left - dealt), blow.why
        )
        if dealt >= left:
            yield from _alone_at_nothing(scene, one)
    if dealt == left and has_scars(one):
        yield from scars.take(scene, one, dealt, after)
    elif dealt == left:
        yield from roll_effect_at_zero(scene, one, after)
    if dealt > left:
        yield from _body(scene, blow, dealt - left, after)


def _alone_at_nothing(scene: Scene, one: Combatant) -> Play[None]:
    """A lone foe at 0 hit protection is a ground for morale (CF-25); the casualties beside it
    are no company. A craft has no fear, only its crew has."""
    if scene.with_players(one) or one.kind != "npc" or scene.craft(one) is not None:
        return
    company = [other for other in scene.present() if other.side == one.side and other is not one]
    if all(is_casualty(other) for other in company):
        yield MoraleShaken(one.side, f"alone at 0 {scene.scores(one).protection}")


def _body(scene: Scene, blow: Blow, over: int, after: Aftermath) -> Play[None]:
    one = blow.to
    was = scene.score(one, "body")
    now = max(0, was - over)
    if was:
        yield ScoreChanged(one.id, scene.scores(one).body, was, now, blow.why)
    if one.id in after.dying:
        return
    if not now:
        yield from effects.die(scene, one, _ruined(scene, one) or _cause(blow), blow.by, after)
        return
    yield from _critical_save(scene, blow, after)


def _ruined(scene: Scene, one: Combatant) -> str:
    """What the end of a craft is called, where the game has a word for it (CF-27)."""
    craft = scene.craft(one)
    return craft.ruined if craft is not None else ""


def _cause(blow: Blow) -> str:
    if blow.by:
        return f"{blow.by.name}'s {blow.weapon}" if blow.weapon else blow.by.name
    return blow.why or "harm"


def _critical_save(scene: Scene, blow: Blow, after: Aftermath) -> Play[None]:
    one = blow.to
    failing = [effect for effect in blow.on("critical") if effect.does == "fail"]
    if failing:
        why = failing[0].text or "the save fails by itself"
        yield from fail_unrolled(scene, one, "body", "critical", why)
        passed = False
    else:
        passed = yield from save(scene, one, "body", "critical")
    if after.will_have(one, DOOMED):
        yield from _doom(scene, blow, passed, after)
    elif not passed:
        yield from _critical(scene, blow, after)


def _doom(scene: Scene, blow: Blow, passed: bool, after: Aftermath) -> Play[None]:
    """The save that doom was waiting for (CF-18, row 12), also that of the turn it came in.
    Either way it is used up: who is revived is doomed no longer."""
    one = blow.to
    sources = [each.source for each in after.cancelled(one, DOOMED)]
    ended: list[ConditionEnded | WoundClosed] = []
    for condition in one.conditions:
        if condition.name == DOOMED:
            sources.append(condition.source)
            ended.append(over(one, condition))
    ended += [WoundClosed(one.id, source, healed=not passed) for source in sources if source]
    if not passed:
        yield from effects.die(scene, one, DOOMED, blow.by, after)
        after.ends(*ended)
        return
    yield from ended
    yield from scars.ripen_doom(scene, one)


def _critical(scene: Scene, blow: Blow, after: Aftermath) -> Play[None]:
    one = blow.to
    craft = scene.craft(one)
    if craft is not None:
        yield from fail_critical_save(scene, blow, craft, after)
    elif has_scars(one):
        yield from _crawl(scene, one, after)
    elif one.scale == "detachment":
        _break(scene, one, after)
    elif one.choices.get("critical", scene.rules.options.npc_critical) == "dead":
        yield from effects.die(scene, one, CRITICAL, blow.by, after)
    elif not after.will_have(one, OUT_OF_ACTION):
        label = free_label(one, CRITICAL)
        yield WoundTaken(one.id, Wound(label, CRITICAL, text=OUT_OF_ACTION, awaits="aid"))
        after.begins(one, OUT_OF_ACTION, "everything", label)
    for effect in blow.on("critical"):
        if effect.does != "fail":
            yield from effects.carry_out(scene, effect, one, blow.by, blow.root, after)
    for effect in one.effects:
        if effect.when == "own-critical":
            yield from effects.carry_out(scene, effect, blow.by, one, 0, after)


def _crawl(scene: Scene, one: Combatant, after: Aftermath) -> Play[None]:
    """Who is played has an hour to live, unless one is running already (CF-14)."""
    running = [each for each in one.wounds if each.name == CRITICAL and each.due is not None]
    if running:
        if not after.will_have(one, CRITICAL):
            after.begins(one, CRITICAL, "all but crawling", running[0].label)
        return
    wound = critical_wound(scene, one)
    yield WoundTaken(one.id, wound)
    after.begins(one, CRITICAL, "all but crawling", wound.label)


def critical_wound(scene: Scene, one: Combatant) -> Wound:
    """Critical damage of somebody who is played, with its hour (CF-14)."""
    label = free_label(one, CRITICAL)
    due = scene.state.clock + scene.rules.critical_seconds
    return Wound(label, CRITICAL, text="can only crawl", awaits="aid", due=due)


def _break(scene: Scene, one: Combatant, after: Aftermath) -> None:
    """A detachment: routed, or first weakened where the referee has said so (CF-20)."""
    choice = one.choices.get("broken", scene.rules.options.broken_detachment)
    if choice == "weakened" and not after.will_have(one, WEAKENED):
        after.begins(one, WEAKENED)
    else:
        after.leaves(Left(one.id, "routed"))
