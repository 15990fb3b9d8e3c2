"""Statements: the referee lays down a fact, and it is so (ALL-01).

They ask no rule. All that is checked is that they make sense: the combatant exists, the score is
one of theirs, the value can be read.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from events import statements as s
from events.errors import Refused
from events.names import checked_name
from events.sheets import Kind, Scale
from events.vocabulary import Statement
from projections.state import Combatant, FightState
from rulesets.common.naming import find, pick

_CHOICES = {
    "kind": get_args(Kind),
    "scale": get_args(Scale),
    "leader": ("yes", "no"),
    "each": ("yes", "no"),
    "critical": ("out", "dead"),
    "broken": ("routed", "weakened"),
    "morale": ("flees", "surrenders"),
}

LARGEST = 9999
"""A score above this is a slip of the keyboard."""


def prepare_statement(state: FightState, statement: Statement) -> Statement:
    """The statement with its names resolved; raises `Refused` where it makes no sense."""
    one = find(state, statement.who)
    prepared = msgspec.structs.replace(statement, who=one.id)
    match prepared:
        case s.SetScore():
            return _score(one, prepared)
        case s.SetTrait():
            return _trait(prepared)
        case s.EndCondition():
            names = [condition.name for condition in one.conditions]
            found = pick(prepared.condition, names, f"condition of {one.name}")
            return msgspec.structs.replace(prepared, condition=found)
        case s.AddCondition() if not prepared.condition.strip():
            raise Refused("Say which condition, like: condition ada blinded.")
        case s.Disarm():
            found = pick(prepared.weapon, [w.name for w in one.weapons], f"weapon of {one.name}")
            return msgspec.structs.replace(prepared, weapon=found)
        case s.Rename():
            return msgspec.structs.replace(prepared, name=checked_name(prepared.name))
        case s.Kill() if one.standing == "dead":
            raise Refused(f"{one.name} is dead already.")
        case s.Revive() if one.standing != "dead":
            raise Refused(f"{one.name} is not dead.")
        case s.Remove() if one.standing != "in":
            raise Refused(f"{one.name} is not in the fight any more.")
        case s.Return() if one.standing != "gone":
            raise Refused(f"{one.name} has not left the fight.")
    return prepared


def _score(one: Combatant, statement: s.SetScore) -> s.SetScore:
    score = pick(statement.score, one.scores, f"score of {one.name}")
    if statement.now is None and statement.maximum is None:
        raise Refused(f"Say what {one.name}'s {score} is now, like: set {one.id} {score} 4.")
    for number in (statement.now, statement.maximum):
        if number is not None and not 0 <= number <= LARGEST:
            raise Refused(f"{score} can be 0 to {LARGEST}, not {number}.")
    return msgspec.structs.replace(statement, score=score)


def _trait(statement: s.SetTrait) -> s.SetTrait:
    if statement.trait == "armor":
        if (
            not (statement.value.isascii() and statement.value.isdigit())
            or len(statement.value) > 3
        ):
            raise Refused(f"Armor is a number, not “{statement.value}”.")
        return statement
    if statement.trait == "side":
        return msgspec.structs.replace(statement, value=checked_name(statement.value))
    value = pick(statement.value, _CHOICES[statement.trait], f"value of {statement.trait}")
    return msgspec.structs.replace(statement, value=value)
