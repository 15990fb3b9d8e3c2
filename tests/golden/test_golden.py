"""Recorded fights read back as they were, and follow from their dice once more."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from msgspec.structs import astuple

from combatlog.files.audit import audit, audit_export
from events.store.statements import find_request
from replay.audit.rules import find_differences
from replay.audit.seals import FightSeal, FightSeals, read_spoken_seal
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES
from tests.golden import FIGHTS, Golden, export, golden_fights, read_back, visible_result

RECORDED = [
    pytest.param(each, id=f"{game}-{format}-{each.number:02}")
    for game in GAMES
    for format in (1, 2)
    for each in golden_fights(game, format)
]
FIRST, SECOND = ([each for each in RECORDED if f"-{format}-" in str(each.id)] for format in (1, 2))


@pytest.mark.parametrize("game", GAMES)
def test_there_are_twenty_fights_a_game(game: str) -> None:
    """Every game has its recorded fights in format 2, those of the first versions in format 1,
    too."""
    assert FIGHTS == len([*golden_fights(game, 2)])
    assert len([*golden_fights(game, 1)]) in (0, FIGHTS)


@pytest.mark.parametrize("format", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_the_past_of_some_was_corrected(game: str, format: int) -> None:
    """Corrections are read back as everything is."""
    fights = [b"".join(each.lines) for each in golden_fights(game, format)]
    assert not fights or 4 <= sum(b'"corrected"' in each for each in fights)


@pytest.mark.parametrize("game", GAMES)
def test_the_second_format_has_all_that_is_new_in_it(game: str) -> None:
    """Salts, closed epochs, undos and commands with keys are among the fights of format 2."""
    every = b"".join(line for each in golden_fights(game, 2) for line in each.lines)
    for what in (b'"salted"', b'"closed"', b'"secret-opened"', b'"head-moved"', b'"said":['):
        assert 10 <= every.count(what), what


@pytest.mark.sampled(every=5)
@pytest.mark.parametrize("fight", RECORDED)
def test_a_recorded_fight_reads_back_as_it_was(fight: Golden) -> None:
    """State, chronicle and digest are those of the day it was recorded."""
    assert fight.seen == visible_result(*read_back(fight.lines))


@pytest.mark.sampled(every=5)
@pytest.mark.parametrize("fight", RECORDED)
def test_a_recorded_fight_is_exported_byte_for_byte(fight: Golden) -> None:
    """What was read back is written as it was."""
    assert fight.lines == export(*read_back(fight.lines))


@pytest.mark.sampled(every=5)
@pytest.mark.parametrize("fight", FIRST)
def test_a_recorded_fight_follows_from_its_dice(fight: Golden) -> None:
    """Played again from its declarations and dice, every line tells the same outcomes."""
    store, id = read_back(fight.lines)
    assert [] == list(find_differences(History(store.read(id))))


@pytest.mark.sampled(every=10)
@pytest.mark.parametrize("fight", SECOND)
def test_the_audit_of_a_recorded_fight_finds_it_right(fight: Golden) -> None:
    """With its own seal, in words or digits, and with the root at hand, every die and rule holds;
    one event less is wrong."""
    store, id = read_back(fight.lines)
    seal = FightSeal(id, *astuple(store.head(id)))
    spoken = read_spoken_seal(" ".join(seal.words)) if fight.number % 2 else None
    assert "right" == audit(store, id, spoken or FightSeals((seal,))).verdict
    assert "wrong" == audit_export(fight.lines[:-1], FightSeals((seal,))).verdict


@pytest.mark.parametrize("fight", SECOND)
def test_a_key_of_a_recorded_fight_still_stands_for_its_command(fight: Golden) -> None:
    """The same request under the same key returns the recorded rows, and records nothing."""
    store, id = read_back(fight.lines)
    rows = list(store.rows(id))
    for row in rows:
        if row.said is not None:
            key, request = find_request(row.said)
            known = store.append(id, 0, [], key=key, request=request)
            assert [each.seq for each in rows if each.cmd == row.seq] == [
                each.seq for each in known
            ]
    assert rows == list(store.rows(id))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_fight_is_the_same_under_any_hash_seed(game: str) -> None:
    """Nothing in the rules depends on the order in which Python keeps a set."""
    script = (
        "from tests.golden.write import recorded_files\n"
        "import hashlib, sys\n"
        "recorded = b''.join(content for _, content in recorded_files(sys.argv[1], 4))\n"
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
