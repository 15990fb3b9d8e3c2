"""What is left of one fight of a damaged campaign: the longest beginning that can stand by itself,
and what is known or readable behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from combatlog.files.rescue.scan import Values
from events.errors import Unreadable
from events.store.envelope import GENESIS, Columns, Recorded, Row, decoded, digest_of
from events.types.declarations import FightStarted
from events.types.names import clean
from replay.log.event_log import History
from replay.validation.log_rules import check_structure
from replay.validation.truncation import unfinished

Range: TypeAlias = tuple[int, int]
"""A first and a last seq."""

Rows: TypeAlias = Mapping[int, Sequence[Row]]
"""What was found of a fight, by seq: where there are several, they say different things; none,
where nothing found makes a row."""


UNKNOWN = "is no event this combatlog knows"
"""What a newer version may have written."""


class Remains(NamedTuple):
    """`kept` stands by itself; `last` is the last event that is known of; of those between, some
    are `lost`, and the rest, readable, stand `beyond` the break. `why` is what ended the
    beginning, where that was no hole; `sealed` are the commitments it may draw dice by."""

    id: str
    title: str
    kept: list[Row]
    last: int
    lost: list[Range]
    beyond: list[Range]
    why: str
    sealed: list[str]


def find_prefix(fight: str, rows: Rows, last: int, ended: bool) -> Remains:
    """What is left of a fight of which these rows were found, and events up to `last` are known;
    `ended` where there can be none behind it."""
    chained, recorded, why = _find_chain(fight, rows)
    if why or not ended or len(recorded) < last:
        recorded, why = _cut_half_command(recorded, rows, why)
    recorded, why = _cut_faulty_commands(recorded, why)
    beyond = _join_ranges(seq for seq in sorted(rows) if seq > len(recorded))
    return Remains(
        fight,
        _title(rows, fight),
        chained[: len(recorded)],
        last,
        list(_find_gaps(beyond, len(recorded), last)),
        beyond,
        why,
        History(recorded).sealed,
    )


def build_row(values: Values) -> Row | None:
    """The row in the columns of the table but for its fight, where they are what a row consists
    of."""
    try:
        return Row(*msgspec.convert(values, Columns))
    except msgspec.ValidationError:
        return None


def _find_chain(fight: str, rows: Rows) -> tuple[list[Row], list[Recorded], str]:
    """The rows from the first, as long as each stands on the one before, the same decoded, and
    what ended them."""
    found: list[Row] = []
    recorded: list[Recorded] = []
    digest = GENESIS
    while (seq := len(found) + 1) in rows:
        row = next((row for row in rows[seq] if digest_of(digest, fight, row) == row.digest), None)
        if row is None:
            return found, recorded, f"#{seq} does not match its digest"
        try:
            recorded.append(decoded(row))
        except Unreadable:
            return found, recorded, f"#{seq} {UNKNOWN}"
        found.append(row)
        digest = row.digest
    return found, recorded, ""


def _cut_half_command(recorded: list[Recorded], rows: Rows, why: str) -> tuple[list[Recorded], str]:
    """Without the end of it that is half a command: the rest would stand as if nothing had
    followed. Where no row behind it says so, the rules do."""
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
    """Is there more to the last command? Nothing is said of it where it is wrong anyway."""
    if _fault(recorded):
        return not _fault(recorded[: first - 1])
    return unfinished(recorded) > 0


def _cut_faulty_commands(recorded: list[Recorded], why: str) -> tuple[list[Recorded], str]:
    """As many commands of it as make sense together."""
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
    """What makes no fight of these rows, if anything."""
    if not recorded:
        return ""
    try:
        check_structure(recorded)
    except Unreadable as error:
        return str(error).rstrip(".")
    return ""


def _title(rows: Rows, fight: str) -> str:
    """What the fight is called, by whatever is left of its first event."""
    for row in rows.get(1, ()):
        try:
            event = decoded(row).event
        except Unreadable:
            continue
        if isinstance(event, FightStarted) and clean(event.title):
            return clean(event.title)
    return f"Fight {clean(fight)}"


def _find_gaps(ranges: Iterable[Range], kept: int, last: int) -> Iterator[Range]:
    """The gaps before, between and behind ranges."""
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
