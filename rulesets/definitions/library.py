"""Games by name: a shipped game by its id, a homebrew game by its file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from events.errors import Refused
from events.types.game import Game
from events.types.names import fold_case
from rulesets.common.naming import suggest
from rulesets.definitions.shipped import GAMES, load_shipped_game

GAME_FILE = ".toml"
"""The ending of the name of a game's file."""


def load_game(id: str, folder: Path | None = None) -> Game:
    """Return a game by its id, or from a homebrew file (`my-hack.toml`, relative to the folder).

    Raises `Refused` with similar ids, or `Unreadable` naming file, line, key and reason.
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
    """Return whether this names a game's file and not an id."""
    return game.casefold().endswith(GAME_FILE) or "/" in game or os.sep in game


def is_name_of(named: Any, game: Game, folder: Path) -> bool:
    """Return whether a name, from a roster or campaign, means this game. A homebrew file, which may
    be gone by now, is read only if its name differs from the game's id."""
    if not isinstance(named, str):
        return False
    if not is_file_name(named):
        return fold_case(named).replace(" ", "-") == game.id
    return Path(named).stem == game.id or load_game(named, folder).id == game.id
