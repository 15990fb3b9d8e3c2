"""Audits of random fights, of such fights full of undos and corrections, and of one long fight, in
CPU time of one core; against reading and hashing their rows alone."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

from bench.given import play_round, started
from bench.measure import Figure, in_turns
from combatlog.files.fight_audits import StoredFight
from combatlog.grammar.registry import parse_declarations
from combatlog.simulation.run import play_fight, start_seeded_fight
from events.store.envelope import GENESIS, compute_digest, decode_row
from events.store.memory import MemoryStore
from replay.audit.report import audit_fight
from rulesets.definitions.shipped import GAMES, load_game

FIGHTS, COMMANDS, LONG, TIMES = 4, 100, 5_000, 7
DOUBTS, REGRETS = 0.15, 0.1
"""How often a fight full of undos and corrections has one, for each command."""

TARGET = 25_000
"""Events a second."""


def measure(folder: Path) -> list[Figure]:
    logs = {
        "random fights of all games": [*play_logs()],
        "random fights full of undos and corrections": [*play_logs(DOUBTS, REGRETS)],
        "a fight of 5,000 events": [play_long()],
    }
    return [figure for what, fights in logs.items() for figure in _measure_logs(what, fights)]


def _measure_logs(what: str, fights: Sequence[StoredFight]) -> Iterator[Figure]:
    events = sum(len(fight.rows) for fight in fights)
    audit_all(fights)
    gc.collect()
    gc.disable()  # as the command line does
    try:
        auditing, reading = in_turns(
            TIMES,
            partial(_count_cpu, lambda: audit_all(fights)),
            partial(_count_cpu, lambda: read_all(fights)),
        )
    finally:
        gc.enable()
    yield Figure(
        f"audit of {what}, a second of CPU time",
        events / auditing,
        TARGET,
        most=False,
        unit="events",
    )
    yield Figure(f"the same of {what}, time against reading the rows", auditing / reading, None)


def _count_cpu(action: Callable[[], object]) -> float:
    begun = process_time()
    action()
    return process_time() - begun


def play_logs(doubts: float = 0, regrets: float = 0) -> Iterator[StoredFight]:
    """Yield random fights of every game, as they are stored."""
    for game in GAMES:
        for seed in range(FIGHTS):
            store = MemoryStore()
            fight = start_seeded_fight(store, load_game(game), seed, id="fight")
            play_fight(fight, Random(seed), COMMANDS, doubts=doubts, regrets=regrets)
            yield _take_rows(store, "fight")


def play_long() -> StoredFight:
    """Return a fight of ten hunters and a beast, round after round."""
    store = MemoryStore()
    fight = started(store)
    while len(fight.history) < LONG:
        play_round(fight)
    return _take_rows(store, fight.id)


def _take_rows(store: MemoryStore, id: str) -> StoredFight:
    rows = [row for _, row in store.stored(id)]
    secrets = {}
    for row in rows:
        for field in ("anchor", "sealed"):
            commitment = getattr(decode_row(row).event, field, "")
            secret = store.secret(id, commitment) if commitment else None
            if secret is not None:
                secrets[commitment] = secret
    return StoredFight(id, rows, secrets)


def audit_all(fights: Sequence[StoredFight]) -> None:
    for fight in fights:
        found = audit_fight(*fight, parse_declarations)
        assert found.right, "these fights are right"


def read_all(fights: Sequence[StoredFight]) -> None:
    for fight in fights:
        digest = GENESIS
        for row in fight.rows:
            digest = compute_digest(digest, fight.id, row)
            decode_row(row)
