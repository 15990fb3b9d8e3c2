"""A fight for tests of the history."""

from __future__ import annotations

import pytest

from combatlog.app.fight import Fight
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.declarations import FightStarted, Join
from rulesets.core.sealed_dice import hash_secret
from rulesets.definitions.shipped import load_game
from tests.support.given import npc, pc

SECRET = bytes(range(32))


@pytest.fixture
def fight() -> Fight:
    """Ada and Ben meet a wolf: one command for the start, one for the three who join."""
    game = load_game("golden-idol")
    store = MemoryStore()
    started = FightStarted("Bridge ambush", game, "digital", hash_secret(SECRET))
    store.append("fight", 0, [Entry(started)], secrets={hash_secret(SECRET): SECRET})
    fight = Fight(store, "fight", by="sam")
    people = (pc("Ada", sword="d8"), pc("Ben", knife="d6"), npc("Wolf", "18/0/9/9/9", bite="d6"))
    fight.declare(*(Join(person.sheet(game)) for person in people))
    return fight
