"""The rules there are, and what each family of them says of itself."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from events.errors import Refused
from events.types.game import Game
from rulesets.core.ruleset import Ruleset

_MODULES = {
    "cairn": ("rulesets.cairn.rules", "Cairn"),
    "brighter": ("rulesets.brighter.rules", "Brighter"),
    "paraverse": ("rulesets.paraverse.rules", "Paraverse"),
}


RULES = tuple(_MODULES)
"""The rules there are, by the names that definitions give them."""


@cache
def ruleset(rules: str) -> Ruleset:
    """The rules of this name; raises `Refused` where a fight names rules nobody has."""
    found: Ruleset = getattr(_load_module(rules), _MODULES[rules][1])()
    return found


@cache
def shape_of(rules: str) -> type[Any]:
    """What a definition for these rules is made of; raises `Refused` as `ruleset` does."""
    shape: type[Any] = import_module(f"{package(rules)}.definition").Definition
    return shape


def notes_of(rules: str) -> dict[str, tuple[str, ...]]:
    """What the keys of a definition for these rules are, in lines, by key."""
    notes: dict[str, tuple[str, ...]] = import_module(f"{package(rules)}.definition").NOTES
    return notes


def check_of_family(game: Game) -> None:
    """Raise a `Fault` where the rules of the game's family could not play its definition: a
    family with more to ask than the shape can show has a module `playability` with a `check`."""
    playability = f"{package(game.rules)}.playability"
    if find_spec(playability) is not None:
        import_module(playability).check(game)


def package(rules: str) -> str:
    """The import package that has the rules of this name; raises `Refused` as `ruleset` does."""
    name: str = _load_module(rules).__name__
    return name.rpartition(".")[0]


def _load_module(rules: str) -> Any:
    if rules not in _MODULES:
        raise Refused(f"This combatlog has no rules called “{rules}”; it cannot go on here.")
    return import_module(_MODULES[rules][0])
