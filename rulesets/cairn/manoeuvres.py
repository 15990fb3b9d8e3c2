"""Manoeuvres of craft: preparation, checks and results (CF-27)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from events.errors import Refused
from events.types.declarations import Manoeuvre
from events.types.names import join_words, pick
from events.types.outcomes import Acted, Lapsed, SaveRolled, ScoreChanged
from events.types.rolls import parse_dice
from projections.state.fight_state import Combatant, Pending
from projections.text.words import capitalize
from rulesets.cairn import craft as crafts, definition as records, effects, harm
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import Aftermath, Blow, Scene
from rulesets.common.conditions import make_condition_end
from rulesets.common.turns import check_present, date_further_problems
from rulesets.core.play import Play, roll_for
from rulesets.core.ruleset import Problem

replace = msgspec.structs.replace


def prepare_manoeuvre(scene: Scene, said: Manoeuvre) -> Manoeuvre:
    """Return the manoeuvre with the game's name for it, and the only weapon it can mean.

    Raise `Refused` if there is no such manoeuvre, target or weapon.
    """
    one = scene.one(said.by)
    craft = scene.craft(one)
    if craft is None or not craft.manoeuvres:
        raise Refused(f"{one.name} is no craft that has manoeuvres.", clause="CF-27")
    name = pick(said.what, [each.name for each in craft.manoeuvres], "manoeuvre")
    manoeuvre = craft.manoeuvre(name)
    assert manoeuvre is not None, "just picked"
    if manoeuvre.target == "must" and not said.target:
        guns = [said.weapon, *(weapon.name for weapon in one.weapons)] if manoeuvre.weapon else []
        gun = next(filter(None, guns), "")
        line = f"manoeuvre {one.id} {name}" + (f" with {gun}" if gun else "") + " on NAME"
        raise Refused(f"Say on whom, like: {line}.", clause="CF-27")
    if said.target and not manoeuvre.target:
        raise Refused(f"{capitalize(name)} takes no target.", clause="CF-27")
    weapon = _choose_weapon(one, manoeuvre, said.weapon)
    return replace(
        said, what=name, weapon=weapon, choice=_choose_effect(craft, manoeuvre, said.choice)
    )


def _choose_weapon(one: Combatant, manoeuvre: records.Manoeuvre, said: str) -> str:
    names = [weapon.name for weapon in one.weapons]
    if not manoeuvre.weapon:
        if said:
            raise Refused(f"{capitalize(manoeuvre.name)} takes no weapon.", clause="CF-27")
        return ""
    if not said and len(names) != 1:
        which = join_words(names, "or") if names else f"{one.name} has none"
        raise Refused(f"Say which weapon: {which}.", clause="CF-27")
    return pick(said, names, f"weapon of {one.name}") if said else names[0]


def _choose_effect(craft: records.Craft, manoeuvre: records.Manoeuvre, said: str) -> str:
    """Return the effect that a precise attack aims for, by name or face; empty if it is to be
    enhanced."""
    if not said:
        return ""
    names = [effect.name for effect in craft.effects]
    if manoeuvre.does != "lock" or not names:
        raise Refused(f"{capitalize(manoeuvre.name)} has no effect to choose.", clause="CF-27")
    if said.isdecimal() and 1 <= int(said) <= len(names):
        return names[int(said) - 1]
    return "" if said == "enhanced" else pick(said, names, "effect")


def find_manoeuvre(scene: Scene, action: Manoeuvre) -> records.Manoeuvre | None:
    """Return the game's manoeuvre, or None if the actor is no longer such a craft."""
    craft = scene.craft(scene.one(action.by))
    return craft.manoeuvre(action.what) if craft is not None else None


def find_problems(scene: Scene, action: Manoeuvre) -> Iterator[Problem]:
    """Yield the problems with a manoeuvre of the present craft on the present target."""
    one = scene.one(action.by)
    manoeuvre = find_manoeuvre(scene, action)
    if manoeuvre is None:
        yield Problem(f"{one.name} is no craft that can {action.what}", "CF-27", False)
        return
    if action.target:
        yield from date_further_problems(_check_target(one, scene.one(action.target)))
    if action.weapon:
        if action.weapon not in [weapon.name for weapon in one.weapons]:
            yield Problem(f"{one.name} no longer has the {action.weapon}", "CF-27", False)
        elif crafts.is_weapon_out(scene, one, action.weapon):
            why = f"{one.name}'s {action.weapon} is out"
            yield Problem(why, "CF-27", bar=f"out:{one.id}:{action.weapon}")
    if manoeuvre.does == "boost" and _is_boosted(one, action.weapon):
        why = f"{one.name}'s {action.weapon} is boosted already"
        yield Problem(why, "CF-27", bar=f"boosted:{one.id}:{action.weapon}")
    if manoeuvre.does == "rig":
        yield from date_further_problems(_check_rig(scene, one))


def _check_rig(scene: Scene, one: Combatant) -> Iterator[Problem]:
    if one.has(crafts.RIGGED):
        why = f"{one.name} is jury-rigged already"
        yield Problem(why, "CF-27", bar=f"{crafts.RIGGED}:{one.id}")
    if scene.score(one, "protection") >= scene.maximum(one, "protection"):
        hull = scene.scores(one).protection
        yield Problem(f"{one.name} has lost no {hull}", "CF-27", bar=f"unhurt:{one.id}")


