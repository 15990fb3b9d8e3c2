"""What keeps a campaign file append-only: is all of it there, and nothing else?"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cache

from events.store.envelope import Row
from events.store.migrations import TABLES, triggers
from events.store.sqlite import SQLiteStore

_SCHEMA_QUERY = """
    SELECT type, CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master
    WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'
    AND NOT (tbl_name = '_sqlite_migrations' AND type IN ('table', 'index'))
"""
"""What SQLite, and what migrates a file, make by themselves is left out."""


def find_schema_faults(connection: sqlite3.Connection) -> list[str]:
    """What of a file's tables, indexes and triggers is not as combatlog makes it."""
    here, made = _read_schema(connection), _expected_schema()
    missing = [f"the {kind} {name} is missing" for kind, name in made if (kind, name) not in here]
    other = [
        f"the {kind} {name} is not as combatlog makes it"
        for (kind, name), sql in made.items()
        if here.get((kind, name), sql) != sql
    ]
    foreign = [  # tables, views and indexes of other tools are theirs; a trigger does something
        f"the {kind} {name} is none of combatlog's"
        for kind, name in here
        if kind == "trigger" and (kind, name) not in made
    ]
    return [*missing, *other, *foreign]


def find_index_faults(store: SQLiteStore, rows: Mapping[str, Sequence[Row]]) -> list[str]:
    """The fights whose lines, which are read off an index, are not those of their events: an
    index may be filled otherwise than it says."""
    return [
        f"the index of the lines of fight {fight} is not that of its events"
        for fight, every in rows.items()
        if store.breaks(fight) != [(r.seq, r.parent) for r in every if r.parent != r.seq - 1]
    ]


@cache
def _expected_schema() -> dict[tuple[str, str], str]:
    """What combatlog makes."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in (*TABLES, *triggers()):
            connection.execute(statement)
        return _read_schema(connection)


def _read_schema(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for kind, name, sql in connection.execute(_SCHEMA_QUERY):
        found[str(kind), _text(name)] = " ".join(_text(sql).split())
    return found


def _text(stored: bytes | None) -> str:
    return (stored or b"").decode(errors="replace")
