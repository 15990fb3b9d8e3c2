"""The lines of an export, and their only parser: import and audit read the same lines.

The first line is a header, each other line a row. A row that the reader may not read has its
`content` in place of `event` and `blind`: what its body is in the digest, so that the chain can
still be checked. `saidhash` stands in the same way for what was said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Annotated, TypeAlias

import msgspec

from events.errors import Unreadable
from events.hashing import DIGEST_SIZE
from events.serialization.codec import explain_fault
from events.store.envelope import (
    BLIND_SIZE,
    FORMAT,
    Row,
    ViewRow,
    erase_row,
    hash_content,
    hash_said,
)
from events.store.statements import has_key_twice

View: TypeAlias = str
"""What an export holds: `whole`, `public` (what players may read), or the name of a person: what
players may read, and what this person entered."""

LONGEST_LINE = 8 * 2**20
"""Bytes in a line: far more than any event takes, even one with the definition of a game."""

_FAULTS = (ValueError, RecursionError)
"""What the decoder raises for a bad line."""

_BYTE_ORDER = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before a text; it is skipped."""

MOST_EVENTS = 2**31
"""More events than any fight has."""

EventNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_EVENTS)]
"""The seq of an event."""


class ExportHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: the format, the fight's id, and how many events follow. Since format 2,
    `view` says what the export holds (`View`), and `roots` are the roots of the dice by their
    anchor, both hexadecimal, where they go along."""

    combatlog: Annotated[int, msgspec.Meta(ge=1)]
    fight: str
    events: EventNumber
    view: str = ""
    roots: dict[str, str] = {}

    @property
    def whole(self) -> bool:
        """Whether it is no view: rows are missing in it only if they were erased."""
        return self.combatlog == 1 or self.view == "whole"


class ExportLine(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A row as a line. It has either `event` or `content`; `said` are the statements. `digest`,
    `content`, `blind` and `saidhash` are hexadecimal; the last three and `said` are there since
    format 2."""

    seq: EventNumber
    parent: Annotated[int, msgspec.Meta(ge=0, le=MOST_EVENTS)]
    cmd: EventNumber
    at: str
    by: str
    event: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    content: str = ""
    digest: str
    cause: EventNumber | None = None
    repeats: EventNumber | None = None
    blind: str = ""
    said: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    saidhash: str = ""


def make_line(row: Row, hidden: bool, unsaid: bool) -> ExportLine:
    """Return a row of a campaign as a line; `hidden` leaves out its body, `unsaid` what was said
    for its command. An erased row has neither."""
    content, event, blind = "", msgspec.Raw(row.body.encode()), row.blind.hex()
    said: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    saidhash = row.saidhash.hex() if isinstance(row, ViewRow) else ""
    if row.said is not None and unsaid:
        saidhash = hash_said(row.said).hex()
    elif row.said is not None:
        said = msgspec.Raw(row.said.encode())
    if isinstance(row, ViewRow):
        content, hidden = row.content.hex(), True
    elif hidden:
        content, blind = hash_content(row.blind, row.body).hex(), ""
    return ExportLine(
        seq=row.seq,
        parent=row.parent,
        cmd=row.cmd,
        at=row.at,
        by=row.by,
        event=msgspec.UNSET if hidden else event,
        content=content,
        digest=row.digest.hex(),
        cause=row.cause,
        repeats=row.repeats,
        blind=blind,
        said=said,
        saidhash=saidhash,
    )


def parse_line(text: bytes, format: int, whole: bool = False) -> Row:
    """Return the row in a line of this format, with the digest that the line names: it is not
    checked here. A row that hides something is a `ViewRow`; in a `whole` export, one without its
    body was erased. Raises `Unreadable` with what is wrong as a sentence of its own."""
    try:
        line = msgspec.json.decode(text, type=ExportLine)
        _check_fields(format, line)
        if has_key_twice(text):
            raise Unreadable("an object in it has a field twice.")
        row = _make_row(line)
        return erase_row(row) if whole and row.hidden else row
    except Unreadable:
        raise
    except _FAULTS as error:
        raise Unreadable(f"this is no event line: {explain_fault(error)}.") from None


def _make_row(line: ExportLine) -> Row:
    """Raise `ValueError` for bytes that are no text, or digits that are not hexadecimal."""
    place = (line.seq, line.parent, line.cmd, line.cause, line.repeats)
    body = _read_raw(line.event) or ""
    digest = parse_hex(line.digest, DIGEST_SIZE)
    row = Row(*place, line.at, line.by, body, digest, parse_hex(line.blind), _read_raw(line.said))
    if not line.content and not line.saidhash:
        return row
    hidden = (parse_hex(each, DIGEST_SIZE if each else 0) for each in (line.content, line.saidhash))
    return ViewRow(*msgspec.structs.astuple(row), *hidden)


def _read_raw(raw: msgspec.Raw | msgspec.UnsetType) -> str | None:
    return None if isinstance(raw, msgspec.UnsetType) else bytes(raw).decode()


def parse_hex(text: str, size: int | None = None) -> bytes:
    """Return hexadecimal digits as (`size`) bytes; raises `ValueError` unless they are written as
    combatlog writes them."""
    found = bytes.fromhex(text)
    if found.hex() != text:
        raise ValueError("not written in small hexadecimal digits")
    if size is not None and len(found) != size:
        raise ValueError(f"a digest of {len(found)} bytes, and not of {size}")
    return found


def _check_fields(format: int, line: ExportLine) -> None:
    """Raise `Unreadable` unless the line has the fields of its format."""
    statements = line.said is not msgspec.UNSET
    hidden = bool(line.content)
    if hidden is (line.event is not msgspec.UNSET):
        raise Unreadable("it has no event, or one that is said to be hidden.")
    if format == 1 and (line.blind or statements or line.saidhash or hidden):
        raise Unreadable("it has fields that its format does not have.")
    if format > 1 and len(line.blind) != (0 if hidden else 2 * BLIND_SIZE):
        raise Unreadable("it lacks its blind, or has one for what is hidden.")
    if statements and line.saidhash:
        raise Unreadable("it says twice what was said.")
    if (statements or line.saidhash) and line.seq != line.cmd:
        raise Unreadable("it carries statements, and only the first row of a command does.")


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
            raise Unreadable(_NEWER, newer=True) from None
        raise Unreadable("Line 1 is not the head of an exported fight.") from None
    if (header.combatlog == 1) is bool(header.view or header.roots):
        raise Unreadable("Line 1 is not the head of an exported fight.")
    if header.combatlog > FORMAT:
        raise Unreadable(_NEWER, newer=True)
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