def _check_target(one: Combatant, target: Combatant) -> Iterator[Problem]:
    if target is one:
        yield Problem(f"{one.name} is not its own target", "CF-27", False)
        return
    yield from check_present([target])
    if target.scale != one.scale:
        yield Problem(f"{target.name} is no {one.scale}", "CF-27", bar=f"scale:{target.id}")


def _is_boosted(one: Combatant, weapon: str) -> bool:
    return any((each.name, each.about) == (crafts.BOOSTED, weapon) for each in one.conditions)


def find_save(scene: Scene, action: Manoeuvre) -> Save | None:
    """Return the save that a manoeuvre calls for."""
    manoeuvre = find_manoeuvre(scene, action)
    if manoeuvre is None:
        return None
    saver = scene.one(action.by)
    if manoeuvre.of == "target" and action.target:
        saver = scene.one(action.target)
    who = crafts.find_at_post(scene, saver, manoeuvre.posts)
    return Save(who, manoeuvre.save, "manoeuvre", action.what)


def shake_locks(
    scene: Scene, able: Sequence[Pending], saved: Mapping[int, SaveRolled]
) -> Play[None]:
    """Roll another save for each lock of a craft that was dodged, and end the locks that
    fail."""
    for waiting in able:
        action = waiting.action
        if not isinstance(action, Manoeuvre) or saved[waiting.seq].passed:
            continue
        manoeuvre = find_manoeuvre(scene, action)
        if manoeuvre is None or manoeuvre.does != "dodge":
            continue
        shaken = scene.one(action.target)
        held = crafts.find_locks(scene, shaken)
        again = [Save(shaken, "will", "manoeuvre", lock.condition.name) for lock in held]
        kept = yield from save_all(scene, again)
        for lock, still in zip(held, kept, strict=True):
            if not still:
                yield make_condition_end(shaken, lock.condition)


def ram_targets(
    scene: Scene, able: Sequence[Pending], saved: Mapping[int, SaveRolled], after: Aftermath
) -> Play[None]:
    """Apply successful rams in declared order.

    The target, then the rammer, takes half of the rammer's maximum hull, at least 1.
    """
    for waiting in able:
        action = waiting.action
        if not isinstance(action, Manoeuvre) or not saved[waiting.seq].passed:
            continue
        manoeuvre = find_manoeuvre(scene, action)
        if manoeuvre is None or manoeuvre.does != "ram":
            continue
        one, target = scene.one(action.by), scene.one(action.target)
        force = max(1, scene.maximum(one, "protection") // 2)
        past = manoeuvre.pierces
        blows = [
            Blow(target, force, one, action.what, waiting.seq, pierces=past),
            Blow(one, force, pierces=past, why=action.what),
        ]
        for blow in blows:
            yield from harm.land_blow(scene, blow, after)


def carry_out(scene: Scene, action: Manoeuvre, saved: SaveRolled, after: Aftermath) -> Play[None]:
    """Apply the result of a manoeuvre, after the damage of the turn."""
    one = scene.one(action.by)
    manoeuvre = find_manoeuvre(scene, action)
    assert manoeuvre is not None, "a save was rolled for it"
    works = saved.passed != (manoeuvre.does == "dodge")
    if not works:
        saver = scene.one(saved.who)
        result = "passed" if saved.passed else "failed"
        yield Lapsed(one.id, action.what, f"{saver.name}'s {saved.score} save {result}")
        if manoeuvre.does == "boost" and saved.face == 20:
            yield from effects.lose_ability(scene, one, "will", 1, action.what, after)
        return
    actor = saved.who if manoeuvre.does == "tell" and manoeuvre.of == "target" else one.id
    yield Acted(actor, action.what)
    match manoeuvre.does:
        case "lock":
            _lock_weapon(scene, one, action, after)
        case "dodge":
            target = scene.one(action.target)
            if not after.will_have(target, crafts.THROWN_OFF):
                after.add_condition(target, crafts.THROWN_OFF, due=crafts.compute_due(scene, 0))
        case "boost":
            due = yield from _roll_due(scene, one, manoeuvre)
            after.add_condition(one, crafts.BOOSTED, about=action.weapon, due=due)
            after.add_condition(one, crafts.MODULE_DOWN, about=action.weapon, due=due)
        case "rig":
            yield from _rig_hull(scene, one, manoeuvre, after)


def _lock_weapon(scene: Scene, one: Combatant, action: Manoeuvre, after: Aftermath) -> None:
    """Lock a weapon until its attack or the end of the next round. Each weapon has one lock."""
    for lock in crafts.find_locks(scene, one, action.weapon):
        after.add_ends(make_condition_end(one, lock.condition))
    name = crafts.name_lock(action.weapon, action.choice)
    after.add_condition(one, name, about=action.target, due=crafts.compute_due(scene, 1))


def _roll_due(scene: Scene, one: Combatant, manoeuvre: records.Manoeuvre) -> Play[int]:
    """Roll how many rounds a manoeuvre lasts; return the time on the clock after them."""
    faces = yield from roll_for(one.id, parse_dice(manoeuvre.rounds).dice, "duration", alike=sum)
    return crafts.compute_due(scene, sum(faces))


def _rig_hull(
    scene: Scene, one: Combatant, manoeuvre: records.Manoeuvre, after: Aftermath
) -> Play[None]:
    due = yield from _roll_due(scene, one, manoeuvre)
    was = scene.score(one, "protection")
    if was < scene.maximum(one, "protection"):
        hull = scene.scores(one).protection
        yield ScoreChanged(one.id, hull, was, was + 1, manoeuvre.name)
        after.add_condition(one, crafts.RIGGED, due=due)
