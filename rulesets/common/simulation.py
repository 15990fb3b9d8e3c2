"""Random fights in any game: the players' side, and the evidence for ALL-01 to ALL-04."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, TypeAlias

from events.types.base import Game
from events.types.declarations import Join
from events.types.rolls import Rolled
from events.types.sheets import Kind, Sheet
from events.types.statements import Stated
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from rulesets.core.ruleset import Evidence

Reader: TypeAlias = Callable[[Game, Mapping[str, Any], Kind], Sheet]
"""A function that reads a roster entry into a sheet."""


def _is_statement(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, Stated)


def _is_typed(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, Rolled) and event.draw is None


def refused_only(state: FightState, event: AnyEvent) -> bool:
    """Return False. The clause shows only in refusals, or in what the referee overrules."""
    return False


def _is_numbered(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, Join) and event.sheet.name[-1].isdigit()


PARTY: dict[str, Kind] = {"Ada": "pc", "Ben": "pc", "Cho": "pc", "Dov": "follower"}
"""The players' side of every random fight: three player characters and a follower."""


def draw_party(game: Game, read: Reader, draw: Callable[[str], dict[str, Any]]) -> list[Sheet]:
    """Return the sheets of the players' side; `draw` returns a random entry for a name."""
    return [read(game, draw(name), kind) for name, kind in PARTY.items()]


def draw_creatures(game: Game, read: Reader, names: Iterable[str], random: Random) -> list[Sheet]:
    """Return the sheets of up to three creatures of the game."""
    known = sorted(names)
    return [read(game, {"from": name}, "npc") for name in random.sample(known, min(3, len(known)))]


EVERY_GAME: dict[str, Evidence] = {
    "ALL-01": _is_statement,
    "ALL-02": _is_typed,
    "ALL-03": refused_only,
    "ALL-04": _is_numbered,
}
