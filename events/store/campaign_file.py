"""A campaign file made, or opened: a `SQLiteStore` in one SQLite file."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager

from events.errors import CampaignError, Damaged, NewerCampaign, NoCampaign, NotACampaign
from events.store.migrations import APPLICATION_ID, FORMAT, GUARDS, migrate
from events.store.protocol import Clock, utc_now
from events.store.sqlite import SQLiteStore as SQLiteStore
from events.store.sqlite_errors import NO_CAMPAIGN, NO_TEXT, convert_error, make_damaged

LONGEST_VALUE = 1 << 28
"""Bytes of a value that a campaign file may give: a file may be anybody's, and claim anything."""

BUSY_SECONDS = 5.0
"""How long an append waits for another program's append."""


def create_campaign(
    path: str | os.PathLike[str], clock: Clock = utc_now, busy: float = BUSY_SECONDS
) -> SQLiteStore:
    """Make a campaign file; raises `CampaignError` where something is there already."""
    path = os.fspath(path)
    with _convert_errors(path):
        if _file_type(path) and not _is_blank(path):
            raise CampaignError(f"{path} exists already; choose another name, or go on with it.")
        _check_orphan(path)
        folder, name = os.path.split(path)
        if not stat.S_ISDIR(_file_type(folder or os.curdir)):
            raise NoCampaign(f"There is no folder {folder} to make {name} in.")
        connection = _connect(path, busy)
        with _close_on_error(connection):
            _make_durable(connection)
            migrate(connection)
    return SQLiteStore(connection, clock, path)


def open_campaign(
    path: str | os.PathLike[str], clock: Clock = utc_now, busy: float = BUSY_SECONDS
) -> SQLiteStore:
    """Open a campaign file, bringing an older format up to date.

    Raises `NoCampaign`, `NotACampaign`, `NewerCampaign` or `CampaignError`.
    """
    path = os.fspath(path)
    with _convert_errors(path):
        kind = _file_type(path)
        if stat.S_ISDIR(kind):
            raise NoCampaign(f"{path} is a folder; say which campaign file in it is meant.")
        _check_orphan(path)
        if not stat.S_ISREG(kind):
            if kind or os.path.islink(path):
                what = "no plain file" if kind else "a link that leads nowhere"
                raise NotACampaign(f"{path} is {what}; say which campaign file is meant.")
            from shlex import quote  # what is there needs it not

            raise NoCampaign(
                f"There is no campaign {path}; make one with: combatlog new {quote(path)}"
            )
        connection = _connect(path, busy)
        with _close_on_error(connection):
            version = _check_version(connection, path)
            _make_durable(connection)
            if version < FORMAT:
                migrate(connection)
            _check_tables(connection, path)
    return SQLiteStore(connection, clock, path)


def _check_orphan(path: str) -> None:
    """What was recorded last may be in the write-ahead log alone; beside an empty file SQLite
    would throw that away."""
    log = f"{path}-wal"
    if not _size(path) and _size(log):
        raise Damaged(path, f"it is empty or gone, and {os.path.basename(log)} is still there")


def _size(path: str) -> int:
    return os.stat(path).st_size if _file_type(path) else 0


def _file_type(path: str) -> int:
    """What is there, in the words of `stat`; 0 for nothing. Where that cannot be found out (a disk
    that fails, a folder that may not be looked into) it is not nothing: then it raises."""
    try:
        return stat.S_IFMT(os.stat(path).st_mode)
    except ValueError:
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            raise
        return 0


def _check_version(connection: sqlite3.Connection, path: str) -> int:
    """The file's format, looked at before anything in the file is touched."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise NotACampaign(NO_CAMPAIGN.format(path))
    if version > FORMAT:
        raise NewerCampaign(
            f"{path} has format {version}, and this combatlog reads up to {FORMAT};"
            " install a newer combatlog."
        )
    return int(version)


def _check_tables(connection: sqlite3.Connection, path: str) -> None:
    """A view by the name of a table may be anything, and without end; and a trigger on one that
    is not ours may rewrite what is recorded."""
    found = connection.execute(
        "SELECT type, name, tbl_name FROM sqlite_master WHERE type IN ('table', 'trigger')"
    ).fetchall()
    for name in GUARDS:
        if ("table", name, name) not in found:
            raise Damaged(path, f"it has no table of {name}")
    for kind, name, table in found:
        if kind == "trigger" and table in GUARDS and name not in GUARDS[table]:
            raise make_damaged(
                path, f"it has a trigger on its {table} that is not combatlog's ({name})"
            )


def _connect(path: str, busy: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=busy)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    return connection


def _make_durable(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA recursive_triggers = ON")


@contextmanager
def _close_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _is_blank(path: str) -> bool:
    """Is there nothing in the file, as a `create_campaign` that was killed leaves it?"""
    if not stat.S_ISREG(_file_type(path)):
        return False
    size = _size(path)
    if size < 512:  # SQLite takes any file as short as this for an empty one
        return size == 0
    with closing(sqlite3.connect(path)) as connection:
        try:
            return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return False


@contextmanager
def _convert_errors(path: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise convert_error(path, error, "opened") from None
    except UnicodeDecodeError:  # of what SQLite says itself, quoting the file
        raise Damaged(path, NO_TEXT) from None
    except CampaignError:
        raise
    except OSError as error:
        raise CampaignError(f"{path} cannot be opened: {error.strerror}.") from None
