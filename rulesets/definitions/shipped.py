"""Games by name: shipped games by id, a homebrew game by its file; and comparisons with shipped
games."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from events.errors import Refused
from events.types.base import Game
from events.types.names import fold_case, suggest

GAMES = ("golden-idol", "thalassa", "plerion", "cairn", "brighter-worlds", "paraverse")
"""The ids of the shipped games."""

FAMILIES = ("cairn-family",)
"""Bases that several games share; a homebrew game can be based on one of these, too."""


FORMER: Mapping[str, frozenset[int]] = {
    id: frozenset({1})
    for id in ("golden-idol", "thalassa", "plerion", "brighter-worlds", "paraverse")
}
"""The earlier versions of the shipped games that the rules still play as they were. Their content
is that of today. Where that changes, the former content has to be kept beside it."""


@cache
def load_shipped_game(id: str) -> Game:
    """Return the shipped game with this id, which has to be one of `GAMES`."""
    return build_game(read_game_file(id))


def is_shipped(game: Game) -> bool:
    """Return whether a game is a shipped game, unchanged, of today or a former version."""
    return game.id in GAMES and find_other_version(game) is None and not find_altered_keys(game)


def hide_creatures(game: Game) -> Game:
    """Return a game without the creatures of its own, whose numbers are for the referee. A shipped
    game stays as it is: everybody may know its creatures."""
    if "creatures" not in game.definition or is_shipped(game):
        return game
    rest = {key: each for key, each in game.definition.items() if key != "creatures"}
    return replace(game, definition=rest)


def find_other_version(game: Game) -> int | None:
    """Return the version of the shipped game with this game's id if the rules here do not play the
    version of this game, else None."""
    if game.id not in GAMES or game.version in FORMER.get(game.id, ()):
        return None
    here = load_shipped_game(game.id).version
    return here if here != game.version else None


def is_newer(game: Game) -> bool:
    """Return whether this is a later version of a shipped game than the installed one."""
    return game.id in GAMES and game.version > load_shipped_game(game.id).version


def is_unreleased(game: Game) -> bool:
    """Return whether a game claims a version of a shipped game that was never released."""
    return game.id in GAMES and game.version < 1


def find_altered_keys(game: Game) -> tuple[str, ...]:
    """Return the keys, dotted within tables, in which a game differs from the shipped game that it
    claims to be.

    Empty if the rules here do not play the version that it claims to be.
    """
    if game.id not in GAMES or find_other_version(game) is not None:
        return ()
    ours, theirs = _list_content(load_shipped_game(game.id)), _list_content(game)
    return tuple(_find_differences({**ours, "version": game.version}, theirs))


def find_base_name(game: Game) -> str:
    """Return the name of the shipped game that is most similar to a homebrew game.

    Empty for a shipped game, and if no shipped game has the same rules.
    """
    if game.id in GAMES:
        return ""
    near = [load_shipped_game(id) for id in GAMES if load_shipped_game(id).rules == game.rules]
    said = _list_content(game)
    ways = [
        (len(list(_find_differences(_list_content(one), said))), at) for at, one in enumerate(near)
    ]
    return near[min(ways)[1]].name if ways else ""


def _list_content(game: Game) -> dict[str, Any]:
    """Return all keys of a game, those of its definition at the top level. The words that creatures
    are called by in prose are no rules, and are left out."""
    said: dict[str, Any] = msgspec.to_builtins(game)
    content = {**said.pop("definition"), **said}
    for creature in content.get("creatures", {}).values():
        for word in ("noun", "plural") if isinstance(creature, dict) else ():
            creature.pop(word, None)
    return content


def _find_differences(
    ours: dict[str, Any], theirs: dict[str, Any], path: str = ""
) -> Iterator[str]:
    for key in dict.fromkeys([*ours, *theirs]):
        here, there = ours.get(key), theirs.get(key)
        if isinstance(here, dict) and isinstance(there, dict):
            yield from _find_differences(here, there, f"{path}{key}.")
        elif here != there or type(here) is not type(there) or (key in ours) != (key in theirs):
            yield f"{path}{key}"


def read_game_file(id: str) -> dict[str, Any]:
    """Return the content of a shipped game's file, laid over that of its family."""
    own = _read_toml(id)
    family = own.pop("family", "")
    return merge_tables(_read_toml(family), own) if family else own


def build_game(said: dict[str, Any]) -> Game:
    """Return the game that this content describes."""
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


def merge_tables(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return the base with the keys of `own` over it; tables are merged key by key."""
    both = dict(base)
    for key, value in own.items():
        tables = isinstance(value, dict) and isinstance(both.get(key), dict)
        both[key] = merge_tables(both[key], value) if tables else value
    return both


def _read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads(files("rulesets").joinpath("games", f"{name}.toml").read_text("utf-8"))


GAME_FILE = ".toml"
"""The ending of the name of a game's file."""


def load_game(id: str, folder: Path | None = None) -> Game:
    """Return a game by its id, or from a homebrew file (`my-hack.toml`, relative to the folder).

    Raise `Refused` with similar ids, or `Unreadable` naming file, line, key and reason.
    """
    if is_file_name(id):
        # rarely needed, and slow to import
        from rulesets.definitions.homebrew_read import read_homebrew

        return read_homebrew((folder or Path()) / id)
    known = fold_case(id).replace(" ", "-")
    if known in GAMES:
        return load_shipped_game(known)
    file = id + GAME_FILE
    if os.path.isfile((folder or Path()) / file):
        raise Refused(f"There is no game “{id}”; the file here is called {file}, ending and all.")
    raise Refused(f"There is no game “{id}”{suggest(id, GAMES)}; combatlog games lists them.")


def is_file_name(game: str) -> bool:
    """Return whether this is the name of a game's file, not an id."""
    return game.casefold().endswith(GAME_FILE) or "/" in game or os.sep in game


def is_name_of(named: Any, game: Game, folder: Path) -> bool:
    """Return whether a name, from a roster or campaign, means this game.

    A homebrew file may be gone by now. It is read only if its name differs from the game's id.
    """
    if not isinstance(named, str):
        return False
    if not is_file_name(named):
        return fold_case(named).replace(" ", "-") == game.id
    return Path(named).stem == game.id or load_game(named, folder).id == game.id
