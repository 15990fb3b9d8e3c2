"""The columns of a row in a table, which an erased row fills in its own way."""

from __future__ import annotations

from events.store.envelope import CONTENT_SIZE, ERASED_BODY, Columns, Row, ViewRow


def pack_columns(row: Row) -> Columns:
    """Return the columns of a row as a store's tables have them. An erased row has its content in
    place of the blind, and the hash of its statements, in 64 digits, in place of them."""
    blind, said = row.blind, row.said
    if isinstance(row, ViewRow):
        assert row.erased, "a table holds no other row of which something is hidden"
        blind, said = row.content, row.saidhash.hex() or None
    place = (row.seq, row.parent, row.cmd, row.cause, row.repeats, row.at, row.by)
    return (*place, row.body, row.digest, blind, said)


def unpack_erased(row: Row) -> Row:
    """Return an erased row as it is read from a table, made of its columns; any other row as it is.
    Columns of other types than a row's are left for others to find."""
    if type(row.blind) is not bytes or len(row.blind) != CONTENT_SIZE or row.body != ERASED_BODY:
        return row
    saidhash = _read_digits(row.said) if row.said is not None else b""
    if saidhash is None:
        return row
    place = (row.seq, row.parent, row.cmd, row.cause, row.repeats, row.at, row.by)
    return ViewRow(*place, row.body, row.digest, b"", None, row.blind, saidhash)


def _read_digits(text: object) -> bytes | None:
    """Return the 32 bytes of a hash in 64 small hexadecimal digits; None for anything else."""
    if type(text) is not str or len(text) != 2 * CONTENT_SIZE or not text.isascii():
        return None
    try:
        found = bytes.fromhex(text)
    except ValueError:
        return None
    return found if found.hex() == text else None
