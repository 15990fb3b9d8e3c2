"""Preparing a declaration in any game: ids in place of names (ALL-04), areas and sides as
written."""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

import msgspec

from events.errors import Refused
from events.types import declarations as d
from events.types.names import check_name, fold_case
from events.types.unions import Declaration, is_statement
from projections.state.fight_state import FightState
from rulesets.common.naming import pick
from rulesets.common.scene import find_combatant
from rulesets.common.statements import LARGEST, TEN_YEARS, prepare_statement
from rulesets.common.turns import Clauses

replace = msgspec.structs.replace

_NAMED = ("by", "target", "versus", "dead")
"""Fields that name one combatant, where they hold text."""

_MAY_BE_EMPTY = {(d.Manoeuvre, "target")}
"""Fields that may be empty; `versus` always may."""


def resolve_names(
    state: FightState, declared: Declaration, clauses: Clauses, least: int = 0
) -> Declaration:
    """Return the declaration with every combatant named by id.

    Raise `Refused` if it names something that does not exist. `least` is the lowest score that can
    be stated.
    """
    if is_statement(declared):
        return prepare_statement(state, declared, least)
    match declared:
        case d.FightStarted():
            raise Refused("The fight has started already; start another one for that.")
        case d.Area():
            return _resolve_area(state, declared, clauses.areas)
        case d.PassTime() if declared.seconds > TEN_YEARS:
            raise Refused("Ten years at a time are the most that pass in a fight.")
    changes = _resolve_ids(state, declared)
    match declared:
        case d.Attack():
            changes |= _resolve_attack(state, declared, clauses.targets)
        case d.Move():
            if not 0 <= declared.distance <= LARGEST:
                raise Refused(f"A move is 0 to {LARGEST} long, not {declared.distance}.")
            if declared.to:
                changes["to"] = match_area(state, declared.to)
        case d.Resolve() if declared.side:
            changes["side"] = pick(declared.side, state.sides, "side")
        case d.TakeOver():
            changes["to"] = find_combatant(state, declared.to).id
    return replace(declared, **changes) if changes else declared


def _resolve_ids(state: FightState, declared: Declaration) -> dict[str, Any]:
    """Return the fields that name combatants other than by id, with their ids."""
    changes: dict[str, Any] = {}
    for field in _list_name_fields(type(declared)):
        said = getattr(declared, field)
        if isinstance(said, tuple):
            changes[field] = resolve_several(state, said, isinstance(declared, d.Rest))
        elif said or not (field == "versus" or (type(declared), field) in _MAY_BE_EMPTY):
            found = find_combatant(state, said).id
            if found != said:
                changes[field] = found
    return changes


@cache
def _list_name_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a declaration that name combatants: one each, or several in `who`."""
    hints = get_type_hints(kind)
    one = tuple(field for field in (*_NAMED, "who") if hints.get(field) is str)
    return (*one, "who") if hints.get("who") == tuple[str, ...] else one


def resolve_several(
    state: FightState, names: tuple[str, ...], or_nobody: bool = False
) -> tuple[str, ...]:
    """Return the ids of these names without repeats; raise `Refused` if there are none."""
    if not names and not or_nobody:
        raise Refused("Say who.")
    return tuple(dict.fromkeys(find_combatant(state, name).id for name in names))


def match_area(state: FightState, text: str) -> str:
    """Return the name of an area as it was laid out; any other text stays as it is."""
    return next((name for name in state.areas if fold_case(name) == fold_case(text)), text)


def _resolve_attack(state: FightState, attack: d.Attack, clause: str) -> dict[str, Any]:
    if not attack.targets:
        raise Refused(f"Say whom {find_combatant(state, attack.by).name} attacks.")
    named = [find_combatant(state, aim.target).id for aim in attack.targets]
    if len(set(named)) < len(named):
        raise Refused("Each target is named once.", clause=clause)
    changes: dict[str, Any] = {}
    if named != [aim.target for aim in attack.targets]:
        aims = zip(attack.targets, named, strict=True)
        changes["targets"] = tuple(replace(aim, target=id) for aim, id in aims)
    if attack.risk is not None and attack.risk.versus:
        versus = find_combatant(state, attack.risk.versus).id
        changes["risk"] = replace(attack.risk, versus=versus)
    return changes


def _resolve_area(state: FightState, declared: d.Area, clause: str) -> d.Area:
    """Return an area with the names of those next to it or seen from it, which may come later."""
    name = match_area(state, check_name(declared.name))
    near, seen, unseen = (
        tuple(dict.fromkeys(match_area(state, check_name(one)) for one in said))
        for said in (declared.adjacent, declared.sight, declared.unseen)
    )
    if name in (*near, *seen, *unseen):
        raise Refused(f"{name} is not next to itself.", clause=clause)
    return replace(declared, name=name, adjacent=near, sight=seen, unseen=unseen)
