"""Creating and opening a campaign: a `SQLiteStore` in one file."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager

from events.errors import CampaignError, Damaged, NewerCampaign, NoCampaign, NotACampaign
from events.store.envelope import utc_now
from events.store.migrations import APPLICATION_ID, FORMAT, GUARDS, migrate
from events.store.protocol import Clock
from events.store.sqlite import SQLiteStore as SQLiteStore
from events.store.sqlite_errors import NO_CAMPAIGN, NO_TEXT, convert_error, make_damaged

LONGEST_VALUE = 1 << 28
"""The most bytes of a value read from a campaign file: anyone may have written it."""

BUSY_SECONDS = 5.0
"""How long an append waits for another program's append, in seconds."""


def create_campaign(
    path: str | os.PathLike[str], clock: Clock = utc_now, busy: float = BUSY_SECONDS
) -> SQLiteStore:
    """Create a campaign file; raises `CampaignError` if something is there already."""
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
    """Open a campaign file and migrate an older format.

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
            _make_durable(connection)
            if version < FORMAT:
                migrate(connection)
            _check_tables(connection, path)
    return SQLiteStore(connection, clock, path)


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
    return int(version)


def _check_tables(connection: sqlite3.Connection, path: str) -> None:
    """Check that the tables are tables and carry only our triggers. A view in place of a table
    could return anything, without end; a foreign trigger could change what is recorded."""
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
        raise Damaged(path, NO_TEXT) from None
    except CampaignError:
        raise
    except OSError as error:
        raise CampaignError(f"{path} cannot be opened: {error.strerror}.") from None
