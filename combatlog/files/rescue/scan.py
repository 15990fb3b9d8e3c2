"""What can still be read of a campaign file, whatever has become of it; the file is not touched.

SQLite reads each table as far as it gets, from both ends. Where it does not get through, every
page is looked at for itself. Nothing is judged here: what is found may be nonsense.
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
from events.store.migrations import APPLICATION_ID, FORMAT

Values: TypeAlias = tuple[Value, ...]

COLUMNS = {
    "events": ("fight", "seq", "parent", "cmd", "cause", "repeats", "at", "by", "body", "digest"),
    "fights": ("fight", "number"),
    "commands": ("key", "fight", "first", "last", "request"),
    "secrets": ("sealed", "fight", "secret"),
}
"""What is read of each table, in this order."""

_ORDER = {"events": "fight DESC, seq DESC", "fights": "number DESC"}
"""How a table is read from its end."""

_EMPTY = {"cause", "repeats"}
"""What most events do not have anyway."""

_LOGS = ("-wal", "-journal")
"""Where SQLite keeps what was written last."""


class Scan(NamedTuple):
    """The rows of each table, each once; the tables that SQLite has read from end to end; and the
    events that are known of, by (fight, seq), though their rows are not there or not whole."""

    rows: dict[str, dict[Values, None]]
    through: set[str]
    known: set[tuple[str, int]]


def scan_file(path: str) -> Scan:
    """What is found in a file. Raises `NoCampaign` where there is none to look into,
    `NotACampaign` for a sound database of something else, `NewerCampaign`, and `CampaignError`
    where it cannot be read at all."""
    database, log = _read_bytes(path), _read_bytes(path + "-wal")
    if database is None and not log:
        raise NoCampaign(f"There is no file {path}; say which campaign is damaged.")
    found = Scan({table: {} for table in COLUMNS}, set(), set())
    sound = True
    if database:
        with suppress(sqlite3.Error), _open_read_only(path) as connection:
            _check_kind(connection, path)
            for table in COLUMNS:
                _read_table(connection, table, found)
            sound = _is_sound(connection)
    if log and is_cut(database or b"", log):
        found.through.clear()
    if log or len(found.through) < len(COLUMNS) or not sound:  # SQLite passes over what is torn
        read = {table: len(rows) for table, rows in found.rows.items()}
        for record in read_records(database or b"", log or b""):
            _add_record(record, found)
        more = {table for table, rows in found.rows.items() if len(rows) > read[table]}
        found.through.difference_update(more if not log else ())
    return found


def _read_bytes(path: str) -> bytes | None:
    """A file's bytes; None where there is none."""
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
def _open_read_only(path: str) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write: where SQLite would have to, to a copy."""
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
        with closing(sqlite3.connect(copy)) as connection:
            yield _prepare(connection)


def _connect(path: str) -> sqlite3.Connection:
    uri = f"{Path(path).absolute().as_uri()}?immutable=1"
    return _prepare(sqlite3.connect(uri, uri=True))


def _prepare(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Lenient about what may be broken, and about nothing else."""
    connection.text_factory = decode_text
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_RECORD)
    connection.execute("PRAGMA writable_schema = ON")  # reads past what it cannot parse
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _check_kind(connection: sqlite3.Connection, path: str) -> None:
    """Is there any sense in looking into it?"""
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
    """Is the table of events as this version makes it? Then its number is what is damaged."""
    there = [column[1] for column in connection.execute("PRAGMA table_xinfo(events)")]
    return sorted(there) == sorted(COLUMNS["events"])


def _is_sound(connection: sqlite3.Connection) -> bool:
    try:
        return connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    except sqlite3.Error:
        return False


def _has_table(connection: sqlite3.Connection, table: str) -> bool:
    """A view of that name may be anything, and take for ever."""
    found = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        " AND sql NOT LIKE 'CREATE VIRTUAL%'",
        (table,),
    )
    return found.fetchone() is not None


def _read_table(connection: sqlite3.Connection, table: str, found: Scan) -> None:
    """A table from its beginning, and where that does not reach its end, from there."""
    columns = ", ".join(COLUMNS[table])
    try:
        if not _has_table(connection, table):
            return
        there = {column[1] for column in connection.execute(f"PRAGMA table_xinfo({table})")}
        if not set(COLUMNS[table]) - _EMPTY <= there:
            return  # under another name they may be in the pages still
        columns = ", ".join(name if name in there else "NULL" for name in COLUMNS[table])
        for values in connection.execute(f"SELECT {columns} FROM {table} NOT INDEXED"):
            found.rows[table][values] = None
        found.through.add(table)
    except sqlite3.Error:
        with suppress(sqlite3.Error):
            order = _ORDER.get(table, "1 DESC")
            for values in connection.execute(f"SELECT {columns} FROM {table} ORDER BY {order}"):
                found.rows[table][values] = None


def _add_record(record: Record, found: Scan) -> None:
    """A record to the table whose rows look like this, which is all there is to know it by."""
    values = record.values
    whole = len(values) == record.width
    match (record.width, *values):
        case (10, str(fight), int(seq), *_):
            if whole:
                found.rows["events"].setdefault(values)
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
