"""`combatlog state` as a whole process, against an empty Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bench.given import play_round, started
from bench.measure import Figure, in_turns, seconds
from events.store.campaign_file import create_campaign

RUNS = 25


def measure(folder: Path) -> list[Figure]:
    path = folder / "fight.combatlog"
    store = create_campaign(path)
    fight = started(store)
    for _ in range(3):
        play_round(fight)
    store.close()
    state = [sys.executable, "-m", "combatlog", "state", "-c", str(path)]
    environment = _compiled(folder)
    if subprocess.run(state, capture_output=True, env=environment).returncode:
        print("`combatlog state` does not run here; it is not measured.", file=sys.stderr)
        return []

    def run(command: list[str]) -> float:
        return seconds(lambda: subprocess.run(command, capture_output=True, env=environment))

    whole, empty = in_turns(RUNS, lambda: run(state), lambda: run([sys.executable, "-c", "pass"]))
    what = "`combatlog state`, whole process, time against an empty Python"
    return [Figure(what, whole / empty, 6.5)]


def _compiled(folder: Path) -> dict[str, str]:
    """An environment that keeps bytecode, as an installed package has it from the start."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
