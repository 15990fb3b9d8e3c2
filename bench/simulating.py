"""Random fights of every game, played and folded without being stored, against folding their
events alone."""

from __future__ import annotations

import gc
from pathlib import Path

from bench.measure import Figure, in_turns, seconds
from combatlog.simulation.run import simulate_events
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.state.fold import fold
from rulesets.definitions.shipped import GAMES, load_game

FIGHTS, COMMANDS, TIMES = 40, 200, 5


def measure(folder: Path) -> list[Figure]:
    logs = [fight for id in GAMES for fight in _played(id)]
    events = sum(map(len, logs))
    gc.collect()
    gc.disable()  # as the command line does
    try:
        playing, folding = in_turns(
            TIMES,
            lambda: seconds(lambda: [_played(id) for id in GAMES]),
            lambda: seconds(lambda: [fold(FightState(), 1, log) for log in logs]),
        )
    finally:
        gc.enable()
    return [
        Figure(
            "random fights of all games, played and folded on one core",
            events / playing / 1000,
            50,
            most=False,
            unit="thousand events a second",
        ),
        Figure("the same, time against folding their events alone", playing / folding, 60),
    ]


def _played(id: str) -> list[list[AnyEvent]]:
    game = load_game(id)
    return [simulate_events(game, seed, COMMANDS) for seed in range(FIGHTS)]
