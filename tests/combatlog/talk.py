"""A session in memory, for tests that speak the table's words."""

from __future__ import annotations

from combatlog.campaign import Campaign
from combatlog.session import Session
from events.declarations import DiceMode
from events.memory import MemoryStore
from rulesets.common.roster import parse_roster
from rulesets.registry import load_game

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


def session(game: str = "golden-idol", roster: str = BRIDGE, dice: DiceMode = "typed") -> Session:
    """A fight with this roster, ready to be spoken to."""
    campaign = Campaign(MemoryStore(), by="tester")
    sheets = parse_roster(roster, "roster.toml", load_game(game))
    return Session(campaign, campaign.start("Test", game, dice=dice, sheets=sheets))
