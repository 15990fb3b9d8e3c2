"""What is wrong with a campaign file beside its fights: its schema and pages, the index, the list
of fights, the keys of commands."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from events.store.command_index import RecordedCommand, index_commands
from events.store.envelope import Row
from events.store.schema import expected_schema, read_schema
from events.store.sqlite import SQLiteStore
from events.types.names import clean_fault, clean_text


def find_schema_faults(connection: sqlite3.Connection) -> list[str]:
    """Return what differs between a file's tables, indexes and triggers and combatlog's own."""
    (format,) = connection.execute("PRAGMA user_version").fetchone()
    (here, _), expected = read_schema(connection), expected_schema(format)
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


def find_file_faults(connection: sqlite3.Connection) -> list[str]:
    """Return what SQLite's own check finds in the pages, tables and indexes of a file: rows that an
    index lacks, values where none may be missing, pages that belong to nothing."""
    try:
        found = [str(said) for (said,) in connection.execute("PRAGMA integrity_check(5)")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    return [
        f"SQLite's check of the file fails: {_describe_fault(said)}"
        for said in found
        if said != "ok"
    ]


def _describe_fault(said: str) -> str:
    """Return a message of SQLite's check on one line."""
    return clean_fault(said.removeprefix("*** in database main ***"))


def find_index_faults(store: SQLiteStore, rows: Mapping[str, Sequence[Row]]) -> list[str]:
    """Return a message for each fight whose index of lines does not match its events.

    A damaged index can hold other rows than its definition says.
    """
    return [
        f"the index of the lines of fight {fight} is not that of its events"
        for fight, every in rows.items()
        if store.breaks(fight) != [(r.seq, r.parent) for r in every if r.parent != r.seq - 1]
    ]


def find_list_faults(connection: sqlite3.Connection) -> list[str]:
    """Return what is wrong with the list of fights: they are numbered 1, 2, 3 …, and none is ever
    taken out."""
    try:
        numbers = [n for (n,) in connection.execute("SELECT number FROM fights ORDER BY number")]
    except sqlite3.DatabaseError:
        return []  # the table is not ours any more, which is listed
    if numbers == list(range(1, len(numbers) + 1)):
        return []
    return ["the fights of the list are not numbered 1, 2, 3 … as they were recorded"]


_KEYS = """
    SELECT typeof(key) || typeof(fight) || typeof(first) || typeof(last) || typeof(request),
    CAST(key AS BLOB), CAST(fight AS BLOB), CAST(first AS INTEGER), CAST(last AS INTEGER),
    CAST(request AS BLOB)
    FROM commands
"""
"""As bytes, because a text may be none."""


def find_key_faults(store: SQLiteStore, rows: Mapping[str, Sequence[Row]]) -> list[str]:
    """Return a message for each fight of format 2 whose index of keys is not what the statements of
    its commands say, and for keys of no fight: a command could be recorded twice, or be taken for
    another."""
    indexed: dict[str, dict[str, RecordedCommand]] = {}
    try:
        for kinds, key, named, *command in store.connection.execute(_KEYS):
            if kinds != "texttextintegerintegerblob":
                return ["a key of the commands has a value of a type that is never recorded"]
            fight = str(named, errors="replace")
            known = RecordedCommand(fight, *command)
            indexed.setdefault(fight, {})[str(key, errors="replace")] = known
    except (sqlite3.DatabaseError, TypeError):
        return []  # the table is not ours any more, which is listed
    strangers = indexed.keys() - set(store.fights())
    return [
        *(f"the keys of commands name a fight {clean_text(id)}, and none is" for id in strangers),
        *(
            f"the keys of the commands of fight {id} are not those that were recorded with them"
            for id, every in rows.items()
            if every and every[0].format > 1 and indexed.get(id, {}) != index_commands(id, every)
        ),
    ]
