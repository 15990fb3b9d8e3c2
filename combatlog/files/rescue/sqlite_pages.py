"""Records read from single pages of a SQLite file, even if other pages are lost.

SQLite finds a row by walking down from a table's root; if a page on the way is lost, the rows below
are out of reach. Here every page is read by itself, those in the write-ahead log too.
(https://www.sqlite.org/fileformat2.html)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from combatlog.files.safe_write import SQLITE_HEADER

Value: TypeAlias = "int | float | str | bytes | None"

PAGE = 4096
"""The page size of combatlog's files, for a file that does not tell its own any more."""

_SIZES = {1 << power for power in range(9, 17)}
_WAL_HEADER, _FRAME_HEADER = 32, 24
_WAL_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_INTERIOR_INDEX, _LEAF_INDEX, _LEAF_TABLE = 2, 10, 13
_KINDS = (_LEAF_INDEX, _LEAF_TABLE, _INTERIOR_INDEX)
"""The kinds of pages that hold records."""

_INTERIOR_TABLE = 5
LONGEST_HEADER = 100
"""Bytes of a record's header: many times more than the widest record here needs."""

LONGEST_RECORD = 1 << 24
"""Bytes of a record: twice the longest line that can be imported."""

_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""The bytes of an integer, by its serial type."""


class Record(NamedTuple):
    """A row as found in a page.

    `values` are those still there (the others may have been in a lost page), `width` is how many
    it had, and `rowid` its number, if the table has such.
    """

    values: tuple[Value, ...]
    width: int
    rowid: int | None


Pages: TypeAlias = Mapping[int, bytes]
"""Pages by their number, from 1."""


def read_records(database: bytes, wal: bytes) -> Iterator[Record]:
    """Yield every record in the pages of a database and its write-ahead log.

    Rows that were written several times come several times.
    """
    size = _page_size(database, wal)
    old = {
        at // size + 1: database[at : at + size].ljust(size, b"\0")
        for at in range(0, len(database), size)
    }
    frames = list(_read_frames(wal, size))
    new = {**old, **dict(frames)}
    for page in new.values():
        yield from _read_page(page, new)
    for page in (page for _, page in frames):
        yield from _read_page(page, new)
    if frames:  # the pages before the log was begun: these may fit together
        for page in old.values():
            yield from _read_page(page, old)


def is_cut(database: bytes, wal: bytes) -> bool:
    """Return whether a write-ahead log ends within a page."""
    return (len(wal) - _WAL_HEADER) % (_FRAME_HEADER + _page_size(database, wal)) > 0


def _page_size(database: bytes, wal: bytes) -> int:
    named = int.from_bytes(database[16:18], "big")
    if database.startswith(SQLITE_HEADER) and (65536 if named == 1 else named) in _SIZES:
        return 65536 if named == 1 else named
    logged = int.from_bytes(wal[8:12], "big")
    return logged if wal[:4] in _WAL_MAGIC and logged in _SIZES else PAGE


def _read_frames(wal: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """Yield the pages of a write-ahead log with their numbers, in the order written.

    Digests show later whether they were committed.
    """
    for at in range(_WAL_HEADER, len(wal), _FRAME_HEADER + size):
        page = wal[at + _FRAME_HEADER : at + _FRAME_HEADER + size]
        yield int.from_bytes(wal[at : at + 4], "big"), page.ljust(size, b"\0")


def _read_page(page: bytes, pages: Pages) -> Iterator[Record]:
    """Yield the records in one page.

    The page's header may be damaged: a page without the records it promises is also read as every
    other kind.
    """
    start = 100 if page.startswith(SQLITE_HEADER) else 0
    kind = page[start]
    found = list(_read_page_as(page, start, kind, pages)) if kind in _KINDS else []
    yield from found
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    if len(found) < count and kind != _INTERIOR_TABLE:
        for each in _KINDS:
            if each != kind:
                yield from _read_page_as(page, start, each, pages)


def _read_page_as(page: bytes, start: int, kind: int, pages: Pages) -> Iterator[Record]:
    """Yield the records in a page, read as a kind.

    The count of cells may be wrong, so pointers are read up to where the cells begin; old pointers
    may yield a record twice, which does no harm.
    """
    first = start + (12 if kind == _INTERIOR_INDEX else 8)
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    content = int.from_bytes(page[start + 5 : start + 7], "big")
    last = max(first + 2 * count, content if content <= len(page) else 0)
    pointers = range(first, min(last, len(page) - 1), 2)
    cells = dict.fromkeys(int.from_bytes(page[at : at + 2], "big") for at in pointers)
    for at in cells:
        if at >= first:
            with suppress(IndexError, ValueError):  # not a record
                yield _read_cell(page, at, kind, pages)


def _read_cell(page: bytes, at: int, kind: int, pages: Pages) -> Record:
    if kind == _INTERIOR_INDEX:
        at += 4
    length, at = _read_varint(page, at)
    rowid = None
    if kind == _LEAF_TABLE:
        rowid, at = _read_varint(page, at)
    local = _local_length(len(page), length, kind == _LEAF_TABLE)
    types, start = _read_types(page[at : at + local])
    if start + sum(map(_size, types)) != length or length > LONGEST_RECORD:
        raise ValueError("no record")
    payload = _read_payload(page, at, length, local, pages)
    return Record(tuple(_read_values(payload, types, start)), len(types), rowid)


def _local_length(usable: int, length: int, in_table: bool) -> int:
    """Return how many bytes of a record of this length are in its own page."""
    most = usable - 35 if in_table else (usable - 12) * 64 // 255 - 23
    if length <= most:
        return length
    least = (usable - 12) * 32 // 255 - 23
    local = least + (length - least) % (usable - 4)
    return least if local > most else local


def _read_payload(page: bytes, at: int, length: int, local: int, pages: Pages) -> bytes:
    """Return the payload of a cell, with its overflow pages as far as they are there."""
    if length == local:
        return page[at : at + length]
    found = [page[at : at + local]]
    left = length - local
    next_page = int.from_bytes(page[at + local : at + local + 4], "big")
    seen: set[int] = set()
    while left > 0 and next_page in pages and next_page not in seen:
        seen.add(next_page)
        overflow = pages[next_page]
        found.append(overflow[4 : 4 + left])
        left -= len(found[-1])
        next_page = int.from_bytes(overflow[:4], "big")
    return b"".join(found)


def _read_types(payload: bytes) -> tuple[list[int], int]:
    """Return the serial types of a record's values, and where the values begin."""
    header, at = _read_varint(payload, 0)
    if header > LONGEST_HEADER:
        raise ValueError("no record")
    types: list[int] = []
    while at < header:
        kind, at = _read_varint(payload, at)
        if kind in (10, 11):
            raise ValueError("no record")
        types.append(kind)
    return types, at


def _read_values(payload: bytes, types: list[int], at: int) -> Iterator[Value]:
    """Yield the values of a record, up to the first that is incomplete."""
    for kind in types:
        size = _size(kind)
        if at + size > len(payload):
            return
        yield _decode_value(kind, payload[at : at + size])
        at += size


def _size(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return 8 if kind == 7 else _INTEGERS.get(kind, 0)


def _decode_value(kind: int, content: bytes) -> Value:
    if kind >= 12:
        return decode_text(content) if kind % 2 else content
    if kind in (8, 9):
        return kind - 8
    return None if kind in (0, 7) else int.from_bytes(content, "big", signed=True)


def decode_text(content: bytes) -> str | bytes:
    """Decode UTF-8; return the bytes as they are if they are no text."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content


def _read_varint(content: Sequence[int], at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where it ends; raises `IndexError` at the end."""
    number = 0
    for place in range(8):
        byte = content[at + place]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + place + 1
    return number << 8 | content[at + 8], at + 9
