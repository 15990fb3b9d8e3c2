"""Craft: which of their weapons can be fired, what is locked on what, who of the crew is at
which post (CF-27)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from events.errors import Refused
from events.types.declarations import Attack
from events.types.dice_notation import parse_dice, written
from events.types.names import folded
from events.types.outcomes import EffectTold, ScoreChanged, WoundTaken
from events.types.sheets import Condition, Sheet, Weapon, Wound
from projections.state.fight_state import Combatant, FightState
from rulesets.cairn import effects
from rulesets.cairn.definition import Craft, CraftEffect, definition
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import (
    BREAKING_DOWN,
    CRITICAL,
    LOST_ROUND,
    OUT_OF_ACTION,
    STUNNED,
    Aftermath,
    Blow,
    Scene,
)
from rulesets.common.scene import find, free_label
from rulesets.core.play import Ask, Play, throw, throw_one
from rulesets.core.ruleset import Problem

THROWN_OFF = "thrown off"
BOOSTED = "boosted"
MODULE_DOWN = "module down"
RIGGED = "jury-rigged"
REPAIR = "repair"
WORKSHOP = "a workshop"
"""What a craft's damage waits for once somebody has seen to it."""


class Lock(NamedTuple):
    """What an attack gains by a lock: it is enhanced, or, with an effect, a precise one."""

    condition: Condition
    effect: str


def is_out(scene: Scene, one: Combatant, weapon: str) -> bool:
    """Has an effect put this weapon out of action?"""
    names = [effect.condition for effect in _effects(scene, one) if effect.weapon]
    return any(each.name in names and each.about == weapon for each in one.conditions)


def silenced(scene: Scene, one: Combatant, condition: str) -> str:
    """The weapon that a condition puts out of action where nobody says which: the first listed
    that still works; none for other conditions."""
    if not any(each.weapon and each.condition == condition for each in _effects(scene, one)):
        return ""
    return next((each.name for each in one.weapons if not is_out(scene, one, each.name)), "")


def holding(scene: Scene, one: Combatant) -> CraftEffect | None:
    """The effect that keeps a craft from manoeuvring, if there is one."""
    return next(
        (each for each in _effects(scene, one) if each.holds and one.has(each.condition)), None
    )


def _effects(scene: Scene, one: Combatant) -> tuple[CraftEffect, ...]:
    craft = scene.craft(one)
    return craft.effects if craft is not None else ()


def boosted(one: Combatant, weapon: Weapon) -> Weapon:
    """The weapon with one more die of its type for as long as it is boosted."""
    if not any((each.name, each.about) == (BOOSTED, weapon.name) for each in one.conditions):
        return weapon
    dice = parse_dice(weapon.dice)
    more = max(dice.dice, key=lambda die: int(die[1:]))
    better = written((*dice.dice, more), dice.bonus)
    return Weapon(weapon.name, better, weapon.tags, weapon.range, weapon.effects, weapon.against)


def lock_name(weapon: str, effect: str = "") -> str:
    """What the condition of being locked on is called."""
    return f"{weapon} locked on" + (f" for {effect}" if effect else "")


def locks(scene: Scene, by: Combatant, weapon: str = "", target: str = "") -> list[Lock]:
    """The locks somebody has: all, or those of one weapon, on one target."""
    if not any(each.about for each in by.conditions):
        return []
    effects = ["", *(each.name for each in _effects(scene, by))]
    weapons = [weapon] if weapon else [each.name for each in by.weapons]
    names = {lock_name(each, effect): effect for each in weapons for effect in effects}
    return [
        Lock(each, names[each.name])
        for each in by.conditions
        if each.about and each.name in names and target in ("", each.about)
    ]


def _half_locked(scene: Scene, by: Combatant, weapons: Iterable[str], target: str) -> str:
    """The weapon that is locked on the target where another one with it is not locked likewise;
    empty where all are as one."""
    held = {weapon: locks(scene, by, weapon, target) for weapon in weapons}
    kinds = {tuple(lock.effect for lock in each) for each in held.values()}
    if len(kinds) < 2:
        return ""
    return next(weapon for weapon, each in held.items() if each)


def locks_of(scene: Scene, by: Combatant, weapons: Iterable[Weapon], target: str) -> list[Lock]:
    """The locks of these weapons on one target."""
    return [lock for each in weapons for lock in locks(scene, by, each.name, target)]


def find_gun_problems(scene: Scene, by: Combatant, attack: Attack) -> Iterator[Problem]:
    """A weapon that is out cannot be fired, and one that is locked on fires by itself (CF-27)."""
    for label in attack.weapons:
        if is_out(scene, by, label):
            yield Problem(f"{by.name}'s {label} is out", "CF-27")
    for aim in attack.targets:
        locked = _half_locked(scene, by, attack.weapons, aim.target)
        if locked:
            target = scene.one(aim.target).name
            yield Problem(
                f"{by.name}'s {locked} is locked on {target}; let it fire by itself", "CF-27"
            )


def at_post(scene: Scene, one: Combatant, posts: Iterable[str]) -> Combatant:
    """Who of the crew has the first of these posts that somebody is able at; else the craft."""
    for post in posts:
        for id, held in one.crew.items():
            member = scene.state.combatants.get(id)
            if member is not None and folded(held) == folded(post) and _minds_it(member):
                return member
    return one


def _minds_it(member: Combatant) -> bool:
    """Can they save from their post? A save is no action: who is only too slow, or dazed for a
    moment, makes it; who is not there, dead or down does not."""
    return member.standing == "in" and not any(
        each.bars in ("everything", "all but crawling") and each.name not in (LOST_ROUND, STUNNED)
        for each in member.conditions
    )


