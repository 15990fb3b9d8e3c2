"""Deliberately wrong stores, which the crash tests have to catch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from events.store.campaign_file import SQLiteStore
from events.store.command_index import RecordedCommand
from events.store.envelope import Columns, Entry, Recorded, Row, chain_entries
from events.store.protocol import Store
from tests.durability.scenarios import unchanged


class AnswersFirst(SQLiteStore):
    """Answers an append before it commits; commits when it is used next."""

    _waiting: Callable[[], object] | None = None

    def append(
        self, fight: str, expected_version: int, entries: Sequence[Entry], **more: Any
    ) -> list[Recorded]:
        more.pop("digest", None)  # of the last answer, which had other blinds than what it commits
        if not entries or self.command(more["key"]):
            return super().append(fight, expected_version, entries, **more)
        head = self.head(fight)
        self._waiting = partial(super().append, fight, expected_version, entries, **more)
        return chain_entries(fight, head, entries, at=self.clock(), by=more["by"])[1]

    def command(self, key: str, fight: str = "") -> RecordedCommand | None:
        self._settle()
        return super().command(key, fight)

    def rows(self, *args: Any, **more: Any) -> Iterator[Row]:
        self._settle()
        return super().rows(*args, **more)

    def close(self) -> None:
        self._settle()
        super().close()

    def _settle(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting()


class NeverSyncs(SQLiteStore):
    """Never syncs: the system decides when bytes reach the disk."""

    def append(self, *args: Any, **more: Any) -> list[Recorded]:
        self.connection.execute("PRAGMA synchronous = OFF")
        return super().append(*args, **more)


class RowByRow(SQLiteStore):
    """Commits each event of a command in a transaction of its own."""

    def _write(self, fight: str, rows: Sequence[Columns], commands: Any, *more: Any) -> None:
        for row in rows[:-1]:
            super()._write(fight, [row], {}, {})
        super()._write(fight, rows[-1:], commands, {})


class ForgetsKeys(SQLiteStore):
    """Ignores idempotency keys: records a repeated command again."""

    def append(self, *args: Any, key: str = "", **more: Any) -> list[Recorded]:
        return super().append(*args, **more)


def _wrap(kind: type[SQLiteStore]) -> Callable[[SQLiteStore], Store]:
    def build(store: SQLiteStore) -> Store:
        wrong = kind(store.connection, store.clock, store.path)
        wrong.randomness = store.randomness
        return wrong

    return build


BUILDS: dict[str, Callable[[SQLiteStore], Store]] = {
    "right": unchanged,
    "answers before the commit": _wrap(AnswersFirst),
    "never syncs": _wrap(NeverSyncs),
    "records row by row": _wrap(RowByRow),
    "forgets keys": _wrap(ForgetsKeys),
}
