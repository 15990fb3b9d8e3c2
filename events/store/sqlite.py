"""An event store in one SQLite file: the campaign.

The primary key checks the expected version: an append inserts at `expected_version + 1`, so the
second of two writers gets a `Conflict`. WAL with `synchronous=FULL`: what was recorded survives a
crash. (`os.path`, not `pathlib`, in this package: importing that takes a twentieth of a reading
command's time.)
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
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
from events.store.command_index import RecordedCommand, compose_said, index_commands
from events.store.envelope import (
    BLIND_SIZE,
    FORMAT,
    Columns,
    Entry,
    Head,
    Randomness,
    Recorded,
    Row,
    chain_entries,
    check_adopted,
    decode_row,
    utc_now,
)
from events.store.limits import MOST_FIGHTS
from events.store.protocol import Clock
from events.store.sqlite_errors import (
    NO_TEXT,
    convert_error,
    describe_error,
    describe_moved,
    is_busy,
    make_damaged,
    quote_error,
)
from events.store.statements import NO_REQUEST, NONCE_SIZE, Request
from events.types.unions import AnyEvent

CHUNK = 500
"""Rows read and decoded at once; measured: more gains nothing, fewer loses."""

_COLUMNS_1 = "seq, parent, cmd, cause, repeats, at, by, body, digest"
_COLUMNS = {1: _COLUMNS_1, 2: f"{_COLUMNS_1}, blind, said"}
_INSERT = {
    format: f"INSERT INTO events (fight, {names}) VALUES (?{', ?' * (names.count(',') + 1)})"
    for format, names in _COLUMNS.items()
}
"""The columns by the file's format, in the order of a `Row`."""

_RANGE = "FROM events WHERE fight = ? AND seq > ? AND seq <= ? ORDER BY seq"
_BODIES = "SELECT group_concat(body) FROM events WHERE fight = ? AND seq > ? AND seq <= ?"
"""Reads in the order of the primary key, which the tests check; an ORDER BY costs a sixth."""

_EACH_BODY = "SELECT body FROM events WHERE fight = ? AND seq > ? AND seq <= ?"

_BREAKS = "SELECT seq, parent FROM events {} WHERE fight = ? AND parent <> seq - 1 ORDER BY seq"

