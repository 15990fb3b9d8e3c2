"""`combatlog audit`, `combatlog seal` and `combatlog salt` on the command line: verdicts, exit
codes, and files that somebody has been at."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from combatlog.files.audit import audit
from combatlog.terminal.cli.main import cli
from events.errors import CombatlogError
from events.store.campaign_file import open_campaign
from events.store.envelope import Row
from tests.support.tampered_files import (
    campaign_of_two,
    open_unguarded,
    rows_of,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign of two fights."""
    path = tmp_path / "harbour.combatlog"
    campaign_of_two(path)
    return path


def test_an_unchanged_campaign_passes(path: Path, run: Any) -> None:
    """The verdict comes first, the exit code is 0, and the report says what an audit cannot see."""
    told = run("audit", "--full")
    assert (0, "") == (told.code, told.err)
    assert told.out.endswith("Verdict\n  Right. 2 fights, 27 events: nothing is wrong.\n")
    assert "2 fights, 27 events: nothing is wrong." in told.out
    assert "Without a seal it cannot show that the end was cut off" in told.out
    assert "Untouched: each of the 22 events follows from the one before it." in told.out
    assert "1 had been seen on another line before it fell: #18 (d8" in told.out
    assert "salt: “seven geese on the wall” (mia, #5)." in told.out
    assert "Every outcome follows from what was declared and thrown, on every line." in told.out
    assert re.search(r"\n  mia +5 +0 +1 +0 +0 +0 +1 +1\n", told.out)
    assert re.search(r"#14 +mia +undone +Taken back to #6", told.out)


def test_a_changed_event_is_named(path: Path, run: Any) -> None:
    """The audit names the first wrong event by fight and seq; the exit code is 1."""
    with closing(open_unguarded(path)) as connection:
        connection.execute("UPDATE events SET by = 'tom' WHERE fight = 'cave' AND seq = 6")
    told = run("audit")
    assert (1, "") == (told.code, told.err)
    assert "something is wrong" in told.out
    assert "The cave (cave): #6 was changed after it was recorded." in told.out
    assert 1 == run("audit", "-f", "1").code
    assert 0 == run("audit", "-f", "2").code


def test_a_change_in_any_column_is_found(path: Path, run: Any) -> None:
    """The exit code is 1, and the fight and the seq are named."""
    with closing(open_campaign(path)) as store:
        rows = {fight: rows_of(store, fight) for fight in store.fights()}
    changes = ("parent = parent + 1", "cmd = 99", "at = ''", "by = upper(by)", "digest = x'00'")
    with closing(open_unguarded(path)) as connection:
        random = Random(1)
        for fight, each in rows.items():
            for row in each:
                change = random.choice(changes)
                where = f"WHERE fight = '{fight}' AND seq = {row.seq}"
                connection.execute(f"UPDATE events SET {change} {where}")
                told = run("audit", "--json")
                found = {one["id"]: one["broken"] for one in json.loads(told.out)["fights"]}
                assert 1 == told.code
                assert row.seq == found[fight]["seq"]
                back = "parent = ?, cmd = ?, at = ?, by = ?, digest = ?"
                was = (row.parent, row.cmd, row.at, row.by, row.digest)
                connection.execute(f"UPDATE events SET {back} {where}", was)
    assert 0 == run("audit").code


def test_a_printed_seal_can_be_checked(path: Path, run: Any) -> None:
    """Text pasted around the seal does no harm."""
    seal = run("seal").out
    assert re.fullmatch(
        r"combatlog:2:cave:22:[0-9a-f]{64}\n  \w+( \w+){7}\n"
        r"combatlog:2:gorge:5:[0-9a-f]{64}\n  \w+( \w+){7}\n",
        seal,
    )
    told = run("audit", "--seal", f"Mia, yesterday: {seal}")
    assert 0 == told.code
    assert (
        "Of The cave (fight 1) and The gorge (fight 2) every event is what was sealed." in told.out
    )
    run("note", "-f", "1", "It rains.")
    told = run("audit", "--seal", seal)
    assert "1 event more has been recorded since." in told.out
    assert "cannot show" not in told.out


def test_only_a_seal_shows_a_cut_end(path: Path, run: Any) -> None:
    """Without a seal the report says that it cannot see this."""
    seal = run("seal").out
    with closing(open_unguarded(path)) as connection:
        connection.execute("DELETE FROM events WHERE fight = 'cave' AND seq > 15")
    assert 0 == run("audit").code
    told = run("audit", "--seal", seal)
    assert 1 == told.code
    assert "Against the seal: The cave (fight 1) was sealed with 22 events and has 15" in told.out


