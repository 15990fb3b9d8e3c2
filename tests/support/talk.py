"""A session in memory, and rosters for it, for tests that type lines as at the prompt."""

from __future__ import annotations

from combatlog.app.campaign import Campaign
from combatlog.app.session import Doubts, Session
from combatlog.terminal.views.results import render_result
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game

BRIDGE = """
[[pc]]
name = "Ada"
HP = 4
armor = 1
STR = 10
DEX = 12
WIL = 9
weapons = ["rifle", "knife"]

[[pc]]
name = "Ben"
HP = 6
armor = 1
STR = 12
DEX = 9
WIL = 11
weapons = ["knife"]

[[follower]]
name = "Dov"
HP = 3
STR = 8
DEX = 8
WIL = 8

[[npc]]
from = "Rhinoceros"

[[npc]]
from = "Wolf"
count = 2
"""

STOA = """
[[pc]]
name = "Althea"
STA = 5
armor = 1
TEK = 13
weapons = ["kopis"]

[[pc]]
name = "Kleon"
STA = 4
weapons = ["sling", "fire pot"]

[[npc]]
from = "Kyklôps"
"""


CAVE = """
[[pc]]
name = "Sam"
player = "Sena"
Grit = 3
STR = "d8"
DEX = "d8"
WIL = "d6"
weapons = ["dagger", "spear"]

[[pc]]
name = "Pete"
Grit = 2
STR = "d6"
DEX = "d6"
WIL = "d6"
weapons = ["great bow"]

[[npc]]
name = "Troll"
Grit = 2
armor = 1
STR = "d10"
DEX = "d6"
WIL = "d6"
weapons = ["club d8"]

[[npc]]
name = "Ogre"
Grit = 4
STR = "d10"
DEX = "d4"
WIL = "d4"
weapons = ["fist d6"]
"""
"""A roster of Brighter Worlds."""

FORD = """
[[pc]]
name = "Kit"
Melee = 2
Acrobatics = 4
Evasion = 1
weapons = ["dagger", "javelin"]

[[pc]]
name = "Mira"
Stabilization = 6
Trauma = 6
weapons = ["club"]

[[pc]]
name = "Wren"
Marksman = 5
weapons = ["longbow"]

[[npc]]
name = "Ogre"
CON = 14
Melee = 6
weapons = ["claymore"]
"""
"""A roster of Paraverse."""

SHADOW = """
[[pc]]
name = "Aniet"
HP = 3
STR = 12
DEX = 13
WIL = 10
weapons = ["energy pistol"]

[[pc]]
name = "Bo"
HP = 4
STR = 11
DEX = 11
WIL = 9
weapons = ["dagger"]

[[npc]]
from = "Courier"
side = "party"
crew = { Aniet = "pilot" }

[[npc]]
from = "Fighter"
name = "Raider"
"""
"""A roster of Plerion, with starships."""


def start_session(
    game: str = "golden-idol",
    roster: str = BRIDGE,
    dice: DiceMode = "typed",
    doubts: Doubts = "told",
) -> Session:
    """Start a fight with this roster and return its session."""
    campaign = Campaign(MemoryStore(), by="tester")
    sheets = parse_roster(roster, "roster.toml", load_game(game))
    return Session(campaign, campaign.start("Test", game, dice=dice, sheets=sheets), doubts)


def say(at: Session, line: str) -> list[str]:
    """Say a line, and return what a terminal prints of the result."""
    return render_result(at, at.say(line))
