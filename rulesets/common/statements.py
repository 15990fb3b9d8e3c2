"""Statements: facts that the referee states (ALL-01).

A statement follows no rule. It is only checked for sense: the combatant exists, the score is one of
theirs, the value can be read.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from events.errors import Refused
from events.types import statements as s
from events.types.names import check_name, fold_case, number_name, pick
from events.types.sheets import Kind, Scale
from events.types.unions import Statement
from projections.state.fight_state import Combatant, FightState
from rulesets.common.fields import parse_digits
from rulesets.common.scene import find_combatant, list_taken_ids

TRAIT_VALUES = {
    "kind": get_args(Kind),
    "scale": get_args(Scale),
    "leader": ("yes", "no"),
    "each": ("yes", "no"),
    "critical": ("out", "dead"),
    "broken": ("routed", "weakened"),
    "morale": ("flees", "surrenders"),
    "nerve": ("enhanced", "impaired", "plain"),
}
"""The values of the traits that have no others."""

LARGEST = 9999
"""A larger score is a typing error."""

TEN_YEARS = 10 * 365 * 24 * 3600
"""More seconds than this are a typing error; no number of a game is larger."""

MOST_SKILL = 99
"""A larger modifier is a typing error."""

MOST_TARGET = 99
"""A harder check is a typing error."""

MOST_ARMOR = 99
"""More armor is a typing error; how much of it counts is up to the game."""


def prepare_statement(state: FightState, statement: Statement, least: int = 0) -> Statement:
    """Return the statement with its names resolved; raise `Refused` if it makes no sense.

    `least` is the lowest value a score can have.
    """
    one = find_combatant(state, statement.who)
    prepared = msgspec.structs.replace(statement, who=one.id)
    match prepared:
        case s.SetScore():
            return _prepare_score(one, prepared, least)
        case s.SetSkill():
            return _prepare_skill(one, prepared)
        case s.Place() if not prepared.area.strip() and not one.area:
            raise Refused(f"{one.name} stands in no area; say which, like: place {one.id} yard.")
        case s.Place():
            area = pick(prepared.area, state.areas, "area") if prepared.area.strip() else ""
            return msgspec.structs.replace(prepared, area=area)
        case s.Engage():
            opponents = [find_combatant(state, each) for each in prepared.opponents]
            if one in opponents:
                raise Refused(f"{one.name} is not engaged with themselves.")
            ids = tuple(dict.fromkeys(other.id for other in opponents))
            return msgspec.structs.replace(prepared, opponents=ids)
        case s.Crew():
            return _prepare_crew(state, one, prepared)
        case s.SetTrait():
            return _prepare_trait(prepared)
        case s.EndCondition():
            names = [condition.name for condition in one.conditions]
            found = pick(prepared.condition, names, f"condition of {one.name}")
            return _prepare_end(state, one, msgspec.structs.replace(prepared, condition=found))
        case s.AddCondition() if not prepared.condition.strip():
            raise Refused("Say which condition, like: condition ada blinded.")
        case s.AddCondition() if prepared.about:
            return msgspec.structs.replace(
                prepared, about=_resolve_about(state, one, prepared.about)
            )
        case s.Disarm():
            found = pick(prepared.weapon, [w.name for w in one.weapons], f"weapon of {one.name}")
            return msgspec.structs.replace(prepared, weapon=found)
        case s.Rename():
            name = number_name(check_name(prepared.name), list_taken_ids(state, but=one.id))
            return msgspec.structs.replace(prepared, name=name, was=one.name)
        case s.Kill() if one.standing == "dead":
            raise Refused(f"{one.name} is dead already.")
        case s.Revive() if one.standing != "dead":
            raise Refused(f"{one.name} is not dead.")
        case s.Remove() if one.standing != "in":
            raise Refused(f"{one.name} is not in the fight any more.")
        case s.Return() if one.standing != "gone":
            raise Refused(f"{one.name} has not left the fight.")
    return prepared


def _resolve_about(state: FightState, one: Combatant, text: str) -> str:
    """Return what a condition is about: one of the combatant's weapons, or a combatant's id."""
    weapons = {fold_case(weapon.name): weapon.name for weapon in one.weapons}
    return weapons.get(fold_case(text)) or find_combatant(state, text).id


def _prepare_end(state: FightState, one: Combatant, statement: s.EndCondition) -> s.EndCondition:
    """Return the end of a condition. If several have its name, their subjects tell them apart."""
    if not statement.about:
        return statement
    held = [each.about for each in one.conditions if each.name == statement.condition]
    about = statement.about if statement.about in held else ""
    about = about or _resolve_about(state, one, statement.about)
    if about not in held:
        raise Refused(f"{one.name}'s {statement.condition} is not about {statement.about}.")
    return msgspec.structs.replace(statement, about=about)


def refuse_above_maximum(score: str, now: int, maximum: int) -> None:
    """Raise `Refused` if a score is above the maximum given with it."""
    if now > maximum:
        raise Refused(f"{score} cannot be {now} of at most {maximum}; the maximum comes last.")


def _prepare_skill(one: Combatant, statement: s.SetSkill) -> s.SetSkill:
    if abs(statement.now) > MOST_SKILL:
        raise Refused(f"A skill is −{MOST_SKILL} to {MOST_SKILL}, not {statement.now}.")
    known = {fold_case(skill): skill for skill in one.skills}
    skill = known.get(fold_case(statement.skill)) or check_name(statement.skill)
    return msgspec.structs.replace(statement, skill=skill)


def _prepare_crew(state: FightState, craft: Combatant, statement: s.Crew) -> s.Crew:
    member = find_combatant(state, statement.member)
    if member is craft:
        raise Refused(f"{craft.name} is not aboard itself.")
    if statement.ashore and member.id not in craft.crew:
        raise Refused(f"{member.name} is not aboard {craft.name}.")
    return msgspec.structs.replace(statement, member=member.id)


def _prepare_score(one: Combatant, statement: s.SetScore, least: int) -> s.SetScore:
    """Return a score with its full name and numbers in range.

    If only one number is named, the fold derives the other. It is not recorded as if it were named.
    """
    score = pick(statement.score, one.scores, f"score of {one.name}")
    if statement.now is None and statement.maximum is None:
        raise Refused(f"Say what {one.name}'s {score} is now, like: set {one.id} {score} 4.")
    for number in (statement.now, statement.maximum):
        if number is not None and not least <= number <= LARGEST:
            raise Refused(f"{score} can be {least} to {LARGEST}, not {number}.")
    if statement.now is not None and statement.maximum is not None:
        refuse_above_maximum(f"{one.name}'s {score}", statement.now, statement.maximum)
    return msgspec.structs.replace(statement, score=score)


def _prepare_nerve(statement: s.SetTrait) -> s.SetTrait:
    """Return what modifies every morale save of a combatant: `enhanced`, `impaired` or `plain`."""
    value = pick(statement.value, TRAIT_VALUES["nerve"], "nerve")
    return msgspec.structs.replace(statement, value=value)


def _prepare_trait(statement: s.SetTrait) -> s.SetTrait:
    if statement.trait in ("armor", "shield"):
        number = parse_digits(statement.value.strip(), MOST_ARMOR)
        if number is None:
            what, said = statement.trait.capitalize(), statement.value[:20]
            raise Refused(f"{what} is a number, 0 to {MOST_ARMOR}, not “{said}”.")
        return msgspec.structs.replace(statement, value=str(number))
    if statement.trait == "nerve":
        return _prepare_nerve(statement)
    if statement.trait == "side":
        return msgspec.structs.replace(statement, value=check_name(statement.value))
    value = pick(statement.value, TRAIT_VALUES[statement.trait], f"value of {statement.trait}")
    return msgspec.structs.replace(statement, value=value)
