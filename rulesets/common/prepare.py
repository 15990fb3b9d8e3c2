"""Filling in what a declaration leaves open, as far as every game does it alike: ids in place of
names (ALL-04), areas and sides as they are written."""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

import msgspec

from events.errors import Refused
from events.types import declarations as d
from events.types.names import checked_name, folded
from events.types.unions import Declaration, is_statement
from projections.state.fight_state import FightState
from rulesets.common.naming import pick
from rulesets.common.scene import find
from rulesets.common.statements import LARGEST, TEN_YEARS, prepare_statement
from rulesets.common.turns import Clauses

replace = msgspec.structs.replace

_NAMED = ("by", "target", "versus", "dead")
"""Fields that name one combatant, in declarations where they are text."""

_MAY_BE_EMPTY = {(d.Manoeuvre, "target")}
"""Fields that name nobody where they are empty; `versus` always does."""


def resolved(
    state: FightState, declared: Declaration, clauses: Clauses, least: int = 0
) -> Declaration:
    """The declaration with everybody named by id; raises `Refused` where it names what is not
    there. `least` is the lowest a score may be stated at."""
    if is_statement(declared):
        return prepare_statement(state, declared, least)
    match declared:
        case d.FightStarted():
            raise Refused("The fight has started already; start another one for that.")
        case d.Area():
            return _area(state, declared, clauses.areas)
        case d.PassTime() if declared.seconds > TEN_YEARS:
            raise Refused("Ten years at a time are the most that pass in a fight.")
    changes = _ids(state, declared)
    match declared:
        case d.Attack():
            changes |= _attack(state, declared, clauses.targets)
        case d.Move():
            if not 0 <= declared.distance <= LARGEST:
                raise Refused(f"A move is 0 to {LARGEST} long, not {declared.distance}.")
            if declared.to:
                changes["to"] = area_meant(state, declared.to)
        case d.Resolve() if declared.side:
            changes["side"] = pick(declared.side, state.sides, "side")
        case d.TakeOver():
            changes["to"] = find(state, declared.to).id
    return replace(declared, **changes) if changes else declared


def _ids(state: FightState, declared: Declaration) -> dict[str, Any]:
    """The fields that name combatants otherwise than by id, each with the ids they mean."""
    changes: dict[str, Any] = {}
    for field in _named_fields(type(declared)):
        said = getattr(declared, field)
        if isinstance(said, tuple):
            changes[field] = several(state, said, isinstance(declared, d.Rest))
        elif said or not (field == "versus" or (type(declared), field) in _MAY_BE_EMPTY):
            found = find(state, said).id
            if found != said:
                changes[field] = found
    return changes


@cache
def _named_fields(kind: type) -> tuple[str, ...]:
    """The fields of a declaration that name combatants: one each, or, `who`, several."""
    hints = get_type_hints(kind)
    one = tuple(field for field in (*_NAMED, "who") if hints.get(field) is str)
    return (*one, "who") if hints.get("who") == tuple[str, ...] else one


def several(state: FightState, names: tuple[str, ...], or_nobody: bool = False) -> tuple[str, ...]:
    """The ids of these, each once; raises `Refused` where nobody is named."""
    if not names and not or_nobody:
        raise Refused("Say who.")
    return tuple(dict.fromkeys(find(state, name).id for name in names))


def area_meant(state: FightState, text: str) -> str:
    """The area of this name as it was laid out; any other text as it is."""
    return next((name for name in state.areas if folded(name) == folded(text)), text)


def _attack(state: FightState, attack: d.Attack, clause: str) -> dict[str, Any]:
    if not attack.targets:
        raise Refused(f"Say whom {find(state, attack.by).name} attacks.")
    named = [find(state, aim.target).id for aim in attack.targets]
    if len(set(named)) < len(named):
        raise Refused("Each target is named once.", clause=clause)
    changes: dict[str, Any] = {}
    if named != [aim.target for aim in attack.targets]:
        aims = zip(attack.targets, named, strict=True)
        changes["targets"] = tuple(replace(aim, target=id) for aim, id in aims)
    if attack.risk is not None and attack.risk.versus:
        versus = find(state, attack.risk.versus).id
        changes["risk"] = replace(attack.risk, versus=versus)
    return changes


def _area(state: FightState, declared: d.Area, clause: str) -> d.Area:
    """An area is next to others and seen from them; those may be laid out later."""
    name = area_meant(state, checked_name(declared.name))
    near, seen, unseen = (
        tuple(dict.fromkeys(area_meant(state, checked_name(one)) for one in said))
        for said in (declared.adjacent, declared.sight, declared.unseen)
    )
    if name in (*near, *seen, *unseen):
        raise Refused(f"{name} is not next to itself.", clause=clause)
    return replace(declared, name=name, adjacent=near, sight=seen, unseen=unseen)
