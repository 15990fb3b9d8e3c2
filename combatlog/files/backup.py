"""A backup: a copy of a campaign, made while it may be in use, that is proven equal before it gets
its name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

from combatlog.files.file_faults import find_index_faults, find_schema_faults
from combatlog.files.safe_write import make_campaign_file
from events.errors import CampaignError, Damaged
from events.store.campaign_file import open_campaign
from events.store.envelope import Row
from events.store.migrations import GUARDS
from events.store.sqlite import SQLiteStore
from events.store.sqlite_errors import quote_error
from replay.audit.chain import find_first_break


class Backup(NamedTuple):
    """What a backup holds: the number of its fights and of their events."""

    fights: int
    events: int


def back_up(store: SQLiteStore, path: str) -> Backup:
    """Copy a campaign to a new file. Others may go on recording meanwhile; what they record after
    the beginning is not in the copy.

    The file appears when it is complete and compared. Raises `Refused` if the path is taken or the
    campaign is not as it was recorded, `Damaged` if its copy is faulty, and a `CampaignError` if
    the file cannot be written.
    """
    with make_campaign_file(path, store.path, "the backup") as temporary, hold_still(store):
        _copy(store, temporary)
        return _compare(store, temporary)


@contextmanager
def hold_still(store: SQLiteStore) -> Iterator[None]:
    """Let a store read the campaign as it is now, whatever others record."""
    store.connection.execute("BEGIN")
    try:
        store.fights()  # from the first look on
        yield
    finally:
        store.connection.execute("ROLLBACK")


def _copy(store: SQLiteStore, temporary: str) -> None:
    with closing(sqlite3.connect(temporary)) as copied:
        store.connection.backup(copied)


def _compare(store: SQLiteStore, temporary: str) -> Backup:
    """Return what the copy holds. Raises if it is not sound, or not the same as the campaign."""
    with closing(open_campaign(temporary)) as copied:
        if fault := _find_fault(copied):
            raise Damaged(store.path, fault)
        heads = copied.heads()  # every digest before a head was checked
        if [*store.heads().items()] != [*heads.items()] or _read_beside(store) != _read_beside(
            copied
        ):
            raise CampaignError(
                "The copy is not the same as the campaign, so it was removed; try again, on another"
                " disk if that happens again."
            )
        return Backup(len(heads), sum(head.seq for head in heads.values()))


def _find_fault(copied: SQLiteStore) -> str:
    """Return what the cheap checks of an audit find in the copy first; empty if nothing."""
    (sound,) = copied.connection.execute("PRAGMA integrity_check(1)").fetchone()
    if sound != "ok":
        return quote_error(sqlite3.DatabaseError(sound))
    if faults := find_schema_faults(copied.connection):
        return faults[0]
    rows: dict[str, list[Row]] = {id: [] for id in copied.fights()}
    for fight, row in copied.stored():
        if fight not in rows:
            return f"fight {fight} is not in its list of fights"
        rows[fight].append(row)
    for number, (fight, every) in enumerate(rows.items(), start=1):
        if broken := find_first_break(fight, every):
            return f"#{broken.seq} of fight {number} {broken.said}"
    return next(iter(find_index_faults(copied, rows)), "")


def _read_beside(store: SQLiteStore) -> list[list[tuple[object, ...]]]:
    """Return the rows of the tables that no seal covers: secrets, and the keys of commands."""
    return [
        store.connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
        for table in sorted(GUARDS.keys() - {"events"})
    ]
