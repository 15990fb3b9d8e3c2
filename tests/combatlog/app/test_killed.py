"""Killed between any two events, nothing that was answered is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from combatlog.app.campaign import create, open
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from events.store.campaign_file import create_campaign
from events.types.declarations import Aim, Attack, Resolve
from projections.state.fold import fold_line
from replay.corrections.plan import Correction
from tests.support.random_fights import seeded_fight

ROOT = Path(__file__).parents[3]
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


@pytest.mark.slow
@pytest.mark.sampled
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


CORRECTOR = """
import os, signal, sys
from combatlog.app.campaign import open
from events.types.declarations import Attack
from replay.corrections.plan import Correction

path, statement, times = sys.argv[1:]
with open(path) as campaign:
    fight = campaign.fight()
    row = next(row for row in fight.history.rows if isinstance(row.event, Attack))
    course = fight.plan_correction(Correction("strike", row.seq, "she slept"))

    seen = []
    def kill(sql):
        seen.append(sql.startswith(statement))
        if sum(seen) == int(times):
            os.kill(os.getpid(), signal.SIGKILL)

    campaign.store.connection.set_trace_callback(kill)
    fight.correct(course)
"""


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("at", ["BEGIN 1", "INSERT 2", "COMMIT 1"])
def test_a_correction_is_whole_or_not_at_all(tmp_path: Path, at: str) -> None:
    """Killed while it is being recorded, and the fight is as it was; then it can be made."""
    path = tmp_path / "crash.combatlog"
    with create(path) as campaign:
        session = Session(campaign, campaign.start("A fall", "golden-idol"))
        for line in ("join wolf x2", "join Ada pc HP 4 STR 9 DEX 9 WIL 9 weapons rifle"):
            session.say(line)
        session.fight.declare(Attack("ada", (Aim("wolf"),), ("rifle",)), Resolve())
        before = session.fight.state
    process = subprocess.run([sys.executable, "-c", CORRECTOR, str(path), *at.split()], cwd=ROOT)
    assert -signal.SIGKILL == process.returncode
    with open(path) as campaign:
        fight = campaign.fight()
        assert before == fight.state
        attack = next(row for row in fight.history.rows if isinstance(row.event, Attack))
        fight.correct(fight.plan_correction(Correction("strike", attack.seq, "she slept")))
        assert 4 == fight.state.combatants["wolf"].scores["HP"]
        assert fold_line(campaign.store, fight.id, len(fight.history)) == fight.state