def test_one_fight_can_be_sealed_and_checked(path: Path, run: Any) -> None:
    """With -f, or wherever its seal is found."""
    seal = run("seal", "-f", "gorge").out
    assert 0 == run("audit", "-f", "2", "--seal", seal).code
    other = run("audit", "-f", "1", "--seal", seal)
    assert 3 == other.code
    assert "it is the seal of The gorge (fight 2)" in other.out
    told = run("audit", "--seal", seal)
    assert 0 == told.code
    assert "Of The gorge (fight 2) every event is what was sealed." in told.out
    assert "1 more fight of the campaign stands under no seal." in told.out


def test_a_text_that_is_no_seal_is_refused(path: Path, run: Any) -> None:
    """The refusal is one sentence."""
    for text in ("", "hello", "combatlog:1:22:abc"):
        told = run("audit", "--seal", text)
        assert (1, "") == (told.code, told.out)
        assert told.err.startswith("That is not a seal")
        assert 1 == told.err.count("\n")


def test_a_campaign_can_be_given_as_file(path: Path, run: Any) -> None:
    """With its suffix or without."""
    (path.parent / "other.combatlog").write_bytes(path.read_bytes())
    for name in ("harbour.combatlog", "harbour", str(path)):
        assert "2 fights, 27 events" in run("audit", name).out
    assert "leave out -f" in run("audit", "any.jsonl", "-f", "1").err


def test_a_damaged_campaign_given_as_file_is_diagnosed(path: Path, run: Any) -> None:
    """The error is about that file."""
    (path.parent / "other.combatlog").write_bytes(path.read_bytes())
    with closing(open_unguarded(path)) as connection:
        connection.execute("DROP TABLE secrets")
    told = run("audit", "harbour.combatlog")
    assert (1, "") == (told.code, told.out)
    assert told.err.startswith("harbour.combatlog is damaged")


def test_an_unreadable_title_blocks_no_other_fight(path: Path, run: Any) -> None:
    """Other fights are found by number or id."""
    with closing(open_unguarded(path)) as connection:
        connection.execute("UPDATE events SET body = '{' WHERE fight = 'cave' AND seq = 1")
    for fight in ("1", "cave"):
        told = run("audit", "-f", fight)
        assert 1 == told.code
        assert "A fight (cave): #1 was changed after it was recorded." in told.out


def test_an_exchanged_secret_is_found(path: Path, run: Any) -> None:
    """With another secret, later dice would differ from those committed to."""
    with closing(open_unguarded(path)) as connection:
        connection.execute(
            "UPDATE secrets SET secret = zeroblob(32)"
            " WHERE fight = 'cave' AND sealed NOT LIKE 'seed%'"
        )
    told = run("audit")
    assert 1 == told.code
    assert "the secret that is kept of its dice is not the one of #1." in told.out


@pytest.mark.parametrize("value", [None, "text", 7])
def test_a_malformed_secret_is_found(path: Path, run: Any, value: object) -> None:
    """A text that is no secret cannot draw dice."""
    with closing(open_unguarded(path)) as connection:
        connection.execute("CREATE TABLE loose AS SELECT * FROM secrets")
        connection.execute("DROP TABLE secrets")
        connection.execute("ALTER TABLE loose RENAME TO secrets")
        connection.execute("UPDATE secrets SET secret = ? WHERE fight = 'cave'", (value,))
    told = run("audit").out
    assert (value is not None) == ("the secret that is kept of its dice is not the one" in told)


@pytest.mark.slow
def test_flipped_bytes_are_found(path: Path, tmp_path: Path) -> None:
    """The audit finds them, or SQLite does, or they changed nothing that is recorded."""
    whole, random = path.read_bytes(), Random(5)
    with closing(open_campaign(path)) as store:
        was = list(store.stored()), store.fights()
    other = tmp_path / "flipped.combatlog"
    outcomes = {"found": 0, "refused": 0, "unchanged": 0}
    for _ in range(400):
        flipped = bytearray(whole)
        at = random.randrange(len(whole))
        flipped[at] ^= 1 << random.randrange(8)
        other.write_bytes(flipped)
        for beside in tmp_path.glob("flipped.combatlog-*"):
            beside.unlink()
        try:
            with closing(open_campaign(other)) as store:
                if not audit(store).right:
                    outcomes["found"] += 1
                else:
                    assert was == (list(store.stored()), store.fights()), at
                    outcomes["unchanged"] += 1
        except CombatlogError as refused:
            assert "\n" not in str(refused)
            outcomes["refused"] += 1
    assert min(outcomes.values()) > 10, outcomes


