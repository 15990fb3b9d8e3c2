"""JSON lines: the export of a fight, and its import.

The first line is a header. Each other line is an event, with its body as it was stored, so that the
digests can be recomputed. The import trusts nothing: it checks every line and every digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Annotated, TypeAlias

import msgspec

from combatlog.app.fight import name_seed
from events.errors import CombatlogError, Refused, Unreadable
from events.serialization.codec import explain_fault
from events.store.envelope import GENESIS, Recorded, Row, compute_digest, decode_row
from events.store.protocol import Store
from events.types.names import clean_text
from replay.audit.chain import find_first_break
from replay.validation.event_rules import check_legible
from replay.validation.log_rules import check_structure
from replay.validation.truncation import find_unfinished_command
from rulesets.core.play import create_secret

FORMAT = 1

LONGEST_LINE = 8 * 2**20
"""Bytes in a line: far more than any event takes, even one with the definition of a game."""

LONGEST_FAULT = 400
"""Characters of a message that may quote the line."""

_FAULTS = (ValueError, RecursionError)
"""What the decoder raises for a bad line."""

_BYTE_ORDER = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before a text; the import skips it."""

MOST_EVENTS = 2**31
"""More events than any fight has."""

EventNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_EVENTS)]
"""The seq of an event."""


class ExportHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the version of the format, the fight's id, and how many events follow."""

    combatlog: Annotated[int, msgspec.Meta(ge=1)]
    fight: str
    events: EventNumber


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event as a line; `digest` is hexadecimal."""

    seq: EventNumber
    parent: Annotated[int, msgspec.Meta(ge=0, le=MOST_EVENTS)]
    cmd: EventNumber
    at: str
    by: str
    event: msgspec.Raw
    digest: str
    cause: EventNumber | None = None
    repeats: EventNumber | None = None

    def row(self, digest: bytes) -> Row:
        """Return the line as a row with this digest.

        Raises `UnicodeDecodeError` if the event is not UTF-8.
        """
        place = (self.seq, self.parent, self.cmd, self.cause, self.repeats)
        return Row(*place, self.at, self.by, bytes(self.event).decode(), digest)


def find_command_end(store: Store, fight: str, seq: int) -> int:
    """Return the seq of the last event of the command that event `seq` belongs to."""
    cmd = 0
    for row in store.rows(fight, seq - 1):
        if cmd and row.cmd != cmd:
            break
        cmd, seq = row.cmd, row.seq
    return seq


def export_lines(store: Store, fight: str, upto: int | None = None) -> Iterator[str]:
    """Yield the lines of a fight, without line ends.

    With `upto`, the export ends with the whole command of that event. Raises `Unreadable` before
    the first line if an event does not match its digest.
    """
    head = store.head(fight).seq
    last = head if upto is None else find_command_end(store, fight, min(upto, head))
    rows = list(store.rows(fight, upto=last))
    _check_chain(fight, rows)
    encoder = msgspec.json.Encoder()
    yield encoder.encode(ExportHeader(FORMAT, fight, last)).decode()
    for row in rows:
        line = EventLine(
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
    """Raise `Unreadable` if a row is not as it was recorded.

    A damaged fight is not exported: its copies would be believed.
    """
    broken = find_first_break(fight, rows)
    if broken is not None:
        raise Unreadable(
            f"#{broken.seq} does not match its digest: it {broken.said}; nothing was exported."
        )


def read_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file that may hold anything.

    Raises `Unreadable` for a line that is too long, without reading all of it.
    """
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise Unreadable(
                f"Line {number} is longer than {LONGEST_LINE // 2**20} megabytes, and no event is."
            )
        yield line


def import_fight(store: Store, lines: Iterable[bytes]) -> str:
    """Import an exported fight, completely or not at all, and return its id.

    Raises `Unreadable` with the number of a faulty line, and `Refused` if the campaign has the
    fight already.
    """
    try:
        fight, rows = _parse_fight(store, lines)
    except Unreadable as error:
        raise Unreadable(f"{error} Nothing was imported.") from None
    store.adopt(fight, rows, {name_seed(fight): create_secret()})
    return fight


