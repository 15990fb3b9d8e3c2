"""JSON lines: the export of a fight, and its import.

The first line is a header. Each other line is an event, with its body as it was stored, so that the
digests can be recomputed. The import trusts nothing: it checks every line and every digest.

An export is whole, or a view for those who may not read everything: there a hidden row has its
`content` in place of its body, so that the chain of digests can still be checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO, Annotated, Literal, TypeAlias

import msgspec

from combatlog.files.roots import find_root, find_roots, list_anchors
from events.errors import CombatlogError, Refused, Unreadable
from events.serialization.codec import explain_fault
from events.store.envelope import (
    BLIND_SIZE,
    FORMAT,
    GENESIS,
    Recorded,
    Row,
    compute_digest,
    decode_row,
    hash_content,
    hash_said,
)
from events.store.protocol import Store
from events.store.statements import has_key_twice
from events.types.names import clean_text
from replay.audit.chain import find_first_break, find_upgrade_fault
from replay.audit.signatures import audit_statements
from replay.validation.event_rules import check_legible
from replay.validation.log_rules import check_structure, find_unfinished_command

View: TypeAlias = Literal["whole", "public"]
"""What an export holds: everything, or what players may read."""

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


class ExportHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: the format, the fight's id, and how many events follow. In format 2, `view`
    says for whom: whole, public, or a person's name; `roots` are roots of the dice by their anchor,
    both hexadecimal, for those who move house."""

    combatlog: Annotated[int, msgspec.Meta(ge=1)]
    fight: str
    events: EventNumber
    view: str = ""
    roots: dict[str, str] = {}

    @property
    def whole(self) -> bool:
        """Whether nothing is hidden."""
        return self.combatlog == 1 or self.view == "whole"


class EventPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The columns that every line has, before those of its event."""

    seq: EventNumber
    parent: Annotated[int, msgspec.Meta(ge=0, le=MOST_EVENTS)]
    cmd: EventNumber
    at: str
    by: str


class EventLine(EventPlace, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event as a line; `digest` is hexadecimal. In format 2, `blind` is, too, and `said` are the
    statements; where they may not be read, `saidhash` stands for them."""

    event: msgspec.Raw
    digest: str
    cause: EventNumber | None = None
    repeats: EventNumber | None = None
    blind: str = ""
    said: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    saidhash: str = ""

    def row(self, digest: bytes) -> Row:
        """Return the line as a row with this digest.

        Raises `ValueError` if the event is not UTF-8, or a number not hexadecimal.
        """
        place = (self.seq, self.parent, self.cmd, self.cause, self.repeats)
        body, blind = bytes(self.event).decode(), parse_hex(self.blind)
        said = None if isinstance(self.said, msgspec.UnsetType) else bytes(self.said).decode()
        return Row(*place, self.at, self.by, body, digest, blind, said)


