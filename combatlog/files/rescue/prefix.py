"""The valid prefix of a damaged fight: its longest beginning that is a fight by itself.

What is readable or known to have existed beyond the prefix is listed, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from combatlog.files.jsonl import list_anchors
from combatlog.files.rescue.scan import Values
from events.errors import Unreadable
from events.store.columns import unpack_erased
from events.store.envelope import (
    BLIND_SIZE,
    GENESIS,
    Columns,
    Recorded,
    Row,
    compute_digest,
    decode_row,
)
from events.types.declarations import FightStarted
from events.types.names import clean_text
from replay.log.event_log import History
from replay.validation.log_rules import check_structure, find_unfinished_command

Range: TypeAlias = tuple[int, int]
"""The first and the last seq of a range."""

Rows: TypeAlias = Mapping[int, Sequence[Row]]
"""The rows found of a fight, by seq: several where they contradict each other, none where no record
of this seq makes a row."""

UNKNOWN_EVENT = "is no event this combatlog knows"
"""The message for an event that a newer version may have written."""


class FightPrefix(NamedTuple):
    """What is left of a fight.

    - `kept`: the rows of the valid prefix.
    - `last`: the seq of the last event that is known to have existed.
    - `lost`, `beyond`: the ranges after the prefix that are lost, and those still readable.
    - `why`: what ended the prefix, unless it was a missing row.
    - `sealed`: the commitments of the prefix that can still draw dice, and its last anchor.
    """

    id: str
    title: str
    kept: list[Row]
    last: int
    lost: list[Range]
    beyond: list[Range]
    why: str
    sealed: list[str]


def find_prefix(fight: str, rows: Rows, last: int, ended: bool) -> FightPrefix:
    """Find what is left of a fight, given its readable rows.

    `last` is the last event known to have existed; `ended` says that there was none after it.
    """
    chained, recorded, why = _find_chain(fight, rows)
    if why or not ended or len(recorded) < last:
        recorded, why = _cut_half_command(recorded, rows, why)
    recorded, why = _cut_faulty_commands(recorded, why)
    beyond = _join_ranges(seq for seq in sorted(rows) if seq > len(recorded))
    return FightPrefix(
        fight,
        _title(rows, fight),
        chained[: len(recorded)],
        last,
        list(_find_gaps(beyond, len(recorded), last)),
        beyond,
        why,
        [*History(recorded).sealed, *list(list_anchors(recorded))[-1:]],
    )


def build_row(values: Values) -> Row | None:
    """Build a row from the columns after `fight`; None if their types are wrong."""
    try:
        return unpack_erased(Row(*msgspec.convert(values, Columns)))
    except msgspec.ValidationError:
        return None


def _find_chain(fight: str, rows: Rows) -> tuple[list[Row], list[Recorded], str]:
    """Return the rows from the first whose digests form a chain, decoded too, and what ended it."""
    found: list[Row] = []
    recorded: list[Recorded] = []
    digest = GENESIS
    while (seq := len(found) + 1) in rows:
        row = next((row for row in rows[seq] if _follows(digest, fight, row, found)), None)
        if row is None:
            return found, recorded, f"#{seq} does not match its digest"
        try:
            recorded.append(decode_row(row))
        except Unreadable:
            return found, recorded, f"#{seq} {UNKNOWN_EVENT}"
        found.append(row)
        digest = row.digest
    return found, recorded, ""


def _follows(digest: bytes, fight: str, row: Row, before: Sequence[Row]) -> bool:
    """Return whether a row continues the chain, in the format of its beginning."""
    size = BLIND_SIZE if row.erased else len(row.blind)
    same = not before or size == len(before[0].blind)
    return same and compute_digest(digest, fight, row) == row.digest


def _cut_half_command(recorded: list[Recorded], rows: Rows, why: str) -> tuple[list[Recorded], str]:
    """Cut off a last command that is not complete, and say so.

    Later rows of the same command show that it is not; if there are none, the rules tell.
    """
    if not recorded:
        return recorded, why
    first, last = recorded[-1].cmd, recorded[-1].seq
    behind = {row.cmd for seq in rows if seq > last for row in rows[seq]}
    if last + 1 in behind:
        return recorded, why
    if any(first <= cmd <= last for cmd in behind) or _goes_on(recorded, first):
        return recorded[: first - 1], why or f"the command of #{first} is not all there"
    return recorded, why


def _goes_on(recorded: list[Recorded], first: int) -> bool:
    """Return whether the last command, which begins at `first`, is incomplete or faulty."""
    if _fault(recorded):
        return not _fault(recorded[: first - 1])
    return find_unfinished_command(recorded) > 0


def _cut_faulty_commands(recorded: list[Recorded], why: str) -> tuple[list[Recorded], str]:
    """Keep as many commands as form a valid log, found by bisection; say what was wrong."""
    fault = _fault(recorded)
    if not fault:
        return recorded, why
    ends = [0, *(row.seq - 1 for row in recorded[1:] if row.cmd == row.seq)]
    low, high = 0, len(ends)
    while high - low > 1:
        middle = (low + high) // 2
        if _fault(recorded[: ends[middle]]):
            high = middle
        else:
            low = middle
    return recorded[: ends[low]], fault


def _fault(recorded: list[Recorded]) -> str:
    """Return why these rows are no valid log; empty if they are."""
    if not recorded:
        return ""
    try:
        check_structure(recorded)
    except Unreadable as error:
        return str(error).rstrip(".")
    return ""


def _title(rows: Rows, fight: str) -> str:
    """Return the fight's title from its first event, or a name made of its id."""
    for row in rows.get(1, ()):
        try:
            event = decode_row(row).event
        except Unreadable:
            continue
        if isinstance(event, FightStarted) and clean_text(event.title):
            return clean_text(event.title)
    return f"Fight {clean_text(fight)}"


def _find_gaps(ranges: Iterable[Range], kept: int, last: int) -> Iterator[Range]:
    """Yield the gaps before, between and after ranges, from `kept` + 1 to `last`."""
    for first, end in ranges:
        if first > kept + 1:
            yield kept + 1, first - 1
        kept = end
    if last > kept:
        yield kept + 1, last


def _join_ranges(seqs: Iterable[int]) -> list[Range]:
    found: list[Range] = []
    for seq in seqs:
        if found and found[-1][1] == seq - 1:
            found[-1] = found[-1][0], seq
        else:
            found.append((seq, seq))
    return found
