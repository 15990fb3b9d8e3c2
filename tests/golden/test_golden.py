"""Recorded fights read back as they were, and follow from their dice once more."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from combatlog.files.jsonl import export_lines
from replay.audit.rules import find_differences
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES
from tests.golden import FIGHTS, Golden, golden_fights, read_back, visible_result

RECORDED = [
    pytest.param(each, id=f"{game}-{each.number:02}")
    for game in GAMES
    for each in golden_fights(game)
]


def test_there_are_twenty_fights_a_game() -> None:
    """Every game has its recorded fights."""
    assert len(GAMES) * FIGHTS == len(RECORDED)


@pytest.mark.parametrize("game", GAMES)
def test_the_past_of_some_was_corrected(game: str) -> None:
    """Corrections are read back as everything is."""
    assert 4 <= sum(b'"corrected"' in b"".join(each.lines) for each in golden_fights(game))


@pytest.mark.parametrize("fight", RECORDED)
def test_a_recorded_fight_reads_back_as_it_was(fight: Golden) -> None:
    """State, chronicle and digest are those of the day it was recorded."""
    assert fight.seen == visible_result(*read_back(fight.lines))


@pytest.mark.parametrize("fight", RECORDED)
def test_a_recorded_fight_is_exported_byte_for_byte(fight: Golden) -> None:
    """What was read back is written as it was."""
    assert fight.lines == [line.encode() for line in export_lines(*read_back(fight.lines))]


@pytest.mark.parametrize("fight", RECORDED)
def test_a_recorded_fight_follows_from_its_dice(fight: Golden) -> None:
    """Played again from its declarations and dice, every line tells the same outcomes."""
    store, id = read_back(fight.lines)
    assert [] == list(find_differences(History(store.read(id))))


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_is_the_same_under_any_hash_seed(game: str) -> None:
    """Nothing in the rules depends on the order in which Python keeps a set."""
    script = (
        "from tests.golden.write import KEPT, files\n"
        "import hashlib, sys\n"
        "recorded = b''.join(content for _, content in files(sys.argv[1], KEPT + 4))\n"
        "print(hashlib.sha256(recorded).hexdigest())"
    )
    digests = set()
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", script, game], capture_output=True, text=True, env=environment
        )
        assert done.stdout, done.stderr
        digests.add(done.stdout)
    assert 1 == len(digests)