def moment(scene: Scene, rounds: int) -> int:
    """The moment of the clock at which so many rounds after this one are over."""
    return scene.state.clock + max(1, rounds + scene.state.round_open) * scene.round_seconds()


def boarded(state: FightState, sheet: Sheet) -> dict[str, str]:
    """The crew of a sheet by id; raises `Refused` where somebody has not joined yet."""
    crew: dict[str, str] = {}
    for name, post in sheet.crew.items():
        try:
            member = find(state, name)
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
    """Raise where a craft of another side would be aboard."""
    if member.scale in definition(state.game).craft and member.side != side:
        raise Refused(
            f"{member.name} is a {member.scale} of the other side and is not aboard {craft}.",
            clause="CF-27",
        )


def aboard(scene: Scene, one: Combatant) -> list[Combatant]:
    """Everybody in the fight who goes where a craft goes, and whoever those carry."""
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
    """What an effect does to the crew, each with dice of their own; who may save does so before."""
    members = [scene.one(id) for id, post in one.crew.items() if post or effect.crew == "all"]
    struck = [member for member in members if member.standing == "in"]
    why = f"{effect.text} ({one.name})"
    role = effect.save
    if role:
        saves = [Save(member, role, "effect-save", why) for member in struck]
        passed = yield from save_all(scene, saves)
        struck = [member for member, safe in zip(struck, passed, strict=True) if not safe]
    dice = parse_dice(effect.dice).dice
    faces = yield from throw(*(Ask(member.id, dice, "harm") for member in struck))
    return [Blow(member, max(each), why=why) for member, each in zip(struck, faces, strict=True)]


def lasting(scene: Scene, one: Combatant) -> list[CraftEffect]:
    """The effects that strike a craft's crew at each round's end."""
    craft = scene.craft(one)
    every = craft.effects if craft is not None else ()
    return [each for each in every if each.each_round and each.crew and one.has(each.condition)]


def burn(scene: Scene) -> Play[list[Blow]]:
    """What a round's end brings to the crews of all craft still in the fight."""
    blows: list[Blow] = []
    for one in list(scene.present()):
        for effect in lasting(scene, one):
            blows += yield from strike_crew(scene, one, effect)
    return blows


def roll_effect_at_zero(scene: Scene, one: Combatant, after: Aftermath) -> Play[None]:
    """Damage that takes the last hit protection and nothing more: one effect, where craft of
    this kind have some."""
    craft = scene.craft(one)
    if craft is not None and craft.effects:
        yield from _rolled(scene, one, craft, after)


def fail_critical_save(scene: Scene, blow: Blow, craft: Craft, after: Aftermath) -> Play[None]:
    """A failed save against critical damage: so many minutes to the end; or out of action, with
    an effect."""
    one = blow.to
    if craft.minutes:
        yield from _breaking_down(scene, one, craft)
        return
    if one.choices.get("critical") == "dead":
        yield from effects.die(scene, one, CRITICAL, blow.by, after)
    elif not after.will_have(one, OUT_OF_ACTION):
        label = free_label(one, CRITICAL)
        yield WoundTaken(one.id, Wound(label, CRITICAL, text=OUT_OF_ACTION, awaits=REPAIR))
        after.begins(one, OUT_OF_ACTION, "everything", label)
    if craft.effects:
        yield from _rolled(scene, one, craft, after)


def _breaking_down(scene: Scene, one: Combatant, craft: Craft) -> Play[None]:
    """It acts until then; a further failed save has minutes of its own."""
    faces = yield from throw_one(one.id, parse_dice(craft.minutes).dice, "duration")
    minutes = sum(faces)
    label = free_label(one, BREAKING_DOWN)
    text = f"{craft.ruined or 'destroyed'} in {minutes} min unless repaired"
    due = scene.state.clock + 60 * minutes
    yield WoundTaken(one.id, Wound(label, BREAKING_DOWN, text=text, awaits=REPAIR, due=due))


def _rolled(scene: Scene, one: Combatant, craft: Craft, after: Aftermath) -> Play[None]:
    (face,) = yield from throw_one(one.id, (craft.die,), "ship-effect")
    yield from apply_effect(scene, one, craft.effects[face - 1], after)


def apply_effect(scene: Scene, one: Combatant, effect: CraftEffect, after: Aftermath) -> Play[None]:
    """One effect: told, its condition, what it does to the crew at once."""
    weapon = _next_weapon(scene, one, effect, after) if effect.weapon else ""
    yield EffectTold(one.id, f"{effect.text}: {weapon}" if weapon else effect.text)
    lasts = effect.condition and (weapon or not effect.weapon)
    if lasts and not after.will_have(one, effect.condition, weapon):
        after.begins(one, effect.condition, about=weapon)
    if effect.crew and not effect.each_round:
        after.blows += yield from strike_crew(scene, one, effect)


def _next_weapon(scene: Scene, one: Combatant, effect: CraftEffect, after: Aftermath) -> str:
    """The weapon first listed that still works."""
    working = (
        weapon.name
        for weapon in one.weapons
        if not is_out(scene, one, weapon.name)
        and not after.will_have(one, effect.condition, weapon.name)
    )
    return next(working, "")


def unrigged(scene: Scene, one: Combatant, lost: int) -> Play[None]:
    """What was only rigged up is gone again; that is no damage."""
    was = scene.score(one, "protection")
    now = max(0, was - lost)
    if now < was:
        yield ScoreChanged(one.id, scene.scores(one).protection, was, now, RIGGED)
