"""The storage format of every released version, frozen.

Each line of `frozen/VERSION.jsonl` is one stored row. These files are never changed. If a test here
fails, the storage format has changed, and needs a new tag and an upcaster.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from docs.generators.examples import RELEASED, UNRELEASED
from events.serialization.codec import decode, encode
from events.store.envelope import GENESIS, Entry, Head, Row, chain_entries, compute_digest
from events.types.unions import EVENTS

FROZEN = Path(__file__).parent.parent / "frozen"
FIGHT = "k7m2p9qx"
AT = "2026-11-20T19:30:00.000Z"
BY = "Sam"


class Frozen(msgspec.Struct):
    """A line of a frozen file: a row, its body as JSON, its digest and blind in hexadecimal. Files
    since 0.4 are of format 2."""

    seq: int
    parent: int
    cmd: int
    cause: int | None
    repeats: int | None
    at: str
    by: str
    body: msgspec.Raw
    digest: str
    blind: str = ""
    said: str | None = None

    def row(self) -> Row:
        """Return the row as a store returns it."""
        body = bytes(self.body).decode()
        whence = (self.seq, self.parent, self.cmd, self.cause, self.repeats)
        return Row(*whence, self.at, self.by, body, *self.hashed())

    def hashed(self) -> tuple[bytes, bytes, str | None]:
        """Return what follows the body."""
        return bytes.fromhex(self.digest), bytes.fromhex(self.blind), self.said


def rows(version: str) -> list[Row]:
    lines = (FROZEN / f"{version}.jsonl").read_text("utf-8").splitlines()
    return [msgspec.json.decode(line, type=Frozen).row() for line in lines]


VERSIONS = [path.stem for path in sorted(FROZEN.glob("*.jsonl"))]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_row_can_be_read(version: str) -> None:
    """This version reads everything that a released version wrote."""
    for row in rows(version):
        decode(row.body)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_digest_holds(version: str) -> None:
    """This version computes the same digests as a released version."""
    previous = GENESIS
    for row in rows(version):
        previous = compute_digest(previous, FIGHT, row)
        assert previous == row.digest


@pytest.mark.parametrize("version", VERSIONS)
def test_the_current_format_is_written_byte_for_byte(version: str) -> None:
    """This version writes the same bytes as a released version."""
    for row in rows(version):
        assert row.body == encode(decode(row.body))


@pytest.mark.parametrize("version", VERSIONS)
def test_the_examples_are_the_frozen_ones(version: str) -> None:
    """The examples of docs/protocol.md are stored as they were."""
    entries, frozen = list(map(Entry, RELEASED[version])), rows(version)
    blinds, said = b"".join(row.blind for row in frozen), frozen[0].said
    columns, _ = chain_entries(FIGHT, Head(), entries, at=AT, by=BY, blinds=blinds, said=said)
    written = [Row(*each) for each in columns]
    assert frozen == written


def test_every_event_type_is_frozen() -> None:
    """There is a frozen row of every released event type, and an example of the others."""
    frozen = [row for version in VERSIONS for row in rows(version)]
    assert set(EVENTS) == {type(decode(row.body)) for row in frozen} | set(map(type, UNRELEASED))
