"""The envelope of an event: its place in the fight, its author and time, and its digest."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec
from msgspec.structs import astuple

from events.errors import Refused
from events.serialization.codec import NO_TEXT, decode, encode
from events.types.unions import AnyEvent

GENESIS = bytes(32)
"""The digest before the first event of a fight."""


class Entry(msgspec.Struct, frozen=True):
    """An event to append. `parent` None means the event before it; `cause` is the seq of the input
    it follows from; `repeats` the original that it repeats, in a correction."""

    event: AnyEvent
    parent: int | None = None
    cause: int | None = None
    repeats: int | None = None


class Row(msgspec.Struct, frozen=True, gc=False):
    """An event as it is stored.

    `seq` counts 1, 2, 3 … without gaps in a fight. `parent` is the event it follows, `cmd` the
    first event of its append, `cause` the input it follows from, `repeats` the original it repeats.
    `at` is UTC to the millisecond, `by` the author, `body` JSON, `digest` SHA-256 over the digest
    before and every column.
    """

    seq: int
    parent: int
    cmd: int
    cause: int | None
    repeats: int | None
    at: str
    by: str
    body: str
    digest: bytes


class Recorded(msgspec.Struct, frozen=True, gc=False):
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


Columns: TypeAlias = tuple[int, int, int, int | None, int | None, str, str, str, bytes]
"""The columns of a `Row`, in its order."""


class Head(msgspec.Struct, frozen=True, gc=False):
    """The seq and digest of a fight's last row; 0 and `GENESIS` if there is none."""

    seq: int = 0
    digest: bytes = GENESIS


def compute_digest(previous: bytes, fight: str, row: Row) -> bytes:
    """Return the SHA-256 over the digest before, the fight and every column: first the numbers and
    the lengths of the texts, then the texts, so that no character can move from one column to the
    next unseen."""
    from hashlib import sha256  # reading needs no digest, and starts sooner without it

    return sha256(previous + _digest_input(fight, *astuple(row)[:-1])).digest()


def _digest_input(
    fight: str,
    seq: int,
    parent: int,
    cmd: int,
    cause: int | None,
    repeats: int | None,
    at: str,
    by: str,
    body: str,
) -> bytes:
    return (
        f"{seq},{parent},{cmd},{'' if cause is None else cause},"
        f"{'' if repeats is None else repeats},{len(fight)},{len(at)},{len(by)},{len(body)}:"
        f"{fight}{at}{by}{body}"
    ).encode()


def chain_entries(
    fight: str, head: Head, entries: Sequence[Entry], *, at: str, by: str
) -> tuple[list[Columns], list[Recorded]]:
    """Return the rows that one append adds after `head`, as columns and as events; raises `Refused`
    if a text in them cannot be written."""
    from hashlib import sha256

    cmd = head.seq + 1
    rows: list[Columns] = []
    recorded: list[Recorded] = []
    digest = head.digest
    for seq, entry in enumerate(entries, cmd):
        event, cause, repeats = entry.event, entry.cause, entry.repeats
        parent = seq - 1 if entry.parent is None else entry.parent
        body = encode(event)
        try:
            written = _digest_input(fight, seq, parent, cmd, cause, repeats, at, by, body)
        except UnicodeEncodeError:
            raise Refused(NO_TEXT) from None
        digest = sha256(digest + written).digest()
        rows.append((seq, parent, cmd, cause, repeats, at, by, body, digest))
        recorded.append(Recorded(seq, parent, cmd, cause, repeats, at, by, event, digest))
    return rows, recorded


def decode_row(row: Row) -> Recorded:
    """Return the row with its event decoded; raises `events.errors.Unreadable`."""
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


def utc_now() -> str:
    """Return the present time, UTC to the millisecond, as `2026-11-20T19:30:00.000Z`."""
    second, rest = divmod(time.time_ns(), 1_000_000_000)
    return f"{_format_second(second)}.{rest // 1_000_000:03d}Z"


@lru_cache(maxsize=1)
def _format_second(second: int) -> str:
    """Return a whole second as text; cached, because appends come in bursts."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))


Segment = tuple[int, int]
"""The first and last seq of an unbroken run of rows."""


def find_segments(
    breaks: Sequence[tuple[int, int]], head: int, starts: Sequence[int] | None = None
) -> list[Segment]:
    """Return the line of `head` as segments, oldest first, from the (seq, parent) of every break,
    in order. `starts` are the seqs of the breaks, to save work in repeated calls."""
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
