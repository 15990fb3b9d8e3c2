"""The hashes of format 2: everything that is hashed is a sequence of netstrings.

Digests, keys and secrets go in as raw bytes, text as UTF-8, whole numbers as decimal text, and null
as nothing. The first netstring is a tag, so a hash made for one purpose never serves another.

The secrets of the dice are a chain of epochs. The root is the secret of the last epoch, and the
secret of each epoch before follows from the one after it. So the anchor, which follows from the
first, commits to every secret there will be, and an open secret says nothing of later ones.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeAlias

Part: TypeAlias = bytes | str | int | None
"""What can be hashed."""

DIGEST_SIZE = 32
"""Bytes in a digest, a key, a secret."""

MOST_EPOCHS = 4096
"""The most epochs that a root can have."""

_DRAWS = 1 << 64
"""How many numbers a draw can be."""


def pack(part: Part) -> bytes:
    """Return one part as a netstring: its length in bytes, `:`, the bytes, `,`."""
    if part is None:
        return b"0:,"
    content = part if isinstance(part, bytes) else str(part).encode()
    return b"%d:%b," % (len(content), content)


def pack_all(tag: str, parts: Sequence[Part]) -> bytes:
    """Return the bytes that are hashed for these parts under a tag."""
    return b"".join((pack(f"combatlog/2/{tag}"), *map(pack, parts)))


def compute_hash(tag: str, *parts: Part) -> bytes:
    """Return `H(tag, parts …)`: the SHA-256 of the packed parts."""
    return sha256(pack_all(tag, parts)).digest()


def compute_mac(key: bytes, tag: str, *parts: Part) -> bytes:
    """Return `M(key, tag, parts …)`: the HMAC-SHA-256 of the packed parts."""
    return hmac.digest(key, pack_all(tag, parts), "sha256")


def derive_epoch_secret(fight: str, root: bytes, epochs: int, epoch: int) -> bytes:
    """Return the secret of an epoch, counted from 0; raises `ValueError` if there is none."""
    if not 0 <= epoch < epochs <= MOST_EPOCHS:
        raise ValueError(f"epoch {epoch} of {epochs}")
    return [root, *list_earlier_secrets(fight, root, epochs - 1 - epoch)][-1]


def list_earlier_secrets(fight: str, secret: bytes, epochs: int) -> list[bytes]:
    """Return the secrets of so many epochs before that of `secret`, the nearest first. Of one more
    than there are, the last is the anchor."""
    before = b"".join((pack("combatlog/2/epoch"), pack(fight)))
    found: list[bytes] = []
    for _ in range(epochs):  # `compute_hash`, written out: a root has hundreds of epochs
        secret = sha256(b"%b%d:%b," % (before, len(secret), secret)).digest()
        found.append(secret)
    return found


def compute_anchor(fight: str, root: bytes, epochs: int) -> bytes:
    """Return the commitment to a root and to the secrets of all its epochs."""
    return compute_hash("epoch", fight, derive_epoch_secret(fight, root, epochs, 0))


def derive_anchor(fight: str, secret: bytes, epoch: int) -> bytes:
    """Return the anchor that an epoch's opened secret belongs to."""
    return list_earlier_secrets(fight, secret, epoch + 1)[-1]


def derive_dice_key(
    secret: bytes, fight: str, anchor: bytes, epoch: int, salts: Sequence[str]
) -> bytes:
    """Return the key of an epoch's dice. `salts` are those of this and of earlier epochs, in the
    order of the log."""
    return compute_mac(secret, "dice", fight, anchor, epoch, *salts)


def combine_links(links: Sequence[bytes]) -> bytes:
    """Return the links of all phones as one input of a draw; empty without phones."""
    return compute_hash("links", *links) if links else b""


def draw_number(key: bytes, by: str, purpose: str, draw: int, links: bytes = b"") -> int:
    """Return a draw: a number below 2**64 that can be read on any die."""
    return int.from_bytes(compute_mac(key, "die", by, purpose, draw, links)[:8], "big")


def read_face(number: int, faces: int) -> int:
    """Return the face that a draw shows on a die."""
    return number * faces // _DRAWS + 1
