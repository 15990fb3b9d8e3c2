"""A fight of format 2, and forged logs of it."""

from __future__ import annotations

from combatlog.app.fight import Fight
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.declarations import FightStarted, Join, Resolve
from events.types.rolls import Rolled
from rulesets.core.sealed_dice import EpochDice
from rulesets.definitions.shipped import load_game
from tests.support.given import attack, npc, pc

ROOT = bytes(range(32))


def start_anchored(store: MemoryStore, epochs: int = 256, root: bytes = ROOT) -> Fight:
    """Ada (sword d8, knife d6) and Ben meet a wolf, with digital dice: #1 to #4."""
    game, dice = load_game("golden-idol"), EpochDice("fight", root, epochs)
    started = FightStarted("Bridge ambush", game, "digital", anchor=dice.commitment, epochs=epochs)
    secrets = {dice.commitment: root}
    store.append("fight", 0, [Entry(started)], by="sam", secrets=secrets)
    fight = Fight(store, "fight", by="sam")
    people = (
        pc("Ada", sword="d8", knife="d6"),
        pc("Ben", knife="d6"),
        npc("Wolf", "90/0/18/18/18", bite="d6"),
    )
    fight.declare(*(Join(person.sheet(game)) for person in people))
    return fight


def strike(fight: Fight, weapon: str = "sword", by: str = "ada", **more: str) -> Rolled:
    """Let somebody strike the wolf: an attack and its resolution; return the last die."""
    fight.declare(attack(by, "wolf", weapons=weapon, **more))
    fight.declare(Resolve())
    return list_dice(fight)[-1]


def list_dice(fight: Fight) -> list[Rolled]:
    """Return every die of the log."""
    return [row.event for row in fight.history.rows if isinstance(row.event, Rolled)]
