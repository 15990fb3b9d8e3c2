"""The games there are, and the rules that play them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from events.errors import Refused
from events.games import Game
from events.names import folded
from rulesets.common.naming import nearest
from rulesets.ruleset import Ruleset

GAMES = ("golden-idol", "thalassa", "plerion")
"""The games that come with combatlog, by id."""

_MODULES = {
    "cairn": ("rulesets.cairn.rules", "Cairn"),
    "brighter": ("rulesets.brighter.rules", "Brighter"),
    "paraverse": ("rulesets.paraverse.rules", "Paraverse"),
}


def load_game(id: str) -> Game:
    """The definition of a game; raises `Refused` with the nearest ids."""
    id = folded(id).replace(" ", "-")
    if id not in GAMES:
        raise Refused(f"There is no game “{id}”{nearest(id, GAMES)}; combatlog games lists them.")
    return _load(id)


@cache
def _load(id: str) -> Game:
    own = _toml(id)
    family = own.pop("family", "")
    merged = _merged(_toml(family), own) if family else own
    return Game(
        id=merged["id"],
        name=merged["name"],
        rules=merged["rules"],
        version=merged["version"],
        words=merged["words"],
        scores={scale: tuple(names) for scale, names in merged["scores"].items()},
        credit=merged["credit"],
        definition=merged["definition"],
    )


@cache
def ruleset(rules: str) -> Ruleset:
    """The rules of this name; raises `Refused` where a fight names rules nobody has."""
    if rules not in _MODULES:
        raise Refused(f"This combatlog has no rules called “{rules}”; it cannot go on here.")
    module, name = _MODULES[rules]
    found: Ruleset = getattr(import_module(module), name)()
    return found


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads(files("rulesets").joinpath("games", f"{name}.toml").read_text("utf-8"))


def _merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The base with the game's own keys over it, tables merged key by key."""
    merged = dict(base)
    for key, value in own.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], value) if both else value
    return merged
