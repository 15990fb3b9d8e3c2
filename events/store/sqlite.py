"""An event store in one SQLite file: the campaign.

The primary key checks the expected version: an append inserts at `expected_version + 1`, so the
second of two writers gets a `Conflict`. WAL with `synchronous=FULL`: what was recorded survives a
crash.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import astuple

from events.errors import CampaignError, Conflict, Damaged, KeyReused, Unwritable
from events.store.columns import pack_columns
from events.store.command_index import RecordedCommand, compose_said, index_commands
from events.store.disk_room import find_disk_obstacle
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
    utc_now,
)
from events.store.limits import MOST_FIGHTS, UNCOUNTED, BoundedConnection
from events.store.protocol import Clock
from events.store.sqlite_errors import (
    convert_error,
    describe_error,
    describe_moved,
    is_busy,
    make_damaged,
    quote_error,
)
from events.store.sqlite_reader import COLUMNS, SQLiteReader
from events.store.statements import NO_REQUEST, NONCE_SIZE, Request

_INSERT = {
    format: f"INSERT INTO events (fight, {names}) VALUES (?{', ?' * (names.count(',') + 1)})"
    for format, names in COLUMNS.items()
}

PROBE_MILLISECONDS = 1000
"""How long the question whether a write is possible waits for another program."""


class SQLiteStore(SQLiteReader):
    """A `Store` in a campaign file. Use `create_campaign` or `open_campaign` to get one.
    `randomness` gives blinds and nonces."""

    def __init__(
        self,
        connection: BoundedConnection,
        clock: Clock = utc_now,
        path: str = "",
        format: int = FORMAT,
    ) -> None:
        super().__init__(connection, path, format)
        self.clock = clock
        self.randomness: Randomness = os.urandom
        self._place = os.path.abspath(path) if path else ""  # the folder worked in may change
        self._files = {end: _identify(self._place + end) for end in ("", "-wal", "-shm") if path}
        self._unsaved = False

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
        digest: bytes = b"",
    ) -> list[Recorded]:
        format = self.format_of(fight)
        asked = request.digest(format) if key else b""
        known = self._find_recorded(fight, key, asked)
        if known is not None:
            return known
        head = self._heads.get(fight)
        if head is None or head.seq != expected_version:
            head = self.head(fight)
        if head.seq != expected_version or digest not in (b"", head.digest):
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
            self._write(fight, list(map(pack_columns, rows)), commands, secrets or {}, new=False)
        except sqlite3.IntegrityError as error:
            self._check_conflict(fight, 0, error)
            raise Conflict(fight, 0, self.head(fight).seq) from None
        except sqlite3.DatabaseError as error:
            raise self._explain_unwritten(error) from None

    def adopt_commands(self, commands: Iterable[Sequence[object]]) -> None:
        """Add rows to the index of commands, in one transaction: outside of one, each row would
        wait for the disk. Each key has to be a new one."""
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.steps = UNCOUNTED
        try:
            self.connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?, ?)", commands)
            self.connection.execute("COMMIT")
        except BaseException as error:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.DatabaseError):
                raise self._explain_unwritten(error) from None
            raise
        finally:
            self.connection.steps = 0

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
        self.connection.steps = 0
        execute, insert = self.connection.execute, _INSERT[self.format]
        width = insert.count("?") - 1
        first = rows[0][0]
        if len(rows) == 1 and first > 1 and not commands and not secrets:
            execute(insert, (fight, *rows[0][:width]))  # alone it needs no transaction: 2% less
            return
        execute("BEGIN IMMEDIATE")
        self.connection.steps = UNCOUNTED  # what is written is ours, and may be any number of rows
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
        finally:
            self.connection.steps = 0

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
        query = "SELECT 1 FROM fights LIMIT 1 OFFSET ?"  # `count` would read all of them
        if self.connection.execute(query, (MOST_FIGHTS - 1,)).fetchone():
            raise CampaignError(
                f"Nothing was recorded: {self.path} has {MOST_FIGHTS:,} fights or more, and no more"
                " fit into a campaign; start a new campaign."
            )

    def find_write_obstacle(self) -> str:
        execute = self.connection.execute
        try:
            self._check_in_place()
            waits = int(self._busy_seconds() * 1000)
            execute(f"PRAGMA busy_timeout = {PROBE_MILLISECONDS}")
            try:
                execute("BEGIN IMMEDIATE")
                execute("ROLLBACK")
            finally:
                execute(f"PRAGMA busy_timeout = {waits}")
        except Unwritable:
            return "The campaign file was moved, replaced or deleted while it was open."
        except sqlite3.Error as error:
            reason = describe_error(error)
            return f"The campaign cannot be written: {reason}."
        return find_disk_obstacle(os.path.dirname(self._place)) if self._place else ""

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
