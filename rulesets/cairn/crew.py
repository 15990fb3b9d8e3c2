"""Who is aboard a craft, and what they take with it (CF-23, CF-27)."""

from __future__ import annotations

from events.errors import Refused
from events.types.dice_notation import parse_dice
from events.types.sheets import Sheet
from projections.state.fight_state import Combatant, FightState
from rulesets.cairn.blow import Blow
from rulesets.cairn.craft_records import CraftEffect
from rulesets.cairn.definition import definition
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import Scene
from rulesets.common.naming import find
from rulesets.core.play import Ask, Play, throw


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
