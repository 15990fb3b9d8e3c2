"""Eight processes that write to one file at the same time."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from combatlog.app.campaign import create
from events.store.campaign_file import open_campaign
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.durability.concurrent_writer import IMPATIENCE
from tests.durability.integrity import check_integrity
from tests.support.talk import BRIDGE

ROOT = Path(__file__).parents[2]

Players: TypeAlias = dict[str, "subprocess.Popen[str]"]

NAMES = ("Ada", "Ben", "Cho", "Dee", "Edo", "Fay", "Gus", "Hal")

pytestmark = pytest.mark.slow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Create a campaign with a fight that has begun."""
    path = tmp_path / "eight.combatlog"
    with create(path, by="Mia") as campaign:
        sheets = parse_roster(BRIDGE, "roster.toml", load_game("golden-idol"))
        campaign.start("Bridge", "golden-idol", dice="typed", sheets=sheets)
    return path


def run_together(
    path: Path, task: str, meanwhile: Callable[[Players], None] = lambda players: None
) -> dict[str, list[tuple[str, Any]]]:
    """Let eight processes do a task at once; return their outcomes by name."""
    players = {
        name: subprocess.Popen(
            [sys.executable, "-m", "tests.durability.concurrent_writer", str(path), name, task],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in NAMES
    }
    for player in players.values():
        assert player.stdout and "ready\n" == player.stdout.readline()
    for player in players.values():
        assert player.stdin
        player.stdin.write("\n")
        player.stdin.flush()
    meanwhile(players)
    said = {name: player.communicate(timeout=120)[0] for name, player in players.items()}
    assert {0} == {player.returncode for player in players.values()}
    return {name: [json.loads(line) for line in lines.splitlines()] for name, lines in said.items()}


def read_events(path: Path, after: int) -> list[list[object]]:
    """Return seq and digest of the events after a seq."""
    with closing(open_campaign(path)) as store:
        (fight,) = store.fights()
        return [[row.seq, row.digest.hex()] for row in store.rows(fight, after)]


def test_no_event_is_lost_or_doubled(path: Path) -> None:
    """The file has every answered event once, in its place, and no other."""
    before = len(read_events(path, 0))
    outcomes = run_together(path, "play")
    recorded = [
        row
        for said in outcomes.values()
        for kind, rows in said
        for row in rows
        if kind == "recorded"
    ]
    assert sorted(recorded) == read_events(path, before)
    check_integrity(path)
    kinds = Counter(kind for said in outcomes.values() for kind, _ in said)
    assert {"recorded", "Conflict", "Refused"} == set(kinds)
    assert 100 < kinds["recorded"]


def test_a_conflict_names_what_the_others_recorded(path: Path) -> None:
    """The message lists what others have recorded since, with their names."""
    outcomes = run_together(path, "play")
    conflicts = 0
    for name, said in outcomes.items():
        for message in (what for kind, what in said if kind == "Conflict"):
            conflicts += 1
            told = re.search(r"seen #(\d+) .* at #(\d+) now; .* Meanwhile: (.*)", message)
            assert told is not None
            since = [int(seq) for seq in re.findall(r"#(\d+) [A-Z][a-z]{2}: ", told[3])]
            assert int(told[1]) + 1 == since[0] and since[-1] <= int(told[2])
            assert f" {name}: " not in told[3]
    assert conflicts > len(NAMES)


def test_a_command_under_one_key_is_recorded_once(path: Path) -> None:
    """The first process records it; the others are answered with the same event."""
    before = len(read_events(path, 0))
    outcomes = list(run_together(path, "same").values())
    assert all(outcomes[0] == other for other in outcomes)
    assert [rows[0] for _, rows in outcomes[0]] == read_events(path, before)


def test_a_writer_that_waits_too_long_is_refused(path: Path) -> None:
    """The refusal says that another program is writing, and for how long. Nothing is recorded
    until the line is repeated."""
    before = len(read_events(path, 0))
    first = {}
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        def listen(players: Players) -> None:
            for name, player in players.items():
                assert player.stdout
                first[name] = json.loads(player.stdout.readline())
            other.execute("ROLLBACK")

        outcomes = run_together(path, "wait", listen)
    told = (
        "Nothing was recorded: another program is writing to the campaign, and was not done in"
        f" {IMPATIENCE:g} s; try again in a moment."
    )
    assert {name: ["CampaignError", told] for name in NAMES} == first
    assert sorted(said[0][1][0] for said in outcomes.values()) == read_events(path, before)


def test_one_campaign_is_created(tmp_path: Path) -> None:
    """One process creates it; the others are told that it exists."""
    path = tmp_path / "made.combatlog"
    outcomes = [said[0] for said in run_together(path, "make").values()]
    assert any(kind == "made" for kind, _ in outcomes)
    wrong = [what for kind, what in outcomes if kind != "made" and "exists already" not in what]
    assert [] == [what for what in wrong if "another program is writing" not in what]
    with closing(open_campaign(path)) as store:
        assert [] == store.fights()
