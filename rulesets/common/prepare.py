"""Filling in what a declaration leaves open, as far as every game does it alike: ids in place of
names (ALL-04), areas and sides as they are written."""

from __future__ import annotations

from typing import Any

import msgspec

from events import declarations as d
from events.errors import Refused
from events.names import checked_name, folded
from events.vocabulary import Declaration, Statement
from projections.state import FightState
from rulesets.common.naming import find, pick
from rulesets.common.statements import LARGEST, prepare_statement

replace = msgspec.structs.replace

_NAMED = ("by", "target", "versus", "dead")
"""Fields that name one combatant, where they are text."""

_OPTIONAL = ("versus",)


def resolved(state: FightState, declared: Declaration, least: int = 0) -> Declaration:
    """The declaration with everybody named by id; raises `Refused` where it names what is not
    there. `least` is the lowest a score may be stated at."""
    if isinstance(declared, Statement):
        return prepare_statement(state, declared, least)
    if isinstance(declared, d.FightStarted):
        raise Refused("The fight has started already; start another one for that.")
    if isinstance(declared, d.Area):
        return _area(state, declared)
    changes: dict[str, Any] = {}
    for field in _NAMED:
        said = getattr(declared, field, None)
        if isinstance(said, str) and (said or field not in _OPTIONAL):
            if field == "target" and not said and isinstance(declared, d.Manoeuvre):
                continue
            changes[field] = find(state, said).id
    who = getattr(declared, "who", None)
    if isinstance(who, tuple):
        changes["who"] = several(state, who, isinstance(declared, d.Rest))
    elif isinstance(who, str):
        changes["who"] = find(state, who).id
    match declared:
        case d.Attack():
            changes |= _attack(state, declared)
        case d.Move():
            if not 0 <= declared.distance <= LARGEST:
                raise Refused(f"A move is 0 to {LARGEST} long, not {declared.distance}.")
            changes["to"] = area_meant(state, declared.to)
        case d.Resolve() if declared.side:
            changes["side"] = pick(declared.side, state.sides, "side")
        case d.TakeOver():
            changes["to"] = find(state, declared.to).id
    return replace(declared, **changes) if changes else declared


def several(state: FightState, names: tuple[str, ...], or_nobody: bool = False) -> tuple[str, ...]:
    """The ids of these, each once; raises `Refused` where nobody is named."""
    if not names and not or_nobody:
        raise Refused("Say who.")
    return tuple(dict.fromkeys(find(state, name).id for name in names))


def area_meant(state: FightState, text: str) -> str:
    """The area of this name as it was laid out; any other text as it is."""
    return next((name for name in state.areas if folded(name) == folded(text)), text)


def _attack(state: FightState, attack: d.Attack) -> dict[str, Any]:
    if not attack.targets:
        raise Refused(f"Say whom {find(state, attack.by).name} attacks.")
    targets = tuple(replace(aim, target=find(state, aim.target).id) for aim in attack.targets)
    named = [aim.target for aim in targets]
    if len(set(named)) < len(named):
        raise Refused("Each target is named once.", clause="CF-12")
    changes: dict[str, Any] = {"targets": targets}
    if attack.risk is not None and attack.risk.versus:
        versus = find(state, attack.risk.versus).id
        changes["risk"] = replace(attack.risk, versus=versus)
    return changes


def _area(state: FightState, declared: d.Area) -> d.Area:
    """An area is next to others and seen from them; those may be laid out later."""
    name = area_meant(state, checked_name(declared.name))
    near = tuple(dict.fromkeys(area_meant(state, checked_name(one)) for one in declared.adjacent))
    seen = tuple(dict.fromkeys(area_meant(state, checked_name(one)) for one in declared.sight))
    if name in near or name in seen:
        raise Refused(f"{name} is not next to itself.", clause="PV-05")
    return replace(declared, name=name, adjacent=near, sight=seen)
