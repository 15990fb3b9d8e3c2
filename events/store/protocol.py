"""What a store of events promises; `events.store.memory` is its shortest explanation."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from events.store.envelope import Entry, Head, Recorded, Row
from events.types.unions import AnyEvent

Clock = Callable[[], str]


def utc_now() -> str:
    """UTC to the millisecond, as `2026-11-20T19:30:00.000Z`."""
    second, rest = divmod(time.time_ns(), 1_000_000_000)
    return f"{_format_second(second)}.{rest // 1_000_000:03d}Z"


@lru_cache(maxsize=1)
def _format_second(second: int) -> str:
    """A whole second in words; appends come in bursts, and an append can feel it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))


class Command(msgspec.Struct, frozen=True):
    """What an idempotency key stands for: one append, and a digest of what was asked for."""

    fight: str
    first: int
    last: int
    request: bytes


class Store(Protocol):
    """An append-only log of fights. Nothing in it is ever changed or removed."""

    @property
    def clock(self) -> Clock:
        """What dates an append that is not given a time."""
        ...

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
        """Append one command, whole or not at all, after event `expected`.

        `key` makes it idempotent: the same key with the same `request` returns what was
        recorded the first time. `secrets` (by their SHA-256) are kept beside the log in the
        same transaction. Raises `Conflict` where the fight is not at `expected`, `KeyReused`
        where the key stands for another request.
        """
        ...

    def adopt(
        self, fight: str, rows: Sequence[Row], secrets: Mapping[str, bytes] | None = None
    ) -> None:
        """Take in a fight that was recorded elsewhere, whole, its rows as they are, with the
        secrets kept beside it, in one transaction. Raises `Conflict` where there is such a
        fight already."""
        ...

    def rows(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        """The rows after `after`, up to and with `upto`, in order."""
        ...

    def stored(self, only: str = "") -> Iterator[tuple[str, Row]]:
        """Every row there is (or that names `only` this fight), with the fight it names, just as it
        is stored, in the order of the seqs of each fight: for whoever trusts nothing."""
        ...

    def read(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        """The same, decoded."""
        ...

    def bodies(
        self, fight: str, after: int = 0, upto: int | None = None
    ) -> Iterator[list[AnyEvent]]:
        """The events alone, in chunks: the fast way to fold."""
        ...

    def head(self, fight: str) -> Head:
        """The last row's seq and digest."""
        ...

    def tail(self, fight: str, count: int) -> list[Recorded]:
        """The last `count` events, in order."""
        ...

    def breaks(self, fight: str) -> list[tuple[int, int]]:
        """(seq, parent) of every event that does not follow the one before it, in order."""
        ...

    def fights(self) -> list[str]:
        """The fights, in the order they were started."""
        ...

    def command(self, key: str) -> Command | None:
        """What an idempotency key stands for."""
        ...

    def secret(self, fight: str, sealed: str) -> bytes | None:
        """The secret behind a commitment of this fight, if this store keeps it. Another fight
        that names the same commitment does not get it: it may have come from anybody."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


Segment = tuple[int, int]
"""The first and last seq of an unbroken run of rows."""


def segments(
    breaks: Sequence[tuple[int, int]], head: int, starts: Sequence[int] | None = None
) -> list[Segment]:
    """The line of `head`, oldest first, from the (seq, parent) of every break, in order; `starts`
    are their seqs, for whoever asks again and again."""
    if starts is None:
        starts = [seq for seq, _ in breaks]
    found: list[Segment] = []
    while head > 0:
        nearest = bisect_right(starts, head) - 1
        if nearest < 0:
            found.append((1, head))
            break
        first, parent = breaks[nearest]
        found.append((first, head))
        head = parent
    return found[::-1]


def read_line(store: Store, fight: str, head: int) -> Iterator[tuple[int, list[AnyEvent]]]:
    """The events of a line in chunks, each with the seq of its first event."""
    for first, last in segments(store.breaks(fight), head):
        for events in store.bodies(fight, first - 1, last):
            if events:
                yield first, events
                first += len(events)
