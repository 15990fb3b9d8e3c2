"""The tables and triggers of a campaign file, and the migrations between its formats.

One SQLite file holds a campaign. sqlite-utils creates and migrates it, and is imported only for
that; reading and appending need only `sqlite3`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

APPLICATION_ID = 0x436C6F67
"""“Clog”: marks a SQLite file as a campaign."""

TABLES = (
    """
    CREATE TABLE fights (
        number INTEGER PRIMARY KEY,
        fight TEXT NOT NULL UNIQUE
    )
    """,
    """
    CREATE TABLE events (
        fight TEXT NOT NULL,
        seq INTEGER NOT NULL,
        parent INTEGER NOT NULL,
        cmd INTEGER NOT NULL,
        cause INTEGER,
        repeats INTEGER,
        at TEXT NOT NULL,
        by TEXT NOT NULL,
        body TEXT NOT NULL,
        digest BLOB NOT NULL,
        PRIMARY KEY (fight, seq)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX breaks ON events (fight, seq, parent) WHERE parent <> seq - 1",
    """
    CREATE TABLE commands (
        key TEXT PRIMARY KEY,
        fight TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        request BLOB NOT NULL
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE secrets (
        sealed TEXT PRIMARY KEY,
        fight TEXT NOT NULL,
        secret BLOB NOT NULL
    ) WITHOUT ROWID
    """,
)

_KEYS = {
    "fights": "number = NEW.number OR fight = NEW.fight",
    "events": "fight = NEW.fight AND seq = NEW.seq",
    "commands": "key = NEW.key",
    "secrets": "sealed = NEW.sealed",
}


GUARDS = {
    table: {f"{table}_no_{verb}" for verb in ("update", "delete", "replace")} for table in _KEYS
}
"""The tables of a campaign, and the names of the triggers that keep each append-only."""


def build_triggers() -> list[str]:
    """Return the SQL of the triggers that refuse UPDATE, DELETE and INSERT OR REPLACE on every
    table.

    On `events` the delete trigger refuses a replacement, because it fires for it on combatlog's own
    connections (`PRAGMA recursive_triggers`); an insert trigger would make every append 2.5 %
    slower. A replacement by another program shows in the digests.
    """
    statements = []
    for table, same in _KEYS.items():
        for verb in ("UPDATE", "DELETE"):
            statements.append(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}"
                f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        if table != "events":
            statements.append(
                f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}"
                f" WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})"
                f" BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: {table}'); END"
            )
    return statements


Step = Callable[[sqlite3.Connection], None]


def _format_1(connection: sqlite3.Connection) -> None:
    for statement in (*TABLES, *build_triggers()):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


STEPS: tuple[Step, ...] = (_format_1,)
"""The migration from each format to the next, the first from an empty file."""

FORMAT = len(STEPS)
"""The format that this version reads and writes, kept in `PRAGMA user_version`."""


def migrate(connection: sqlite3.Connection) -> None:
    """Create the tables of an empty campaign, or migrate an older one, in one transaction. If it is
    interrupted, the file is empty or in the old format, and it can be run again."""
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

    migrations = Migrations("combatlog")
    for number, step in enumerate(STEPS, start=1):

        @migrations(name=f"format_{number}")
        def bring(db: Database, number: int = number, step: Step = step) -> None:
            step(connection)
            connection.execute(f"PRAGMA user_version = {number}")

    connection.execute("BEGIN IMMEDIATE")
    try:
        migrations.apply(Database(connection))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
