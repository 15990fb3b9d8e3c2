"""Fights for pages: a campaign in memory, told in the table's words."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from combatlog.app.campaign import Campaign
from combatlog.app.examples import find_example, play_example
from combatlog.app.session import Session
from events.store.memory import MemoryStore

NOON = "2026-11-20T12:00:00.000Z"


def campaign() -> Campaign:
    """An empty campaign; it is noon."""
    return Campaign(MemoryStore(lambda: NOON), by="Mia")


def fought(campaign: Campaign, title: str, lines: Sequence[str], game: str = "golden-idol") -> str:
    """A fight with typed dice, played line by line; its id. A line that is refused fails."""
    fight = campaign.start(title, game, dice="typed")
    session = Session(campaign, fight)
    for line in lines:
        answer = session.say(line)
        if answer.refused is not None:
            raise answer.refused
    return fight.id


def example(campaign: Campaign, name: str) -> str:
    """An example fight, played to its end; its id."""
    deque(play_example(find_example(name), campaign), 0)
    return campaign.find().id


ADA = "join Ada pc player Anna HP 4 armor 1 STR 10 DEX 12 WIL 9 weapons rifle, knife"
BEN = "join Ben pc HP 6 STR 12 DEX 9 WIL 11 weapons knife"
WOLVES = "join wolf x2"
STRIKE = ["next ambush", "a ada wolf rifle", "go", "9 3"]
