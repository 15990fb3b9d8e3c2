"""Checks of a campaign file: pages, digests, audit, and what is in it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec.structs import astuple

from combatlog.files.audit import audit
from events.store.campaign_file import SQLiteStore, open_campaign
from events.store.envelope import GENESIS, compute_digest, decode_row

TABLES = ("fights", "events", "commands", "secrets")


def check_integrity(path: Path) -> None:
    """Raise where the file does not open, a page is damaged, a digest does not follow from the one
    before, or the audit finds something wrong."""
    with closing(open_campaign(path)) as store:
        check = store.connection.execute("PRAGMA integrity_check").fetchall()
        assert [("ok",)] == check, check
        (strays,) = store.connection.execute(
            "SELECT count(*) FROM events WHERE fight NOT IN (SELECT fight FROM fights)"
        ).fetchone()
        assert 0 == strays, f"{strays} events of no fight"
        for fight in store.fights():
            check_chain(store, fight)
        check_audit(store)


def check_audit(store: SQLiteStore) -> None:
    """Audit the file. One with the same heads as before is not audited again, or the thousands of
    faults would take an hour."""
    heads = tuple((fight, *astuple(store.head(fight))) for fight in store.fights())
    if heads not in _AUDITED:
        found = audit(store)
        assert found.right, found
        _AUDITED.add(heads)


_AUDITED: set[tuple[tuple[str, int, bytes], ...]] = set()


def check_chain(store: SQLiteStore, fight: str) -> None:
    """Check that every seq and every digest follows from the one before."""
    previous, seq = GENESIS, 0
    for seq, row in enumerate(store.rows(fight), start=1):
        assert seq == row.seq, f"#{seq} is missing"
        previous = compute_digest(previous, fight, row)
        assert previous == row.digest, f"#{seq} does not match its digest"
        decode_row(row)
    assert seq, "a fight without events"


def read_tables(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of the campaign's tables, by table."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in TABLES
        }


def has_events(path: Path, rows: list[tuple[str, int, str]]) -> bool:
    """Return whether all these events (fight, seq, digest) are in the file."""
    with closing(open_campaign(path)) as store:
        return all(
            [digest] == [row.digest.hex() for row in store.rows(fight, seq - 1, seq)]
            for fight, seq, digest in rows
        )
