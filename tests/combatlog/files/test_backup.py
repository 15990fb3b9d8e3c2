"""A backup is the same as the campaign, or is not there."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from combatlog.app.campaign import Campaign, create
from combatlog.files import backup
from combatlog.files.audit import audit, seal_campaign
from combatlog.files.backup import Backup, back_up
from combatlog.terminal.cli.main import main
from events.errors import CampaignError, CombatlogError, Damaged, NoCampaign, Refused
from events.store.campaign_file import open_campaign
from events.store.sqlite import SQLiteStore
from events.types.sheets import Sheet

ADA = Sheet("Ada", {"HP": 4, "STR": 10, "DEX": 12, "WIL": 9}, kind="pc")


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """An open campaign of two fights, most of it in the write-ahead log still."""
    monkeypatch.chdir(tmp_path)
    made = create("h.combatlog", by="Mia")
    made.start("Bridge", "plerion", sheets=[ADA])
    made.start("Cave", "golden-idol", sheets=[ADA]).note("Bats.", key="k")
    return made


def store_of(campaign: Campaign) -> SQLiteStore:
    assert isinstance(campaign.store, SQLiteStore)
    return campaign.store


def left_here() -> set[str]:
    """Return the files in the folder, but for the campaign's own."""
    return {each for each in os.listdir() if not each.startswith("h.combatlog")}


def test_a_backup_of_an_open_campaign_is_complete(campaign: Campaign) -> None:
    """The seals are the same, the keys and the secrets; and the audit has no objection."""
    made = back_up(store_of(campaign), "copy.combatlog")
    assert Backup(2, 5) == made
    assert {"copy.combatlog"} == left_here()
    with closing(open_campaign("copy.combatlog")) as copied:
        assert seal_campaign(campaign.store) == seal_campaign(copied)
        assert audit(copied).right
        assert audit(copied).judged
        assert campaign.store.command("k") == copied.command("k") is not None


def test_recording_goes_on_meanwhile(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """What others record after the beginning is in the campaign, and not in the copy."""
    compare = backup._compare

    def record_and_compare(store: SQLiteStore, temporary: str) -> Backup:
        with Campaign(open_campaign("h.combatlog"), by="Ben") as other:
            other.fight("1").note("Meanwhile.")
        return compare(store, temporary)

    monkeypatch.setattr(backup, "_compare", record_and_compare)
    assert 5 == back_up(store_of(campaign), "copy.combatlog").events
    assert 3 == campaign.find("1").events
    campaign.fight("1").note("And on.")
    assert 6 == back_up(store_of(campaign), "later.combatlog").events - 1


def test_a_campaign_without_fights_can_be_copied(tmp_path: Path) -> None:
    """There is nothing to seal in it."""
    with create(tmp_path / "new.combatlog") as made:
        assert Backup(0, 0) == back_up(store_of(made), str(tmp_path / "copy.combatlog"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_nobody_else_may_read_the_backup_of_a_private_campaign(campaign: Campaign) -> None:
    """The secrets of the dice are in it."""
    os.chmod("h.combatlog", 0o600)
    back_up(store_of(campaign), "copy.combatlog")
    assert 0o600 == os.stat("copy.combatlog").st_mode & 0o777


@pytest.mark.parametrize("name", ["copy.combatlog", "copy.combatlog-wal", "copy.combatlog-journal"])
def test_nothing_is_replaced(campaign: Campaign, name: str) -> None:
    """Neither a file, nor what another campaign of that name has left."""
    Path(name).write_bytes(b"old")
    with pytest.raises(Refused, match=f"{name} exists already; choose another name"):
        back_up(store_of(campaign), "copy.combatlog")
    assert b"old" == Path(name).read_bytes()
    assert {name} == left_here()


def test_a_file_that_appears_meanwhile_is_not_replaced(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is looked for again at the end."""
    compare = backup._compare

    def compare_late(store: SQLiteStore, temporary: str) -> Backup:
        Path("copy.combatlog").write_bytes(b"theirs")
        return compare(store, temporary)

    monkeypatch.setattr(backup, "_compare", compare_late)
    with pytest.raises(Refused):
        back_up(store_of(campaign), "copy.combatlog")
    assert b"theirs" == Path("copy.combatlog").read_bytes()


@pytest.mark.parametrize(
    ("path", "error"), [(".", Refused), ("nowhere/copy", NoCampaign), ("h.combatlog", Refused)]
)
def test_a_place_that_cannot_be_is_refused(
    campaign: Campaign, path: str, error: type[CombatlogError]
) -> None:
    """A folder, a folder that is not there, the campaign itself."""
    with pytest.raises(error):
        back_up(store_of(campaign), path)
    assert set() == left_here()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("UPDATE events SET body = replace(body, 'Ada', 'Ida')", "#2 of fight 1"),
        ("DELETE FROM events WHERE seq = 2", "of fight"),
        ("DELETE FROM fights WHERE number = 2", "not in its list"),
        ("DROP TRIGGER secrets_no_update", "secrets_no_update is missing"),
    ],
)
def test_a_damaged_campaign_has_no_backup(campaign: Campaign, change: str, reason: str) -> None:
    """It would be believed. The message says what is damaged, and what to do."""
    with closing(sqlite3.connect("h.combatlog")) as raw:
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        kept = dict(triggers.fetchall())
        for name in kept:
            raw.execute(f"DROP TRIGGER {name}")
        if change.startswith("DROP"):
            kept.pop("secrets_no_update")
        else:
            raw.execute(change)
        for sql in kept.values():
            raw.execute(sql)
        raw.commit()
    with pytest.raises(Damaged, match=f"h.combatlog is damaged: .*{reason}.*rescue"):
        back_up(store_of(campaign), "copy.combatlog")
    assert set() == left_here()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM events WHERE fight = (SELECT fight FROM fights WHERE number = 1) AND seq = 2",
        "UPDATE secrets SET secret = x'00'",
        "DELETE FROM commands",
    ],
)
def test_a_copy_that_differs_is_removed(
    campaign: Campaign, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk may lie: what was read back is compared, not what was written."""
    copy = backup._copy

    def copy_badly(store: SQLiteStore, temporary: str) -> None:
        copy(store, temporary)
        with closing(sqlite3.connect(temporary)) as raw:
            kept = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = kept.fetchall()
            for name, _ in triggers:
                raw.execute(f"DROP TRIGGER {name}")
            raw.execute(change)
            for _, sql in triggers:
                raw.execute(sql)
            raw.commit()

    monkeypatch.setattr(backup, "_copy", copy_badly)
    with pytest.raises(CampaignError, match="not the same as the campaign"):
        back_up(store_of(campaign), "copy.combatlog")
    assert set() == left_here()


def test_the_command_says_what_it_has_done(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name of the copy gets the ending of a campaign, and is refused the second time."""
    for code in (0, 1):
        with pytest.raises(SystemExit) as left:
            main(["backup", "copy", "-c", "h"])
        assert code == left.value.code
    said = capsys.readouterr()
    assert [
        "copy.combatlog is a copy of h.combatlog, compared: 2 fights, 5 events.",
        "It is a campaign of its own: what is recorded in one is not in the other."
        " Where both lie in one folder, commands ask for -c FILE.",
    ] == said.out.splitlines()
    assert "copy.combatlog exists already; choose another name for the backup.\n" == said.err
