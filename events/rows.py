"""The envelope of an event: its place in the fight, who wrote it when, and its digest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from events.codec import decode, encode
from events.vocabulary import AnyEvent

GENESIS = bytes(32)
"""What the first digest of a fight stands on."""


class Entry(msgspec.Struct, frozen=True):
    """An event about to be appended. `parent` None follows the one before; `cause` is the seq
    of the input it comes from; `repeats` of the original it repeats, in a correction."""

    event: AnyEvent
    parent: int | None = None
    cause: int | None = None
    repeats: int | None = None


class Row(msgspec.Struct, frozen=True, gc=False):
    """An event as it is stored. `seq` runs 1, 2, 3 … without gaps in a fight; `parent` is the
    event it follows; `cmd` the first event of the append it came with; `at` UTC to the
    millisecond; `body` JSON; `digest` SHA-256 over the digest before and every column."""

    seq: int
    parent: int
    cmd: int
    cause: int | None
    repeats: int | None
    at: str
    by: str
    body: str
    digest: bytes


class Recorded(msgspec.Struct, frozen=True):
    """An event as it is read: a row with its body decoded."""

    seq: int
    parent: int
    cmd: int
    cause: int | None
    repeats: int | None
    at: str
    by: str
    event: AnyEvent
    digest: bytes


class Head(msgspec.Struct, frozen=True, gc=False):
    """The last row of a fight; seq 0 and `GENESIS` where there is none."""

    seq: int = 0
    digest: bytes = GENESIS


def digest_of(previous: bytes, fight: str, row: Row) -> bytes:
    """SHA-256 over the digest before, the fight and every column, each with its length, so that
    nothing can move from one column to the next unseen."""
    columns = (
        fight,
        str(row.seq),
        str(row.parent),
        str(row.cmd),
        "" if row.cause is None else str(row.cause),
        "" if row.repeats is None else str(row.repeats),
        row.at,
        row.by,
        row.body,
    )
    written = "".join([f"{len(column)}:{column}," for column in columns])
    return hashlib.sha256(previous + written.encode("utf-8", "surrogatepass")).digest()


def chained(
    fight: str, head: Head, entries: Sequence[Entry], *, at: str, by: str
) -> tuple[list[Row], list[Recorded]]:
    """The rows one append makes after `head`, and the same with their events."""
    cmd = head.seq + 1
    rows: list[Row] = []
    recorded: list[Recorded] = []
    previous = head.digest
    for seq, entry in enumerate(entries, start=cmd):
        parent = seq - 1 if entry.parent is None else entry.parent
        cause, repeats, body = entry.cause, entry.repeats, encode(entry.event)
        bare = Row(seq, parent, cmd, cause, repeats, at, by, body, b"")
        previous = digest_of(previous, fight, bare)
        rows.append(Row(seq, parent, cmd, cause, repeats, at, by, body, previous))
        recorded.append(Recorded(seq, parent, cmd, cause, repeats, at, by, entry.event, previous))
    return rows, recorded


def decoded(row: Row) -> Recorded:
    """The row with its event; raises `events.errors.Unreadable`."""
    return Recorded(
        row.seq,
        row.parent,
        row.cmd,
        row.cause,
        row.repeats,
        row.at,
        row.by,
        decode(row.body),
        row.digest,
    )
