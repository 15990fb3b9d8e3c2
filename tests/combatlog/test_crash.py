"""Killed between any two events, nothing that was answered is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from combatlog.campaign import open
from combatlog.fight import Fight
from events.sqlite import create_campaign
from projections.fold import fold_line
from tests.random_fights import seeded_fight

ROOT = Path(__file__).parents[2]
LINES = [
    "next ambush",
    "a ada wolf d8",
    "go",
    "note one",
    "undo",
    "a ben wolf d6",
    "harm ada 1: hail",
    "go",
    "redo",
    "time 30",
]


@pytest.mark.parametrize("answered", range(1, len(LINES), 2))
def test_a_killed_process_loses_nothing_it_answered(tmp_path: Path, answered: int) -> None:
    """After each answered line the process is killed; the file holds all of them and goes on."""
    path = tmp_path / "crash.combatlog"
    store = create_campaign(path)
    seeded_fight(store, "golden-idol", 5)
    store.close()
    process = subprocess.Popen(
        [sys.executable, "-m", "combatlog", "table", "-c", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        encoding="utf-8",
    )
    assert process.stdin is not None and process.stdout is not None
    seen = 0
    for line in LINES[:answered]:
        process.stdin.write(line + "\nnote heard\n")
        process.stdin.flush()
        for told in process.stdout:
            if "heard" in told:
                seen = int(told.partition("[#")[2].split("]")[0])
                break
    process.kill()
    process.wait()
    with open(path) as campaign:
        fight = campaign.fight()
        assert seen == len(fight.history)
        assert fold_line(campaign.store, "fight", seen) == fight.state
        fight.note("and on")
        assert seen + 1 == len(Fight(campaign.store, "fight").history)
