"""The tables and triggers of a campaign file, in each format.

One SQLite file holds a campaign. sqlite-utils creates it, and is imported only for that; reading
and appending need only `sqlite3`. A file keeps its format: `combatlog upgrade` copies an old one.
"""

from __future__ import annotations

import sqlite3

from events.store.envelope import FORMAT

APPLICATION_ID = 0x436C6F67
"""“Clog”: marks a SQLite file as a campaign."""

_FIGHTS = """
    CREATE TABLE fights (
        number INTEGER PRIMARY KEY,
        fight TEXT NOT NULL UNIQUE
    )
"""

_EVENTS = """
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
        digest BLOB NOT NULL,{}
        PRIMARY KEY (fight, seq)
    ) WITHOUT ROWID
"""

_BREAKS = "CREATE INDEX breaks ON events (fight, seq, parent) WHERE parent <> seq - 1"

_COMMANDS = """
    CREATE TABLE commands (
        key TEXT{},
        fight TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        request BLOB NOT NULL{}
    ) WITHOUT ROWID
"""

_SECRETS = """
    CREATE TABLE secrets (
        sealed TEXT PRIMARY KEY,
        fight TEXT NOT NULL,
        secret BLOB NOT NULL
    ) WITHOUT ROWID
"""

TABLES = {
    1: (_FIGHTS, _EVENTS.format(""), _BREAKS, _COMMANDS.format(" PRIMARY KEY", ""), _SECRETS),
    2: (
        _FIGHTS,
        _EVENTS.format("\n        blind BLOB NOT NULL,\n        said TEXT,"),
        _BREAKS,
        _COMMANDS.format(" NOT NULL", ",\n        PRIMARY KEY (key, fight)"),
        _SECRETS,
    ),
}
"""The tables of a campaign file by its format, and their index; the second is that of events. In
format 2 a key is known by its fight, too, because imported fights bring theirs."""

_KEYS = {
    "fights": "number = NEW.number OR fight = NEW.fight",
    "events": "fight = NEW.fight AND seq = NEW.seq",
    "commands": "key = NEW.key",
    "secrets": "sealed = NEW.sealed",
}
"""When a row is the same as a new one, by table."""

_COMMANDS_2 = "key = NEW.key AND fight = NEW.fight"

GUARDS = {
    table: {f"{table}_no_{verb}" for verb in ("update", "delete", "replace")} for table in _KEYS
}
"""The tables of a campaign, and the names of the triggers that keep each append-only."""


def build_triggers(format: int = FORMAT) -> list[str]:
    """Return the SQL of the triggers that refuse UPDATE, DELETE and INSERT OR REPLACE on every
    table.

    On `events` the delete trigger refuses a replacement, because it fires for it on combatlog's own
    connections (`PRAGMA recursive_triggers`); an insert trigger would make every append 2.5 %
    slower. A replacement by another program shows in the digests.
    """
    statements = []
    for table, same in (_KEYS | ({"commands": _COMMANDS_2} if format > 1 else {})).items():
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


def create_tables(connection: sqlite3.Connection, format: int = FORMAT) -> None:
    """Create the tables of an empty campaign in one transaction. If it is interrupted, the file is
    empty, and it can be run again."""
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

    migrations = Migrations("combatlog")

    @migrations(name=f"format_{format}")
    def create(db: Database) -> None:
        for statement in (*TABLES[format], *build_triggers(format)):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {format}")

    connection.execute("BEGIN IMMEDIATE")
    try:
        migrations.apply(Database(connection))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
