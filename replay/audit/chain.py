"""Whether a log is as it was recorded: the chain of digests, computed again from the stored
rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import astuple, replace

from events.errors import Unreadable
from events.serialization.codec import decode
from events.store.envelope import BLIND_SIZE, GENESIS, Row, ViewRow, compute_digest
from events.types.keys import Upgraded

_TYPES: tuple[tuple[type, ...], ...] = (
    (int,),
    (int,),
    (int,),
    (int, type(None)),
    (int, type(None)),
    (str,),
    (str,),
    (str,),
    (bytes,),
    (bytes,),
    (str, type(None)),
    (bytes,),
    (bytes,),
)
"""The types of each column, in the order of `ViewRow`, which begins as `Row`."""

_WHOLE = frozenset(each for size in (11, 13) for each in product(*_TYPES[:size]))
"""The types that a row can have, column by column."""


class Break(NamedTuple):
    """The first event that is not as it was recorded: its seq, and what is wrong with it. Nothing
    after it can be trusted."""

    seq: int
    said: str


def find_first_break(fight: str, rows: Iterable[Row]) -> Break | None:
    """Return the first row whose digest does not follow from its columns and the digest before it,
    None if all do. This cannot show a cut end, or a chain recomputed from some event on; a seal
    shows both."""
    previous = GENESIS
    expected = 1
    every = list(rows)
    blind = 0
    for at, row in enumerate(every):
        if not _is_whole(row):
            return Break(expected, "was changed: it has a value of a type that is never recorded")
        if row.seq != expected:
            return _explain_order(row.seq, expected)
        if at == 0:
            blind = BLIND_SIZE if row.format > 1 else 0
        is_hidden = isinstance(row, ViewRow) and row.hidden
        is_other = not blind if is_hidden else len(row.blind) != blind
        if _try_digest(previous, fight, row) != row.digest or is_other:
            following = every[at + 1] if at + 1 < len(every) else None
            return Break(row.seq, _explain_break(previous, fight, row, following))
        if row.said is not None and row.seq != row.cmd:
            return Break(row.seq, "carries statements, and only the first row of a command does")
        previous = row.digest
        expected += 1
    return find_upgrade_fault(fight, every) or find_erased_fault(every)


def find_upgrade(rows: Iterable[Row]) -> tuple[int, Upgraded] | None:
    """Return the event that says that the rows before it were copied from an older format, with its
    seq; None if there is none."""
    for row in rows:
        if not row.blind and row.format == 1:
            return None
        if _may_upgrade(row.body):
            try:
                event = decode(row.body)
            except Unreadable:
                continue
            if isinstance(event, Upgraded):
                return row.seq, event
    return None


def compute_old_digests(fight: str, rows: Iterable[Row]) -> list[bytes]:
    """Return the digests of these rows as format 1 has them: those of the log they were copied
    from."""
    digests: list[bytes] = []
    previous = GENESIS
    for row in rows:
        previous = compute_digest(previous, fight, replace(row, blind=b""))
        digests.append(previous)
    return digests


def _may_upgrade(body: str) -> bool:
    """Return whether this may be the body of an upgrade, without reading it."""
    return "upgraded" in body or "\\u" in body


def find_upgrade_fault(fight: str, rows: Sequence[Row]) -> Break | None:
    """Return the upgrade that names another log than the one before it, as far as nothing of that
    is hidden."""
    found = find_upgrade(rows)
    if found is None or any(row.hidden for row in rows[: found[0]]):
        return None
    seq, event = found
    old = compute_old_digests(fight, rows[: seq - 1])
    if (event.format, event.events) == (1, len(old)) and old and old[-1].hex() == event.digest:
        return None
    return Break(seq, "names another log than the one before it: rows were changed in the upgrade")


def find_erased_fault(rows: Sequence[Row]) -> Break | None:
    """Return the first erased row that was no note, as far as its place shows: a note is a command
    of its own, follows the row before it, and has neither cause nor original. In a log that was
    copied from format 1, the old digests need every row before that."""
    erased = [row for row in rows if isinstance(row, ViewRow) and row.erased]
    upgraded, _ = (find_upgrade(rows) if erased else None) or (0, None)
    for row in erased:
        following = rows[row.seq] if row.seq < len(rows) else None
        place = (row.parent, row.cmd, row.cause, row.repeats)
        if place != (row.seq - 1, row.seq, None, None) or (
            following is not None and following.cmd == row.seq
        ):
            return Break(row.seq, "was erased, and it was no note: only notes can be")
        if row.seq < upgraded:
            return Break(row.seq, f"was erased, and #{upgraded} names digests that need its text")
    return None


def _is_whole(row: Row) -> bool:
    """Return whether every column has the right type: SQLite accepts any value anywhere."""
    return tuple(map(type, astuple(row))) in _WHOLE


def _try_digest(previous: bytes, fight: str, row: Row) -> bytes:
    try:
        return compute_digest(previous, fight, row)
    except UnicodeEncodeError:
        return b""


def _explain_order(seq: int, expected: int) -> Break:
    if seq < 1:
        return Break(seq, "was put before the first event")
    if seq < expected:
        return Break(seq, "is in the log twice")
    if expected == 1:
        return Break(1, f"is missing: the log begins with #{seq}")
    return Break(expected, f"is missing: #{expected - 1} is followed by #{seq}")


def _explain_break(previous: bytes, fight: str, row: Row, following: Row | None) -> str:
    """Say what was done to a row, as far as the next row shows."""
    if following is not None and _is_whole(following):
        if _try_digest(row.digest, fight, following) == following.digest:
            return "was changed after it was recorded"
        if _try_digest(_try_digest(previous, fight, row), fight, following) == following.digest:
            return "has another digest than it was recorded with"
    return (
        "does not follow from the event before it: it was changed, or events were added, removed"
        " or moved here"
    )
