"""Players read nothing of a log that only the referee may know."""

from __future__ import annotations

import json

from msgspec.json import encode
from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from events.store.memory import MemoryStore
from events.types.base import Game
from projections.queries.visibility import Audience
from replay.log.event_log import History
from replay.text.log_lines import describe_log_for
from rulesets.definitions.shipped import load_shipped_game


def start(game: Game) -> History:
    """Return the log of a new fight of a game."""
    campaign = Campaign(MemoryStore())
    fight = campaign.start("In the crypt", game, dice="typed")
    return History(campaign.store.read(fight.id))


def tell(history: History, audience: Audience) -> bytes:
    """Return a log in JSON, as an audience reads it."""
    lines, _ = describe_log_for(history, audience)
    return encode([line.row.event for line in lines])


def test_players_read_no_creature_of_a_game_of_ones_own() -> None:
    """The begin of a fight has the whole game in it; the numbers of its creatures are for the
    referee."""
    shipped = load_shipped_game("cairn")
    definition = json.loads(json.dumps(shipped.definition))
    definition["creatures"]["Lich"] = {"HP": 4217, "STR": 15, "attacks": {"touch": "d12"}}
    own = start(replace(shipped, id="my-cairn", definition=definition))
    assert b"4217" in tell(own, "referee")
    assert b"4217" not in tell(own, "players")
    known = start(shipped)
    assert tell(known, "referee") == tell(known, "players")
