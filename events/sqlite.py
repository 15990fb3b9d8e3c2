"""A store in one SQLite file: the campaign.

The concurrency check is the primary key: an append inserts at `expected + 1`, and whoever comes
second is told so. WAL with `synchronous=FULL`: what was answered survives a crash. (`os.path`, not
`pathlib`: importing that takes a twentieth of a reading command.)
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager

from msgspec.structs import astuple

from events.clock import Clock, utc_now
from events.codec import decode_many
from events.errors import (
    CampaignError,
    Conflict,
    KeyReused,
    NewerCampaign,
    NoCampaign,
    NotACampaign,
    Unwritable,
)
from events.rows import Columns, Entry, Head, Recorded, Row, chained, decoded
from events.schema import APPLICATION_ID, FORMAT, create
from events.store import Command
from events.vocabulary import AnyEvent

CHUNK = 500
"""Rows read and decoded at once; measured: larger gains nothing, smaller loses."""

BUSY_SECONDS = 5.0
"""How long an append waits for another program's append."""

_COLUMNS = "seq, parent, cmd, cause, repeats, at, by, body, digest"
_INSERT = f"INSERT INTO events ({_COLUMNS}, fight) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_RANGE = "FROM events WHERE fight = ? AND seq > ? AND seq <= ? ORDER BY seq"
_BODIES = "SELECT group_concat(body) FROM events WHERE fight = ? AND seq > ? AND seq <= ?"
"""In the order of the primary key, which the tests make sure of; asking for it costs a sixth."""

_EVERY = 2**62


