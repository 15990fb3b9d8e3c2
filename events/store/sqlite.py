"""An event store in one SQLite file: the campaign.

The primary key checks the expected version: an append inserts at `expected_version + 1`, so the
second of two writers gets a `Conflict`. WAL with `synchronous=FULL`: what was recorded survives a
crash. (`os.path`, not `pathlib`, in this package: importing that takes a twentieth of a reading
command's time.)
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from msgspec.structs import astuple

from events.errors import (
    CampaignError,
    Conflict,
    Damaged,
    KeyReused,
    Unwritable,
)
from events.serialization.codec import decode_many
from events.store.envelope import (
    Columns,
    Entry,
    Head,
    Recorded,
    Row,
    chain_entries,
    decode_row,
    utc_now,
)
from events.store.protocol import Clock, RecordedCommand
from events.store.sqlite_errors import (
    NO_TEXT,
    convert_error,
    describe_error,
    is_busy,
    make_damaged,
    quote_error,
)
from events.types.unions import AnyEvent

CHUNK = 500
"""Rows read and decoded at once; measured: more gains nothing, fewer loses."""

_COLUMNS = "seq, parent, cmd, cause, repeats, at, by, body, digest"
_INSERT = f"INSERT INTO events ({_COLUMNS}, fight) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_RANGE = "FROM events WHERE fight = ? AND seq > ? AND seq <= ? ORDER BY seq"
_BODIES = "SELECT group_concat(body) FROM events WHERE fight = ? AND seq > ? AND seq <= ?"
"""Reads in the order of the primary key, which the tests check; an ORDER BY costs a sixth."""

_BREAKS = "SELECT seq, parent FROM events {} WHERE fight = ? AND parent <> seq - 1 ORDER BY seq"

_NO_INDEX = ("no such index", "no query solution")
"""The index is missing or is not ours. It only saves a look at every row."""

_NO_LIMIT = 2**62

_ROW_TYPES = {
    (int, int, int, cause, repeats, str, str, str, bytes)
    for cause in (int, type(None))
    for repeats in (int, type(None))
}
"""The types of a row's columns: SQLite itself accepts any value anywhere."""

P = ParamSpec("P")
T = TypeVar("T")


def _report_damage(
    read: Callable[Concatenate[SQLiteStore, P], T],
) -> Callable[Concatenate[SQLiteStore, P], T]:
    """Raise what SQLite cannot read as `Damaged`."""

    @wraps(read)
    def reading(self: SQLiteStore, /, *args: P.args, **options: P.kwargs) -> T:
        try:
            return read(self, *args, **options)
        except sqlite3.DatabaseError as error:
            raise convert_error(self.path, error, "read") from None
        except UnicodeDecodeError:
            raise make_damaged(self.path, NO_TEXT) from None

    return reading


