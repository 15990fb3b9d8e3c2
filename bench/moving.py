"""Undo, redo and jumps in a fight of 5,000 events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from bench.given import play_round, started
from bench.measure import Figure, p99, seconds
from events.store.campaign_file import create_campaign

EVENTS, MOVES = 5_000, 300


def measure(folder: Path) -> list[Figure]:
    fight = started(create_campaign(folder / "long.combatlog"))
    while len(fight.history) < EVENTS:
        play_round(fight)
    random = Random(1)
    points = [random.randrange(1, EVENTS) for _ in range(MOVES)]
    return [
        _figure("undo", [fight.undo] * MOVES),
        _figure("redo", [fight.redo] * MOVES),
        _figure("rewind to any point", [partial(fight.rewind, seq) for seq in points]),
        _figure("the state at any point", [partial(fight.compute_state, seq) for seq in points]),
    ]


def _figure(what: str, moves: Sequence[Callable[[], object]]) -> Figure:
    slow = p99([seconds(move) for move in moves])
    return Figure(f"{what}, in a fight of {EVENTS:,} events (p99)", slow * 1000, 5, unit="ms")