def _parse_fight(store: Store, lines: Iterable[bytes]) -> tuple[str, list[Row]]:
    """Parse and check the lines of an export; return the fight's id and rows."""
    numbered = enumerate(lines, start=1)
    header = read_header(numbered)
    if header.fight in store.fights():
        raise Refused("This fight is in the campaign already; nothing was imported.")
    rows: list[Row] = []
    recorded: list[Recorded] = []
    places: list[int] = []
    previous = GENESIS
    for number, text in numbered:
        if not text.strip():
            continue
        if len(rows) == header.events:
            raise Unreadable(
                f"Line {number} is one event more than the {header.events} that line 1 promises."
            )
        try:
            row = _parse_row(text, header.fight, previous, len(rows) + 1)
            recorded.append(_decode_legible(row))
        except CombatlogError as error:
            raise Unreadable(f"Line {number}: {_shown_fault(error)}") from None
        previous = row.digest
        rows.append(row)
        places.append(number)
    if len(rows) != header.events:
        raise Unreadable(f"Line 1 promises {header.events} events, and {len(rows)} follow.")
    _check_whole(recorded, places)
    return header.fight, rows


def _check_whole(recorded: Sequence[Recorded], places: Sequence[int]) -> None:
    """Raise `Unreadable` if the rows are no fight, or end within a command.

    `places` are the numbers of their lines.
    """
    try:
        check_structure(recorded)
    except Unreadable as error:
        number = places[error.seq - 1] if 1 <= error.seq <= len(places) else 1
        raise Unreadable(f"Line {number}: {_shown_fault(error)}") from None
    if half := find_unfinished_command(recorded):
        raise Unreadable(
            f"Line {places[-1]}: the command of #{half} is not all there, the end was cut off; ask"
            " for the rest of it."
        )


def _shown_fault(error: Exception) -> str:
    """Return the message of an error, safe to show: it may quote an untrusted line."""
    text = clean_text(str(error))
    return text if len(text) <= LONGEST_FAULT else f"{text[:LONGEST_FAULT]}…"


def read_header(numbered: Iterable[tuple[int, bytes]]) -> ExportHeader:
    """Return the header of an export; raises `Unreadable` if the first line is none."""
    first = next(iter(numbered), (1, b""))[1].removeprefix(_BYTE_ORDER)
    if not first:
        raise Unreadable(
            "Line 1 is not the head of an exported fight: there is nothing, as an export that was"
            " refused leaves it."
        )
    try:
        header = msgspec.json.decode(first, type=ExportHeader)
    except _FAULTS:
        raise Unreadable("Line 1 is not the head of an exported fight.") from None
    if header.combatlog > FORMAT:
        raise Unreadable("A newer combatlog exported this; install that one to import it.")
    if not (header.fight.isascii() and header.fight.isalnum() and len(header.fight) <= 32):
        raise Unreadable("Line 1: the fight's id is not one of combatlog's.")
    return header


def _parse_row(text: bytes, fight: str, previous: bytes, seq: int) -> Row:
    try:
        line = msgspec.json.decode(text, type=EventLine)
        bare = line.row(b"")
    except _FAULTS as error:
        raise Unreadable(f"this is no event line: {explain_fault(error)}.") from None
    if line.seq != seq:
        raise Unreadable(f"event #{seq} is missing or out of order, here is #{line.seq}.")
    digest = compute_digest(previous, fight, bare)
    if digest.hex() != line.digest:
        raise Unreadable(f"#{seq} does not match its digest: it, or one before it, was changed.")
    return msgspec.structs.replace(bare, digest=digest)


def _decode_legible(row: Row) -> Recorded:
    """Decode a row, and check that its event can be displayed."""
    recorded = decode_row(row)
    check_legible(row, recorded)
    return recorded