class SQLiteStore:
    """A `Store` in a campaign file. Use `create_campaign` or `open_campaign` to get one."""

    def __init__(self, connection: sqlite3.Connection, clock: Clock = utc_now) -> None:
        self.connection = connection
        self.clock = clock
        self._heads: dict[str, Head] = {}

    def append(
        self,
        fight: str,
        expected: int,
        entries: Sequence[Entry],
        *,
        by: str = "",
        at: str = "",
        key: str = "",
        request: bytes = b"",
        secrets: Mapping[str, bytes] | None = None,
    ) -> list[Recorded]:
        known = self._known(fight, key, request)
        if known is not None:
            return known
        head = self._heads.get(fight)
        if head is None or head.seq != expected:
            head = self.head(fight)
        if head.seq != expected:
            return self._overtaken(fight, expected, key, request)
        if not entries:
            return []
        rows, recorded = chained(fight, head, entries, at=at or self.clock(), by=by)
        try:
            self._write(fight, rows, key, request, secrets or {})
        except sqlite3.IntegrityError:
            return self._overtaken(fight, expected, key, request)
        except sqlite3.OperationalError as error:
            raise Unwritable(f"Nothing was recorded: {_plainly(error)}.") from None
        self._heads[fight] = Head(recorded[-1].seq, recorded[-1].digest)
        return recorded

    def adopt(
        self, fight: str, rows: Sequence[Row], secrets: Mapping[str, bytes] | None = None
    ) -> None:
        try:
            self._write(fight, [astuple(row) for row in rows], "", b"", secrets or {})
        except sqlite3.IntegrityError:
            raise Conflict(fight, 0, self.head(fight).seq) from None
        except sqlite3.OperationalError as error:
            raise Unwritable(f"Nothing was recorded: {_plainly(error)}.") from None

    def _known(self, fight: str, key: str, request: bytes) -> list[Recorded] | None:
        """What this key has recorded before, if it has."""
        known = self.command(key) if key else None
        if known is None:
            return None
        if (known.fight, known.request) != (fight, request):
            raise KeyReused(key)
        return list(self.read(fight, known.first - 1, known.last))

    def _overtaken(self, fight: str, expected: int, key: str, request: bytes) -> list[Recorded]:
        """Somebody recorded first: this very command under its key, or something else."""
        known = self._known(fight, key, request)
        if known is None:
            raise Conflict(fight, expected, self.head(fight).seq) from None
        return known

    def _write(
        self,
        fight: str,
        rows: Sequence[Columns],
        key: str,
        request: bytes,
        secrets: Mapping[str, bytes],
    ) -> None:
        execute = self.connection.execute
        first, last = rows[0][0], rows[-1][0]
        if len(rows) == 1 and first > 1 and not key and not secrets:
            execute(_INSERT, (*rows[0], fight))  # alone it needs no transaction: 2% less
            return
        execute("BEGIN IMMEDIATE")
        try:
            if first == 1:
                execute("INSERT INTO fights (fight) VALUES (?)", (fight,))
            self.connection.executemany(_INSERT, [(*row, fight) for row in rows])
            if key:
                execute(
                    "INSERT INTO commands VALUES (?, ?, ?, ?, ?)",
                    (key, fight, first, last, request),
                )
            for sealed, secret in secrets.items():
                execute("INSERT INTO secrets VALUES (?, ?, ?)", (sealed, fight, secret))
            execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                execute("ROLLBACK")
            raise

    def rows(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        cursor = self.connection.execute(
            f"SELECT {_COLUMNS} {_RANGE}", (fight, after, _EVERY if upto is None else upto)
        )
        for values in cursor:
            yield Row(*values)

    def read(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        return map(decoded, self.rows(fight, after, upto))

    def bodies(
        self, fight: str, after: int = 0, upto: int | None = None
    ) -> Iterator[list[AnyEvent]]:
        last = self.head(fight).seq if upto is None else upto
        while after < last:
            until = min(after + CHUNK, last)
            (bodies,) = self.connection.execute(_BODIES, (fight, after, until)).fetchone()
            if bodies is None:
                return
            yield decode_many(bodies)
            after = until

    def head(self, fight: str) -> Head:
        found = self.connection.execute(
            "SELECT seq, digest FROM events WHERE fight = ? ORDER BY seq DESC LIMIT 1", (fight,)
        ).fetchone()
        head = Head(*found) if found else Head()
        self._heads[fight] = head
        return head

    def tail(self, fight: str, count: int) -> list[Recorded]:
        return list(self.read(fight, max(0, self.head(fight).seq - count)))

    def breaks(self, fight: str) -> list[tuple[int, int]]:
        return self.connection.execute(
            "SELECT seq, parent FROM events INDEXED BY breaks"
            " WHERE fight = ? AND parent <> seq - 1 ORDER BY seq",
            (fight,),
        ).fetchall()

    def fights(self) -> list[str]:
        rows = self.connection.execute("SELECT fight FROM fights ORDER BY number")
        return [fight for (fight,) in rows]

    def command(self, key: str) -> Command | None:
        found = self.connection.execute(
            "SELECT fight, first, last, request FROM commands WHERE key = ?", (key,)
        ).fetchone()
        return Command(*found) if found else None

    def secret(self, fight: str, sealed: str) -> bytes | None:
        found = self.connection.execute(
            "SELECT secret FROM secrets WHERE sealed = ? AND fight = ?", (sealed, fight)
        ).fetchone()
        return bytes(found[0]) if found else None

    def close(self) -> None:
        self.connection.close()


def create_campaign(
    path: str | os.PathLike[str], clock: Clock = utc_now, busy: float = BUSY_SECONDS
) -> SQLiteStore:
    """Make a campaign file; raises `CampaignError` where something is there already."""
    path = os.fspath(path)
    if os.path.exists(path) and not _is_blank(path):
        raise CampaignError(f"{path} exists already; choose another name, or go on with it.")
    folder, name = os.path.split(path)
    if not os.path.isdir(folder or os.curdir):
        raise NoCampaign(f"There is no folder {folder} to make {name} in.")
    with _explained(path):
        connection = _connect(path, busy)
        with _closed_on_error(connection):
            _make_durable(connection)
            create(connection)
    return SQLiteStore(connection, clock)


def open_campaign(
    path: str | os.PathLike[str], clock: Clock = utc_now, busy: float = BUSY_SECONDS
) -> SQLiteStore:
    """Open a campaign file, bringing an older format up to date.

    Raises `NoCampaign`, `NotACampaign`, `NewerCampaign` or `CampaignError`.
    """
    path = os.fspath(path)
    if os.path.isdir(path):
        raise NoCampaign(f"{path} is a folder; say which campaign file in it is meant.")
    if not os.path.isfile(path):
        raise NoCampaign(f"There is no campaign {path}; make one with: combatlog new {path}")
    with _explained(path):
        connection = _connect(path, busy)
        with _closed_on_error(connection):
            version = _checked_version(connection, path)
            _make_durable(connection)
            if version < FORMAT:
                create(connection)
    return SQLiteStore(connection, clock)


def _checked_version(connection: sqlite3.Connection, path: str) -> int:
    """The file's format, looked at before anything in the file is touched."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise NotACampaign(f"{path} is not a campaign; combatlog new NAME.combatlog makes one.")
    if version > FORMAT:
        raise NewerCampaign(
            f"{path} has format {version}, and this combatlog reads up to {FORMAT};"
            " install a newer combatlog."
        )
    return int(version)


def _connect(path: str, busy: float) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=busy)


def _make_durable(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA recursive_triggers = ON")


@contextmanager
def _closed_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _is_blank(path: str) -> bool:
    """Is there nothing in the file, as a `create_campaign` that was killed leaves it?"""
    if not os.path.isfile(path):
        return False
    size = os.path.getsize(path)
    if size < 512:  # SQLite takes any file as short as this for an empty one
        return size == 0
    with closing(sqlite3.connect(path)) as connection:
        try:
            return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
        except sqlite3.DatabaseError:
            return False


@contextmanager
def _explained(path: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        raise CampaignError(f"{path} cannot be opened: {_plainly(error)}.") from None
    except sqlite3.DatabaseError:
        raise NotACampaign(
            f"{path} is not a campaign, or it is damaged; combatlog new NAME.combatlog makes one."
        ) from None


def _plainly(error: sqlite3.Error) -> str:
    text = str(error)
    for symptom, meaning in {
        "locked": "another program is writing to the campaign; try again in a moment",
        "readonly": "the campaign file, or its folder, is read-only",
        "unable to open": "the file, or its folder, cannot be read or written",
        "full": "the disk is full",
    }.items():
        if symptom in text:
            return meaning
    return f"SQLite says “{text}”"