_NO_INDEX = ("no such index", "no query solution")
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
    """A `Store` in a campaign file. Use `create_campaign` or `open_campaign` to get one.
    `randomness` gives blinds and nonces."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        clock: Clock = utc_now,
        path: str = "",
        format: int = FORMAT,
    ) -> None:
        self.connection = connection
        self.clock = clock
        self.path = path
        self.format = format
        self.randomness: Randomness = os.urandom
        self._heads: dict[str, Head] = {}
        self._formats: dict[str, int] = {}
        self._place = os.path.abspath(path) if path else ""  # the folder worked in may change
        self._files = {end: _identify(self._place + end) for end in ("", "-wal", "-shm") if path}
        self._unsaved = False

    @_report_damage
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

    def append(
        self,
        fight: str,
        expected_version: int,
        entries: Sequence[Entry],
        *,
        by: str = "",
        at: str = "",
        key: str = "",
        request: Request = NO_REQUEST,
        secrets: Mapping[str, bytes] | None = None,
        said: str | None = None,
    ) -> list[Recorded]:
        format = self.format_of(fight)
        asked = request.digest(format) if key else b""
        known = self._find_recorded(fight, key, asked)
        if known is not None:
            return known
        head = self._heads.get(fight)
        if head is None or head.seq != expected_version:
            head = self.head(fight)
        if head.seq != expected_version:
            return self._resolve_conflict(fight, expected_version, key, asked)
        if not entries:
            return []
        at, blinds = at or self.clock(), b""
        if format > 1:
            blinds = self.randomness(BLIND_SIZE * len(entries))
            if key and said is None:
                nonce = self.randomness(NONCE_SIZE)
                said = compose_said(fight, head, key, request, at, nonce)
        rows, recorded = chain_entries(fight, head, entries, at=at, by=by, blinds=blinds, said=said)
        first, last = rows[0][0], rows[-1][0]
        commands = {key: RecordedCommand(fight, first, last, asked)} if key else {}
        try:
            self._write(fight, rows, commands, secrets or {})
        except sqlite3.IntegrityError as error:
            return self._resolve_conflict(fight, expected_version, key, asked, error)
        except sqlite3.DatabaseError as error:
            raise self._explain_unwritten(error) from None
        self._heads[fight] = Head(recorded[-1].seq, recorded[-1].digest)
        self._formats[fight] = format
        return recorded

    def adopt(
        self, fight: str, rows: Sequence[Row], secrets: Mapping[str, bytes] | None = None
    ) -> None:
        check_adopted(rows, self.format)
        commands = index_commands(fight, rows)
        try:
            self._write(fight, [astuple(row) for row in rows], commands, secrets or {}, new=False)
        except sqlite3.IntegrityError as error:
            self._check_conflict(fight, 0, error)
            raise Conflict(fight, 0, self.head(fight).seq) from None
        except sqlite3.DatabaseError as error:
            raise self._explain_unwritten(error) from None

    def _find_recorded(self, fight: str, key: str, request: bytes) -> list[Recorded] | None:
        """Return what this key recorded before, None if it is new."""
        known = self.command(key, fight) if key else None
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
        commands: Mapping[str, RecordedCommand],
        secrets: Mapping[str, bytes],
        new: bool = True,
    ) -> None:
        """Write rows with all that belongs to them. `new` commands have keys that are nowhere yet;
        those of an adopted fight may be in other fights, too."""
        self._check_in_place()
        self._unsaved = True
        execute, insert = self.connection.execute, _INSERT[self.format]
        width = insert.count("?") - 1
        first = rows[0][0]
        if len(rows) == 1 and first > 1 and not commands and not secrets:
            execute(insert, (fight, *rows[0][:width]))  # alone it needs no transaction: 2% less
            return
        execute("BEGIN IMMEDIATE")
        try:
            if first == 1:
                self._check_room()
                execute("INSERT INTO fights (fight) VALUES (?)", (fight,))
            self.connection.executemany(insert, [(fight, *row[:width]) for row in rows])
            for key, command in commands.items():
                if new and execute("SELECT 1 FROM commands WHERE key = ?", (key,)).fetchone():
                    raise sqlite3.IntegrityError("the key is taken meanwhile")
                execute("INSERT INTO commands VALUES (?, ?, ?, ?, ?)", (key, *astuple(command)))
            for sealed, secret in secrets.items():
                execute("INSERT INTO secrets VALUES (?, ?, ?)", (sealed, fight, secret))
            execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                execute("ROLLBACK")
            raise

    def _check_in_place(self) -> None:
        """Raise `Unwritable` if the path does not name the open files any more: they could still
        be written to, but nobody would find that again."""
        for end, known in self._files.items():
            found = _identify(self._place + end)
            if known is None:
                self._files[end] = found  # a side file may be made later
            elif found != known:
                raise describe_moved(self.path, end, found is None)

    def _check_room(self) -> None:
        """Raise `CampaignError` if the campaign has as many fights as it can have."""
        (fights,) = self.connection.execute("SELECT count(*) FROM fights").fetchone()
        if fights >= MOST_FIGHTS:
            raise CampaignError(
                f"Nothing was recorded: {self.path} has {MOST_FIGHTS:,} fights or more, and no more"
                " fit into a campaign; start a new campaign."
            )

    def rows(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        expected = after
        blind = BLIND_SIZE if self.format_of(fight) > 1 else 0
        try:
            cursor = self.connection.execute(
                f"SELECT {_COLUMNS[self.format]} {_RANGE}",
                (fight, after, _NO_LIMIT if upto is None else upto),
            )
            for values in cursor:
                expected += 1
                if tuple(map(type, values)) not in _ROW_TYPES:
                    raise make_damaged(self.path, f"#{expected} is no event any more")
                row = Row(*values)
                if len(row.blind) != blind:
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
        every = f"SELECT fight, {_COLUMNS[self.format]} FROM events {which} ORDER BY fight, seq"
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
        try:
            (bodies,) = self.connection.execute(_BODIES, (fight, after, until)).fetchone()
        except sqlite3.DataError:  # too long together, or one of them is
            each = self.connection.execute(_EACH_BODY, (fight, after, until))
            return [event for (body,) in each for event in decode_many(body)]
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

    def tagged(self, start: str) -> Iterator[tuple[str, Row]]:
        query = (
            "SELECT fight, seq FROM events JOIN fights USING (fight) WHERE body GLOB ?"
            " ORDER BY number, seq"
        )
        for fight, seq in self._find_tagged(query, f'{{"type":"{start}*'):
            yield from ((fight, row) for row in self.rows(fight, seq - 1, seq))

    @_report_damage
    def _find_tagged(self, query: str, pattern: str) -> list[tuple[str, int]]:
        return self.connection.execute(query, (pattern,)).fetchall()

    @_report_damage
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

    @_report_damage
    def secret(self, fight: str, sealed: str) -> bytes | None:
        found = self.connection.execute(
            "SELECT secret FROM secrets WHERE sealed = ? AND fight = ?", (sealed, fight)
        ).fetchone()
        secret: bytes | None = found[0] if found else None
        if not isinstance(secret, bytes | None):
            raise make_damaged(self.path, "a secret of its dice is unreadable")
        return secret

    def checkpoint(self) -> None:
        if not self._unsaved:
            return
        execute = self.connection.execute
        with suppress(sqlite3.Error):  # what is recorded is safe in the log, and stays there
            waits = int(self._busy_seconds() * 1000)
            execute("PRAGMA busy_timeout = 0")
            try:
                (busy, *_) = execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                self._unsaved = bool(busy)
            finally:
                execute(f"PRAGMA busy_timeout = {waits}")

    def close(self) -> None:
        self.checkpoint()
        self.connection.close()


def _identify(path: str) -> tuple[int, int] | None:
    """Return the device and the inode of a file; None if there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


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
