"""A store in one SQLite file: the campaign.

The concurrency check is the primary key: an append inserts at `expected + 1`, and whoever comes
second is told so. WAL with `synchronous=FULL`: what was answered survives a crash.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

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
from events.rows import Entry, Head, Recorded, Row, chained, decoded
from events.schema import APPLICATION_ID, FORMAT, create
from events.store import Command
from events.vocabulary import AnyEvent

CHUNK = 500
"""Rows read and decoded at once; measured: larger gains nothing, smaller loses."""

BUSY_SECONDS = 5.0
"""How long an append waits for another program's append."""

_COLUMNS = "seq, parent, cmd, cause, repeats, at, by, body, digest"
_INSERT = f"INSERT INTO events (fight, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_RANGE = "FROM events WHERE fight = ? AND seq > ? AND seq <= ? ORDER BY seq"
_EVERY = 2**62


class SQLiteStore:
    """A `Store` in a campaign file. Use `create_campaign` or `open_campaign` to get one."""

    def __init__(self, connection: sqlite3.Connection, clock: Clock = utc_now) -> None:
        self.connection = connection
        self._clock = clock
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
        known = self.command(key) if key else None
        if known is not None:
            if (known.fight, known.request) != (fight, request):
                raise KeyReused(key)
            return list(self.read(fight, known.first - 1, known.last))
        head = self._heads.get(fight)
        if head is None or head.seq != expected:
            head = self.head(fight)
        if head.seq != expected:
            raise Conflict(fight, expected, head.seq)
        if not entries:
            return []
        rows, recorded = chained(fight, head, entries, at=at or self._clock(), by=by)
        command = Command(fight, rows[0].seq, rows[-1].seq, request)
        try:
            self._write(fight, rows, key, command, secrets or {})
        except sqlite3.IntegrityError:
            self._heads.pop(fight, None)
            raise Conflict(fight, expected, self.head(fight).seq) from None
        except sqlite3.OperationalError as error:
            raise Unwritable(f"Nothing was recorded: {_plainly(error)}.") from None
        self._heads[fight] = Head(rows[-1].seq, rows[-1].digest)
        return recorded

    def _write(
        self,
        fight: str,
        rows: list[Row],
        key: str,
        command: Command,
        secrets: Mapping[str, bytes],
    ) -> None:
        with self._transaction():
            if rows[0].seq == 1:
                self.connection.execute("INSERT INTO fights (fight) VALUES (?)", (fight,))
            self.connection.executemany(_INSERT, [_values(fight, row) for row in rows])
            if key:
                self.connection.execute(
                    "INSERT INTO commands VALUES (?, ?, ?, ?, ?)",
                    (key, fight, command.first, command.last, command.request),
                )
            for sealed, secret in secrets.items():
                self.connection.execute(
                    "INSERT INTO secrets VALUES (?, ?, ?)", (sealed, fight, secret)
                )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
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
        query = f"SELECT group_concat(body) FROM (SELECT body {_RANGE})"
        while after < last:
            until = min(after + CHUNK, last)
            (bodies,) = self.connection.execute(query, (fight, after, until)).fetchone()
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

    def secret(self, sealed: str) -> bytes | None:
        found = self.connection.execute(
            "SELECT secret FROM secrets WHERE sealed = ?", (sealed,)
        ).fetchone()
        return bytes(found[0]) if found else None

    def close(self) -> None:
        self.connection.close()


def create_campaign(path: str | Path, clock: Clock = utc_now) -> SQLiteStore:
    """Make a campaign file; raises `CampaignError` where something is there already."""
    path = Path(path)
    if path.exists() and path.stat().st_size > 0:
        raise CampaignError(f"{path} exists already; choose another name, or go on with it.")
    if not path.parent.is_dir():
        raise NoCampaign(f"There is no folder {path.parent} to make {path.name} in.")
    with _explained(path):
        connection = _connect(path)
        create(connection)
    return SQLiteStore(connection, clock)


def open_campaign(path: str | Path, clock: Clock = utc_now) -> SQLiteStore:
    """Open a campaign file, bringing an older format up to date.

    Raises `NoCampaign`, `NotACampaign`, `NewerCampaign` or `CampaignError`.
    """
    path = Path(path)
    if not path.is_file():
        raise NoCampaign(f"There is no campaign {path}; make one with: combatlog new {path}")
    with _explained(path):
        connection = _connect(path)
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION_ID:
            connection.close()
            raise NotACampaign(f"{path} is not a campaign; combatlog new NAME.combatlog makes one.")
        if version > FORMAT:
            connection.close()
            raise NewerCampaign(
                f"{path} has format {version}, and this combatlog reads up to {FORMAT};"
                " install a newer combatlog."
            )
        if version < FORMAT:
            create(connection)
    return SQLiteStore(connection, clock)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


@contextmanager
def _explained(path: Path) -> Iterator[None]:
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


def _values(fight: str, row: Row) -> tuple[object, ...]:
    return (
        fight,
        row.seq,
        row.parent,
        row.cmd,
        row.cause,
        row.repeats,
        row.at,
        row.by,
        row.body,
        row.digest,
    )
