"""A campaign's tables as a file: written, brought up to date, never in anybody's way."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from combatlog.app.campaign import Campaign
from combatlog.export.tables.campaign_tables import BuildResult, build_campaign_tables
from combatlog.export.tables.tables_file import VIEWS
from events.errors import Refused, Unwritable
from events.types.declarations import Attack
from events.types.sheets import Sheet
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.tables.campaigns import (
    again,
    carry,
    dumped,
    in_memory,
    new,
    played,
    sql,
)
from tests.support.command_line import run_combatlog


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Two fights in a file."""
    made = new(tmp_path / "a.combatlog")
    played(made, "golden-idol", 1)
    played(made, "paraverse", 2)
    return made


@pytest.mark.slow
def test_fights_of_every_game_become_tables(tmp_path: Path) -> None:
    """Every reference leads somewhere, every view works, the file is intact."""
    campaign = in_memory()
    for seed, game in enumerate(GAMES):
        played(campaign, game, seed, commands=60)
    path = tmp_path / "tables.db"
    assert BuildResult(6, 0, 0) == build_campaign_tables(campaign, str(path))
    with sql(path) as db:
        assert [] == db.execute("PRAGMA foreign_key_check").fetchall()
        assert [("ok",)] == db.execute("PRAGMA integrity_check").fetchall()
        assert (6,) == db.execute("SELECT count(*) FROM fights").fetchone()
        for view in VIEWS:
            db.execute(f"SELECT * FROM {view}").fetchall()
        people = db.execute("SELECT sum(dealt), sum(dice) FROM people").fetchone()
        assert people == db.execute("SELECT sum(dealt), sum(dice) FROM statistics").fetchone()
        dice = db.execute("SELECT count(*) FROM rolls").fetchone()
        assert dice == people[1:]