def test_salt_is_given_on_the_command_line(run: Any) -> None:
    """Before the first die, and refused after it."""
    run("new", "salty")
    run("start", "Cave", "--game", "golden-idol", "--dice", "digital")
    told = run("salt", "seven", "geese", "--by", "mia")
    assert (0, "Salt for the dice: seven geese.  [#2]") == (told.code, told.out.splitlines()[0])
    assert "combatlog:" in told.out
    assert "salt: “seven geese” (mia, #2)." in run("audit").out


def test_the_help_says_what_is_audited() -> None:
    """And what the exit code means."""
    told = CliRunner().invoke(cli, ["audit", "--help"]).output
    assert "where something cannot be judged here" in re.sub(r"\s+", " ", told)
    assert "else the whole campaign" in re.sub(r"\s+", " ", told)


def _columns(row: Row) -> tuple[Any, ...]:
    from msgspec.structs import astuple

    return astuple(row)


def test_nothing_to_audit(run: Any) -> None:
    """A campaign without a fight."""
    run("new", "empty")
    told = run("audit")
    assert (0, True) == (told.code, "nothing to audit" in told.out)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DROP TRIGGER events_no_update", "The trigger events_no_update is missing."),
        ("DROP INDEX breaks", "The index breaks is missing."),
        (
            "CREATE TRIGGER mine AFTER INSERT ON _sqlite_migrations BEGIN SELECT 1; END",
            "The trigger mine is none of combatlog's.",
        ),
        (
            "DROP TRIGGER events_no_update;"
            "CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT 1; END",
            "its trigger events_no_update is not as combatlog makes it",
        ),
        (
            "DROP INDEX breaks; CREATE INDEX breaks ON events (seq)",
            "The index breaks is not as combatlog makes it.",
        ),
    ],
)
def test_missing_and_foreign_triggers_are_found(
    path: Path, run: Any, statement: str, said: str
) -> None:
    """So are tables and indexes that are missing, foreign or different."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(statement)
    told = run("audit")
    assert (1, True) == (told.code, said in told.out + told.err)


def test_tables_of_other_tools_are_accepted(path: Path, run: Any) -> None:
    """So are their views and indexes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(
            "CREATE TABLE mine (x); CREATE VIEW ours AS SELECT by FROM events;"
            "CREATE INDEX other ON events (by)"
        )
    assert 0 == run("audit").code


def test_a_wrong_index_is_found(path: Path, run: Any) -> None:
    """No event is changed, but an undone hit would count again."""
    run("undo", "-f", "1")
    with closing(open_unguarded(path)) as connection:
        (sql,) = connection.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'breaks'"
        ).fetchone()
        connection.execute("DROP INDEX breaks")
        connection.execute(f"{sql} AND seq < 0")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'breaks'", (sql,))
    told = run("audit")
    assert (1, True) == (told.code, "is not that of its events" in told.out)


def test_a_broken_fight_is_refused_a_seal(path: Path, run: Any) -> None:
    """In one sentence that says what to do."""
    with closing(open_unguarded(path)) as connection:
        connection.execute("UPDATE events SET by = 'tom' WHERE fight = 'cave' AND seq = 6")
    told = run("seal")
    assert (1, "") == (told.code, told.out)
    assert told.err.endswith("so it is not sealed; combatlog audit tells more.\n")


def test_a_file_and_a_campaign_together_are_refused(path: Path, run: Any) -> None:
    """The audit takes one of them."""
    told = run("audit", "cave.jsonl", "-c", "harbour")
    assert (1, "") == (told.code, told.out)
    assert "only one of them" in told.err


def test_dice_that_cannot_be_checked_yet_are_not_called_right(path: Path, run: Any) -> None:
    """The verdict says how many."""
    run("export", "1", "-o", "cave.jsonl")
    told = run("audit", "cave.jsonl").out
    why = "2 drawn dice cannot be judged: no secret of theirs is here"
    assert f"{why}; end the fight or close its dice, and export again." in told
    assert "checked against" not in told
    assert 2 == json.loads(run("audit", "cave.jsonl", "--json").out)["unchecked"]
