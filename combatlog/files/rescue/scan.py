"""Scan of a damaged campaign file: every row that is still readable. The file is not changed.

SQLite reads each table from both ends as far as it can. If it cannot read all of it, every page is
read by itself. Nothing is judged here: rows may be nonsense.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

from combatlog.files.rescue.sqlite_pages import (
    LONGEST_RECORD,
    Record,
    Value,
    decode_text,
    is_cut,
    read_records,
)
from events.errors import CampaignError, NewerCampaign, NoCampaign, NotACampaign
from events.store.envelope import FORMAT
from events.store.limits import BoundedConnection
from events.store.migrations import APPLICATION_ID

Values: TypeAlias = tuple[Value, ...]

_EVENTS_1 = ("fight", "seq", "parent", "cmd", "cause", "repeats", "at", "by", "body", "digest")

COLUMNS = {
    "events": (*_EVENTS_1, "blind", "said"),
    "fights": ("fight", "number"),
    "commands": ("key", "fight", "first", "last", "request"),
    "secrets": ("sealed", "fight", "secret"),
}
"""The columns that are read of each table, in this order."""

_ORDER = {"events": "fight DESC, seq DESC", "fights": "number DESC"}
"""The order in which a table is read from its end."""

_EMPTY = {"cause": "NULL", "repeats": "NULL", "blind": "x''", "said": "NULL"}
"""Columns that may be missing, and what stands for them: most events have nothing there, and format
1 has neither blinds nor statements."""

_FORMAT_1: Values = (b"", None)
"""What format 1 lacks at the end of an event."""

_LOGS = ("-wal", "-journal")
"""The endings of the files in which SQLite keeps what it wrote last."""


class Scan(NamedTuple):
    """What was found in a file.

    - `rows`: the rows of each table, each once.
    - `through`: the tables that SQLite has read to their end.
    - `known`: (fight, seq) of events that existed, even if their rows are lost or incomplete.
    - `formats`: the formats of the tables and pages of events.
    """

    rows: dict[str, dict[Values, None]]
    through: set[str]
    known: set[tuple[str, int]]
    formats: set[int]


def scan_file(path: str) -> Scan:
    """Read everything that is readable in a file.

    Raises `NoCampaign` if there is no file, `NotACampaign` for an intact database of something
    else, `NewerCampaign`, and `CampaignError` if the file cannot be read at all.
    """
    database, log = _read_bytes(path), _read_bytes(path + "-wal")
    if database is None and not log:
        raise NoCampaign(f"There is no file {path}; say which campaign is damaged.")
    found = Scan({table: {} for table in COLUMNS}, set(), set(), set())
    sound = True
    if database:
        with suppress(sqlite3.Error), _open_read_only(path) as connection:
            _check_kind(connection, path)
            for table in COLUMNS:
                _read_table(connection, table, found)
            sound = _is_sound(connection)
    if log and is_cut(database or b"", log):
        found.through.clear()
    if log or len(found.through) < len(COLUMNS) or not sound:  # SQLite skips torn pages
        read = {table: len(rows) for table, rows in found.rows.items()}
        for record in read_records(database or b"", log or b""):
            _add_record(record, found)
        more = {table for table, rows in found.rows.items() if len(rows) > read[table]}
        found.through.difference_update(more if not log else ())
    return found


def _read_bytes(path: str) -> bytes | None:
    """Return a file's bytes; None if there is no file."""
    try:
        if not S_ISREG(os.stat(path).st_mode):
            raise CampaignError(f"{path} is no plain file; say which campaign is damaged.")
        return Path(path).read_bytes()
    except FileNotFoundError:
        return None
    except CampaignError:
        raise
    except OSError as error:
        raise CampaignError(f"{path} cannot be read: {error.strerror}.") from None
    except MemoryError:
        raise CampaignError(f"{path} is too large to be read here.") from None


@contextmanager
def _open_read_only(path: str) -> Iterator[BoundedConnection]:
    """Open a database without changing it: a copy of it where SQLite would write."""
    if not any(os.path.exists(path + end) for end in _LOGS):
        with closing(_connect(path)) as connection:
            yield connection
        return
    with TemporaryDirectory(prefix="combatlog") as folder:
        copy = os.path.join(folder, "copy")
        shutil.copyfile(path, copy)
        for end in _LOGS:
            with suppress(FileNotFoundError):
                shutil.copyfile(path + end, copy + end)
        with closing(sqlite3.connect(copy, factory=BoundedConnection)) as connection:
            yield _prepare(connection, copy)


