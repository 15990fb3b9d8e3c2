"""Craft: their weapons and locks, crew and posts, and damage to them beyond their scores
(CF-27)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from events.errors import Refused
from events.types.declarations import Attack
from events.types.names import fold_case
from events.types.outcomes import EffectTold, ScoreChanged, WoundTaken
from events.types.rolls import format_dice, parse_dice
from events.types.sheets import Condition, Sheet, Weapon, Wound
from projections.state.fight_state import DISABLING, LOST_ROUND, Combatant, FightState
from rulesets.cairn import effects
from rulesets.cairn.definition import Craft, CraftEffect, definition
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import (
    BREAKING_DOWN,
    CRITICAL,
    OUT_OF_ACTION,
    STUNNED,
    Aftermath,
    Blow,
    Scene,
)
from rulesets.common.scene import choose_label, find_combatant
from rulesets.core.play import DiceRequest, Play, roll_dice, roll_for
from rulesets.core.ruleset import Problem

THROWN_OFF = "thrown off"
BOOSTED = "boosted"
MODULE_DOWN = "module down"
RIGGED = "jury-rigged"
REPAIR = "repair"
WORKSHOP = "a workshop"
"""What a craft's damage waits for after first repairs."""


class Lock(NamedTuple):
    """A lock of a weapon on a target. It enhances an attack, or makes it a precise one for an
    effect."""

    condition: Condition
    effect: str


def is_weapon_out(scene: Scene, one: Combatant, weapon: str) -> bool:
    """Return whether an effect has put this weapon out of action."""
    names = [effect.condition for effect in _list_effects(scene, one) if effect.weapon]
    return any(each.name in names and each.about == weapon for each in one.conditions)


def find_silenced_weapon(scene: Scene, one: Combatant, condition: str) -> str:
    """Return the weapon that a condition puts out of action if none is named.

    It is the first listed weapon that works. Empty if the condition is about no weapon.
    """
    if not any(each.weapon and each.condition == condition for each in _list_effects(scene, one)):
        return ""
    return next((each.name for each in one.weapons if not is_weapon_out(scene, one, each.name)), "")


def find_holding_effect(scene: Scene, one: Combatant) -> CraftEffect | None:
    """Return the effect that keeps a craft from manoeuvring, or None."""
    return next(
        (each for each in _list_effects(scene, one) if each.holds and one.has(each.condition)), None
    )


def _list_effects(scene: Scene, one: Combatant) -> tuple[CraftEffect, ...]:
    craft = scene.craft(one)
    return craft.effects if craft is not None else ()


def boost(one: Combatant, weapon: Weapon) -> Weapon:
    """Return the weapon with one more die of its largest type, if it is boosted."""
    if not any((each.name, each.about) == (BOOSTED, weapon.name) for each in one.conditions):
        return weapon
    dice = parse_dice(weapon.dice)
    more = max(dice.dice, key=lambda die: int(die[1:]))
    better = format_dice((*dice.dice, more), dice.bonus)
    return Weapon(weapon.name, better, weapon.tags, weapon.range, weapon.effects, weapon.against)


def name_lock(weapon: str, effect: str = "") -> str:
    """Return the name of the condition that records a lock."""
    return f"{weapon} locked on" + (f" for {effect}" if effect else "")


def find_locks(scene: Scene, by: Combatant, weapon: str = "", target: str = "") -> list[Lock]:
    """Return the locks of a combatant: all of them, or those of one weapon or on one target."""
    if not any(each.about for each in by.conditions):
        return []
    effects = ["", *(each.name for each in _list_effects(scene, by))]
    weapons = [weapon] if weapon else [each.name for each in by.weapons]
    names = {name_lock(each, effect): effect for each in weapons for effect in effects}
    return [
        Lock(each, names[each.name])
        for each in by.conditions
        if each.about and each.name in names and target in ("", each.about)
    ]


def _find_half_lock(scene: Scene, by: Combatant, weapons: Iterable[str], target: str) -> str:
    """Return a weapon locked on the target if another weapon of the attack is not; empty if all are
    alike."""
    held = {weapon: find_locks(scene, by, weapon, target) for weapon in weapons}
    kinds = {tuple(lock.effect for lock in each) for each in held.values()}
    if len(kinds) < 2:
        return ""
    return next(weapon for weapon, each in held.items() if each)


