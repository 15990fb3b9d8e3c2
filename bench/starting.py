"""`combatlog state` as a whole process, against an empty Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.given import play_round, started
from bench.measure import Figure, in_turns, seconds
from events.sqlite import create_campaign

RUNS = 15


def measure(folder: Path) -> list[Figure]:
    path = folder / "fight.combatlog"
    store = create_campaign(path)
    fight = started(store)
    for _ in range(3):
        play_round(fight)
    store.close()
    state = [sys.executable, "-m", "combatlog", "state", "-c", str(path)]
    if subprocess.run(state, capture_output=True).returncode:
        print("`combatlog state` does not run here; it is not measured.", file=sys.stderr)
        return []
    whole, empty = in_turns(RUNS, lambda: _run(state), lambda: _run([sys.executable, "-c", "pass"]))
    return [
        Figure("`combatlog state`, whole process, time against an empty Python", whole / empty, 7)
    ]


def _run(command: list[str]) -> float:
    return seconds(lambda: subprocess.run(command, check=True, capture_output=True))
