"""An event store in memory: the whole protocol, and nothing else. Tests and simulations use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from events.errors import Conflict, KeyReused
from events.store.envelope import Entry, Head, Recorded, Row, chain_entries, decode_row, utc_now
from events.store.protocol import Clock, RecordedCommand
from events.types.unions import AnyEvent


class MemoryStore:
    """A `Store` that lives as long as the process."""

    def __init__(self, clock: Clock = utc_now) -> None:
        self.clock = clock
        self._rows: dict[str, list[Row]] = {}
        self._commands: dict[str, RecordedCommand] = {}
        self._secrets: dict[tuple[str, str], bytes] = {}

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
        known = self._commands.get(key) if key else None
        if known is not None:
            if (known.fight, known.request) != (fight, request):
                raise KeyReused(key)
            return list(self.read(fight, known.first - 1, known.last))
        head = self.head(fight)
        if head.seq != expected_version:
            raise Conflict(fight, expected_version, head.seq)
        if not entries:
            return []
        written, recorded = chain_entries(fight, head, entries, at=at or self.clock(), by=by)
        rows = [Row(*columns) for columns in written]
        self._rows.setdefault(fight, []).extend(rows)
        self._keep_secrets(fight, secrets)
        if key:
            self._commands[key] = RecordedCommand(fight, rows[0].seq, rows[-1].seq, request)
        return recorded

    def adopt(
        self, fight: str, rows: Sequence[Row], secrets: Mapping[str, bytes] | None = None
    ) -> None:
        if fight in self._rows:
            raise Conflict(fight, 0, self.head(fight).seq)
        self._rows[fight] = list(rows)
        self._keep_secrets(fight, secrets)

    def _keep_secrets(self, fight: str, secrets: Mapping[str, bytes] | None) -> None:
        for sealed, secret in (secrets or {}).items():
            self._secrets[fight, sealed] = secret

    def rows(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        yield from self._rows.get(fight, [])[after:upto]

    def stored(self, only: str = "") -> Iterator[tuple[str, Row]]:
        for fight, rows in self._rows.items():
            if only in ("", fight):
                yield from ((fight, row) for row in rows)

    def read(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        return map(decode_row, self.rows(fight, after, upto))

    def bodies(
        self, fight: str, after: int = 0, upto: int | None = None
    ) -> Iterator[list[AnyEvent]]:
        yield [recorded.event for recorded in self.read(fight, after, upto)]

    def head(self, fight: str) -> Head:
        rows = self._rows.get(fight)
        return Head(rows[-1].seq, rows[-1].digest) if rows else Head()

    def tail(self, fight: str, count: int) -> list[Recorded]:
        return list(self.read(fight, max(0, self.head(fight).seq - count)))

    def breaks(self, fight: str) -> list[tuple[int, int]]:
        return [(row.seq, row.parent) for row in self.rows(fight) if row.parent != row.seq - 1]

    def fights(self) -> list[str]:
        return list(self._rows)

    def command(self, key: str) -> RecordedCommand | None:
        return self._commands.get(key)

    def secret(self, fight: str, sealed: str) -> bytes | None:
        return self._secrets.get((fight, sealed))

    def close(self) -> None:
        pass
