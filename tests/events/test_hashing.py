"""The hashes of format 2, against their definition written out by hand."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given, strategies as st

from events.hashing import (
    combine_links,
    compute_anchor,
    compute_hash,
    compute_mac,
    derive_anchor,
    derive_dice_key,
    derive_epoch_secret,
    draw_number,
    pack,
    pack_all,
    read_face,
)

ROOT = bytes(range(32))
FIGHT = "k7m2p9qx"


def hash_literal(text: bytes) -> bytes:
    """Hash bytes that a test spells out."""
    return hashlib.sha256(text).digest()


def next_secret(secret: bytes) -> bytes:
    """Return the secret of the epoch before, by the definition."""
    return hash_literal(b"17:combatlog/2/epoch,8:k7m2p9qx,32:" + secret + b",")


def test_a_netstring_counts_bytes() -> None:
    """A netstring has the length in bytes; text is UTF-8, numbers are decimal, null is empty."""
    assert b"3:abc," == pack("abc")
    assert b"5:M\xc3\xaf\xc3\xa0," == pack("Mïà")
    assert b"2:41," == pack(41)
    assert b"1:0," == pack(0)
    assert b"0:," == pack(None) == pack("") == pack(b"")
    assert b"2:\x00\xff," == pack(b"\x00\xff")


def test_a_hash_is_that_of_the_tag_and_the_parts() -> None:
    """H is the SHA-256 of the tag's netstring and those of the parts."""
    expected = hash_literal(b"15:combatlog/2/row,1:7,0:,3:Sam,")
    assert expected == compute_hash("row", 7, None, "Sam")


def test_a_mac_is_of_the_same_bytes() -> None:
    """M is the HMAC-SHA-256 of the bytes that H hashes."""
    packed = b"16:combatlog/2/dice,1:7,3:Sam,"
    assert hmac.new(b"key", packed, "sha256").digest() == compute_mac(b"key", "dice", 7, "Sam")


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_nothing_moves_between_parts(one: list[str], other: list[str]) -> None:
    """Two lists of texts are packed alike only if they are the same."""
    assert (one == other) == (pack_all("row", one) == pack_all("row", other))


def test_the_root_is_the_secret_of_the_last_epoch() -> None:
    """Each epoch's secret follows from the next one's, and the anchor from the first."""
    s2 = ROOT
    s1 = next_secret(s2)
    s0 = next_secret(s1)
    assert [s0, s1, s2] == [derive_epoch_secret(FIGHT, ROOT, 3, epoch) for epoch in range(3)]
    assert next_secret(s0) == compute_anchor(FIGHT, ROOT, 3)
    assert next_secret(ROOT) == compute_anchor(FIGHT, ROOT, 1)


@pytest.mark.parametrize("epoch", [0, 1, 2])
def test_an_open_secret_leads_to_the_anchor(epoch: int) -> None:
    """The secret of any epoch leads to the anchor, at its own place only."""
    secret = derive_epoch_secret(FIGHT, ROOT, 3, epoch)
    anchor = compute_anchor(FIGHT, ROOT, 3)
    assert [epoch] == [at for at in range(4) if derive_anchor(FIGHT, secret, at) == anchor]


@pytest.mark.parametrize(("epochs", "epoch"), [(3, 3), (3, -1), (0, 0), (4097, 0)])
def test_there_is_no_epoch_beyond_the_last(epochs: int, epoch: int) -> None:
    """An epoch that the root does not have has no secret."""
    with pytest.raises(ValueError, match="epoch"):
        derive_epoch_secret(FIGHT, ROOT, epochs, epoch)


def test_the_dice_key_has_every_salt_in_it() -> None:
    """The key of an epoch covers fight, anchor, epoch and all salts in order."""
    secret, anchor = b"s" * 32, b"a" * 32
    packed = b"16:combatlog/2/dice,8:k7m2p9qx,32:" + anchor + b",2:12,5:geese,4:Anna,"
    expected = hmac.new(secret, packed, "sha256").digest()
    assert expected == derive_dice_key(secret, FIGHT, anchor, 12, ["geese", "Anna"])


def test_a_draw_is_the_first_eight_bytes() -> None:
    """A draw is a big-endian number of roller, purpose, number and links."""
    packed = b"15:combatlog/2/die,3:ada,6:damage,1:2,0:,"
    expected = int.from_bytes(hmac.new(b"k" * 32, packed, "sha256").digest()[:8], "big")
    assert expected == draw_number(b"k" * 32, "ada", "damage", 2)
    links = hash_literal(b"17:combatlog/2/links,32:" + b"1" * 32 + b",32:" + b"2" * 32 + b",")
    assert links == combine_links([b"1" * 32, b"2" * 32])
    packed = b"15:combatlog/2/die,3:ada,6:damage,1:2,32:" + links + b","
    expected = int.from_bytes(hmac.new(b"k" * 32, packed, "sha256").digest()[:8], "big")
    assert expected == draw_number(b"k" * 32, "ada", "damage", 2, links)
    assert b"" == combine_links([])


@pytest.mark.parametrize(
    ("number", "faces", "face"),
    [(0, 6, 1), (2**64 - 1, 6, 6), (2**63, 6, 4), (2**63 - 1, 6, 3), (2**64 - 1, 4096, 4096)],
)
def test_a_draw_is_read_on_any_die(number: int, faces: int, face: int) -> None:
    """The face is floor(number × faces / 2^64) + 1: the die's size is not in the draw."""
    assert face == read_face(number, faces)
