"""Starting a fight from rosters, which may name its title, game and dice themselves."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from events.errors import Refused, Unreadable
from events.types.declarations import DiceMode
from events.types.game import Game
from rulesets.definitions.library import load_game
from rulesets.definitions.roster import read_roster
from rulesets.definitions.shipped import GAMES


def begin(
    campaign: Campaign, rosters: list[Path], title: str, game: str, dice: str | None
) -> Fight:
    """Start a fight; what is not said comes from the first roster that says it. Raises `Refused`
    or `Unreadable`, and then nothing is started."""
    heads = [_head(roster) for roster in rosters]
    definition = _game(game, rosters, heads)
    sheets = [sheet for roster in rosters for sheet in read_roster(roster, definition)]
    title = title or _first(heads, "title") or definition.name
    mode: DiceMode = "typed" if (dice or _first(heads, "dice")) == "typed" else "digital"
    return campaign.start(title, definition, dice=mode, sheets=sheets)


def _game(said: str, rosters: list[Path], heads: list[dict[str, Any]]) -> Game:
    """The game that was said, or the first that a roster names: a file is looked for where
    whoever named it is."""
    if said:
        return load_game(said)
    for roster, head in zip(rosters, heads, strict=True):
        if isinstance(named := head.get("game"), str):
            return load_game(named, roster.parent)
    raise Refused(f"Say which game, like: --game {GAMES[0]} (combatlog games lists them).")


def _head(roster: Path) -> dict[str, Any]:
    """The top of a roster. What keeps it from being read is said here: without its game nobody
    would come to reading it whole."""
    try:
        return tomllib.loads(roster.read_text("utf-8"))
    except OSError as error:
        raise Unreadable(f"The roster {roster} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{roster} is not text in UTF-8; save it as such.") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Unreadable(f"{roster}: this is not TOML: {error}.") from None


def _first(heads: list[dict[str, Any]], key: str) -> str:
    return next((head[key] for head in heads if isinstance(head.get(key), str)), "")
