"""Campaign files: created, opened, refused."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from events.errors import (
    CampaignError,
    Conflict,
    KeyReused,
    NewerCampaign,
    NoCampaign,
    NotACampaign,
    Unwritable,
)
from events.store.campaign_file import SQLiteStore, create_campaign, open_campaign
from events.store.command_index import RecordedCommand
from events.store.envelope import FORMAT, Recorded
from events.store.statements import Request
from tests.events.given import notes, texts


def test_what_is_recorded_is_there_when_opened_again(path: Path) -> None:
    """A campaign goes on where it was closed."""
    store = create_campaign(path)
    recorded = store.append("f", 0, notes("a", "b"), secrets={"seal": b"s"})
    store.close()
    again = open_campaign(path)
    assert recorded == list(again.read("f"))
    assert b"s" == again.secret("f", "seal")
    assert 3 == again.append("f", 2, notes("c"))[0].seq


def test_the_file_is_durable(campaign: SQLiteStore) -> None:
    """Every append is on the disk before it returns."""
    execute = campaign.connection.execute
    assert ("wal",) == execute("PRAGMA journal_mode").fetchone()
    assert (2,) == execute("PRAGMA synchronous").fetchone()
    assert (1,) == execute("PRAGMA fullfsync").fetchone()
    assert (1,) == execute("PRAGMA checkpoint_fullfsync").fetchone()


def test_many_keys_are_one_transaction(campaign: SQLiteStore) -> None:
    """Each transaction writes at least a page to the log; 400 keys fit on few pages."""
    campaign.append("f", 0, notes("a"))
    campaign.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    campaign.adopt_commands((f"k{n}", "f", 1, 1, b"asked") for n in range(400))
    assert os.path.getsize(f"{campaign.path}-wal") < 100 * 4096
    assert RecordedCommand("f", 1, 1, b"asked") == campaign.command("k399")


def test_of_keys_of_which_one_is_known_none_is_adopted(campaign: SQLiteStore) -> None:
    """The transaction is taken back, and the next append finds none open."""
    campaign.append("f", 0, notes("a"), key="known", request=Request("json", "[]"))
    with pytest.raises(CampaignError, match="UNIQUE"):
        campaign.adopt_commands((key, "f", 1, 1, b"asked") for key in ("new", "known"))
    assert campaign.command("new") is None
    assert 1 == campaign.append("g", 0, notes("a"))[0].seq


def test_an_existing_campaign_is_not_made_again(path: Path) -> None:
    """Creating a campaign over an existing one is refused, and the file stays as it was."""
    create_campaign(path).append("f", 0, notes("a"))
    with pytest.raises(CampaignError, match="exists already"):
        create_campaign(path)
    assert ["a"] == texts(open_campaign(path), "f")


@pytest.mark.parametrize("content", [b"not a database at all, but long enough" * 40, b"x"])
def test_garbage_is_no_campaign_and_is_not_overwritten(path: Path, content: bytes) -> None:
    """Another file can neither be opened nor overwritten, and is not changed."""
    path.write_bytes(content)
    with pytest.raises(NotACampaign, match="is not a campaign"):
        open_campaign(path)
    with pytest.raises(CampaignError, match="exists already"):
        create_campaign(path)
    assert content == path.read_bytes()


def test_another_programs_database_is_refused_untouched(path: Path) -> None:
    """A SQLite file that is no campaign is refused, and no byte of it changes."""
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE bookmarks (url)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(NotACampaign, match="is not a campaign"):
        open_campaign(path)
    with pytest.raises(CampaignError, match="exists already"):
        create_campaign(path)
    assert before == path.read_bytes()


def test_a_newer_campaign_is_refused(path: Path) -> None:
    """A file of a later version is refused, and the message names both formats."""
    store = create_campaign(path)
    store.connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    store.close()
    with pytest.raises(NewerCampaign, match=rf"format {FORMAT + 1}, .* up to {FORMAT};"):
        open_campaign(path)


def test_a_missing_file_is_not_made_by_opening(path: Path) -> None:
    """Opening a missing file says how to create one, and creates nothing."""
    with pytest.raises(NoCampaign, match="combatlog new"):
        open_campaign(path)
    assert not path.exists()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """Creating a campaign in a missing folder is refused."""
    with pytest.raises(NoCampaign, match="no folder"):
        create_campaign(tmp_path / "nowhere" / "a.combatlog")


def test_a_folder_is_no_campaign(tmp_path: Path) -> None:
    """A folder is neither opened nor overwritten."""
    with pytest.raises(NoCampaign, match="is a folder"):
        open_campaign(tmp_path)
    with pytest.raises(CampaignError, match="exists already"):
        create_campaign(tmp_path)


def test_an_empty_file_is_no_campaign_but_can_become_one(path: Path) -> None:
    """An empty file cannot be opened, but a campaign can be created in it."""
    path.touch()
    with pytest.raises(NotACampaign):
        open_campaign(path)
    assert [] == create_campaign(path).fights()


def test_a_half_made_campaign_can_be_made(path: Path) -> None:
    """A database without tables, which a killed create leaves behind, is used."""
    half = sqlite3.connect(path)
    half.execute("PRAGMA journal_mode = WAL")
    half.close()
    assert path.stat().st_size > 0
    assert [] == create_campaign(path).fights()


def test_a_failed_create_leaves_no_table(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign is created whole or not at all."""
    monkeypatch.setattr(
        "events.store.migrations.build_triggers", lambda format: ["CREATE NONSENSE"]
    )
    with pytest.raises(CampaignError):
        create_campaign(path)
    monkeypatch.undo()
    assert [] == create_campaign(path).fights()


