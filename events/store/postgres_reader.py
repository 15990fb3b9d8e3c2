"""The reading half of a campaign in PostgreSQL: rows, events, heads, and what is kept beside
them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events.errors import Damaged
from events.serialization.codec import decode_many
from events.store.columns import unpack_erased
from events.store.command_index import RecordedCommand
from events.store.envelope import FORMAT, Head, Recorded, Row, decode_row
from events.store.postgres_database import Database
from events.store.postgres_schema import RARE, RARE_TAGS
from events.types.unions import AnyEvent

CHUNK = 1000
"""Rows read at once."""

_COLUMNS = (
    "e.seq, e.parent, e.cmd, e.cause, e.repeats, e.at, e.by, e.body, e.digest, e.blind, e.said"
)


class PostgresReader:
    """What `PostgresStore` reads. A fight is found by its number in the database, which never
    changes."""

    def __init__(self, database: Database, campaign: int, name: str) -> None:
        self.database = database
        self.name = name
        self.path = f"{database.shown}#{name}"
        self.format = FORMAT
        self._campaign = campaign
        self._ids: dict[str, int] = {}
        self._heads: dict[str, Head] = {}
        self._formats: dict[str, int] = {}

    def format_of(self, fight: str) -> int:
        if fight not in self._formats:
            found = self._ask(
                "SELECT length(blind) FROM combatlog.events WHERE id = %s AND seq = 1", fight
            )
            if not found:
                return self.format
            self._formats[fight] = 2 if found[0][0] else 1
        return self._formats[fight]

    def _find_id(self, fight: str) -> int | None:
        """Return the number of a fight in the database, None if it is not there."""
        if fight not in self._ids:
            found = self.database.query(
                "SELECT id FROM combatlog.fights WHERE campaign = %s AND fight = %s",
                (self._campaign, _check_text(fight)),
            )
            if not found:
                return None
            self._ids[fight] = found[0][0]
        return self._ids[fight]

    def _ask(self, asked: str, fight: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query about one fight, whose number is the first value."""
        id = self._find_id(fight)
        return [] if id is None else self.database.query(asked, (id, *values))

    def rows(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        last = 2**31 - 1 if upto is None else upto
        asked = (
            f"SELECT {_COLUMNS} FROM combatlog.events e"
            f" WHERE id = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT {CHUNK}"
        )
        while after < last:
            found = self._ask(asked, fight, after, last)
            if upto is None and found:  # an append looks whether this is still the head
                self._heads[fight] = Head(found[-1][0], found[-1][8])
            for values in found:
                row, after = unpack_erased(Row(*values)), after + 1
                if row.seq != after:
                    raise _make_damaged(self.path, f"#{after} is missing")
                if not 0 <= row.parent < row.seq:
                    raise _make_damaged(self.path, f"#{row.seq} follows #{row.parent}")
                yield row
            if len(found) < CHUNK:
                break

    def stored(self, only: str = "") -> Iterator[tuple[str, Row]]:
        for fight in sorted(self.fights()) if not only else [only]:
            asked = (
                f"SELECT {_COLUMNS} FROM combatlog.events e WHERE id = %s AND seq > %s"
                f" ORDER BY seq LIMIT {CHUNK}"
            )
            after = -1
            while found := self._ask(asked, fight, after):
                yield from ((fight, unpack_erased(Row(*values))) for values in found)
                after = found[-1][0]

    def read(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        return map(decode_row, self.rows(fight, after, upto))

    def bodies(
        self, fight: str, after: int = 0, upto: int | None = None
    ) -> Iterator[list[AnyEvent]]:
        last = self.head(fight).seq if upto is None else upto
        asked = (
            "SELECT body FROM combatlog.events"
            " WHERE id = %s AND seq > %s AND seq <= %s ORDER BY seq"
        )
        while after < last:
            until = min(after + CHUNK, last)
            found = self._ask(asked, fight, after, until)
            events = decode_many(",".join(body for (body,) in found)) if found else []
            if len(events) != until - after:
                what = f"#{after + 1} to #{until} are {len(events)} events"
                raise _make_damaged(self.path, what)
            yield events
            after = until

    def head(self, fight: str) -> Head:
        found = self._ask("SELECT seq, digest FROM combatlog.heads WHERE id = %s", fight)
        head = Head(*found[0]) if found else Head()
        self._heads[fight] = head
        return head

    def heads(self) -> dict[str, Head]:
        found = self.database.query(
            "SELECT fight, seq, digest FROM combatlog.fights JOIN combatlog.heads USING (id)"
            " WHERE campaign = %s ORDER BY number",
            (self._campaign,),
        )
        return {fight: Head(seq, digest) for fight, seq, digest in found}

    def tail(self, fight: str, count: int) -> list[Recorded]:
        return list(self.read(fight, max(0, self.head(fight).seq - count)))

    def breaks(self, fight: str) -> list[tuple[int, int]]:
        asked = (
            "SELECT seq, parent FROM combatlog.events"
            " WHERE id = %s AND parent <> seq - 1 ORDER BY seq"
        )
        return [(seq, parent) for seq, parent in self._ask(asked, fight)]

    def fights(self) -> list[str]:
        asked = "SELECT fight FROM combatlog.fights WHERE campaign = %s ORDER BY number"
        return [fight for (fight,) in self.database.query(asked, (self._campaign,))]

    def tagged(self, start: str) -> Iterator[tuple[str, Row]]:
        rare = f"({RARE}) AND" if start.startswith(RARE_TAGS) else ""
        asked = (
            f"SELECT fight, {_COLUMNS} FROM combatlog.events e JOIN combatlog.fights USING (id)"
            f" WHERE campaign = %(campaign)s AND {rare} starts_with(e.body, %(start)s)"
            " ORDER BY number, seq"
        ).replace("%'", "%%'")
        values = {"campaign": self._campaign, "start": f'{{"type":"{start}'}
        for fight, *row in self.database.query(asked, values):
            yield fight, unpack_erased(Row(*row))

    def command(self, key: str, fight: str = "") -> RecordedCommand | None:
        found = self.database.query(
            "SELECT fight, first, last, request FROM combatlog.commands"
            " JOIN combatlog.fights USING (id) WHERE commands.campaign = %s AND key = %s"
            " ORDER BY fight = %s DESC, number LIMIT 1",
            (self._campaign, _check_text(key), _check_text(fight)),
        )
        return RecordedCommand(*found[0]) if found else None

    def secret(self, fight: str, sealed: str) -> bytes | None:
        asked = "SELECT secret FROM combatlog.secrets WHERE id = %s AND sealed = %s"
        found = self._ask(asked, fight, sealed)
        return bytes(found[0][0]) if found else None

    def secrets(self, fight: str) -> dict[str, bytes]:
        asked = "SELECT sealed, secret FROM combatlog.secrets WHERE id = %s ORDER BY sealed"
        return {sealed: bytes(secret) for sealed, secret in self._ask(asked, fight)}


def _check_text(text: str) -> str:
    """Return a text without the characters that no text in PostgreSQL has; such a text finds
    nothing."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return ""
    return "" if "\0" in text else text


def _make_damaged(path: str, reason: str) -> Damaged:
    return Damaged(path, reason, "restore it from a backup")
