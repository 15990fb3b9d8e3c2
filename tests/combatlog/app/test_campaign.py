"""Fights are started whole, and found again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from combatlog.app.campaign import Campaign
from combatlog.files.audit import audit
from combatlog.files.jsonl import export_lines, import_fight
from events.errors import Refused
from events.store.campaign_file import SQLiteStore, create_campaign
from events.store.memory import MemoryStore
from events.types.declarations import Join
from events.types.sheets import Sheet

NOON = "2026-11-20T12:00:00.000Z"
ADA = Sheet("Ada", {"HP": 4, "STR": 10, "DEX": 12, "WIL": 9}, kind="pc")
NOBODY = Sheet("Nobody", {})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    store = create_campaign(tmp_path / "a.combatlog", lambda: NOON)
    yield store
    store.close()


def test_the_start_and_the_joins_are_two_commands(store: SQLiteStore) -> None:
    """One undo takes back the joins, and the fight is still there."""
    fight = Campaign(store, by=" Mia ").start("Bridge", "plerion", sheets=[ADA, ADA])
    assert [1, 2, 2] == [row.cmd for row in fight.history.rows]
    assert [(NOON, "Mia")] * 3 == [(row.at, row.by) for row in fight.history.rows]
    fight.undo()
    assert {} == fight.state.combatants


def test_the_start_and_the_joins_are_one_transaction(store: SQLiteStore) -> None:
    """Nobody can come between them, and no interruption leaves one without the other."""
    statements: list[str] = []
    store.connection.set_trace_callback(statements.append)
    Campaign(store).start("Bridge", "plerion", sheets=[ADA])
    store.connection.set_trace_callback(None)
    assert 1 == statements.count("BEGIN IMMEDIATE")
    written = [each for each in statements if each.startswith("INSERT")]
    begun, committed = statements.index("BEGIN IMMEDIATE"), statements.index("COMMIT")
    assert 4 == len(set(written))
    assert all(begun < statements.index(each) < committed for each in written)


def test_an_interrupted_start_leaves_nothing(store: SQLiteStore) -> None:
    """A file that breaks off while the fight is written has no fight in it."""
    store.connection.execute("DROP TABLE secrets")
    with pytest.raises(OSError, match="no such table: secrets"):
        Campaign(store).start("Bridge", "plerion", sheets=[ADA])
    assert [] == store.fights()
    assert (0,) == store.connection.execute("SELECT count(*) FROM events").fetchone()


def test_a_sheet_that_is_refused_starts_nothing() -> None:
    """One bad sheet among good ones is enough."""
    store = MemoryStore()
    with pytest.raises(Refused, match="Nobody needs a number"):
        Campaign(store).start("Bridge", "plerion", sheets=[ADA, NOBODY])
    assert [] == store.fights()


def test_the_secret_is_kept_with_the_start(store: SQLiteStore) -> None:
    """The dice of a fight are sealed before it begins, and can be drawn."""
    fight = Campaign(store).start("Bridge", "plerion", sheets=[ADA])
    assert 32 == len(store.secret(fight.id, fight.state.anchor) or b"")


def test_a_fight_is_found_by_number_id_title_or_its_beginning() -> None:
    """Numbers and ids come first; the latest is meant where nothing is said."""
    campaign = Campaign(MemoryStore())
    bridge = campaign.start("Bridge ambush", "plerion")
    stoa = campaign.start("Stoa", "plerion", sheets=[ADA])
    for name in ("1", bridge.id, "bridge AMBUSH", "bri"):
        assert bridge.id == campaign.fight(name).id
        assert 1 == campaign.find(name).number
    assert stoa.id == campaign.fight().id
    assert (2, "Stoa", 2) == (campaign.find().number, campaign.find().title, campaign.find().events)
    for nobody in ("3", "0", "²", "zzz"):
        with pytest.raises(Refused, match="There is no fight"):
            campaign.find(nobody)
    assert isinstance(stoa.history[2].event, Join)


def test_a_campaign_has_a_title(store: SQLiteStore) -> None:
    """It stands in the first fight; the last one counts, and an undo leaves it."""
    campaign = Campaign(store, by="Mia")
    with pytest.raises(Refused, match="there is none yet"):
        campaign.rename("Harbour")
    first = campaign.start("Bridge", "plerion", sheets=[ADA])
    campaign.start("Yard", "plerion")
    assert "" == campaign.title
    campaign.rename("Harbour")
    campaign.rename("  Nights at the  harbour ")
    campaign.fight("1").undo()
    assert "Nights at the harbour" == campaign.title
    assert "right" == audit(store).verdict
    with pytest.raises(Refused):
        campaign.rename(" ")
    assert {} == campaign.fight(first.id).state.combatants


def test_an_imported_title_counts_only_in_a_campaign_that_begins_with_it(
    store: SQLiteStore,
) -> None:
    campaign = Campaign(store, by="Mia")
    first = campaign.start("Bridge", "plerion", sheets=[ADA])
    campaign.rename("Harbour")
    lines = [f"{line}\n".encode() for line in export_lines(store, first.id)]
    moved, other = Campaign(MemoryStore()), Campaign(MemoryStore())
    other.start("Yard", "plerion")
    for there in (moved, other):
        import_fight(there.store, lines)
    assert ("Harbour", "") == (moved.title, other.title)
