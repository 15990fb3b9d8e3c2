"""The index of commands: which append an idempotency key stands for. In format 2 it is made from
the statements in the log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.errors import Unreadable
from events.store.envelope import Head, Row
from events.store.statements import (
    NONCE_SIZE,
    Request,
    Statement,
    Voice,
    check_key,
    encode_said,
    find_request,
)


class RecordedCommand(msgspec.Struct, frozen=True):
    """The append that an idempotency key stands for, and a digest of the request."""

    fight: str
    first: int
    last: int
    request: bytes


def compose_said(fight: str, head: Head, key: str, request: Request, at: str, nonce: bytes) -> str:
    """Return `said` for a command that nobody signs: one statement, made where it is recorded."""
    assert len(nonce) == NONCE_SIZE
    signer = ""
    place = (fight, head.seq, head.digest.hex(), nonce.hex())
    statement = Statement(*place, check_key(key), signer, at, *request)
    return encode_said([Voice(statement.text)])


def index_commands(fight: str, rows: Iterable[Row]) -> dict[str, RecordedCommand]:
    """Return the index that the statements of a fight make, by key. A key that is there twice
    stands for its first command; statements that cannot be read are left out."""
    found: dict[str, RecordedCommand] = {}
    open_key = ""
    for row in rows:
        if row.seq == row.cmd:
            open_key = ""
        elif open_key and row.cmd == found[open_key].first:
            found[open_key] = msgspec.structs.replace(found[open_key], last=row.seq)
        if row.said is None:
            continue
        try:
            key, request = find_request(row.said)
        except Unreadable:
            continue
        if key and key not in found:
            found[key] = RecordedCommand(fight, row.seq, row.seq, request.digest(row.format))
            open_key = key
    return found
