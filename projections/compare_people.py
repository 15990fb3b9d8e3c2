"""Everything in which one combatant differs between two states, in the words of the screen."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from events.types.sheets import Condition, Effect, Weapon, Wound
from projections.differing import Row, by_name, by_words, differs
from projections.state.fight_state import Combatant, FightState
from projections.text.words import (
    Words,
    amount,
    condition_words,
    conditions_words,
    joined,
    side_words,
    signed,
    wound_line,
)

NOT_HERE = "not here"
"""The standing of somebody who has not joined."""


def combatant_rows(
    was: FightState, now: FightState, one: Combatant | None, other: Combatant | None
) -> Iterator[Row]:
    """What differs in somebody, None where they are not in the fight."""
    if one is None or other is None:
        yield from differs("standing", standing(one), standing(other))
        return
    yield from differs("name", one.name, other.name)
    yield from differs("standing", standing(one), standing(other))
    yield from by_name("", _scores(was, one), _scores(now, other))
    yield from _wounds(was, now, one, other)
    yield from by_words("condition", conditions_words(was, one), conditions_words(now, other))
    yield from _lasting(was, now, one, other)
    yield from by_name("", _traits(one), _traits(other))
    yield from by_name("weapon", _weapons(one), _weapons(other))
    yield from by_name("", _skills(one), _skills(other))
    yield from by_name("", _place(was, one), _place(now, other))
    if was.round == now.round and not now.ended:
        yield from differs("this round", _done(one), _done(other))


def standing(one: Combatant | None) -> str:
    """“in the fight”, “fled”, “dead (Wolf's bite)”."""
    if one is None:
        return NOT_HERE
    if one.standing == "in":
        return "in the fight"
    if one.standing == "gone":
        return one.how
    return f"dead ({one.how})" if one.how not in ("", "killed") else "dead"


def _scores(state: FightState, one: Combatant) -> dict[str, str]:
    told: dict[str, str] = {}
    for score, number in one.scores.items():
        told[score] = amount(state.game, score, number)
        told[f"max {score}"] = amount(state.game, score, one.maxima[score])
    return told


def _wounds(was: FightState, now: FightState, one: Combatant, other: Combatant) -> Iterator[Row]:
    """Wounds and scars by their labels; time that has gone by does not change one."""
    then = {wound.label: wound for wound in one.wounds}
    today = {wound.label: wound for wound in other.wounds}
    for label in dict.fromkeys([*then, *today]):
        before, after = then.get(label), today.get(label)
        if before != after:
            yield from differs("wound", _wound(was, one, before), _wound(now, other, after))


def _wound(state: FightState, one: Combatant, wound: Wound | None) -> str:
    """The wound in words; that of the dead waits for nothing."""
    if wound is None:
        return ""
    if one.standing == "dead":
        wound = replace(wound, awaits="", due=None)
    return wound_line(wound, state)


def _lasting(was: FightState, now: FightState, one: Combatant, other: Combatant) -> Iterator[Row]:
    """Conditions that both have, and that keep them from other things or end at another time."""
    today = _bounds(now, other)
    for what, then in _bounds(was, one).items():
        yield from differs(what, then, today.get(what, then))


def _bounds(state: FightState, one: Combatant) -> dict[str, str]:
    """By the words of each condition, what it keeps somebody from and when it ends."""
    return {
        condition_words(state, one, each.name, each.about): _bound(state, each)
        for each in one.conditions
    }


def _bound(state: FightState, condition: Condition) -> str:
    bars = f"keeps from {condition.bars}" if condition.bars else ""
    due = f"until {Words(state).time(condition.due)}" if condition.due else ""
    return ", ".join(filter(None, [bars, due]))


def _traits(one: Combatant) -> dict[str, str]:
    told = {
        "armor": str(one.armor),
        "shield": str(one.shield),
        "side": side_words(one.side),
        "player": one.player,
        "kind": one.kind,
        "scale": one.scale,
        "leader": "yes" if one.leader else "no",
        "attacks with each weapon": "yes" if one.each else "no",
        "effects": "; ".join(map(_effect, one.effects)),
    }
    return told | {f"on {what}": choice for what, choice in one.choices.items()}


def _weapons(one: Combatant) -> dict[str, str]:
    return {weapon.name: _weapon(weapon) for weapon in one.weapons}


def _weapon(weapon: Weapon) -> str:
    """“club d8 blast, against DEX”."""
    against = f"against {weapon.against}" if weapon.against else ""
    short = " ".join([weapon.name, weapon.dice, *weapon.tags]).strip()
    return ", ".join(filter(None, [short, weapon.range, against, *map(_effect, weapon.effects)]))


def _effect(effect: Effect) -> str:
    """“hit: lose d6 STR”."""
    does = "" if effect.does == "tell" else effect.does
    save = f"({effect.save})" if effect.save else ""
    words = " ".join(filter(None, [does, effect.dice, effect.score, save, effect.text]))
    return f"{effect.when}: {words}"


def _skills(one: Combatant) -> dict[str, str]:
    return {skill: signed(number) for skill, number in one.skills.items()}


def _place(state: FightState, one: Combatant) -> dict[str, str]:
    words = Words(state)
    crew = [f"{words.name(id)}{f' ({post})' if post else ''}" for id, post in one.crew.items()]
    return {
        "area": one.area,
        "engaged with": joined([words.name(id) for id in one.engaged]),
        "aboard": ", ".join(crew),
    }


def _done(one: Combatant) -> str:
    """What somebody has done of their turn: “1 move, 1 action with club”."""
    counted = ((one.moves, "move"), (one.acted, "action"))
    done = ", ".join(
        f"{count} {what}{'s' if count > 1 else ''}" for count, what in counted if count
    )
    return f"{done} with {joined(one.used)}" if one.used else done or "nothing"
