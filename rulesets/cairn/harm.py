"""Damage: armor, hit protection, body, the critical save and its results (CF-07, CF-13 to CF-15,
CF-17, CF-20)."""

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
from rulesets.cairn.saves import fail_without_roll, roll_save
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
from rulesets.common.conditions import make_condition_end
from rulesets.common.scene import choose_label
from rulesets.common.weapons import name_cause
from rulesets.core.play import Play


def land_blow(scene: Scene, blow: Blow, after: Aftermath) -> Play[None]:
    """Apply damage to one target with all its results.

    An effect's extra damage is a new application (CF-15).
    """
    after.blows.append(blow)
    while after.blows:
        yield from _apply_blow(scene, after.blows.pop(0), after)


def _apply_blow(scene: Scene, blow: Blow, after: Aftermath) -> Play[None]:
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
        yield from _wear_down(scene, blow, dealt, after)
        for effect in blow.on("hit"):
            yield from effects.carry_out(scene, effect, blow.to, blow.by, blow.root, after)
        craft = scene.craft(blow.to)
        if blow.brings and craft is not None:
            yield from apply_effect(scene, blow.to, craft.effect(blow.brings), after)


def _wear_down(scene: Scene, blow: Blow, dealt: int, after: Aftermath) -> Play[None]:
    one = blow.to
    left = scene.score(one, "protection")
    if left:
        yield ScoreChanged(
            one.id, scene.scores(one).protection, left, max(0, left - dealt), blow.why
        )
        if dealt >= left:
            yield from _shake_if_alone(scene, one)
    if dealt == left and has_scars(one):
        yield from scars.take_scar(scene, one, dealt, after)
    elif dealt == left:
        yield from roll_effect_at_zero(scene, one, after)
    if dealt > left:
        yield from _damage_body(scene, blow, dealt - left, after)


def _shake_if_alone(scene: Scene, one: Combatant) -> Play[None]:
    """Give a lone foe at 0 hit protection a ground for morale (CF-25).

    It is alone if only casualties are beside it. A craft has no morale; its crew has.
    """
    if scene.with_players(one) or one.kind != "npc" or scene.craft(one) is not None:
        return
    company = [other for other in scene.present() if other.side == one.side and other is not one]
    if all(is_casualty(other) for other in company):
        yield MoraleShaken(one.side, f"alone at 0 {scene.scores(one).protection}")


def _damage_body(scene: Scene, blow: Blow, over: int, after: Aftermath) -> Play[None]:
    one = blow.to
    was = scene.score(one, "body")
    now = max(0, was - over)
    if was:
        yield ScoreChanged(one.id, scene.scores(one).body, was, now, blow.why)
    if one.id in after.dying:
        return
    if not now:
        yield from effects.kill(
            scene,
            one,
            _name_ruin(scene, one) or name_cause(blow.by, blow.weapon, blow.why),
            blow.by,
            after,
        )
        return
    yield from _save_against_critical(scene, blow, after)


def _name_ruin(scene: Scene, one: Combatant) -> str:
    """Return the game's word for the end of a craft; empty for anything else (CF-27)."""
    craft = scene.craft(one)
    return craft.ruined if craft is not None else ""


def _save_against_critical(scene: Scene, blow: Blow, after: Aftermath) -> Play[None]:
    one = blow.to
    failing = [effect for effect in blow.on("critical") if effect.does == "fail"]
    if failing:
        why = failing[0].text or "the save fails by itself"
        yield from fail_without_roll(scene, one, "body", "critical", why)
        passed = False
    else:
        passed = yield from roll_save(scene, one, "body", "critical")
    if after.will_have(one, DOOMED):
        yield from _resolve_doom(scene, blow, passed, after)
    elif not passed:
        yield from _apply_critical_damage(scene, blow, after)


def _resolve_doom(scene: Scene, blow: Blow, passed: bool, after: Aftermath) -> Play[None]:
    """Resolve the critical save that doom waited for, even in the turn that doom began (CF-18, row
    12).

    Doom ends either way, so a revived combatant is no longer doomed.
    """
    one = blow.to
    sources = [each.source for each in after.cancel_conditions(one, DOOMED)]
    ended: list[ConditionEnded | WoundClosed] = []
    for condition in one.conditions:
        if condition.name == DOOMED:
            sources.append(condition.source)
            ended.append(make_condition_end(one, condition))
    ended += [WoundClosed(one.id, source, healed=not passed) for source in sources if source]
    if not passed:
        yield from effects.kill(scene, one, DOOMED, blow.by, after)
        after.add_ends(*ended)
        return
    yield from ended
    yield from scars.roll_delayed_doom(scene, one)


def _apply_critical_damage(scene: Scene, blow: Blow, after: Aftermath) -> Play[None]:
    one = blow.to
    craft = scene.craft(one)
    if craft is not None:
        yield from fail_critical_save(scene, blow, craft, after)
    elif has_scars(one):
        yield from _start_crawling(scene, one, after)
    elif one.scale == "detachment":
        _break_detachment(scene, one, after)
    elif one.choices.get("critical", scene.rules.options.npc_critical) == "dead":
        yield from effects.kill(scene, one, CRITICAL, blow.by, after)
    elif not after.will_have(one, OUT_OF_ACTION):
        label = choose_label(one, CRITICAL)
        yield WoundTaken(one.id, Wound(label, CRITICAL, text=OUT_OF_ACTION, awaits="aid"))
        after.add_condition(one, OUT_OF_ACTION, "everything", label)
    for effect in blow.on("critical"):
        if effect.does != "fail":
            yield from effects.carry_out(scene, effect, one, blow.by, blow.root, after)
    for effect in one.effects:
        if effect.when == "own-critical":
            yield from effects.carry_out(scene, effect, blow.by, one, 0, after)


def _start_crawling(scene: Scene, one: Combatant, after: Aftermath) -> Play[None]:
    """Start the hour that a played character has to live, unless one is running (CF-14)."""
    running = [each for each in one.wounds if each.name == CRITICAL and each.due is not None]
    if running:
        if not after.will_have(one, CRITICAL):
            after.add_condition(one, CRITICAL, "all but crawling", running[0].label)
        return
    wound = make_critical_wound(scene, one)
    yield WoundTaken(one.id, wound)
    after.add_condition(one, CRITICAL, "all but crawling", wound.label)


def make_critical_wound(scene: Scene, one: Combatant) -> Wound:
    """Return the critical damage of a played character, with its deadline (CF-14)."""
    label = choose_label(one, CRITICAL)
    due = scene.state.clock + scene.rules.critical_seconds
    return Wound(label, CRITICAL, text="can only crawl", awaits="aid", due=due)


def _break_detachment(scene: Scene, one: Combatant, after: Aftermath) -> None:
    """Rout a detachment, or weaken it first if the game or the referee says so (CF-20)."""
    choice = one.choices.get("broken", scene.rules.options.broken_detachment)
    if choice == "weakened" and not after.will_have(one, WEAKENED):
        after.add_condition(one, WEAKENED)
    else:
        after.add_departure(Left(one.id, "routed"))
