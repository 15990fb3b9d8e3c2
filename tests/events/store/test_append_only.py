"""A campaign file is append-only, and its queries use its indexes."""

from __future__ import annotations

import sqlite3
from contextlib import suppress

import pytest

from events.store.campaign_file import SQLiteStore
from events.store.envelope import GENESIS, compute_digest
from tests.events.given import moved, notes

ROWS = {
    "fights": "1, 'f'",
    "events": f"'f', 1, 0, 1, NULL, NULL, 'now', 'me', '{{}}', x'00', x'{'00' * 16}', NULL",
    "commands": "'k', 'f', 1, 1, x'00'",
    "secrets": "'seal', 'f', x'00'",
}
COLUMNS = {"fights": "fight", "events": "body", "commands": "request", "secrets": "secret"}

FORBIDDEN = [
    f"{statement} -- {table}"
    for table, column in COLUMNS.items()
    for statement in (
        f"UPDATE {table} SET {column} = 'x'",
        f"UPDATE OR REPLACE {table} SET {column} = 'x'",
        f"DELETE FROM {table}",
        f"INSERT OR REPLACE INTO {table} VALUES ({ROWS[table]})",
        f"INSERT INTO {table} VALUES ({ROWS[table]}) ON CONFLICT DO UPDATE SET {column} = 'x'",
    )
]


@pytest.fixture
def full(campaign: SQLiteStore) -> SQLiteStore:
    """Return a campaign with a row in every table."""
    campaign.append("f", 0, notes("a"), key="k", secrets={"seal": b"s"})
    return campaign


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_no_row_is_changed_or_removed(full: SQLiteStore, statement: str) -> None:
    """UPDATE, DELETE and every way to replace a row are refused, on every table."""
    before = list(full.connection.iterdump())
    with pytest.raises(sqlite3.IntegrityError, match=r"append-only|UNIQUE constraint failed"):
        full.connection.execute(statement)
    assert before == list(full.connection.iterdump())


@pytest.mark.parametrize("table", COLUMNS)
def test_what_is_ignored_changes_nothing(full: SQLiteStore, table: str) -> None:
    """An insert that ignores conflicts is refused, or leaves the row as it was."""
    before = list(full.connection.iterdump())
    with suppress(sqlite3.IntegrityError):
        full.connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({ROWS[table]})")
    assert before == list(full.connection.iterdump())


def test_a_row_another_program_replaces_shows_in_its_digest(full: SQLiteStore) -> None:
    """Where a replacement does not fire the trigger, the chain of digests shows it."""
    full.connection.execute("PRAGMA recursive_triggers = OFF")
    full.connection.execute(f"INSERT OR REPLACE INTO events VALUES ({ROWS['events']})")
    (row,) = full.rows("f")
    assert row.digest != compute_digest(GENESIS, "f", row)


def test_replacing_by_the_other_key_is_refused_too(full: SQLiteStore) -> None:
    """A fight cannot be replaced by its id under another number."""
    with pytest.raises(sqlite3.IntegrityError):
        full.connection.execute("INSERT OR REPLACE INTO fights VALUES (7, 'f')")
    assert ["f"] == full.fights()


def plan(store: SQLiteStore, query: str) -> str:
    rows = store.connection.execute(f"EXPLAIN QUERY PLAN {query}")
    return "; ".join(row[-1] for row in rows)


def traced(store: SQLiteStore) -> list[str]:
    """Return the queries that a store makes from here on, with their values."""
    queries: list[str] = []
    store.connection.set_trace_callback(queries.append)
    return queries


def test_breaks_are_read_from_their_index(full: SQLiteStore) -> None:
    """The breaks are read from the partial index alone."""
    full.append("f", 1, moved(1))
    queries = traced(full)
    full.breaks("f")
    full.connection.set_trace_callback(None)
    assert "SEARCH events USING COVERING INDEX breaks (fight=?)" == plan(full, queries[0])


def test_ranges_and_heads_use_the_primary_key(full: SQLiteStore) -> None:
    """No read scans a whole fight, and none sorts."""
    queries = traced(full)
    list(full.rows("f", 0, 1))
    list(full.bodies("f", 0, 1))
    full.head("f")
    full.connection.set_trace_callback(None)
    plans = [plan(full, query) for query in queries]
    assert 3 == len(plans)
    assert all("SEARCH events USING PRIMARY KEY (fight=?" in each for each in plans)
    assert not any("SCAN events" in each or "TEMP B-TREE" in each for each in plans)
