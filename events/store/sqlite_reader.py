"""The reading half of a campaign file: rows, events, heads, and what is stored beside them.

Anyone may have written the file, so nothing in it is believed, and each read may only be so much
work (`events.store.limits`). (`os.path`, not `pathlib`, in this package: importing that takes a
twentieth of a reading command's time.)
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from events.errors import CampaignError
from events.serialization.codec import decode_many
from events.store.columns import unpack_erased
from events.store.command_index import RecordedCommand
from events.store.envelope import (
    BLIND_SIZE,
    Head,
    Recorded,
    Row,
    decode_row,
)
from events.store.limits import MOST_FIGHTS, BoundedConnection
from events.store.sqlite_errors import DAMAGED_TEXT, convert_error, make_damaged
from events.types.unions import AnyEvent

CHUNK = 500
"""Rows read and decoded at once; measured: more gains nothing, fewer loses."""

_COLUMNS_1 = "seq, parent, cmd, cause, repeats, at, by, body, digest"
COLUMNS = {1: _COLUMNS_1, 2: f"{_COLUMNS_1}, blind, said"}
"""The columns by the file's format, in the order of a `Row`."""

_RANGE = "FROM events WHERE fight = ? AND seq > ? AND seq <= ? ORDER BY seq"
_BODIES = (
    "SELECT group_concat(body) FROM events INDEXED BY sqlite_autoindex_events_1"
    " WHERE fight = ? AND seq > ? AND seq <= ?"
)
"""It reads in the order of the primary key, whatever indexes another tool added; an ORDER BY costs
a sixth."""

_EACH_BODY = "SELECT body FROM events WHERE fight = ? AND seq > ? AND seq <= ? ORDER BY seq"

_BREAKS = "SELECT seq, parent FROM events {} WHERE fight = ? AND parent <> seq - 1 ORDER BY seq"

_HEADS = (
    "SELECT f.fight, e.seq, e.digest FROM fights f LEFT JOIN events e ON e.fight = f.fight"
    " AND e.seq = (SELECT max(seq) FROM events WHERE fight = f.fight) ORDER BY f.number LIMIT ?"
)

_INDEX_IS_MISSING = "no such index"
_NO_INDEX = (_INDEX_IS_MISSING, "no query solution")
"""The index is missing or is not ours. It only saves a look at every row."""

_NO_LIMIT = 2**62

_ROW_TYPES = {
    (int, int, int, cause, repeats, str, str, str, bytes, *more)
    for cause in (int, type(None))
    for repeats in (int, type(None))
    for more in ((), (bytes, type(None)), (bytes, str))
}
"""The types of a row's columns: SQLite itself accepts any value anywhere."""

P = ParamSpec("P")
T = TypeVar("T")


def _bounded(
    read: Callable[Concatenate[SQLiteReader, P], T],
) -> Callable[Concatenate[SQLiteReader, P], T]:
    """Count the work of a read from its start, and raise what SQLite cannot read as `Damaged`."""

    @wraps(read)
    def reading(self: SQLiteReader, /, *args: P.args, **options: P.kwargs) -> T:
        self.connection.steps = 0
        try:
            return read(self, *args, **options)
        except sqlite3.DatabaseError as error:
            raise convert_error(self.path, error, "read") from None
        except UnicodeDecodeError:
            raise make_damaged(self.path, DAMAGED_TEXT) from None

    return reading


