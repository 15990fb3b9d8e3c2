"""The SQLite file of tables, written whole or not at all.

It is a file beside the campaign, not the campaign itself. The campaign holds inputs and dice, is
only appended to, and is audited; everything computed from it can be deleted, shared and opened in
other programs. Tables and views in the file that are not combatlog's are left alone.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from combatlog.export.tables.table_schema import (
    CHRONICLE,
    SEARCHED,
    TABLES,
    TOTALS,
    Row,
    TableSchema,
)
from combatlog.files.safe_write import SIDE_FILES
from events.errors import CampaignError, Refused, Unwritable
from events.store.migrations import APPLICATION_ID as CAMPAIGN_ID

VIEWS = {
    "line": """
        SELECT fight_number, seq, round, turn, side, by, type, said FROM events
        WHERE on_line ORDER BY fight_number, seq
    """,
    "undone_events": """
        SELECT fight_number, seq, by, said, undone_how, undone_why FROM events
        WHERE undone ORDER BY fight_number, seq
    """,
    "wounds_open": """
        SELECT f.number AS fight_number, f.title, c.name AS who, c.player, w.label, w.place,
            w.text, w.awaits, w.due, c.standing
        FROM wounds w
        JOIN combatants c ON c.fight_number = w.fight_number AND c.id = w.combatant
        JOIN fights f ON f.number = w.fight_number
        WHERE w.awaits <> '' AND NOT w.healed AND c.standing <> 'dead'
            AND NOT EXISTS (
                SELECT 1 FROM combatants later
                WHERE later.person = c.person AND later.fight_number > c.fight_number
            )
        ORDER BY f.number, c.name
    """,
    "scars": """
        SELECT c.person, c.name AS who, c.player, f.number AS fight_number, f.title, w.label,
            w.text, w.awaits, coalesce(g.name, '') AS given_by
        FROM wounds w
        JOIN combatants c ON c.fight_number = w.fight_number AND c.id = w.combatant
        JOIN fights f ON f.number = w.fight_number
        LEFT JOIN combatants g ON g.fight_number = w.fight_number AND g.id = w.given_by
        WHERE NOT w.brought ORDER BY c.person, f.number, w.number
    """,
    "luck_by_player": """
        SELECT player, fights, dice, luck, luck_spread, luck_score FROM all_players
        ORDER BY luck_score DESC
    """,
    "statistics_by_name": """
        SELECT f.number AS fight_number, f.title, c.name AS who, c.player, c.side, s.attacks,
            s.hits, s.dealt, s.taken, s.absorbed, s.cost, s.lost, s.downed, s.kills, s.aids,
            s.saves_passed, s.saves_failed, s.dice, s.luck, s.luck_spread
        FROM statistics s
        JOIN combatants c ON c.fight_number = s.fight_number AND c.id = s.combatant
        JOIN fights f ON f.number = s.fight_number
        ORDER BY f.number, c.rowid
    """,
}
"""SQL by the name of the view. `wounds_open` are wounds that still need something, of the living,
in the last fight they were in; `scars` are all wounds of every person by fight."""

APPLICATION_ID = 0x436C6F54
"""“CloT”: marks a SQLite file as the tables of a campaign."""

FORMAT_VERSION = 4
"""The version of the tables; a file with another version is created again."""

ABOUT = "about"
"""The table with the version that made the file and its audience, as names and values."""

BUSY_SECONDS = 5.0

_TOKENS = "unicode61 remove_diacritics 2"
"""The search finds words with and without accents, in any script that has spaces."""


@contextmanager
def open_tables_file(path: str) -> Iterator[sqlite3.Connection]:
    """Open the file in one transaction: committed at the end, rolled back on any error.

    Readers see the old tables until then. Raises `Refused` if the file is not one of tables,
    `Unwritable` if another program writes to it or the disk does not allow it.
    """
    _check_path(path)
    is_new, done = not os.path.exists(path), False
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
        try:
            _check_ours(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("BEGIN IMMEDIATE")
            was = read_about(connection)
            yield connection
            is_other = was != read_about(connection)
            connection.execute("COMMIT")
            done = True
            if was and is_other:
                _wipe(connection, path)
        finally:
            connection.close()  # without a commit this is a rollback
    except sqlite3.DatabaseError as error:
        raise _explain_error(path, error) from None
    finally:
        if is_new and not done and os.path.exists(path):
            os.remove(path)


def _wipe(connection: sqlite3.Connection, path: str) -> None:
    """Remove every byte of the old tables: players may get a file that was the referee's."""
    connection.execute("VACUUM")
    (is_read, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_read:
        raise Unwritable(
            f"{path} is written, but another program still reads its old content; close that"
            " program and run this again before you share the file."
        )


def read_about(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what made the tables in the file; empty if it has none, or tables of another
    version."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version != FORMAT_VERSION:
        return {}
    return dict(connection.execute(f"SELECT name, value FROM {ABOUT}").fetchall())


def create_tables(connection: sqlite3.Connection, about: dict[str, str]) -> None:
    """Create empty tables in place of those that are there."""
    from sqlite_utils import Database

    _drop_tables(connection)
    db = Database(connection)
    db.table(ABOUT).create({"name": str, "value": str}, pk="name")
    connection.executemany(f"INSERT INTO {ABOUT} VALUES (?, ?)", about.items())
    for table in (*TOTALS, *TABLES):
        _create_table(db.table(table.name), table)
    db.table(CHRONICLE.name).enable_fts(SEARCHED, create_triggers=True, tokenize=_TOKENS)
    for name, sql in VIEWS.items():
        db.create_view(name, sql)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")


def _create_table(made: object, table: TableSchema) -> None:
    from sqlite_utils.db import Table

    assert isinstance(made, Table)
    primary = {each.name: each.primary for each in (*TOTALS, *TABLES)}
    made.create(
        table.stored,
        pk=table.primary,
        not_null=table.key if len(table.key) > 1 else None,
        foreign_keys=[
            (column, each.table, primary[each.table]) for column, each in table.links.items()
        ],
    )
    linked = [(column,) for column in table.links if column != "player"]
    for columns in dict.fromkeys((*table.indexes, *linked)):
        made.create_index(columns)


def _drop_tables(connection: sqlite3.Connection) -> None:
    """Drop combatlog's tables; a table goes before those it refers to."""
    for name in VIEWS:
        connection.execute(f"DROP VIEW IF EXISTS {name}")
    for name in (f"{CHRONICLE.name}_fts", *(each.name for each in reversed((*TABLES, *TOTALS)))):
        connection.execute(f"DROP TABLE IF EXISTS {name}")
    connection.execute(f"DROP TABLE IF EXISTS {ABOUT}")


def insert_rows(
    connection: sqlite3.Connection,
    table: TableSchema,
    rows: list[Row],
    names: Mapping[str, str] = {},
) -> None:
    """Insert rows into a table; `names` are the combatants of their fight by id."""
    places = ", ".join("?" for _ in table.stored)
    connection.executemany(
        f"INSERT INTO {table.name} VALUES ({places})", [table.store(row, names) for row in rows]
    )


def remove_fight(connection: sqlite3.Connection, number: int) -> None:
    """Delete all rows of a fight."""
    for table in reversed(TABLES):
        column = "number" if table.name == "fights" else "fight_number"
        connection.execute(f"DELETE FROM {table.name} WHERE {column} = ?", (number,))


def _check_path(path: str) -> None:
    folder = os.path.dirname(path) or os.curdir
    if not os.path.isdir(folder):
        raise Refused(f"There is no folder {folder} to write {os.path.basename(path)} in.")
    if os.path.lexists(path) and not os.path.isfile(path):
        raise Refused(f"{path} is not a plain file; choose another one with -o.")
    if path.endswith(SIDE_FILES):
        raise Refused(f"{path} would look like a part of another file; choose another with -o.")


def _check_ours(connection: sqlite3.Connection, path: str) -> None:
    """Raise `Refused` unless the file holds tables or is empty."""
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        blank = connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        raise Refused(_NOT_OURS.format(path, "something else")) from None
    if application == CAMPAIGN_ID:
        raise Refused(_NOT_OURS.format(path, "a campaign"))
    if application != APPLICATION_ID and (application or not blank):
        raise Refused(_NOT_OURS.format(path, "another program's database"))


_NOT_OURS = "{} is {}, and is not overwritten; choose another file with -o."


def _explain_error(path: str, error: sqlite3.Error) -> CampaignError:
    text = str(error)
    if "locked" in text:
        why = "another program is writing to it; try again in a moment"
    elif "readonly" in text or "unable to open" in text:
        why = "it, or its folder, cannot be written; choose another file with -o"
    elif "full" in text:
        why = "the disk is full"
    else:
        why = f"SQLite says “{text}”; delete it, and it is created again"
    return Unwritable(f"{path} was not written: {why}.")
