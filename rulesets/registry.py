"""The games there are, and the rules that play them."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from events.errors import Refused
from events.games import Game
from events.names import folded
from rulesets.common.naming import nearest
from rulesets.ruleset import Ruleset

GAMES = ("golden-idol", "thalassa", "plerion", "brighter-worlds", "paraverse")
"""The games that come with combatlog, by id."""

FAMILIES = ("cairn",)
"""What several games share; a game of one's own may be from one of these, too."""

GAME_FILE = ".toml"
"""What the name of a game's file ends in."""

_MODULES = {
    "cairn": ("rulesets.cairn.rules", "Cairn"),
    "brighter": ("rulesets.brighter.rules", "Brighter"),
    "paraverse": ("rulesets.paraverse.rules", "Paraverse"),
}


RULES = tuple(_MODULES)
"""The rules there are, by the names that definitions give them."""


def load_game(id: str, folder: Path | None = None) -> Game:
    """The definition of a game by its id, or from somebody's own file (`my-hack.toml`, seen from
    the folder). Raises `Refused` with the nearest ids, or `Unreadable` naming file, line, key
    and reason."""
    if names_file(id):
        from rulesets.homebrew.read import read_homebrew

        return read_homebrew((folder or Path()) / id)
    known = folded(id).replace(" ", "-")
    if known in GAMES:
        return _load(known)
    file = id + GAME_FILE
    if os.path.isfile((folder or Path()) / file):
        raise Refused(f"There is no game “{id}”; the file here is called {file}, ending and all.")
    raise Refused(f"There is no game “{id}”{nearest(id, GAMES)}; combatlog games lists them.")


def names_file(game: str) -> bool:
    """Is a game's file meant, and not an id?"""
    return game.casefold().endswith(GAME_FILE) or "/" in game or os.sep in game


def is_game(named: Any, game: Game, folder: Path) -> bool:
    """Does what somebody calls a game mean this one? The file of one's own that it was read from
    is looked into only if it is not called like the game: it may be gone by now."""
    if not isinstance(named, str):
        return False
    if not names_file(named):
        return folded(named).replace(" ", "-") == game.id
    return Path(named).stem == game.id or load_game(named, folder).id == game.id


def comes_along(game: Game) -> bool:
    """Is it a game that comes with combatlog, in every word as it came?"""
    return game.id in GAMES and game == _load(game.id)


@cache
def _load(id: str) -> Game:
    return game_of(written(id))


def written(id: str) -> dict[str, Any]:
    """All that the files of a game, or of a family, say."""
    own = _toml(id)
    family = own.pop("family", "")
    return merged(_toml(family), own) if family else own


def game_of(said: dict[str, Any]) -> Game:
    """The game that the files say."""
    return Game(
        id=said["id"],
        name=said["name"],
        rules=said["rules"],
        version=said["version"],
        words=said["words"],
        scores={scale: tuple(names) for scale, names in said["scores"].items()},
        credit=said["credit"],
        definition=said["definition"],
    )


@cache
def ruleset(rules: str) -> Ruleset:
    """The rules of this name; raises `Refused` where a fight names rules nobody has."""
    found: Ruleset = getattr(_module(rules), _MODULES[rules][1])()
    return found


@cache
def shape_of(rules: str) -> type[Any]:
    """What a definition for these rules is made of; raises `Refused` as `ruleset` does."""
    shape: type[Any] = import_module(f"{package(rules)}.definition").Definition
    return shape


def notes_of(rules: str) -> dict[str, tuple[str, ...]]:
    """What the keys of a definition for these rules are, in lines, by key."""
    notes: dict[str, tuple[str, ...]] = import_module(f"{package(rules)}.notes").NOTES
    return notes


def check_of_family(game: Game) -> None:
    """Raise a `Fault` where the rules of the game's family could not play its definition: a
    family with more to ask than the shape can show has a module `sound` with a `check`."""
    sound = f"{package(game.rules)}.sound"
    if find_spec(sound) is not None:
        import_module(sound).check(game)


def package(rules: str) -> str:
    """The import package that has the rules of this name; raises `Refused` as `ruleset` does."""
    name: str = _module(rules).__name__
    return name.rpartition(".")[0]


def _module(rules: str) -> Any:
    if rules not in _MODULES:
        raise Refused(f"This combatlog has no rules called “{rules}”; it cannot go on here.")
    return import_module(_MODULES[rules][0])


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads(files("rulesets").joinpath("games", f"{name}.toml").read_text("utf-8"))


def merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The base with the game's own keys over it, tables merged key by key."""
    both = dict(base)
    for key, value in own.items():
        tables = isinstance(value, dict) and isinstance(both.get(key), dict)
        both[key] = merged(both[key], value) if tables else value
    return both
