"""Whether a log is as it was recorded: the chain of digests, computed again from the stored
rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import astuple

from events.store.envelope import GENESIS, Row, compute_digest

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
)
"""The types of each column, in the order of `Row`."""


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
    for at, row in enumerate(every):
        if not _is_whole(row):
            return Break(expected, "was changed: it has values of another kind than recorded ones")
        if row.seq != expected:
            return _explain_order(row.seq, expected)
        if _try_digest(previous, fight, row) != row.digest:
            following = every[at + 1] if at + 1 < len(every) else None
            return Break(row.seq, _explain_break(previous, fight, row, following))
        previous = row.digest
        expected += 1
    return None


def _is_whole(row: Row) -> bool:
    """Return whether every column has the right type: SQLite accepts any value anywhere."""
    return all(type(value) in kinds for value, kinds in zip(astuple(row), _TYPES, strict=True))


def _try_digest(previous: bytes, fight: str, row: Row) -> bytes:
    try:
        return compute_digest(previous, fight, row)
    except UnicodeEncodeError:
        return b""


def _explain_order(seq: int, expected: int) -> Break:
    if seq < 1:
        return Break(seq, "was put before the first event")
    if seq < expected:
        return Break(seq, "is there twice")
    if expected == 1:
        return Break(1, f"is missing: the log begins with #{seq}")
    return Break(expected, f"is missing: behind #{expected - 1} comes #{seq}")


def _explain_break(previous: bytes, fight: str, row: Row, following: Row | None) -> str:
    """Say what was done to a row, as far as the next row shows."""
    if following is not None and _is_whole(following):
        if _try_digest(row.digest, fight, following) == following.digest:
            return "was changed after it was recorded"
        if _try_digest(_try_digest(previous, fight, row), fight, following) == following.digest:
            return "has another digest than it was recorded with"
    return (
        "does not follow from what stands before it: it was changed, or events were added, taken"
        " out or moved here"
    )
