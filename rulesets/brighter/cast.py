"""Everybody of a random fight, for simulation and tests."""

from __future__ import annotations

from random import Random
from typing import Any

from events.types.game import Game
from events.types.sheets import Kind, Sheet
from rulesets.brighter.definition import ATTRIBUTES, LADDER, definition
from rulesets.brighter.sheets import read_sheet

_CAST: tuple[tuple[str, Kind], ...] = (
    ("Ada", "pc"),
    ("Ben", "pc"),
    ("Cho", "pc"),
    ("Dov", "follower"),
)


def cast(game: Game, random: Random) -> list[Sheet]:
    """Three player characters, a follower, three creatures of the game."""
    rules = definition(game)
    people = [
        read_sheet(game, _numbers(name, random, list(rules.weapons)), kind) for name, kind in _CAST
    ]
    creatures = random.sample(sorted(rules.creatures), min(3, len(rules.creatures)))
    return [*people, *(read_sheet(game, {"from": each}, "npc") for each in creatures)]


def _numbers(name: str, random: Random, weapons: list[str]) -> dict[str, Any]:
    return {
        "name": name,
        **{attribute: random.choice(LADDER[1:]) for attribute in ATTRIBUTES},
        "armor": random.randint(0, 2),
        "weapons": random.sample(weapons, min(2, len(weapons))),
    }
