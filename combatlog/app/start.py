"""Starting a fight from rosters, which may give its title, game and dice."""

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


def start_fight(
    campaign: Campaign, rosters: list[Path], title: str, game: str, dice: str | None
) -> Fight:
    """Start a fight. What is not given is taken from the first roster that has it.

    Raises `Refused` or `Unreadable`, and then nothing is started.
    """
    heads = [_head(roster) for roster in rosters]
    definition = _game(game, rosters, heads)
    sheets = [sheet for roster in rosters for sheet in read_roster(roster, definition)]
    title = title or _first(heads, "title") or definition.name
    mode: DiceMode = "typed" if (dice or _first(heads, "dice")) == "typed" else "digital"
    return campaign.start(title, definition, dice=mode, sheets=sheets)


def _game(said: str, rosters: list[Path], heads: list[dict[str, Any]]) -> Game:
    """Return the given game, or the first that a roster names. A file is looked for beside that
    roster."""
    if said:
        return load_game(said)
    for roster, head in zip(rosters, heads, strict=True):
        if isinstance(named := head.get("game"), str):
            return load_game(named, roster.parent)
    raise Refused(f"Say which game, like: --game {GAMES[0]} (combatlog games lists them).")


def _head(roster: Path) -> dict[str, Any]:
    """Return the top-level table of a roster. Raises `Unreadable` where it is no TOML file."""
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
