"""Creating and opening a campaign: a `SQLiteStore` in one file."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

from events.errors import CampaignError, Damaged, NewerCampaign, NoCampaign, NotACampaign
from events.store.envelope import FORMAT, utc_now
from events.store.limits import BoundedConnection
from events.store.migrations import APPLICATION_ID, create_tables
from events.store.protocol import Clock
from events.store.schema import find_dangers
from events.store.sqlite import SQLiteStore as SQLiteStore
from events.store.sqlite_errors import DAMAGED_TEXT, NO_CAMPAIGN, convert_error, make_damaged

BUSY_SECONDS = 5.0
"""How long an append waits for another program's append, in seconds."""


def create_campaign(
    path: str | os.PathLike[str],
    clock: Clock = utc_now,
    busy: float = BUSY_SECONDS,
    format: int = FORMAT,
) -> SQLiteStore:
    """Create a campaign file; raises `CampaignError` if something is there already, `Refused` for a
    name that Windows cannot use."""
    from events.store.file_names import check_file_name  # opening does not need it

    path = os.fspath(path)
    check_file_name(path)
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
            create_tables(connection, format)
    return SQLiteStore(connection, clock, path, format)


def open_campaign(
    path: str | os.PathLike[str], clock: Clock = utc_now, busy: float = BUSY_SECONDS
) -> SQLiteStore:
    """Open a campaign file; one of format 1 stays so.

    Raises `NoCampaign`, `NotACampaign`, `NewerCampaign`, `Damaged` or `CampaignError`.
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
            from shlex import quote  # imported only for an error

            raise NoCampaign(
                f"There is no campaign {path}; make one with: combatlog new {quote(path)}"
            )
        connection = _connect(path, busy)
        with _close_on_error(connection):
            version = _check_version(connection, path)
            _check_schema(connection, path, version)
            _make_durable(connection)
    return SQLiteStore(connection, clock, path, version)


def _check_orphan(path: str) -> None:
    """Raise `Damaged` if a write-ahead log lies beside an empty or missing file. It may hold what
    was recorded last, and SQLite would discard it."""
    log = f"{path}-wal"
    if not _file_size(path) and _file_size(log):
        raise Damaged(path, f"it is empty or gone, and {os.path.basename(log)} is still there")


def _file_size(path: str) -> int:
    return os.stat(path).st_size if _file_type(path) else 0


def _file_type(path: str) -> int:
    """Return the type of the file as `stat` gives it, 0 if there is none. If that cannot be found
    out (a failing disk, a folder without access), it raises."""
    try:
        return stat.S_IFMT(os.stat(path).st_mode)
    except ValueError:
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            raise
        return 0


def _check_version(connection: sqlite3.Connection, path: str) -> int:
    """Return the file's format, before anything in the file is changed."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise NotACampaign(NO_CAMPAIGN.format(path))
    if version > FORMAT:
        raise NewerCampaign(
            f"{path} has format {version}, and this combatlog reads up to {FORMAT};"
            " install a newer combatlog."
        )
    if version < 1:
        raise Damaged(path, "the number of its format is lost")
    return int(version)


def _check_schema(connection: sqlite3.Connection, path: str, format: int) -> None:
    """Check that whatever takes part in reading and writing is as combatlog makes it."""
    for danger in find_dangers(connection, format):
        raise make_damaged(path, danger)


def _connect(path: str, busy: float) -> BoundedConnection:
    connection = sqlite3.connect(
        path, isolation_level=None, timeout=busy, factory=BoundedConnection
    )
    connection.limit(path)
    connection.execute("PRAGMA trusted_schema = OFF")
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    return connection


def _make_durable(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # macOS: past the disk's own cache
    connection.execute("PRAGMA checkpoint_fullfsync = ON")
    connection.execute("PRAGMA recursive_triggers = ON")


@contextmanager
def _close_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _is_blank(path: str) -> bool:
    """Return whether the file is empty, as a `create_campaign` that was killed leaves it."""
    if not stat.S_ISREG(_file_type(path)):
        return False
    size = _file_size(path)
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
    except UnicodeDecodeError:  # SQLite quotes the file in its own message
        raise Damaged(path, DAMAGED_TEXT) from None
    except CampaignError:
        raise
    except OSError as error:
        raise CampaignError(f"{path} cannot be opened: {error.strerror}.") from None
