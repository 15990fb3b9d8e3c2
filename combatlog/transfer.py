"""A fight as JSON lines, and back: nothing is lost, and nothing is taken on trust.

The first line says what it is; then one line an event, its body as it was stored, so that the
digests can be recomputed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from events.errors import CombatlogError, Refused, Unreadable
from events.names import has_unseen
from events.rows import GENESIS, Recorded, Row, decoded, digest_of
from events.store import Store
from events.tidy import is_tidy
from replay.structure import check_structure

FORMAT = 1

_UTC = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]\.[0-9]{3}Z")
"""The one form `events.clock` writes."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the format, the fight's id, and how many events follow."""

    combatlog: int
    fight: str
    events: int


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One event as a line; `digest` is hexadecimal."""

    seq: int
    parent: int
    cmd: int
    at: str
    by: str
    event: msgspec.Raw
    digest: str
    cause: int | None = None
    repeats: int | None = None


def exported(store: Store, fight: str, upto: int | None = None) -> Iterator[str]:
    """The lines of a fight, without line ends; up to event `upto` if it is given. Raises
    `Unreadable` before the first line where an event does not match its digest any more."""
    head = store.head(fight).seq
    last = head if upto is None else min(upto, head)
    rows = list(store.rows(fight, upto=last))
    _check_chain(fight, rows)
    encoder = msgspec.json.Encoder()
    yield encoder.encode(Header(FORMAT, fight, last)).decode()
    for row in rows:
        line = Line(
            row.seq,
            row.parent,
            row.cmd,
            row.at,
            row.by,
            msgspec.Raw(row.body.encode()),
            row.digest.hex(),
            row.cause,
            row.repeats,
        )
        yield encoder.encode(line).decode()


def _check_chain(fight: str, rows: list[Row]) -> None:
    """Is every row as it was recorded? A wrong file handed on would be the better witness."""
    previous = GENESIS
    for row in rows:
        if digest_of(previous, fight, row) != row.digest:
            raise Unreadable(
                f"#{row.seq} does not match its digest: it, or what stood before it, was changed"
                " in the campaign file after it was recorded; nothing was exported."
            )
        previous = row.digest


def imported(store: Store, lines: Iterable[bytes]) -> str:
    """Take in an exported fight, whole or not at all; its id. Raises `Unreadable` naming the
    line at fault, `Refused` where the fight is here already."""
    numbered = enumerate(lines, start=1)
    header = _header(numbered)
    if header.fight in store.fights():
        raise Refused("This fight is in the campaign already; nothing was imported.")
    rows: list[Row] = []
    recorded: list[Recorded] = []
    previous = GENESIS
    for number, text in numbered:
        if not text.strip():
            continue
        try:
            row = _row(text, header.fight, previous, len(rows) + 1)
            recorded.append(_decoded(row))
        except CombatlogError as error:
            raise Unreadable(f"Line {number}: {error} Nothing was imported.") from None
        previous = row.digest
        rows.append(row)
    if len(rows) != header.events:
        raise Unreadable(
            f"The first line promises {header.events} events, and {len(rows)} follow; nothing was"
            " imported."
        )
    try:
        check_structure(recorded)
    except Unreadable as error:
        raise Unreadable(f"{error} Nothing was imported.") from None
    store.adopt(header.fight, rows)
    return header.fight


def _header(numbered: Iterable[tuple[int, bytes]]) -> Header:
    first = next(iter(numbered), (1, b""))[1]
    try:
        header = msgspec.json.decode(first, type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Unreadable("Line 1 is not the head of an exported fight.") from None
    if header.combatlog > FORMAT:
        raise Unreadable("A newer combatlog exported this; install that one to import it.")
    if not (header.fight.isascii() and header.fight.isalnum() and len(header.fight) <= 32):
        raise Unreadable("Line 1: the fight's id is not one of combatlog's.")
    return header


def _row(text: bytes, fight: str, previous: bytes, seq: int) -> Row:
    try:
        line = msgspec.json.decode(text, type=Line)
        bare = Row(
            line.seq,
            line.parent,
            line.cmd,
            line.cause,
            line.repeats,
            line.at,
            line.by,
            bytes(line.event).decode(),
            b"",
        )
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"this is no event line ({error}).") from None
    if line.seq != seq:
        raise Unreadable(f"event #{seq} is missing or out of order, here is #{line.seq}.")
    digest = digest_of(previous, fight, bare)
    if digest.hex() != line.digest:
        raise Unreadable(f"#{seq} does not match its digest: it, or one before it, was changed.")
    return msgspec.structs.replace(bare, digest=digest)


def _decoded(row: Row) -> Recorded:
    """The row with its event. What somebody reads must be seen: the JSON itself is looked at too,
    for what a decoder passes over."""
    recorded = decoded(row)
    if not _UTC.fullmatch(row.at):
        raise Unreadable(f"#{row.seq} has a time that is not like 2026-11-20T19:30:00.000Z.")
    if has_unseen(row.by) or has_unseen(row.body) or not is_tidy(recorded.event):
        raise Unreadable(f"#{row.seq} has characters in its texts that cannot be seen.")
    return recorded
