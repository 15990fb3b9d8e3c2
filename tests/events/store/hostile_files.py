"""Hostile campaign files: made with plain sqlite3, to keep whoever opens them busy without end."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from events.store.campaign_file import create_campaign
from events.store.envelope import Entry
from events.types.log_events import Noted

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
"""A query that never ends."""

LEVELS = 5
"""The height of a tree whose pages all lead to the same rows."""


def write_campaign(path: Path, events: int = 1) -> None:
    """Write a sound campaign of one fight."""
    with closing(create_campaign(path)) as store:
        store.append("f", 0, [Entry(Noted(f"note {at} {'x' * 60}")) for at in range(events)])


def write_changed(path: Path, *statements: str) -> None:
    """Write a sound campaign, and then run these statements."""
    write_campaign(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def replace_trigger(name: str, when: str, on: str) -> tuple[str, str]:
    """Return statements that give a trigger of combatlog's name another body, which never ends."""
    return (
        f"DROP TRIGGER IF EXISTS {name}",
        f"CREATE TRIGGER {name} {when} ON {on} BEGIN {ENDLESS}; END",
    )


def generate_column(table: str, column: str, expression: str) -> tuple[str, ...]:
    """Return statements that make a column of a table a generated one."""
    return (
        f"DROP TRIGGER {table}_no_update",
        f"ALTER TABLE {table} DROP COLUMN {column}",
        f"ALTER TABLE {table} ADD COLUMN {column} TEXT AS ({expression}) VIRTUAL",
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}"
        f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END",
    )


def write_endless_tree(path: Path, table: str = "events") -> None:
    """Write a small campaign in which the pages of a table lead to the same rows again and again,
    so that it seems to have very many."""
    write_campaign(path, 400)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
        root = int(found.fetchone()[0])
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    page = bytes(data[(root - 1) * size : root * size])
    below = int.from_bytes(page[8:12], "big")
    for _ in range(LEVELS):
        data += _lead_everywhere(page, below)
        below = len(data) // size
    data[(root - 1) * size : root * size] = _lead_everywhere(page, below)
    data[28:32] = (len(data) // size).to_bytes(4, "big")
    path.write_bytes(data)


def _lead_everywhere(page: bytes, child: int) -> bytes:
    """Return an interior page with every pointer leading to the same child."""
    changed = bytearray(page)
    cells = int.from_bytes(page[3:5], "big")
    for cell in range(cells):
        at = int.from_bytes(page[12 + 2 * cell : 14 + 2 * cell], "big")
        changed[at : at + 4] = child.to_bytes(4, "big")
    changed[8:12] = child.to_bytes(4, "big")
    return bytes(changed)
