"""The envelope of an event: its place in the fight, its author and time, and its digest."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from events.errors import Refused
from events.serialization.codec import NO_TEXT, check_length, decode, encode, share_game
from events.types.log_events import Noted
from events.types.unions import AnyEvent

if TYPE_CHECKING:
    import hashlib

GENESIS = bytes(32)
"""The digest before the first event of a fight."""


BLIND_SIZE = 16
"""Bytes in the blind of a row."""

CONTENT_SIZE = 32
"""Bytes in the content of a row. An erased row has it where others have their blind."""

ERASED_BODY = encode(Noted("", erased=True))
"""What stands in an erased row in place of its body. No digest covers it."""

FORMAT = 2
"""The format of new logs. Logs of format 1 are read and continued as they are."""

Randomness: TypeAlias = Callable[[int], bytes]
"""A function that returns this many unpredictable bytes."""


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
    before and every column. `blind` are 16 random bytes that hide the body in the digest, empty in
    format 1. `said` is what was said for the command: statements, on its first row.
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
    blind: bytes = b""
    said: str | None = None

    @property
    def format(self) -> int:
        """The format that the row is written in."""
        return 2 if self.blind else 1

    @property
    def hidden(self) -> bool:
        """Whether the row's body is not here."""
        return False

    @property
    def erased(self) -> bool:
        """Whether the row's body was erased, and `ERASED_BODY` stands for it."""
        return False


class ViewRow(Row, frozen=True, gc=False):
    """A row of which something is hidden. Where `content` (32 bytes) is there, body and blind are
    empty, and it stands for them in the digest. `saidhash` stands for `said` in the same way. In an
    erased row the body is `ERASED_BODY`, so that it can be read as a note."""

    content: bytes = b""
    saidhash: bytes = b""

    @property
    def format(self) -> int:
        """The format that the row is written in: older ones hide nothing."""
        return 2

    @property
    def hidden(self) -> bool:
        """Whether the row's body is not here."""
        return bool(self.content)

    @property
    def erased(self) -> bool:
        """Whether the row's body was erased, and `ERASED_BODY` stands for it."""
        return self.body == ERASED_BODY and bool(self.content)


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


Columns: TypeAlias = tuple[
    int, int, int, int | None, int | None, str, str, str, bytes, bytes, str | None
]
"""The columns of a `Row`, in its order."""


class Head(msgspec.Struct, frozen=True, gc=False):
    """The seq and digest of a fight's last row; 0 and `GENESIS` if there is none."""

    seq: int = 0
    digest: bytes = GENESIS


def compute_digest(previous: bytes, fight: str, row: Row) -> bytes:
    """Return the digest of a row, given the digest before it, in the row's own format."""
    place = (row.seq, row.parent, row.cmd, row.cause, row.repeats, row.at, row.by)
    if isinstance(row, ViewRow):
        content = row.content or hash_content(row.blind, row.body)
        return digest_row_2(previous, fight, *place, content, row.saidhash or hash_said(row.said))
    if not row.blind:
        return _digest_row_1(previous, fight, *place, row.body)
    content = hash_content(row.blind, row.body)
    return digest_row_2(previous, fight, *place, content, hash_said(row.said))


