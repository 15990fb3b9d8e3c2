"""The schema of a campaign file, compared with the one that combatlog makes.

Names say nothing: a trigger, a generated column, a check or an index can compute anything, without
end. So a file is used only if whatever computes in combatlog's reading and writing has combatlog's
own SQL. Other tools may add tables, views and plain indexes. A table that only lost its keys can be
read, so that the audit can say what was done to its rows.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from events.store.envelope import FORMAT
from events.store.migrations import GUARDS, TABLES, build_triggers

Schema: TypeAlias = dict[tuple[str, str], str]
"""The SQL of everything in a schema, by kind and name, with single spaces."""

COMPUTES = "computes something"
"""What is said about an index with an expression or a condition."""

_QUERY = """
    SELECT type, CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master
    WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'
"""


_COMPUTING = r"(?i)\b(AS|CHECK|DEFAULT|GENERATED|REFERENCES|VIRTUAL)\b"
"""Words without which the SQL of a table computes nothing."""


def read_schema(connection: sqlite3.Connection) -> tuple[Schema, dict[tuple[str, str], str]]:
    """Return the schema of a file, and the tables that its parts belong to."""
    schema: Schema = {}
    tables: dict[tuple[str, str], str] = {}
    for kind, name, table, sql in connection.execute(_QUERY):
        key = str(kind), _text(name)
        schema[key], tables[key] = " ".join(_text(sql).split()), _text(table)
    return schema, tables


def _text(stored: bytes | None) -> str:
    return (stored or b"").decode(errors="replace")


@cache
def expected_schema(format: int = FORMAT) -> Schema:
    """Return the schema of a new campaign file of this format."""
    return dict(map(_read_statement, (*TABLES[format], *build_triggers(format))))


def _read_statement(statement: str) -> tuple[tuple[str, str], str]:
    _, kind, name, *_ = words = statement.split()
    return (kind.lower(), name), " ".join(words)


def find_dangers(connection: sqlite3.Connection, format: int) -> Iterator[str]:
    """Yield what makes a file of this format unusable: a table that is missing or not ours, a
    foreign trigger or a computing index on one of our tables. A guard or index that is missing is
    no danger; the audit reports it."""
    schema, tables = read_schema(connection)
    ours = expected_schema(format)
    for name in GUARDS:
        if ("table", name) not in schema:
            yield f"it has no table of {name}"
    for (kind, name), sql in schema.items():
        expected = ours.get((kind, name))
        table = tables[kind, name]
        if kind == "view" or table.lower() not in GUARDS or sql == expected:
            continue
        if kind == "trigger" and expected is None:
            yield f"it has a trigger on its {table} that is not combatlog's ({name})"
        elif kind == "index":
            what = _find_index_danger(connection, table, name)
            if what and (table in GUARDS or what == COMPUTES):
                yield f"it has an index on its {table} that {what} ({name})"
        elif expected is not None and (kind != "table" or re.search(_COMPUTING, sql)):
            yield f"its {kind} {name} is not as combatlog makes it"


def _find_index_danger(connection: sqlite3.Connection, table: str, name: str) -> str:
    """Return what an index that is not ours does to reading and writing; empty if nothing."""
    listed = connection.execute(
        'SELECT "unique", partial FROM pragma_index_list(?) WHERE name = ?', (table, name)
    ).fetchone()
    columns = connection.execute("SELECT cid FROM pragma_index_xinfo(?)", (name,)).fetchall()
    if listed is None or listed[1] or (-2,) in columns:
        return COMPUTES
    return "refuses rows" if listed[0] else ""