@pytest.mark.slow
def test_several_cores_write_the_same_tables(
    tmp_path: Path, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fights are computed on all cores, and written in their order."""
    one, several = tmp_path / "one.db", tmp_path / "several.db"
    build_campaign_tables(campaign, str(one))
    monkeypatch.setattr("replay.cores.FEW", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert BuildResult(2, 0, 0) == build_campaign_tables(campaign, str(several))
    assert dumped(one) == dumped(several)


@pytest.mark.slow
def test_only_fights_that_changed_are_computed_again(tmp_path: Path, campaign: Campaign) -> None:
    """The tables are the same as if all were computed."""
    path = tmp_path / "tables.db"
    assert BuildResult(2, 0, 0) == build_campaign_tables(campaign, str(path))
    assert BuildResult(0, 2, 0) == build_campaign_tables(campaign, str(path))
    campaign.fight("2").undo()
    passed: list[str] = []

    def passing(ids: list[str]) -> list[str]:
        passed.extend(ids)
        return ids

    assert BuildResult(1, 1, 0) == build_campaign_tables(campaign, str(path), passing=passing)
    assert ["random2"] == passed
    updated = dumped(path)
    assert BuildResult(2, 0, 0) == build_campaign_tables(campaign, str(path), rebuild=True)
    assert updated == dumped(path)
    with sql(path) as db:
        assert [] == db.execute("PRAGMA foreign_key_check").fetchall()


def test_a_fight_that_is_gone_is_removed(tmp_path: Path, campaign: Campaign) -> None:
    """As after a rescue that lost it."""
    path = tmp_path / "tables.db"
    build_campaign_tables(campaign, str(path))
    rescued = new(tmp_path / "b.combatlog")
    played(rescued, "golden-idol", 1)
    assert BuildResult(1, 0, 1) == build_campaign_tables(
        rescued, str(path)
    )  # recorded at another time, so otherwise
    with sql(path) as db:
        assert [("random1",)] == db.execute("SELECT id FROM fights").fetchall()
        assert [(1,)] == db.execute("SELECT DISTINCT fight_number FROM events").fetchall()
        found = db.execute("SELECT DISTINCT rowid / 1000000 FROM chronicle_fts").fetchall()
        assert [(1,)] == found


@pytest.mark.slow
def test_tables_of_another_campaign_are_refused(tmp_path: Path, campaign: Campaign) -> None:
    """Only `--rebuild` replaces them."""
    path = str(tmp_path / "tables.db")
    build_campaign_tables(campaign, path)
    other = in_memory()
    played(other, "thalassa", 9)
    with pytest.raises(Refused, match="another campaign"):
        build_campaign_tables(other, path)
    assert BuildResult(1, 0, 0) == build_campaign_tables(other, path, rebuild=True)


@pytest.mark.slow
def test_tables_for_another_audience_are_created_again(tmp_path: Path, campaign: Campaign) -> None:
    """Nothing of the referee's stays in the players' file."""
    path = tmp_path / "tables.db"
    build_campaign_tables(campaign, str(path))
    assert BuildResult(2, 0, 0) == build_campaign_tables(campaign, str(path), "players")
    with sql(path) as db:
        assert [(None,)] == db.execute("SELECT DISTINCT body FROM events").fetchall()
    assert b"definition" not in path.read_bytes()


def test_no_byte_of_the_referees_tables_is_left_in_the_players(
    tmp_path: Path, campaign: Campaign
) -> None:
    """No note stays, in the file or beside it; tables of other tools do."""
    path = tmp_path / "tables.db"
    secret = "Thewolfisthebaronsbrother"
    campaign.fight("1").note(f"{secret} " * 380)  # more than a page of the file
    build_campaign_tables(campaign, str(path))
    assert secret.encode() in path.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE mine (x)")
    build_campaign_tables(campaign, str(path), "players")
    for each in tmp_path.glob("tables.db*"):
        assert secret.encode() not in each.read_bytes()
        assert secret.casefold().encode() not in each.read_bytes()  # as the search has it
    with sql(path) as db:
        assert [] == db.execute("SELECT * FROM mine").fetchall()


@pytest.mark.slow
def test_a_reader_of_the_old_tables_is_reported(
    tmp_path: Path, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its old content cannot be wiped while it reads; afterwards it can."""
    monkeypatch.setattr("combatlog.export.tables.tables_file.BUSY_SECONDS", 0.1)
    path = tmp_path / "tables.db"
    campaign.fight("1").note("Thewolfisthebaronsbrother")
    build_campaign_tables(campaign, str(path))
    with sql(path) as db:
        reading = db.execute("SELECT * FROM events")
        reading.fetchone()
        with pytest.raises(Unwritable, match="still reads"):
            build_campaign_tables(campaign, str(path), "players")
        reading.close()
    assert BuildResult(0, 2, 0) == build_campaign_tables(campaign, str(path), "players")
    assert b"Thewolfisthebaronsbrother" not in path.read_bytes()


@pytest.mark.parametrize(
    "content", [b"not a database at all " * 60, b"", b"PK\x03\x04"], ids=["text", "empty", "zip"]
)
def test_only_an_empty_file_is_replaced(tmp_path: Path, campaign: Campaign, content: bytes) -> None:
    """Any other file stays as it is."""
    path = tmp_path / "something"
    path.write_bytes(content)
    if not content:
        assert BuildResult(2, 0, 0) == build_campaign_tables(campaign, str(path))
        return
    with pytest.raises(Refused, match="choose another file"):
        build_campaign_tables(campaign, str(path))
    assert content == path.read_bytes()


def test_no_campaign_and_no_other_database_is_replaced(tmp_path: Path, campaign: Campaign) -> None:
    """Not even the campaign of these tables."""
    with pytest.raises(Refused, match="is a campaign"):
        build_campaign_tables(campaign, str(tmp_path / "a.combatlog"), rebuild=True)
    theirs = tmp_path / "theirs.db"
    with closing(sqlite3.connect(theirs)) as db:
        db.execute("CREATE TABLE fights (x)")
    before = theirs.read_bytes()
    with pytest.raises(Refused, match="another program's"):
        build_campaign_tables(campaign, str(theirs), rebuild=True)
    assert before == theirs.read_bytes()
    with pytest.raises(Refused, match="no folder"):
        build_campaign_tables(campaign, str(tmp_path / "nowhere" / "x.db"))
    with pytest.raises(Refused, match="not a plain file"):
        build_campaign_tables(campaign, str(tmp_path))
    with pytest.raises(Refused, match="part of another file"):
        build_campaign_tables(campaign, str(tmp_path / "other.combatlog-wal"))


@pytest.mark.slow
def test_an_interruption_leaves_the_old_tables(tmp_path: Path, campaign: Campaign) -> None:
    """A new file is removed."""
    path = tmp_path / "tables.db"
    build_campaign_tables(campaign, str(path))
    before = dumped(path)
    campaign.fight("1").undo()
    campaign.fight("2").undo()

    def interrupted(ids: list[str]) -> Iterator[str]:
        yield ids[0]
        raise KeyboardInterrupt

    for rebuild in (False, True):
        with pytest.raises(KeyboardInterrupt):
            build_campaign_tables(campaign, str(path), rebuild=rebuild, passing=interrupted)
        assert before == dumped(path)
    with pytest.raises(KeyboardInterrupt):
        build_campaign_tables(campaign, str(tmp_path / "new.db"), passing=interrupted)
    assert not (tmp_path / "new.db").exists()


@pytest.mark.slow
def test_readers_go_on_and_a_second_writer_is_refused(
    tmp_path: Path, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Datasette shows the old tables until the new ones are ready."""
    monkeypatch.setattr("combatlog.export.tables.tables_file.BUSY_SECONDS", 0.1)
    path = tmp_path / "tables.db"
    build_campaign_tables(campaign, str(path))
    campaign.fight("1").undo()
    old = campaign.store.head("random1").seq - 1

    def meanwhile(ids: list[str]) -> Iterator[str]:
        yield from ids
        with sql(path) as db:
            assert (old,) == db.execute("SELECT events FROM fights WHERE number = 1").fetchone()
        with pytest.raises(Unwritable, match="another program is writing"):
            build_campaign_tables(campaign, str(path))

    build_campaign_tables(campaign, str(path), passing=meanwhile)
    with sql(path) as db:
        assert (old + 1,) == db.execute("SELECT events FROM fights WHERE number = 1").fetchone()


def test_tables_of_other_tools_stay(tmp_path: Path, campaign: Campaign) -> None:
    """A table and a view of somebody's own."""
    path = tmp_path / "tables.db"
    build_campaign_tables(campaign, str(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("CREATE TABLE mine (note TEXT)")
        db.execute("INSERT INTO mine VALUES ('kept')")
        db.execute("CREATE VIEW my_view AS SELECT title FROM fights")
    build_campaign_tables(campaign, str(path), rebuild=True)
    with sql(path) as db:
        assert ("kept",) == db.execute("SELECT note FROM mine").fetchone()
        assert 2 == len(db.execute("SELECT * FROM my_view").fetchall())


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Kyklôps", "kyklops"),
        ("Łucja", "łucja"),
        ("Дракон", "дракон"),
        ("एका राक्षस", "एका"),
        ("龍", "龍"),
    ],
)
def test_the_search_finds_words_in_any_script(tmp_path: Path, name: str, word: str) -> None:
    """With or without accents."""
    campaign = in_memory()
    sheets = [Sheet("Ada", {"HP": 6, "STR": 9, "DEX": 9, "WIL": 9}, kind="pc", side="party")]
    sheets.append(Sheet(name, {"HP": 6, "STR": 9, "DEX": 9, "WIL": 9}, side="foes"))
    campaign.start("A fight", "golden-idol", sheets=sheets)
    path = tmp_path / "tables.db"
    build_campaign_tables(campaign, str(path))
    with sql(path) as db:
        found = db.execute("SELECT text FROM chronicle_fts WHERE chronicle_fts MATCH ?", (word,))
        assert [True] == [name in text for (text,) in found]


def test_a_person_has_one_id_in_all_fights(tmp_path: Path) -> None:
    """That of the first fight; their open wounds are those of the last."""
    campaign = in_memory()
    one, two, three = (played(campaign, "golden-idol", seed, 30, 0) for seed in (1, 2, 3))
    who = next(id for id, each in one.state.combatants.items() if each.kind == "pc")
    there = carry(campaign, one, who, two)
    later = carry(campaign, two, there, three)
    path = tmp_path / "tables.db"
    build_campaign_tables(campaign, str(path))
    with sql(path) as db:
        query = "SELECT fight_number, id FROM combatants WHERE person = ? ORDER BY 1"
        assert [(1, who), (2, there), (3, later)] == db.execute(
            query, (f"random1/{who}",)
        ).fetchall()
        query = "SELECT count(*) FROM people WHERE person IN (?, ?)"
        assert (0,) == db.execute(query, (f"random2/{there}", f"random3/{later}")).fetchone()


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """The command as a process."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("COMBATLOG")}
    return run_combatlog(*args, cwd=folder, env=env)


@pytest.mark.slow
def test_the_command_says_what_it_did(tmp_path: Path, campaign: Campaign) -> None:
    """The files stand beside the campaign, one for players; the campaign is as it was."""
    campaign.close()
    before = (tmp_path / "a.combatlog").read_bytes()
    assert "a-tables.db: 2 fights, 2 computed, 0 as they were.\n" == run(tmp_path, "tables").stdout
    assert (
        "a-tables.db: 2 fights, 0 computed, 2 as they were.\n"
        == run(tmp_path, "tables", "a").stdout
    )
    for_players = run(tmp_path, "tables", "a.combatlog", "--for", "players")
    assert "a-players.db: 2 fights, 2 computed, 0 as they were.\n" == for_players.stdout
    refused = run(tmp_path, "tables", "-o", "a.combatlog")
    assert (
        1,
        "a.combatlog is a campaign, and is not overwritten; choose another file with -o.\n",
    ) == (
        refused.returncode,
        refused.stderr,
    )
    assert before == (tmp_path / "a.combatlog").read_bytes()
    assert 0 == run(tmp_path, "audit").returncode
    with again(tmp_path / "a.combatlog") as opened:
        assert 2 == len(opened.store.fights())


def test_sqlite_utils_searches_the_chronicle(tmp_path: Path, campaign: Campaign) -> None:
    """Other tools find the search index: it belongs to its table."""
    from sqlite_utils import Database

    path = tmp_path / "tables.db"
    build_campaign_tables(campaign, str(path))
    with closing(sqlite3.connect(path)) as connection:
        chronicle = Database(connection).table("chronicle")
        assert "chronicle_fts" == chronicle.detect_fts()
        first = next(iter(chronicle.rows))
        word = max(first["text"].replace(",", " ").replace(".", " ").split(), key=len)
        assert first["id"] in {row["id"] for row in chronicle.search(word, quote=True)}


def test_attacks_can_be_queried_with_sql(tmp_path: Path, campaign: Campaign) -> None:
    """By their JSON, too."""
    path = tmp_path / "tables.db"
    build_campaign_tables(campaign, str(path))
    rows = campaign.fight("1").history.rows
    expected = {row.event.by for row in rows if isinstance(row.event, Attack)}
    with sql(path) as db:
        found = db.execute(
            "SELECT DISTINCT body ->> 'by' FROM events WHERE type = 'attack' AND fight_number = 1"
        )
        assert expected == {by for (by,) in found}