def _digest_row_1(
    previous: bytes,
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
    """Return the digest of a row of format 1: first the numbers and the lengths of the texts, then
    the texts, so that no character can move from one column to the next unseen."""
    written = (
        f"{seq},{parent},{cmd},{'' if cause is None else cause},"
        f"{'' if repeats is None else repeats},{len(fight)},{len(at)},{len(by)},{len(body)}:"
        f"{fight}{at}{by}{body}"
    )
    return _sha256()(previous + written.encode()).digest()


_CONTENT = b"19:combatlog/2/content,"
_ROW = b"15:combatlog/2/row,32:"
_NO_SAID = b",0:,"
"""What stands in the netstrings of a digest before and after what differs (`events.hashing`)."""


def hash_content(blind: bytes, body: str) -> bytes:
    """Return the content of a row: what stands for its body in the digest."""
    text = body.encode()
    return _sha256()(b"%b%d:%b,%d:%b," % (_CONTENT, len(blind), blind, len(text), text)).digest()


def hash_said(said: str | None) -> bytes:
    """Return what stands for a row's statements in the digest; empty where there are none."""
    if said is None:
        return b""
    from events.hashing import compute_hash

    return compute_hash("said", said)


def digest_row_2(
    previous: bytes,
    fight: str,
    seq: int,
    parent: int,
    cmd: int,
    cause: int | None,
    repeats: int | None,
    at: str,
    by: str,
    content: bytes,
    said: bytes,
) -> bytes:
    """Return the digest of a row of format 2, from its `content` and the hash of its statements.
    Written out, and not `compute_hash`, because an audit hashes every row."""
    one, two, three = str(seq), str(parent), str(cmd)
    four = "" if cause is None else str(cause)
    five = "" if repeats is None else str(repeats)
    place = (
        f",{_pack_text(fight)}{len(one)}:{one},{len(two)}:{two},{len(three)}:{three},"
        f"{len(four)}:{four},{len(five)}:{five},{_pack_text(at)}{_pack_text(by)}32:"
    ).encode()
    end = b",32:%b," % said if said else _NO_SAID
    return _sha256()(b"".join((_ROW, previous, place, content, end))).digest()


@lru_cache(maxsize=64)
def _pack_text(text: str) -> str:
    """Return a netstring as text; cached, because a fight has one id, and commands share the author
    and the time."""
    return f"{len(text.encode())}:{text},"


@cache
def _sha256() -> Callable[[bytes], hashlib._Hash]:
    """Return the function that hashes: reading needs none, and starts sooner without it."""
    from hashlib import sha256

    return sha256


def chain_entries(
    fight: str,
    head: Head,
    entries: Sequence[Entry],
    *,
    at: str,
    by: str,
    blinds: bytes = b"",
    said: str | None = None,
) -> tuple[list[Columns], list[Recorded]]:
    """Return the rows that one append adds after `head`, as columns and as events.

    `blinds` are 16 random bytes for each row, or nothing for rows of format 1. `said` goes to the
    first row. Raises `Refused` if a text in them cannot be written.
    """
    cmd = head.seq + 1
    rows: list[Columns] = []
    recorded: list[Recorded] = []
    digest, rest = head.digest, blinds
    try:
        for seq, entry in enumerate(entries, cmd):
            event, cause, repeats = entry.event, entry.cause, entry.repeats
            parent = seq - 1 if entry.parent is None else entry.parent
            body = encode(event)
            check_length(event, body)
            place = (seq, parent, cmd, cause, repeats, at, by)
            if blinds:
                blind, rest = rest[:BLIND_SIZE], rest[BLIND_SIZE:]
                content = hash_content(blind, body)
                digest = digest_row_2(digest, fight, *place, content, hash_said(said))
            else:
                blind = b""
                digest = _digest_row_1(digest, fight, *place, body)
            rows.append((*place, body, digest, blind, said))
            recorded.append(Recorded(*place, event, digest))
            said = None
    except UnicodeEncodeError:
        raise Refused(NO_TEXT) from None
    return rows, recorded


def erase_row(row: Row) -> ViewRow:
    """Return a row of format 2 without its body and what was said for it: their hashes stay, so its
    digest holds."""
    content, saidhash = b"", hash_said(row.said)
    if isinstance(row, ViewRow):
        content, saidhash = row.content, row.saidhash or saidhash
    content = content or hash_content(row.blind, row.body)
    place = (row.seq, row.parent, row.cmd, row.cause, row.repeats, row.at, row.by)
    return ViewRow(*place, ERASED_BODY, row.digest, b"", None, content, saidhash)


def check_adopted(rows: Sequence[Row], format: int) -> None:
    """Raise `Refused` if a store of this format cannot hold these rows."""
    for row in rows:
        if isinstance(row, ViewRow) and not row.erased:
            raise Refused(
                f"#{row.seq} is hidden here, and a campaign holds whole fights; take an export of"
                " the whole fight."
            )
    if rows and rows[0].format > format:
        raise Refused(
            "This fight is of format 2, and the campaign of format 1; make a copy that can hold it"
            " with: combatlog upgrade"
        )


def decode_row(row: Row) -> Recorded:
    """Return the row with its event decoded; raises `events.errors.Unreadable`. Fights of the same
    game share it."""
    event = decode(row.body)
    return Recorded(
        row.seq,
        row.parent,
        row.cmd,
        row.cause,
        row.repeats,
        row.at,
        row.by,
        share_game(event) if row.seq == 1 else event,
        row.digest,
    )


def check_seq(seq: int | str, last: int) -> int:
    """Return the seq as a number. Raises `Refused` if a fight whose last event is `last` has no
    such event, or if a typed seq is no number."""
    number = seq if isinstance(seq, int) else _read_number(seq)
    if not 1 <= number <= last:
        raise Refused(f"There is no #{seq}; this fight has #1 to #{last}.")
    return number


def _read_number(text: str) -> int:
    """Return a number of at most nine digits; 0 for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


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