def test_a_locked_file_says_so(campaign: SQLiteStore, path: Path) -> None:
    """While another program writes, an append waits for a time and is then refused."""
    campaign.append("f", 0, notes("a"))
    impatient = open_campaign(path, busy=0.01)
    campaign.connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unwritable, match=r"another program is writing .* not done in 0\.01 s"):
        impatient.append("f", 1, notes("b"))
    campaign.connection.execute("ROLLBACK")
    assert 2 == impatient.append("f", 1, notes("b"))[0].seq


def test_a_read_only_file_can_be_read_but_not_written(campaign: SQLiteStore) -> None:
    """If the file cannot be written, an append says so, and the log can still be read."""
    campaign.append("f", 0, notes("a"))
    campaign.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(Unwritable, match="read-only"):
        campaign.append("f", 1, notes("b"))
    assert ["a"] == texts(campaign, "f")


def test_a_file_that_cannot_be_opened_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign without read permission is refused with the reason."""
    create_campaign(path).close()

    def closed(*args: object, **options: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", closed)
    with pytest.raises(CampaignError, match=r"combatlog cannot be opened: the file, or its folder"):
        open_campaign(path)


def test_a_file_that_cannot_be_looked_at_is_not_missing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failing disk is reported as such, not as a missing campaign."""
    create_campaign(path).close()

    def failing(*args: object, **options: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "stat", failing)
    for use in (open_campaign, create_campaign):
        with pytest.raises(CampaignError, match=r"cannot be opened: Input/output error\.$"):
            use(path)


def test_a_conflict_between_two_connections(campaign: SQLiteStore, path: Path) -> None:
    """Of two appends after the same event the second gets a conflict, even right after a read."""
    campaign.append("f", 0, notes("a"))
    other = open_campaign(path)
    other.head("f")
    campaign.append("f", 1, notes("b"))
    with pytest.raises(Conflict, match=r"#1 .* #2 "):
        other.append("f", 1, notes("c"))
    assert 3 == other.append("f", 2, notes("c"))[0].seq


def test_the_same_command_on_two_connections_is_recorded_once(
    campaign: SQLiteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If two connections race with one key, both get what the first recorded."""
    campaign.append("f", 0, notes("a"))
    other = open_campaign(path)
    first = race(
        campaign,
        other,
        monkeypatch,
        lambda store: store.append("f", 1, notes("b"), key="k", request=Request("line", "note b")),
    )
    assert [2] == [row.seq for row in first]
    assert ["a", "b"] == texts(campaign, "f")


def test_a_key_taken_by_another_fight_meanwhile_is_reused(
    campaign: SQLiteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A race for a key between two fights is no conflict: the key is taken."""
    other = open_campaign(path)
    fights = {id(campaign): "f", id(other): "g"}
    with pytest.raises(KeyReused):
        race(
            campaign,
            other,
            monkeypatch,
            lambda store: store.append(
                fights[id(store)], 0, notes("b"), key="k", request=Request("line", "note b")
            ),
        )
    assert [] == texts(campaign, "g")


def race(
    first: SQLiteStore,
    second: SQLiteStore,
    monkeypatch: pytest.MonkeyPatch,
    append: Callable[[SQLiteStore], list[Recorded]],
) -> list[Recorded]:
    """Let one connection append between the other's check of the key and its append."""
    looked = second.command

    def look(key: str, fight: str = "") -> RecordedCommand | None:
        found = looked(key, fight)
        monkeypatch.undo()
        append(first)
        return found

    monkeypatch.setattr(second, "command", look)
    return append(second)


def test_a_trigger_of_somebody_else_is_refused(path: Path) -> None:
    """A foreign trigger could change what is recorded, or never end."""
    create_campaign(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "CREATE TRIGGER evil AFTER INSERT ON events BEGIN DELETE FROM secrets; END"
        )
    with pytest.raises(CampaignError, match="a trigger on its events that is not combatlog's"):
        open_campaign(path)


def test_views_and_tables_of_somebody_else_are_theirs(path: Path) -> None:
    """Other tools may add views and tables of their own."""
    create_campaign(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE VIEW fallen AS SELECT body FROM events")
        connection.execute("CREATE TABLE mine (note)")
    open_campaign(path).close()
