"""The protocol of an event store; `events.store.memory` is its shortest implementation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from events.store.command_index import RecordedCommand
from events.store.envelope import Entry, Head, Recorded, Row, find_segments
from events.store.statements import NO_REQUEST, Request
from events.types.unions import AnyEvent

Clock = Callable[[], str]


class KnownHeads(NamedTuple):
    """What somebody knows of a campaign: the heads of fights, and how many fights it has."""

    heads: Mapping[str, Head]
    fights: int


class Store(Protocol):
    """An append-only store of fights, one stream of events each. Nothing in it is ever changed or
    removed."""

    @property
    def clock(self) -> Clock:
        """The clock that dates an append without a time."""
        ...

    @property
    def path(self) -> str:
        """Where the campaign is, as it may be shown: its file, or its address without a password.
        Empty for one in memory."""
        ...

    @property
    def format(self) -> int:
        """The format of the fights that are started here."""
        ...

    def format_of(self, fight: str) -> int:
        """Return the format of a fight: that of its first row, and so of all its rows."""
        ...

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
        """Append one command, whole or not at all, to a fight at version `expected_version` (its
        last seq), whose last row has this `digest`; empty allows any.

        `key` makes it idempotent: with the same key and the same `request` it returns what was
        recorded the first time. `secrets` (by their commitment) are stored beside the log in the
        same transaction. `said` are the statements of the command, with this key and request; in
        format 2, a command with a key and without statements gets an unsigned one. Raises
        `Conflict` if the fight is at another version, or has another digest, `KeyReused` if the key
        stands for another request.
        """
        ...

    def adopt(
        self, fight: str, rows: Sequence[Row], secrets: Mapping[str, bytes] | None = None
    ) -> None:
        """Store a whole fight that was recorded elsewhere, its rows unchanged, with its secrets and
        the keys of its commands, in one transaction. Raises `Conflict` if the fight is here
        already, and `Refused` if a store of format 1 is given rows of format 2, or if anything but
        the text of erased notes is hidden."""
        ...

    def rows(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        """Yield the rows after seq `after` up to and including `upto`, in order."""
        ...

    def stored(self, only: str = "") -> Iterator[tuple[str, Row]]:
        """Yield every stored row (or those of fight `only`) with the id of its fight, unchecked, by
        seq within each fight: for code that must not trust the file."""
        ...

    def read(self, fight: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        """Yield the same rows with their events decoded."""
        ...

    def bodies(
        self, fight: str, after: int = 0, upto: int | None = None
    ) -> Iterator[list[AnyEvent]]:
        """Yield the events alone, in chunks: the fastest way to fold."""
        ...

    def head(self, fight: str) -> Head:
        """Return the last row's seq and digest."""
        ...

    def heads(self) -> dict[str, Head]:
        """Return the head of every fight, in the order they were started."""
        ...

    def tail(self, fight: str, count: int) -> list[Recorded]:
        """Return the last `count` events, in order."""
        ...

    def breaks(self, fight: str) -> list[tuple[int, int]]:
        """Return (seq, parent) of every event that does not follow the one before it, in order."""
        ...

    def fights(self) -> list[str]:
        """Return the ids of the fights, in the order they were started."""
        ...

    def tagged(self, start: str) -> Iterator[tuple[str, Row]]:
        """Yield the rows of all fights whose events have a tag that begins so, with their fights,
        in the order the fights were started."""
        ...

    def command(self, key: str, fight: str = "") -> RecordedCommand | None:
        """Return the append that an idempotency key stands for, None if it is unknown. Where
        imported fights have the key, too, that of `fight` comes first."""
        ...

    def secret(self, fight: str, sealed: str) -> bytes | None:
        """Return the secret behind a commitment of this fight, if this store has it. Another fight
        with the same commitment does not get it: that fight may come from anyone."""
        ...

    def secrets(self, fight: str) -> dict[str, bytes]:
        """Return all secrets of a fight that this store has, by their commitments."""
        ...

    def find_write_obstacle(self) -> str:
        """Return why nothing could be recorded now, in a sentence that names no place and nobody;
        empty where it could. It is found by writing something that leaves no trace."""
        ...

    def checkpoint(self) -> None:
        """Write what was recorded into the campaign file itself, so that a copy of this one file is
        complete. Where another program is busy with the file, the next checkpoint does it."""
        ...

    def close(self) -> None:
        """Close the file, after a checkpoint."""
        ...


def read_line(store: Store, fight: str, head: int) -> Iterator[tuple[int, list[AnyEvent]]]:
    """Yield the events of a line in chunks, each with the seq of its first event."""
    for first, last in find_segments(store.breaks(fight), head):
        for events in store.bodies(fight, first - 1, last):
            if events:
                yield first, events
                first += len(events)