def _connect(path: str) -> BoundedConnection:
    uri = f"{Path(path).absolute().as_uri()}?immutable=1"
    return _prepare(sqlite3.connect(uri, uri=True, factory=BoundedConnection), path)


def _prepare(connection: BoundedConnection, path: str) -> BoundedConnection:
    """Make a connection lenient about damage, and about nothing else."""
    connection.text_factory = decode_text
    connection.limit(path, LONGEST_RECORD)
    connection.execute("PRAGMA writable_schema = ON")  # to read a schema that cannot be parsed
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _check_kind(connection: BoundedConnection, path: str) -> None:
    """Raise if a database is a newer campaign, or an intact one of something else."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID and version > FORMAT and not _is_ours(connection):
        raise NewerCampaign(
            f"{path} has format {version}, and this combatlog reads up to {FORMAT};"
            " install a newer combatlog."
        )
    if (
        application != APPLICATION_ID
        and _is_sound(connection)
        and not _has_table(connection, "events")
    ):
        raise NotACampaign(f"{path} is not a campaign; there is nothing in it to rescue.")


def _is_ours(connection: sqlite3.Connection) -> bool:
    """Return whether the table of events is this version's: then the format number is damaged."""
    there = [column[1] for column in connection.execute("PRAGMA table_xinfo(events)")]
    return sorted(there) in (sorted(_EVENTS_1), sorted(COLUMNS["events"]))


def _is_sound(connection: BoundedConnection) -> bool:
    connection.steps = 0
    try:
        return connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    except sqlite3.Error:
        return False


def _has_table(connection: sqlite3.Connection, table: str) -> bool:
    """Return whether there is a plain table of this name; a view could take for ever to read."""
    found = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        " AND sql NOT LIKE 'CREATE VIRTUAL%'",
        (table,),
    )
    return found.fetchone() is not None


def _read_table(connection: BoundedConnection, table: str, found: Scan) -> None:
    """Read a table from its beginning and, if that fails before its end, from its end."""
    columns = ", ".join(COLUMNS[table])
    connection.steps = 0
    try:
        if not _has_table(connection, table):
            return
        there = {column[1] for column in connection.execute(f"PRAGMA table_xinfo({table})")}
        if not set(COLUMNS[table]) - _EMPTY.keys() <= there:
            return  # the pages may still have them, under another name
        if table == "events":
            found.formats.add(2 if "blind" in there else 1)
        columns = ", ".join(name if name in there else _EMPTY[name] for name in COLUMNS[table])
        for values in connection.execute(f"SELECT {columns} FROM {table} NOT INDEXED"):
            found.rows[table][values] = None
        found.through.add(table)
    except sqlite3.Error:
        connection.steps = 0
        with suppress(sqlite3.Error):
            order = _ORDER.get(table, "1 DESC")
            for values in connection.execute(f"SELECT {columns} FROM {table} ORDER BY {order}"):
                found.rows[table][values] = None


def _add_record(record: Record, found: Scan) -> None:
    """Add a record to the table whose rows have this shape; nothing else tells its table."""
    values = record.values
    whole = len(values) == record.width
    match (record.width, *values):
        case (10 | 12 as width, str(fight), int(seq), *_):
            if whole:
                found.rows["events"].setdefault(values if width == 12 else values + _FORMAT_1)
                found.formats.add(2 if width == 12 else 1)
            found.known.add((fight, seq))
        case (5, str(), str(fight), int(), int(last), bytes()):
            found.rows["commands"].setdefault(values)
            found.known.add((fight, last))
        case (3, str(), str(), bytes()):
            found.rows["secrets"].setdefault(values)
        case (3, str(fight), int(seq), int()):  # the index of breaks
            found.known.add((fight, seq))
        case (2, None, str(fight)) if record.rowid is not None:
            found.rows["fights"].setdefault((fight, record.rowid))
        case (2, str(fight), int(number)):  # the index of fights
            found.rows["fights"].setdefault((fight, number))
        case _:
            pass
