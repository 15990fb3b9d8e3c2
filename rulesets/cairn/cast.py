"""A random cast for a fight of the family."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from events.types.game import Game
from events.types.sheets import Sheet
from rulesets.cairn.definition import Definition, definition
from rulesets.cairn.sheets import read_sheet
from rulesets.common.definition import once_a_game

PARTY = ("Ada", "Ben", "Cho")
FOLLOWER = "Dov"
CROWD = "Mob"


def cast(game: Game, random: Random) -> list[Sheet]:
    """Three player characters, a follower, two creatures of the game, and a crowd; where the game
    has craft, now and then the party has one, and so have its foes."""
    rules = definition(game)
    sheets = [read_sheet(game, _person(rules, random, name), "pc") for name in PARTY]
    sheets.append(read_sheet(game, _person(rules, random, FOLLOWER), "follower"))
    known = _creatures(game)
    creatures = [sheet for sheet in known if sheet.scale == "individual"]
    sheets += random.sample(creatures, min(2, len(creatures)))
    crowd = {**_person(rules, random, CROWD), "detachment": True}
    sheets.append(read_sheet(game, crowd, "npc"))
    craft = [sheet for sheet in known if sheet.scale not in ("individual", "detachment")]
    if craft and random.random() < 0.4:
        own, theirs = random.choice(craft), random.choice(craft)
        crew = {PARTY[0]: "pilot", PARTY[1]: "gunner", PARTY[2]: ""}
        sheets += [replace(own, side="party", crew=crew), theirs]
    return sheets


@once_a_game
def _creatures(game: Game) -> list[Sheet]:
    """Every creature and craft of the game."""
    names = sorted(definition(game).creatures)
    return [read_sheet(game, {"from": name}, "npc") for name in names]


def _person(rules: Definition, random: Random, name: str) -> dict[str, object]:
    scores = rules.scores_of("individual")
    weapons = sorted(rules.weapons)
    return {
        "name": name,
        scores.protection: random.randint(1, 8),
        **{field: random.randint(6, 15) for field in (scores.body, scores.agility, scores.will)},
        "armor": random.randint(0, 2),
        "weapons": random.sample(weapons, min(2, len(weapons))),
    }