def find_weapon_locks(
    scene: Scene, by: Combatant, weapons: Iterable[Weapon], target: str
) -> list[Lock]:
    """Return the locks of these weapons on one target."""
    return [lock for each in weapons for lock in find_locks(scene, by, each.name, target)]


def find_gun_problems(scene: Scene, by: Combatant, attack: Attack) -> Iterator[Problem]:
    """Yield the problems with firing these weapons: one is out, or one must fire alone (CF-27)."""
    for label in attack.weapons:
        if is_weapon_out(scene, by, label):
            yield Problem(f"{by.name}'s {label} is out", "CF-27", bar=f"out:{by.id}:{label}")
    for aim in attack.targets:
        locked = _find_half_lock(scene, by, attack.weapons, aim.target)
        if locked:
            target = scene.one(aim.target).name
            yield Problem(
                f"{by.name}'s {locked} is locked on {target}; let it fire by itself",
                "CF-27",
                bar=f"locked:{by.id}:{locked}:{aim.target}",
            )


def find_at_post(scene: Scene, one: Combatant, posts: Iterable[str]) -> Combatant:
    """Return the first crew member at one of these posts who can save; if there is none, the
    craft."""
    for post in posts:
        for id, held in one.crew.items():
            member = scene.state.combatants.get(id)
            if member is not None and fold_case(held) == fold_case(post) and _can_save(member):
                return member
    return one


def _can_save(member: Combatant) -> bool:
    """Return whether a crew member can save at their post.

    A save is no action, so a member who has lost the round or is stunned can make it. One who is
    away, dead or down cannot.
    """
    return member.standing == "in" and not any(
        each.bars in DISABLING and each.name not in (LOST_ROUND, STUNNED)
        for each in member.conditions
    )


def compute_due(scene: Scene, rounds: int) -> int:
    """Return the time on the clock after the present round and this many more."""
    return scene.state.clock + max(1, rounds + scene.state.round_open) * scene.round_seconds()


def resolve_crew(state: FightState, sheet: Sheet) -> dict[str, str]:
    """Return the crew of a sheet by id; raise `Refused` if a member has not joined yet."""
    crew: dict[str, str] = {}
    for name, post in sheet.crew.items():
        try:
            member = find_combatant(state, name)
        except Refused as refused:
            reason = str(refused).rstrip(".")
            raise Refused(
                f"{sheet.name}'s crew: {reason}; the crew joins before its craft.", clause="CF-27"
            ) from None
        refuse_enemy(state, member, sheet.name, sheet.side)
        if member.id in crew:
            raise Refused(f"{member.name} is named twice in {sheet.name}'s crew.", clause="CF-27")
        crew[member.id] = post
    return crew


def refuse_enemy(state: FightState, member: Combatant, craft: str, side: str) -> None:
    """Raise `Refused` if a craft of another side is to be taken aboard."""
    if member.scale in definition(state.game).craft and member.side != side:
        raise Refused(
            f"{member.name} is a {member.scale} of the other side and is not aboard {craft}.",
            clause="CF-27",
        )


def list_aboard(scene: Scene, one: Combatant) -> list[Combatant]:
    """Return everyone in the fight who is aboard a craft, also aboard craft that it carries."""
    found: dict[str, Combatant] = {}
    carriers = [one]
    while carriers:
        for id in carriers.pop(0).crew:
            member = scene.one(id)
            if member.standing == "in" and id not in found and member is not one:
                found[id] = member
                carriers.append(member)
    return list(found.values())


def strike_crew(scene: Scene, one: Combatant, effect: CraftEffect) -> Play[list[Blow]]:
    """Roll an effect's damage to the crew. Each has their own dice, after the saves that the effect
    allows."""
    members = [scene.one(id) for id, post in one.crew.items() if post or effect.crew == "all"]
    struck = [member for member in members if member.standing == "in"]
    why = f"{effect.text} ({one.name})"
    role = effect.save
    if role:
        saves = [Save(member, role, "effect-save", why) for member in struck]
        passed = yield from save_all(scene, saves)
        struck = [member for member, safe in zip(struck, passed, strict=True) if not safe]
    dice = parse_dice(effect.dice).dice
    faces = yield from roll_dice(
        *(DiceRequest(member.id, dice, "harm", alike=max) for member in struck)
    )
    return [Blow(member, max(each), why=why) for member, each in zip(struck, faces, strict=True)]


