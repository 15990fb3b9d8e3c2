"""Hashing the rows of an append, against hashlib on the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random

from bench.given import long_fight
from bench.measure import Figure, in_turns, seconds
from events.hashing import pack_all
from events.serialization.codec import encode
from events.store.envelope import BLIND_SIZE, GENESIS, digest_row_2, hash_content

ROWS, TIMES = 2_000, 201
"""Few rows at a time, so that the fastest run is one that no other program disturbed."""

FIGHT, AT, BY = "k7m2p9qx", "2026-11-20T19:30:00.000Z", "sam"

_DIGEST_AT = len(b"15:combatlog/2/row,32:")
"""Where in the bytes of a row the digest before it stands."""

_CONTENT_FROM_END = len(b",0:,") + 32
"""Where in the bytes of a row its content begins, from the end."""


def measure(folder: Path) -> list[Figure]:
    random = Random(1)
    bodies = [encode(event) for event in islice(long_fight(ROWS), ROWS)]
    rows = [(random.randbytes(BLIND_SIZE), body) for body in bodies]
    packed = [_pack_row(seq, *row) for seq, row in enumerate(rows, start=1)]
    assert hash_rows(rows) == _hash_packed(packed)
    times: list[float] = []

    def hash_timed() -> float:
        times.append(seconds(lambda: hash_rows(rows)))
        return times[-1]

    hashing, raw = in_turns(TIMES, hash_timed, lambda: seconds(lambda: _hash_packed(packed)))
    return [
        Figure(
            "hashing the rows of a log of format 2 (fastest run)",
            ROWS / min(times) / 1000,
            250,
            most=False,
            unit="thousand rows a second",
        ),
        Figure("the same, speed against hashlib on the same bytes", raw / hashing, 0.3, most=False),
    ]


def hash_rows(rows: Sequence[tuple[bytes, str]]) -> bytes:
    """Hash rows (blind and body) as an append does; return the last digest."""
    digest = GENESIS
    for seq, (blind, body) in enumerate(rows, start=1):
        content = hash_content(blind, body)
        digest = digest_row_2(digest, FIGHT, seq, seq - 1, seq, None, None, AT, BY, content, b"")
    return digest


def _pack_row(seq: int, blind: bytes, body: str) -> tuple[bytes, bytes, bytes]:
    """Return the bytes that are hashed for a row: for its content, and for its digest those between
    the digest before it and its content, and those after it."""
    place = (seq, seq - 1, seq, None, None, AT, BY)
    whole = pack_all("row", (GENESIS, FIGHT, *place, bytes(32), b""))
    between = whole[_DIGEST_AT + 32 : -_CONTENT_FROM_END]
    return pack_all("content", (blind, body)), between, whole[-len(b",0:,") :]


def _hash_packed(packed: Sequence[tuple[bytes, bytes, bytes]]) -> bytes:
    """Hash bytes that are packed already; return the last digest."""
    digest, tag = GENESIS, pack_all("row", (GENESIS,))[:_DIGEST_AT]
    for content, between, end in packed:
        digest = sha256(tag + digest + between + sha256(content).digest() + end).digest()
    return digest