class SQLiteReader:
    """What `SQLiteStore` reads. A read that takes more work than a file of its size can need
    raises `Damaged`; `bodies` with an end counts with the read before it, because the parts of a
    line are read one by one."""

    def __init__(self, connection: BoundedConnection, path: str, format: int) -> None:
        self.connection = connection
        self.path = path
        self.format = format
        self._heads: dict[str, Head] = {}
        self._formats: dict[str, int] = {}

    @_bounded
    def format_of(self, fight: str) -> int:
        if self.format == 1 or fight in self._formats:
            return self._formats.get(fight, 1)
        found = self.connection.execute(
            "SELECT length(blind) FROM events WHERE fight = ? AND seq = 1", (fight,)
        ).fetchone()
        if found is None:
            return self.format
        self._formats[fight] = 2 if found[0] else 1
        return self._formats[fight]

    def rows(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        expected, self.connection.steps = after, 0
        blind = BLIND_SIZE if self.format_of(fight) > 1 else 0
        try:
            cursor = self.connection.execute(
                f"SELECT {COLUMNS[self.format]} {_RANGE}",
                (fight, after, _NO_LIMIT if upto is None else upto),
            )
            for values in cursor:
                expected += 1
                if tuple(map(type, values)) not in _ROW_TYPES:
                    raise make_damaged(self.path, f"#{expected} is no event any more")
                row = Row(*values)
                if len(row.blind) != blind:
                    row = unpack_erased(row) if blind else row
                    if not row.erased:
                        raise make_damaged(self.path, f"#{expected} is no event any more")
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
        every = f"SELECT fight, {COLUMNS[self.format]} FROM events {which} ORDER BY fight, seq"
        self.connection.steps = 0
        self.connection.text_factory = _decode_text
        try:
            for fight, *values in self.connection.execute(every, (only,) if only else ()):
                yield str(fight), unpack_erased(Row(*values))
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
        try:
            while after < last:
                until = min(after + CHUNK, last)
                events = self._read_chunk(fight, after, until)
                if len(events) != until - after:
                    found = f"#{after + 1} to #{until} are {len(events)} events"
                    raise make_damaged(self.path, found)
                yield events
                after = until
        except sqlite3.DatabaseError as error:
            raise convert_error(self.path, error, "read") from None

    def _check_unknown(self, fight: str) -> None:
        """Check that a fight without events was never started."""
        if self.head(fight).seq:
            raise make_damaged(self.path, "#1 is missing")
        if self.connection.execute("SELECT 1 FROM fights WHERE fight = ?", (fight,)).fetchone():
            raise make_damaged(self.path, f"fight {fight} has no events")

    def _read_chunk(self, fight: str, after: int, until: int) -> list[AnyEvent]:
        try:
            (bodies,) = self.connection.execute(_BODIES, (fight, after, until)).fetchone()
        except (sqlite3.DataError, sqlite3.OperationalError) as error:
            # too long together, or one of them is; or the table has lost its key
            if isinstance(error, sqlite3.OperationalError) and _INDEX_IS_MISSING not in str(error):
                raise
            each = self.connection.execute(_EACH_BODY, (fight, after, until))
            return [event for (body,) in each for event in decode_many(body)]
        return [] if bodies is None else decode_many(bodies)

    @_bounded
    def head(self, fight: str) -> Head:
        found = self.connection.execute(
            "SELECT seq, digest FROM events WHERE fight = ? ORDER BY seq DESC LIMIT 1", (fight,)
        ).fetchone()
        head = Head(*found) if found else Head()
        if not (isinstance(head.seq, int) and isinstance(head.digest, bytes)):
            raise make_damaged(self.path, f"its last event is #{head.seq}, and no event")
        self._heads[fight] = head
        return head

    @_bounded
    def heads(self) -> dict[str, Head]:
        heads: dict[str, Head] = {}
        for fight, seq, digest in self.connection.execute(_HEADS, (MOST_FIGHTS,)):
            is_head = isinstance(seq, int) and isinstance(digest, bytes)
            if not isinstance(fight, str) or not (is_head or (seq, digest) == (None, None)):
                raise make_damaged(self.path, f"the last event of fight {fight} is no event")
            heads[fight] = Head(seq, digest) if is_head else Head()
        return heads

    def tail(self, fight: str, count: int) -> list[Recorded]:
        return list(self.read(fight, max(0, self.head(fight).seq - count)))

    @_bounded
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

    @_bounded
    def fights(self) -> list[str]:
        query = "SELECT fight FROM fights ORDER BY number LIMIT ?"
        fights = [fight for (fight,) in self.connection.execute(query, (MOST_FIGHTS + 1,))]
        if len(fights) > MOST_FIGHTS:
            raise CampaignError(
                f"{self.path} has more than {MOST_FIGHTS:,} fights, and no campaign has so many;"
                " it was not made by playing, so use another one."
            )
        if not all(isinstance(fight, str) for fight in fights):
            raise make_damaged(self.path, "a fight has lost its id")
        return fights

    @_bounded
    def _find_tagged(self, query: str, pattern: str) -> list[tuple[str, int]]:
        return self.connection.execute(query, (pattern,)).fetchall()

    def tagged(self, start: str) -> Iterator[tuple[str, Row]]:
        query = (
            "SELECT fight, seq FROM events JOIN fights USING (fight) WHERE body GLOB ?"
            " ORDER BY number, seq"
        )
        for fight, seq in self._find_tagged(query, f'{{"type":"{start}*'):
            yield from ((fight, row) for row in self.rows(fight, seq - 1, seq))

    @_bounded
    def command(self, key: str, fight: str = "") -> RecordedCommand | None:
        found = self.connection.execute(
            "SELECT fight, first, last, request FROM commands WHERE key = ?"
            " ORDER BY fight = ? DESC LIMIT 1",
            (key, fight),
        ).fetchone()
        if found is None:
            return None
        if tuple(map(type, found)) != (str, int, int, bytes):
            raise make_damaged(self.path, f"the command of the key “{key}” is unreadable")
        return RecordedCommand(*found)

    @_bounded
    def secret(self, fight: str, sealed: str) -> bytes | None:
        found = self.connection.execute(
            "SELECT secret FROM secrets WHERE sealed = ? AND fight = ?", (sealed, fight)
        ).fetchone()
        secret: bytes | None = found[0] if found else None
        if not isinstance(secret, bytes | None):
            raise make_damaged(self.path, "a secret of its dice is unreadable")
        return secret

    @_bounded
    def secrets(self, fight: str) -> dict[str, bytes]:
        found = self.connection.execute(
            "SELECT sealed, secret FROM secrets WHERE fight = ? ORDER BY sealed", (fight,)
        )
        return {
            sealed: secret
            for sealed, secret in found
            if isinstance(sealed, str) and isinstance(secret, bytes)
        }


class BrokenText(str):
    """A stored text that is not UTF-8. It is no `str` to what checks the types of a row's columns,
    and no `bytes` either, so nothing takes it for a value that was recorded."""

    __slots__ = ()


def _decode_text(stored: bytes) -> str:
    """Return a stored text, broken if it is not UTF-8."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return BrokenText(stored.decode(errors="replace"))
