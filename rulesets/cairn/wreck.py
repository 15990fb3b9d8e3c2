"""What damage does to a craft besides its numbers: the table of effects, and the end (CF-27)."""

from __future__ import annotations

from events.types.dice_notation import parse_dice
from events.types.outcomes import EffectTold, WoundTaken
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from rulesets.cairn import craft as crafts
from rulesets.cairn import effects
from rulesets.cairn.craft import strike_crew
from rulesets.cairn.definition import Craft, CraftEffect
from rulesets.cairn.effects import Aftermath
from rulesets.cairn.scene import BREAKING_DOWN, CRITICAL, OUT_OF_ACTION, Blow, Scene
from rulesets.common.people import free_label
from rulesets.core.play import Play, throw_one


def at_nothing(scene: Scene, one: Combatant, after: Aftermath) -> Play[None]:
    """Damage that takes the last hit protection and nothing more: one effect, where craft of
    this kind have some."""
    craft = scene.craft(one)
    if craft is not None and craft.effects:
        yield from _rolled(scene, one, craft, after)


def fails(scene: Scene, blow: Blow, craft: Craft, after: Aftermath) -> Play[None]:
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
        yield WoundTaken(one.id, Wound(label, CRITICAL, text=OUT_OF_ACTION, awaits=crafts.REPAIR))
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
    yield WoundTaken(one.id, Wound(label, BREAKING_DOWN, text=text, awaits=crafts.REPAIR, due=due))


def _rolled(scene: Scene, one: Combatant, craft: Craft, after: Aftermath) -> Play[None]:
    (face,) = yield from throw_one(one.id, (craft.die,), "ship-effect")
    yield from suffer(scene, one, craft.effects[face - 1], after)


def suffer(scene: Scene, one: Combatant, effect: CraftEffect, after: Aftermath) -> Play[None]:
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
        if not crafts.is_out(scene, one, weapon.name)
        and not after.will_have(one, effect.condition, weapon.name)
    )
    return next(working, "")
