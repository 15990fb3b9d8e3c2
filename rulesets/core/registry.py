"""The rulesets by name, and the modules that each family of rules provides."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from events.errors import Refused
from rulesets.core.ruleset import Ruleset

_MODULES = {
    "cairn": ("rulesets.cairn.rules", "Cairn"),
    "brighter": ("rulesets.brighter.rules", "Brighter"),
    "paraverse": ("rulesets.paraverse.rules", "Paraverse"),
}


RULES = tuple(_MODULES)
"""The names of all rulesets, as definitions write them."""


@cache
def load_ruleset(rules: str) -> Ruleset:
    """Return the ruleset of this name; raises `Refused` if there is none."""
    found: Ruleset = getattr(_load_module(rules), _MODULES[rules][1])()
    return found


@cache
def load_definition_type(rules: str) -> type[Any]:
    """Return the type of a definition for these rules; raises `Refused` if there are none."""
    shape: type[Any] = import_module(f"{find_package(rules)}.definition").Definition
    return shape


def load_notes(rules: str) -> dict[str, tuple[str, ...]]:
    """Return, by key of a definition for these rules, the lines that explain it."""
    notes: dict[str, tuple[str, ...]] = import_module(f"{find_package(rules)}.definition").NOTES
    return notes


def find_package(rules: str) -> str:
    """Return the import package of the rules of this name; raises `Refused` if there is none."""
    name: str = _load_module(rules).__name__
    return name.rpartition(".")[0]


def _load_module(rules: str) -> Any:
    if rules not in _MODULES:
        raise Refused(
            f"This version of combatlog has no rules called “{rules}”; a newer one may have them."
        )
    return import_module(_MODULES[rules][0])
