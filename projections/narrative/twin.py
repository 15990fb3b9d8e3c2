"""Twins of the parts of a chronicle: one is ended, the other goes on."""

from __future__ import annotations

from typing import Any

from projections.narrative.phrasebook import Phrasebook
from projections.text.report_lines import Contest

_shared: set[type] = {str, int, bool, type(None), tuple, frozenset}
"""Types of what is shared, as far as any has been met."""

_PARTS = __name__.rpartition(".")[0]
"""The package whose objects are copied."""


def make_twin(part: Any, made: dict[int, Any]) -> Any:
    """Return a copy of a part that can be ended without changing it. `made` are the copies by the
    ids of what they were made of, so that parts which share something share its copy.

    Parts, lists, dictionaries and sets are copied. All else is shared: what never changes, and the
    state of the fight, which only the next event changes.
    """
    kind = type(part)
    if kind in _shared:
        return part
    if id(part) in made:
        return made[id(part)]
    if kind is list:
        twin: Any = [each if type(each) in _shared else make_twin(each, made) for each in part]
    elif kind is dict:
        twin = _twin_values(part, made)
    elif kind is set:
        twin = part.copy()
    elif _is_part(kind):
        twin = made[id(part)] = object.__new__(kind)
        vars(twin).update(_twin_values(vars(part), made))
    else:
        _shared.add(kind)
        return part
    made[id(part)] = twin
    return twin


def _twin_values(values: dict[Any, Any], made: dict[int, Any]) -> dict[Any, Any]:
    return {
        key: each if type(each) in _shared else make_twin(each, made)
        for key, each in values.items()
    }


def _is_part(kind: type) -> bool:
    """Return whether something of this type is a part of the narrator that changes."""
    if kind is Contest:
        return True
    return kind.__module__.startswith(_PARTS) and not issubclass(kind, tuple | Phrasebook)
