"""The differences between two states, or two sheets, of one combatant, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from events.types.sheets import Condition, Effect, Sheet, Weapon, Wound
from projections.state.fight_state import Combatant, FightState
from projections.state.fold_combatants import create_combatant
from projections.text.words import (
    Words,
    describe_condition,
    describe_side,
    describe_weapon,
    describe_wound_state,
    format_score,
    format_signed,
    join_words,
    list_conditions,
    list_crew,
)

DiffRow: TypeAlias = tuple[str, str, str]
"""What differs, then its value in the first state and in the second; empty where it has none."""

T = TypeVar("T")


def find_changed_values(
    then: Mapping[str, T], now: Mapping[str, T], missing: T
) -> Iterator[tuple[str, T, T]]:
    """Yield each key whose value differs, with the value then and now, or `missing`."""
    for key in dict.fromkeys([*then, *now]):
        before, after = then.get(key, missing), now.get(key, missing)
        if before is not after and before != after:
            yield key, before, after


def compare_values(what: str, then: str, now: str) -> Iterator[DiffRow]:
    """Yield the row of one value, if it differs."""
    if then != now:
        yield what, then, now


def compare_named(what: str, then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[DiffRow]:
    """Yield a row for each named value that differs, labelled `what`, or by its name if empty."""
    for name, before, after in find_changed_values(then, now, ""):
        yield what or name, before, after


def compare_lists(what: str, then: Sequence[str], now: Sequence[str]) -> Iterator[DiffRow]:
    """Yield a row for each text that only one list has: what is gone, then what is new."""
    gone, new = [*then], []
    for each in now:
        if each in gone:
            gone.remove(each)
        else:
            new.append(each)
    yield from ((what, each, "") for each in gone)
    yield from ((what, "", each) for each in new)


NOT_HERE = "not here"
"""The standing of a combatant who has not joined."""


def compare_combatants(
    was: FightState, now: FightState, one: Combatant | None, other: Combatant | None
) -> Iterator[DiffRow]:
    """Yield the differences in a combatant; None where they are not in the fight."""
    if one is None or other is None:
        yield from compare_values("standing", _describe_standing(one), _describe_standing(other))
        return
    yield from compare_values("name", one.name, other.name)
    yield from compare_values("standing", _describe_standing(one), _describe_standing(other))
    yield from compare_named("", _list_scores(was, one), _list_scores(now, other))
    yield from _compare_wounds(was, now, one, other)
    yield from compare_lists("condition", list_conditions(was, one), list_conditions(now, other))
    yield from _compare_conditions(was, now, one, other)
    yield from compare_named("", _list_traits(one), _list_traits(other))
    yield from compare_named("weapon", _list_weapons(one), _list_weapons(other))
    yield from compare_named("", _list_skills(one), _list_skills(other))
    yield from compare_named("", _list_places(was, one), _list_places(now, other))
    if was.round == now.round and not now.ended:
        yield from compare_values(
            "this round", _describe_turn_so_far(one), _describe_turn_so_far(other)
        )


def _describe_standing(one: Combatant | None) -> str:
    """Describe a standing: “in the fight”, “fled”, “dead (Wolf's bite)”."""
    if one is None:
        return NOT_HERE
    if one.standing == "in":
        return "in the fight"
    if one.standing == "gone":
        return one.how
    return f"dead ({one.how})" if one.how not in ("", "killed") else "dead"


def _list_scores(state: FightState, one: Combatant) -> dict[str, str]:
    scores: dict[str, str] = {}
    for score, number in one.scores.items():
        scores[score] = format_score(state.game, score, number)
        scores[f"max {score}"] = format_score(state.game, score, one.maxima[score])
    return scores


def _compare_wounds(
    was: FightState, now: FightState, one: Combatant, other: Combatant
) -> Iterator[DiffRow]:
    """Yield the wounds and scars that differ, by label; time that has passed is no difference."""
    wounds: Mapping[str, Wound | None] = {wound.label: wound for wound in one.wounds}
    others: Mapping[str, Wound | None] = {wound.label: wound for wound in other.wounds}
    for _, before, after in find_changed_values(wounds, others, None):
        yield from compare_values(
            "wound", _describe_wound(was, one, before), _describe_wound(now, other, after)
        )


def _describe_wound(state: FightState, one: Combatant, wound: Wound | None) -> str:
    """Describe a wound; that of the dead awaits no treatment."""
    if wound is None:
        return ""
    if one.standing == "dead":
        wound = replace(wound, awaits="", due=None)
    return describe_wound_state(wound, state)


def _compare_conditions(
    was: FightState, now: FightState, one: Combatant, other: Combatant
) -> Iterator[DiffRow]:
    """Yield the conditions in both states that bar something else or end at another time."""
    after = _list_condition_limits(now, other)
    for what, then in _list_condition_limits(was, one).items():
        yield from compare_values(what, then, after.get(what, then))


def _list_condition_limits(state: FightState, one: Combatant) -> dict[str, str]:
    """Return what each condition bars and when it ends, by the condition's words."""
    return {
        describe_condition(state, one, each.name, each.about): _describe_limits(state, each)
        for each in one.conditions
    }


def _describe_limits(state: FightState, condition: Condition) -> str:
    bars = f"keeps from {condition.bars}" if condition.bars else ""
    due = f"until {Words(state).time(condition.due)}" if condition.due else ""
    return ", ".join(filter(None, [bars, due]))


def _list_traits(one: Combatant) -> dict[str, str]:
    traits = {
        "armor": str(one.armor),
        "shield": str(one.shield),
        "side": describe_side(one.side),
        "player": one.player,
        "kind": one.kind,
        "scale": one.scale,
        "leader": "yes" if one.leader else "no",
        "attacks with each weapon": "yes" if one.each else "no",
        "effects": "; ".join(map(_describe_effect, one.effects)),
    }
    return traits | {f"on {what}": choice for what, choice in one.choices.items()}


def _list_weapons(one: Combatant) -> dict[str, str]:
    return {weapon.name: _describe_weapon(weapon) for weapon in one.weapons}


def _describe_weapon(weapon: Weapon) -> str:
    """Describe a weapon in full: “club d8 blast, against DEX”."""
    against = f"against {weapon.against}" if weapon.against else ""
    effects = map(_describe_effect, weapon.effects)
    return ", ".join(filter(None, [describe_weapon(weapon), weapon.range, against, *effects]))


def _describe_effect(effect: Effect) -> str:
    """Describe an effect: “hit: lose d6 STR”."""
    does = "" if effect.does == "tell" else effect.does
    save = f"({effect.save})" if effect.save else ""
    words = " ".join(filter(None, [does, effect.dice, effect.score, save, effect.text]))
    return f"{effect.when}: {words}"


def _list_skills(one: Combatant) -> dict[str, str]:
    return {skill: format_signed(number) for skill, number in one.skills.items()}


def _list_places(state: FightState, one: Combatant) -> dict[str, str]:
    words = Words(state)
    return {
        "area": one.area,
        "engaged with": join_words([words.name(id) for id in one.engaged]),
        "aboard": ", ".join(list_crew(state, one)),
    }


def _describe_turn_so_far(one: Combatant) -> str:
    """Describe what a combatant has done in this turn: “1 move, 1 action with club”."""
    counted = ((one.moves, "move"), (one.acted, "action"))
    done = ", ".join(
        f"{count} {what}{'s' if count > 1 else ''}" for count, what in counted if count
    )
    return f"{done} with {join_words(one.used)}" if one.used else done or "nothing"


_SAID_BY_JOINING = ("name", "side")
"""What the phrase for joining says already."""

_WITHOUT_LABEL = ("condition", "wound", "weapon")
"""Rows whose value needs no label; it is there or not."""


class SheetDiff(NamedTuple):
    """What differs between two sheets, now and before: “armor 0, HP 9”, “armor 1, HP 8”."""

    now: str
    was: str


def compare_sheets(was: Sheet, now: Sheet, state: FightState) -> SheetDiff:
    """Compare the sheets of two versions of one joining; `state` gives the names and the game."""
    rows = [
        (what, _add_maximum(state, was, what, then), _add_maximum(state, now, what, to))
        for what, then, to in _drop_repeated_maxima(
            compare_combatants(state, state, create_combatant(was), create_combatant(now))
        )
    ]
    of_most = {f"max {what}" for what, then, to in rows if "/" in then + to}
    rows = [row for row in rows if row[0] not in of_most]
    return SheetDiff(
        ", ".join(
            _describe_row(what, to, other=then)
            for what, then, to in rows
            if what not in _SAID_BY_JOINING
        ),
        ", ".join(
            then if what in _SAID_BY_JOINING else _describe_row(what, then, other=to)
            for what, then, to in rows
        ),
    )


def _add_maximum(state: FightState, sheet: Sheet, what: str, value: str) -> str:
    """Add the maximum to a score that is not at it: “4/6”."""
    if what not in sheet.scores:
        return value
    most = sheet.maxima.get(what, sheet.scores[what])
    return (
        value if most == sheet.scores[what] else f"{value}/{format_score(state.game, what, most)}"
    )


def _drop_repeated_maxima(rows: Iterator[DiffRow]) -> Iterator[DiffRow]:
    """Leave out maxima that differ in the same way as their scores."""
    seen: dict[str, tuple[str, str]] = {}
    for what, then, now in rows:
        if seen.get(what.removeprefix("max ")) != (then, now):
            seen[what] = (then, now)
            yield what, then, now


def _describe_row(what: str, value: str, other: str) -> str:
    """Describe one value of a row: “armor 0”, “club d8”, “no club d8”, “player none”."""
    if what in _WITHOUT_LABEL:
        return value or f"no {other}"
    return f"{what} {value or 'none'}"