class HiddenLine(EventPlace, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event that the reader may not read; `content` is what its body is in the digest."""

    content: str
    digest: str
    cause: EventNumber | None = None
    repeats: EventNumber | None = None
    said: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    saidhash: str = ""


def parse_hex(text: str) -> bytes:
    """Return hexadecimal digits as bytes; raises `ValueError` unless they are written as
    combatlog writes them."""
    found = bytes.fromhex(text)
    if found.hex() != text:
        raise ValueError("not written in small hexadecimal digits")
    return found


def find_command_end(store: Store, fight: str, seq: int) -> int:
    """Return the seq of the last event of the command that event `seq` belongs to."""
    cmd = 0
    for row in store.rows(fight, seq - 1):
        if cmd and row.cmd != cmd:
            break
        cmd, seq = row.cmd, row.seq
    return seq


def export_lines(
    store: Store,
    fight: str,
    upto: int | None = None,
    view: View = "whole",
    with_root: bool = False,
) -> Iterator[str]:
    """Yield the lines of a fight, without line ends.

    With `upto`, the export ends with the whole command of that event. A fight of format 1 is
    always whole. Raises `Unreadable` before the first line if an event does not match its digest.
    """
    head = store.head(fight).seq
    last = head if upto is None else find_command_end(store, fight, min(upto, head))
    rows = list(store.rows(fight, upto=last))
    _check_chain(fight, rows)
    format = store.format_of(fight)
    if format == 1 and view != "whole":
        raise Refused(
            "A fight of format 1 cannot be exported with rows left out; copy the campaign into"
            " format 2 with: combatlog upgrade"
        )
    if with_root and view != "whole":
        raise Refused("The root tells every die to come; it goes only with the whole fight.")
    hidden = _find_hidden(rows) if view != "whole" else frozenset()
    closed = {row.cmd for row in rows if row.seq in hidden}
    header = ExportHeader(format, fight, last)
    if format > 1:
        roots = find_roots(store, fight, rows) if with_root else {}
        header = msgspec.structs.replace(header, view=view, roots=roots)
    encoder = msgspec.json.Encoder()
    yield encoder.encode(header).decode()
    for row in rows:
        yield encoder.encode(_make_line(row, row.seq in hidden, row.cmd in closed)).decode()


def _make_line(row: Row, hidden: bool, closed: bool) -> EventLine | HiddenLine:
    """Return a row as a line; `closed` leaves out what was said for its command."""
    place = (row.seq, row.parent, row.cmd, row.at, row.by)
    said: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    saidhash = ""
    if row.said is not None and closed:
        saidhash = hash_said(row.said).hex()
    elif row.said is not None:
        said = msgspec.Raw(row.said.encode())
    rest = (row.digest.hex(), row.cause, row.repeats)
    if hidden:
        content = hash_content(row.blind, row.body).hex()
        return HiddenLine(*place, content, *rest, said, saidhash)
    return EventLine(*place, msgspec.Raw(row.body.encode()), *rest, row.blind.hex(), said, saidhash)


def _find_hidden(rows: Sequence[Row]) -> frozenset[int]:
    """Return the events that players may not read, and the reasons that speak of them."""
    from replay.log.event_log import History
    from replay.text.redaction import find_hidden_events, find_secret_reasons

    history = History(map(decode_row, rows))
    hidden = find_hidden_events(history, "players")
    return frozenset(hidden) | find_secret_reasons(history, "players", hidden)


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
        fight, rows, roots = _parse_fight(store, lines)
    except Unreadable as error:
        raise Unreadable(f"{error} Nothing was imported.") from None
    store.adopt(fight, rows, roots)
    return fight


def _parse_fight(
    store: Store, lines: Iterable[bytes]
) -> tuple[str, list[Row], Mapping[str, bytes]]:
    """Parse and check the lines of an export; return the fight's id, its rows, and roots of its
    dice."""
    numbered = enumerate(lines, start=1)
    header = read_header(numbered)
    if not header.whole:
        raise Unreadable(
            f"Line 1: this is a view ({clean_text(header.view)}), and rows are hidden in it; ask"
            " for the whole fight."
        )
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
            row = _parse_row(text, header, previous, len(rows) + 1)
            recorded.append(_decode_legible(row))
        except CombatlogError as error:
            raise Unreadable(f"Line {number}: {_shown_fault(error)}") from None
        previous = row.digest
        rows.append(row)
        places.append(number)
    if len(rows) != header.events:
        raise Unreadable(f"Line 1 promises {header.events} events, and {len(rows)} follow.")
    _check_whole(recorded, places)
    if fault := find_upgrade_fault(header.fight, rows):
        raise Unreadable(f"Line {places[fault.seq - 1]}: #{fault.seq} {fault.said}.")
    for wrong in audit_statements(header.fight, rows, recorded).faults[:1]:
        raise Unreadable(f"Line {places[wrong.seq - 1]}: #{wrong.seq} {wrong.said}.")
    return header.fight, rows, _check_roots(header, recorded)


def _check_roots(header: ExportHeader, recorded: Iterable[Recorded]) -> dict[str, bytes]:
    """Return the roots that come with an export; raises `Unreadable` for one that the log does not
    commit to."""
    anchors = list_anchors(recorded) if header.roots else {}
    roots: dict[str, bytes] = {}
    for anchor, text in header.roots.items():
        try:
            root = find_root(header.fight, anchor, anchors.get(anchor, 0), parse_hex(text))
        except ValueError:
            root = None
        if root is None:
            raise Unreadable("Line 1: a root of the dice is not the one that the log commits to.")
        roots[anchor] = root
    return roots


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
        if has_key_twice(first):
            raise ValueError
    except _FAULTS:
        if _find_format(first) > FORMAT:
            raise Unreadable(_NEWER) from None
        raise Unreadable("Line 1 is not the head of an exported fight.") from None
    if (header.combatlog == 1) is bool(header.view or header.roots):
        raise Unreadable("Line 1 is not the head of an exported fight.")
    if header.combatlog > FORMAT:
        raise Unreadable(_NEWER)
    if not (header.fight.isascii() and header.fight.isalnum() and len(header.fight) <= 32):
        raise Unreadable("Line 1: the fight's id is not one of combatlog's.")
    return header


_NEWER = "A newer combatlog exported this; install that one to import it."


def _find_format(text: bytes) -> int:
    """Return the format in a first line that has fields unknown here; 0 if there is none."""
    try:
        plain = msgspec.json.decode(text, type=dict[str, object])
    except _FAULTS:
        return 0
    number = plain.get("combatlog")
    return number if isinstance(number, int) else 0


def _parse_row(text: bytes, header: ExportHeader, previous: bytes, seq: int) -> Row:
    try:
        line = msgspec.json.decode(text, type=EventLine)
        bare = line.row(b"")
        if has_key_twice(text):
            raise Unreadable("an object in it has a field twice.")
    except Unreadable:
        raise
    except _FAULTS as error:
        raise Unreadable(f"this is no event line: {explain_fault(error)}.") from None
    if line.seq != seq:
        raise Unreadable(f"event #{seq} is missing or out of order, here is #{line.seq}.")
    check_blind(header.combatlog, line)
    digest = compute_digest(previous, header.fight, bare)
    if digest.hex() != line.digest:
        raise Unreadable(f"#{seq} does not match its digest: it, or one before it, was changed.")
    return msgspec.structs.replace(bare, digest=digest)


def check_blind(format: int, line: EventLine) -> None:
    """Raise `Unreadable` unless the line has the fields of its format."""
    statements = not isinstance(line.said, msgspec.UnsetType)
    if format == 1 and (line.blind or statements or line.saidhash):
        raise Unreadable("it has fields that its format does not have.")
    if format > 1 and (len(line.blind) != 2 * BLIND_SIZE or (line.saidhash and statements)):
        raise Unreadable("it lacks its blind, or says twice what was said.")
    if statements and line.seq != line.cmd:
        raise Unreadable("it carries statements, and only the first row of a command does.")


def _decode_legible(row: Row) -> Recorded:
    """Decode a row, and check that its event can be displayed."""
    recorded = decode_row(row)
    check_legible(row, recorded)
    return recorded
