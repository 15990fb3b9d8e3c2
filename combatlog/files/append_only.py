"""Checks of what keeps a campaign file append-only: its tables, indexes and triggers."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cache

from events.store.envelope import Row
from events.store.migrations import TABLES, build_triggers
from events.store.sqlite import SQLiteStore

_SCHEMA_QUERY = """
    SELECT type, CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master
    WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'
    AND NOT (tbl_name = '_sqlite_migrations' AND type IN ('table', 'index'))
"""
"""Everything in the schema but what SQLite and the migrations add by themselves."""


def find_schema_faults(connection: sqlite3.Connection) -> list[str]:
    """Return what differs between a file's tables, indexes and triggers and combatlog's own."""
    here, expected = _read_schema(connection), _expected_schema()
    missing = [
        f"the {kind} {name} is missing" for kind, name in expected if (kind, name) not in here
    ]
    other = [
        f"the {kind} {name} is not as combatlog makes it"
        for (kind, name), sql in expected.items()
        if here.get((kind, name), sql) != sql
    ]
    foreign = [  # other tools may add tables, views and indexes, but a trigger could change rows
        f"the {kind} {name} is none of combatlog's"
        for kind, name in here
        if kind == "trigger" and (kind, name) not in expected
    ]
    return [*missing, *other, *foreign]


def find_index_faults(store: SQLiteStore, rows: Mapping[str, Sequence[Row]]) -> list[str]:
    """Return a message for each fight whose index of lines does not match its events.

    A damaged index can hold other rows than its definition says.
    """
    return [
        f"the index of the lines of fight {fight} is not that of its events"
        for fight, every in rows.items()
        if store.breaks(fight) != [(r.seq, r.parent) for r in every if r.parent != r.seq - 1]
    ]


@cache
def _expected_schema() -> dict[tuple[str, str], str]:
    """Return the schema of a new campaign file."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in (*TABLES, *build_triggers()):
            connection.execute(statement)
        return _read_schema(connection)


def _read_schema(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for kind, name, sql in connection.execute(_SCHEMA_QUERY):
        found[str(kind), _text(name)] = " ".join(_text(sql).split())
    return found


def _text(stored: bytes | None) -> str:
    return (stored or b"").decode(errors="replace")