class SQLiteStore:
    """A `Store` in a campaign file. Use `create_campaign` or `open_campaign` to get one."""

    def __init__(
        self, connection: sqlite3.Connection, clock: Clock = utc_now, path: str = ""
    ) -> None:
        self.connection = connection
        self.clock = clock
        self.path = path
        self._heads: dict[str, Head] = {}

    def append(
        self,
        fight: str,
        expected_version: int,
        entries: Sequence[Entry],
        *,
        by: str = "",
        at: str = "",
        key: str = "",
        request: bytes = b"",
        secrets: Mapping[str, bytes] | None = None,
    ) -> list[Recorded]:
        known = self._find_recorded(fight, key, request)
        if known is not None:
            return known
        head = self._heads.get(fight)
        if head is None or head.seq != expected_version:
            head = self.head(fight)
        if head.seq != expected_version:
            return self._resolve_conflict(fight, expected_version, key, request)
        if not entries:
            return []
        rows, recorded = chain_entries(fight, head, entries, at=at or self.clock(), by=by)
        try:
            self._write(fight, rows, key, request, secrets or {})
        except sqlite3.IntegrityError as error:
            return self._resolve_conflict(fight, expected_version, key, request, error)
        except sqlite3.DatabaseError as error:
            raise self._explain_unwritten(error) from None
        self._heads[fight] = Head(recorded[-1].seq, recorded[-1].digest)
        return recorded

    def adopt(
        self, fight: str, rows: Sequence[Row], secrets: Mapping[str, bytes] | None = None
    ) -> None:
        try:
            self._write(fight, [astuple(row) for row in rows], "", b"", secrets or {})
        except sqlite3.IntegrityError as error:
            self._check_conflict(fight, 0, error)
            raise Conflict(fight, 0, self.head(fight).seq) from None
        except sqlite3.DatabaseError as error:
            raise self._explain_unwritten(error) from None

    def _find_recorded(self, fight: str, key: str, request: bytes) -> list[Recorded] | None:
        """Return what this key recorded before, None if it is new."""
        known = self.command(key) if key else None
        if known is None:
            return None
        if (known.fight, known.request) != (fight, request):
            raise KeyReused(key)
        return list(self.read(fight, known.first - 1, known.last))

    def _resolve_conflict(
        self,
        fight: str,
        expected_version: int,
        key: str,
        request: bytes,
        error: sqlite3.Error | None = None,
    ) -> list[Recorded]:
        """Handle an append that came second: return the events if the first one was this command
        under its key, else raise `Conflict`."""
        known = self._find_recorded(fight, key, request)
        if known is None:
            self._check_conflict(fight, expected_version, error)
            raise Conflict(fight, expected_version, self.head(fight).seq) from None
        return known

    def _check_conflict(
        self, fight: str, expected_version: int, error: sqlite3.Error | None
    ) -> None:
        """Raise `Damaged` if a row is refused though nobody recorded first: then the table is not
        ours."""
        if error is not None and self.head(fight).seq == expected_version:
            raise make_damaged(self.path, quote_error(error)) from None

    def _explain_unwritten(self, error: sqlite3.Error) -> CampaignError:
        told = convert_error(self.path, error, "written")
        if isinstance(told, Damaged):
            return told
        waited = f", and was not done in {self._busy_seconds():g} s" if is_busy(error) else ""
        return Unwritable(f"Nothing was recorded: {describe_error(error, waited)}.")

    def _busy_seconds(self) -> float:
        """Return how long an append waits for another program, in seconds."""
        (milliseconds,) = self.connection.execute("PRAGMA busy_timeout").fetchone()
        return float(milliseconds) / 1000

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
        expected = after
        try:
            cursor = self.connection.execute(
                f"SELECT {_COLUMNS} {_RANGE}", (fight, after, _NO_LIMIT if upto is None else upto)
            )
            for values in cursor:
                expected += 1
                if tuple(map(type, values)) not in _ROW_TYPES:
                    raise make_damaged(self.path, f"#{expected} is no event any more")
                row = Row(*values)
                if row.seq != expected:
                    twice = row.seq < expected
                    wrong = f"#{row.seq} is there twice" if twice else f"#{expected} is missing"
                    raise make_damaged(self.path, wrong)
                if not 0 <= row.parent < row.seq:
                    raise make_damaged(self.path, f"#{row.seq} follows #{row.parent}")
                yield row
            if not expected and upto != 0:
                self._check_unknown(fight)
        except sqlite3.DatabaseError as error:
            raise convert_error(self.path, error, "read") from None

    def stored(self, only: str = "") -> Iterator[tuple[str, Row]]:
        which = "WHERE fight = ?" if only else ""
        every = f"SELECT fight, {_COLUMNS} FROM events {which} ORDER BY fight, seq"
        self.connection.text_factory = _decode_text
        try:
            for fight, *values in self.connection.execute(every, (only,) if only else ()):
                yield str(fight), Row(*values)
        except sqlite3.DatabaseError as error:
            raise convert_error(self.path, error, "read") from None
        finally:
            self.connection.text_factory = str

    def read(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        return map(decode_row, self.rows(fight, after, upto))

    def bodies(
        self, fight: str, after: int = 0, upto: int | None = None
    ) -> Iterator[list[AnyEvent]]:
        last = self.head(fight).seq if upto is None else upto
        while after < last:
            until = min(after + CHUNK, last)
            events = self._read_chunk(fight, after, until)
            if len(events) != until - after:
                found = f"#{after + 1} to #{until} are {len(events)} events"
                raise make_damaged(self.path, found)
            yield events
            after = until

    def _check_unknown(self, fight: str) -> None:
        """Check that a fight without events was never started."""
        if self.head(fight).seq:
            raise make_damaged(self.path, "#1 is missing")
        if self.connection.execute("SELECT 1 FROM fights WHERE fight = ?", (fight,)).fetchone():
            raise make_damaged(self.path, f"fight {fight} has no events")

    @_report_damage
    def _read_chunk(self, fight: str, after: int, until: int) -> list[AnyEvent]:
        (bodies,) = self.connection.execute(_BODIES, (fight, after, until)).fetchone()
        return [] if bodies is None else decode_many(bodies)

    @_report_damage
    def head(self, fight: str) -> Head:
        found = self.connection.execute(
            "SELECT seq, digest FROM events WHERE fight = ? ORDER BY seq DESC LIMIT 1", (fight,)
        ).fetchone()
        head = Head(*found) if found else Head()
        if not (isinstance(head.seq, int) and isinstance(head.digest, bytes)):
            raise make_damaged(self.path, f"its last event is #{head.seq}, and no event")
        self._heads[fight] = head
        return head

    def tail(self, fight: str, count: int) -> list[Recorded]:
        return list(self.read(fight, max(0, self.head(fight).seq - count)))

    @_report_damage
    def breaks(self, fight: str) -> list[tuple[int, int]]:
        found: list[tuple[int, int]]
        try:
            found = self.connection.execute(
                _BREAKS.format("INDEXED BY breaks"), (fight,)
            ).fetchall()
        except sqlite3.OperationalError as error:
            if not any(symptom in str(error) for symptom in _NO_INDEX):
                raise
            found = self.connection.execute(_BREAKS.format("NOT INDEXED"), (fight,)).fetchall()
        for seq, parent in found:
            if not (isinstance(parent, int) and 0 <= parent < seq):
                raise make_damaged(self.path, f"#{seq} follows #{parent}")
        return found

    @_report_damage
    def fights(self) -> list[str]:
        rows = self.connection.execute("SELECT fight FROM fights ORDER BY number")
        fights = [fight for (fight,) in rows]
        if not all(isinstance(fight, str) for fight in fights):
            raise make_damaged(self.path, "a fight has lost its id")
        return fights

    @_report_damage
    def command(self, key: str) -> RecordedCommand | None:
        found = self.connection.execute(
            "SELECT fight, first, last, request FROM commands WHERE key = ?", (key,)
        ).fetchone()
        if found is None:
            return None
        if tuple(map(type, found)) != (str, int, int, bytes):
            raise make_damaged(self.path, f"the command of the key “{key}” is unreadable")
        return RecordedCommand(*found)

    @_report_damage
    def secret(self, fight: str, sealed: str) -> bytes | None:
        found = self.connection.execute(
            "SELECT secret FROM secrets WHERE sealed = ? AND fight = ?", (sealed, fight)
        ).fetchone()
        secret: bytes | None = found[0] if found else None
        if not isinstance(secret, bytes | None):
            raise make_damaged(self.path, "a secret of its dice is unreadable")
        return secret

    def close(self) -> None:
        self.connection.close()


def _decode_text(stored: bytes) -> str | bytes:
    """Return a stored text, or its bytes if it is not UTF-8."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored
