"""What the definition of Brighter Worlds says, beyond words: the data the rules read."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from events.games import Game

Die = Literal["d4", "d6", "d8", "d10", "d12", "d20"]
Count = Annotated[int, msgspec.Meta(gt=0)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything in a definition: an unknown key is an error."""


class Movement(Record, frozen=True):
    """How far a move goes, in which unit."""

    limit: Count
    unit: str


class Options(Record, frozen=True):
    """What a table can choose. `morale`: foes save on it of their own accord (BW-14)."""

    morale: bool = True


class Definition(Record, frozen=True):
    """All that the rules need to know. `passes` is what an unopposed save has to reach;
    `dying_seconds` how long the incapacitated live without aid."""

    movement: Movement
    unarmed: str
    unarmed_dice: Die = "d4"
    enhanced_die: Die = "d12"
    impaired_die: Die = "d4"
    passes: Count = 4
    armor_cap: Count = 3
    round_seconds: Count = 10
    dying_seconds: Count = 3600
    options: Options = Options()
    weapons: dict[str, str] = {}
    creatures: dict[str, dict[str, object]] = {}


_read: dict[int, tuple[Game, Definition]] = {}


def definition(game: Game) -> Definition:
    """The game's definition, read once; raises `msgspec.ValidationError` naming the key."""
    known = _read.get(id(game))
    if known is not None and known[0] is game:
        return known[1]
    read = msgspec.convert(game.definition, Definition)
    if len(_read) > 16:
        _read.clear()
    _read[id(game)] = (game, read)
    return read