def _list_lasting_effects(scene: Scene, one: Combatant) -> list[CraftEffect]:
    """Return the effects that damage a craft's crew at the end of each round."""
    craft = scene.craft(one)
    every = craft.effects if craft is not None else ()
    return [each for each in every if each.each_round and each.crew and one.has(each.condition)]


def burn_crews(scene: Scene) -> Play[list[Blow]]:
    """Roll the damage that crews of craft take at the end of a round."""
    blows: list[Blow] = []
    for one in list(scene.present()):
        for effect in _list_lasting_effects(scene, one):
            blows += yield from strike_crew(scene, one, effect)
    return blows


def roll_effect_at_zero(scene: Scene, one: Combatant, after: Aftermath) -> Play[None]:
    """Roll one effect if damage takes exactly the last hit protection and the craft has effects."""
    craft = scene.craft(one)
    if craft is not None and craft.effects:
        yield from _roll_effect(scene, one, craft, after)


def fail_critical_save(scene: Scene, blow: Blow, craft: Craft, after: Aftermath) -> Play[None]:
    """Apply a failed save against critical damage: a countdown, or out of action with an effect."""
    one = blow.to
    if craft.minutes:
        yield from _start_breakdown(scene, one, craft)
        return
    if one.choices.get("critical") == "dead":
        yield from effects.kill(scene, one, CRITICAL, blow.by, after)
    elif not after.will_have(one, OUT_OF_ACTION):
        label = choose_label(one, CRITICAL)
        yield WoundTaken(one.id, Wound(label, CRITICAL, text=OUT_OF_ACTION, awaits=REPAIR))
        after.add_condition(one, OUT_OF_ACTION, "everything", label)
    if craft.effects:
        yield from _roll_effect(scene, one, craft, after)


def _start_breakdown(scene: Scene, one: Combatant, craft: Craft) -> Play[None]:
    """Start the countdown to the end of a craft, which can act until then. Each failed save starts
    another."""
    faces = yield from roll_for(one.id, parse_dice(craft.minutes).dice, "duration", alike=sum)
    minutes = sum(faces)
    label = choose_label(one, BREAKING_DOWN)
    text = f"{craft.ruined or 'destroyed'} in {minutes} min unless repaired"
    due = scene.state.clock + 60 * minutes
    yield WoundTaken(one.id, Wound(label, BREAKING_DOWN, text=text, awaits=REPAIR, due=due))


def _roll_effect(scene: Scene, one: Combatant, craft: Craft, after: Aftermath) -> Play[None]:
    (face,) = yield from roll_for(one.id, (craft.die,), "ship-effect")
    yield from apply_effect(scene, one, craft.effects[face - 1], after)


def apply_effect(scene: Scene, one: Combatant, effect: CraftEffect, after: Aftermath) -> Play[None]:
    """Apply one effect: report it, begin its condition, damage the crew."""
    weapon = _find_next_weapon(scene, one, effect, after) if effect.weapon else ""
    yield EffectTold(one.id, f"{effect.text}: {weapon}" if weapon else effect.text)
    lasts = effect.condition and (weapon or not effect.weapon)
    if lasts and not after.will_have(one, effect.condition, weapon):
        after.add_condition(one, effect.condition, about=weapon)
    if effect.crew and not effect.each_round:
        after.blows += yield from strike_crew(scene, one, effect)


def _find_next_weapon(scene: Scene, one: Combatant, effect: CraftEffect, after: Aftermath) -> str:
    """Return the first listed weapon that still works."""
    working = (
        weapon.name
        for weapon in one.weapons
        if not is_weapon_out(scene, one, weapon.name)
        and not after.will_have(one, effect.condition, weapon.name)
    )
    return next(working, "")


def remove_rigs(scene: Scene, one: Combatant, lost: int) -> Play[None]:
    """Take away the points of jury rigs that have ended. This is not damage."""
    was = scene.score(one, "protection")
    now = max(0, was - lost)
    if now < was:
        yield ScoreChanged(one.id, scene.scores(one).protection, was, now, RIGGED)
