"""An event store in memory: the whole protocol, and nothing else. Tests and simulations use it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from events.errors import Conflict, KeyReused
from events.store.command_index import RecordedCommand, compose_said, index_commands
from events.store.envelope import (
    BLIND_SIZE,
    FORMAT,
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
from events.store.protocol import Clock
from events.store.statements import NO_REQUEST, NONCE_SIZE, Request
from events.types.unions import AnyEvent


class MemoryStore:
    """A `Store` that lives as long as the process. `randomness` gives blinds and nonces."""

    def __init__(
        self, clock: Clock = utc_now, format: int = FORMAT, randomness: Randomness | None = None
    ) -> None:
        self.clock = clock
        self.format = format
        self.path = ""
        self._randomness = randomness or os.urandom
        self._rows: dict[str, list[Row]] = {}
        self._commands: dict[tuple[str, str], RecordedCommand] = {}
        self._secrets: dict[tuple[str, str], bytes] = {}

    def format_of(self, fight: str) -> int:
        rows = self._rows.get(fight)
        return rows[0].format if rows else self.format

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
        known = self.command(key, fight) if key else None
        if known is not None:
            if (known.fight, known.request) != (fight, asked):
                raise KeyReused(key)
            return list(self.read(fight, known.first - 1, known.last))
        head = self.head(fight)
        if head.seq != expected_version or digest not in (b"", head.digest):
            raise Conflict(fight, expected_version, head.seq)
        if not entries:
            return []
        at = at or self.clock()
        blinds = b""
        if format > 1:
            blinds = self._randomness(BLIND_SIZE * len(entries))
            if key and said is None:
                nonce = self._randomness(NONCE_SIZE)
                said = compose_said(fight, head, key, request, at, nonce)
        written, recorded = chain_entries(
            fight, head, entries, at=at, by=by, blinds=blinds, said=said
        )
        rows = [Row(*columns) for columns in written]
        self._rows.setdefault(fight, []).extend(rows)
        self._keep_secrets(fight, secrets)
        if key:
            self._commands[key, fight] = RecordedCommand(fight, rows[0].seq, rows[-1].seq, asked)
        return recorded

    def adopt(
        self, fight: str, rows: Sequence[Row], secrets: Mapping[str, bytes] | None = None
    ) -> None:
        if fight in self._rows:
            raise Conflict(fight, 0, self.head(fight).seq)
        check_adopted(rows, self.format)
        self._rows[fight] = list(rows)
        self._keep_secrets(fight, secrets)
        for key, command in index_commands(fight, rows).items():
            self._commands[key, fight] = command

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

    def heads(self) -> dict[str, Head]:
        return {fight: self.head(fight) for fight in self._rows}

    def tail(self, fight: str, count: int) -> list[Recorded]:
        return list(self.read(fight, max(0, self.head(fight).seq - count)))

    def breaks(self, fight: str) -> list[tuple[int, int]]:
        return [(row.seq, row.parent) for row in self.rows(fight) if row.parent != row.seq - 1]

    def fights(self) -> list[str]:
        return list(self._rows)

    def tagged(self, start: str) -> Iterator[tuple[str, Row]]:
        return (each for each in self.stored() if each[1].body.startswith(f'{{"type":"{start}'))

    def command(self, key: str, fight: str = "") -> RecordedCommand | None:
        here = self._commands.get((key, fight))
        others = (each for (name, _), each in self._commands.items() if name == key)
        return here or next(others, None)

    def secret(self, fight: str, sealed: str) -> bytes | None:
        return self._secrets.get((fight, sealed))

    def secrets(self, fight: str) -> dict[str, bytes]:
        return {sealed: each for (its, sealed), each in self._secrets.items() if its == fight}

    def find_write_obstacle(self) -> str:
        return ""

    def checkpoint(self) -> None:
        pass

    def close(self) -> None:
        pass
