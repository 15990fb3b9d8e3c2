"""A fight as JSON lines, and back: nothing is lost, and nothing is taken on trust.

The first line says what it is; then one line an event, its body as it was stored, so that the
digests can be recomputed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from events.declarations import FightStarted
from events.errors import CombatlogError, Refused, Unreadable
from events.rows import GENESIS, Row, decoded, digest_of
from events.store import Store
from events.tidy import is_tidy
from replay.history import History

FORMAT = 1


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
    """The lines of a fight, without line ends; up to event `upto` if it is given."""
    head = store.head(fight).seq
    last = head if upto is None else min(upto, head)
    encoder = msgspec.json.Encoder()
    yield encoder.encode(Header(FORMAT, fight, last)).decode()
    for row in store.rows(fight, upto=last):
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


def imported(store: Store, lines: Iterable[bytes]) -> str:
    """Take in an exported fight, whole or not at all; its id. Raises `Unreadable` naming the
    line at fault, `Refused` where the fight is here already."""
    numbered = enumerate(lines, start=1)
    header = _header(numbered)
    if header.fight in store.fights():
        raise Refused("This fight is in the campaign already; nothing was imported.")
    rows: list[Row] = []
    previous = GENESIS
    for number, text in numbered:
        if not text.strip():
            continue
        try:
            row = _row(text, header.fight, previous, len(rows) + 1)
        except CombatlogError as error:
            raise Unreadable(f"Line {number}: {error} Nothing was imported.") from None
        previous = row.digest
        rows.append(row)
    if len(rows) != header.events:
        raise Unreadable(
            f"The first line promises {header.events} events, and {len(rows)} follow; nothing was"
            " imported."
        )
    _check_whole(rows)
    store.adopt(header.fight, rows)
    return header.fight


def _header(numbered: Iterable[tuple[int, bytes]]) -> Header:
    first = next(iter(numbered), (1, b""))[1]
    try:
        header = msgspec.json.decode(first, type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError):
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
    if not 0 <= line.parent < seq or not 1 <= line.cmd <= seq:
        raise Unreadable(f"#{seq} follows an event that is not before it.")
    if not is_tidy(decoded(bare).event) or not line.by.isprintable() or not line.at.isprintable():
        raise Unreadable(f"#{seq} has characters in its texts that cannot be seen.")
    digest = digest_of(previous, fight, bare)
    if digest.hex() != line.digest:
        raise Unreadable(f"#{seq} does not match its digest: it, or one before it, was changed.")
    return msgspec.structs.replace(bare, digest=digest)


def _check_whole(rows: list[Row]) -> None:
    """The events have to make sense together: a fight that can be folded on every line."""
    recorded = [decoded(row) for row in rows]
    if not recorded or not isinstance(recorded[0].event, FightStarted):
        raise Unreadable("A fight begins by being started, and this one does not.")
    history = History(recorded)
    ends = {len(recorded), *(row.seq - 1 for row in recorded if row.parent != row.seq - 1)}
    for end in sorted(ends):
        try:
            history.state(end)
        except (KeyError, IndexError, ValueError, TypeError, AttributeError):
            raise Unreadable(
                f"The events up to #{end} do not make sense together; nothing was imported."
            ) from None
