"""A random cast for a fight of Paraverse."""

from __future__ import annotations

from random import Random

from events.types.game import Game
from events.types.sheets import Sheet
from rulesets.paraverse.definition import STATS, Definition, definition
from rulesets.paraverse.sheets import read_sheet

PARTY = ("Ada", "Ben", "Cho")
FOLLOWER = "Dov"
_SKILLS = ("Melee", "Ranged", "Evasion", "Acrobatics", "Stabilization", "Trauma treatment")


def cast(game: Game, random: Random) -> list[Sheet]:
    """Three player characters, a follower, and three creatures of the game."""
    rules = definition(game)
    sheets = [read_sheet(game, _person(rules, random, name), "pc") for name in PARTY]
    sheets.append(read_sheet(game, _person(rules, random, FOLLOWER), "follower"))
    creatures = sorted(rules.creatures)
    for creature in random.sample(creatures, min(3, len(creatures))):
        sheets.append(read_sheet(game, {"from": creature}, "npc"))
    return sheets


def _person(rules: Definition, random: Random, name: str) -> dict[str, object]:
    weapons = sorted(rules.weapons)
    return {
        "name": name,
        **{stat: random.randint(7, 14) for stat in STATS},
        "armor": random.randint(0, 5),
        "shield": random.randint(0, 2),
        "weapons": random.sample(weapons, min(2, len(weapons))),
        "skills": {skill: random.randint(-1, 6) for skill in _SKILLS},
    }
