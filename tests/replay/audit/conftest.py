"""A fight whose sealed dice can be checked."""

from __future__ import annotations

import pytest

from combatlog.app.fight import Fight
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.base import Game
from events.types.declarations import FightStarted, Join
from rulesets.core.sealed_dice import hash_secret
from rulesets.definitions.shipped import load_game
from tests.support.given import npc, pc

SECRET = bytes(range(32))

KEPT = {hash_secret(SECRET): SECRET}


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def fight(store: MemoryStore) -> Fight:
    """Ada and Ben meet a wolf, with digital dice: #1 to #4."""
    return met(store, load_game("golden-idol"))


def met(store: MemoryStore, game: Game) -> Fight:
    """Let them meet by the rules of this game."""
    started = FightStarted("Bridge ambush", game, "digital", hash_secret(SECRET))
    store.append("fight", 0, [Entry(started)], by="sam", secrets=KEPT)
    fight = Fight(store, "fight", by="sam")
    people = (pc("Ada", sword="d8"), pc("Ben", knife="d6"), npc("Wolf", "90/2/18/18/18", bite="d6"))
    fight.declare(*(Join(person.sheet(game)) for person in people))
    return fight
