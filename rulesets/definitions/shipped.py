"""The games that come with combatlog, as their files say them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from events.types.game import Game

GAMES = ("golden-idol", "thalassa", "plerion", "brighter-worlds", "paraverse")
"""The games that come with combatlog, by id."""

FAMILIES = ("cairn",)
"""What several games share; a game of one's own may be from one of these, too."""


@cache
def shipped(id: str) -> Game:
    """The game of this id, which has to be one of `GAMES`."""
    return build_game(read_game_file(id))


def comes_along(game: Game) -> bool:
    """Is it a game that comes with combatlog, in every word as it came?"""
    return game.id in GAMES and game == shipped(game.id)


def other_version(game: Game) -> int | None:
    """The version here of a game that came with combatlog, where it is another than this one's."""
    here = shipped(game.id).version if game.id in GAMES else game.version
    return here if here != game.version else None


def is_newer(game: Game) -> bool:
    """Is it a later version of a game that came with combatlog than the one here?"""
    return game.id in GAMES and game.version > shipped(game.id).version


def never_was(game: Game) -> bool:
    """Is it a version of a game that comes with combatlog that nobody ever had?"""
    return game.id in GAMES and game.version < 1


def altered(game: Game) -> tuple[str, ...]:
    """Where a game says that it comes with combatlog, in the version that is here: the keys in
    which it does not say the same; within a table by the keys of that."""
    if game.id not in GAMES or game.version != shipped(game.id).version:
        return ()
    return tuple(_find_differences(_list_content(shipped(game.id)), _list_content(game)))


def hacked(game: Game) -> str:
    """The name of the game that one of somebody's own is nearest to; empty where it is none of
    somebody's own, or is like no other."""
    if game.id in GAMES:
        return ""
    near = [shipped(id) for id in GAMES if shipped(id).rules == game.rules]
    said = _list_content(game)
    ways = [
        (len(list(_find_differences(_list_content(one), said))), at) for at, one in enumerate(near)
    ]
    return near[min(ways)[1]].name if ways else ""


def _list_content(game: Game) -> dict[str, Any]:
    """All that a game says, its definition among the rest."""
    said: dict[str, Any] = msgspec.to_builtins(game)
    return {**said.pop("definition"), **said}


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
    """All that the files of a game, or of a family, say."""
    own = _read_toml(id)
    family = own.pop("family", "")
    return merge_tables(_read_toml(family), own) if family else own


def build_game(said: dict[str, Any]) -> Game:
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


def merge_tables(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The base with the game's own keys over it, tables merged key by key."""
    both = dict(base)
    for key, value in own.items():
        tables = isinstance(value, dict) and isinstance(both.get(key), dict)
        both[key] = merge_tables(both[key], value) if tables else value
    return both


def _read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads(files("rulesets").joinpath("games", f"{name}.toml").read_text("utf-8"))
