"""Tampered campaigns for the audit to find: rows edited in a real file, digests computed again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from events.serialization.codec import encode
from events.store.campaign_file import create_campaign
from events.store.envelope import FORMAT, GENESIS, Entry, Row, compute_digest
from events.store.migrations import build_triggers
from events.store.protocol import Store
from events.types.declarations import FightStarted, Join
from events.types.unions import AnyEvent
from replay.audit.report import FightAudit, audit_fight
from rulesets.core.sealed_dice import hash_secret
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.support.talk import CAVE

COLUMNS = (
    "seq",
    "parent",
    "cmd",
    "cause",
    "repeats",
    "at",
    "by",
    "body",
    "digest",
    "blind",
    "said",
)

BRAWL = (
    "salt seven geese on the wall",
    "a sam troll spear",
    "resolve",
    "undo",
    "note Sam hesitates.",
    "resolve",
)
"""The lines of a fight with a salt, an undo, a note and a resolved attack."""


def record_brawl(campaign: Campaign, id: str = "cave", lines: Sequence[str] = BRAWL) -> str:
    """Record a fight whose sealed dice follow from its id, with an undo in it; return its id."""
    game = load_game("brighter-worlds")
    secret = sha256(id.encode()).digest()
    started = FightStarted(f"The {id}", game, "digital", hash_secret(secret))
    campaign.store.append(
        id, 0, [Entry(started)], by=campaign.by, secrets={hash_secret(secret): secret}
    )
    fight = campaign.fight(id)
    fight.declare(*map(Join, parse_roster(CAVE, "cave.toml", game)[:3]))
    session = Session(campaign, fight)
    for line in lines:
        session.say(line)
    return id


def campaign_of_two(path: Path, format: int = FORMAT) -> tuple[str, str]:
    """Write a campaign file with two fights; return their ids."""
    with Campaign(create_campaign(path, format=format), by="mia") as campaign:
        return record_brawl(campaign), record_brawl(campaign, "gorge", BRAWL[1:2])


class Unguarded(sqlite3.Connection):
    """A connection that restores the triggers when it is closed, as a forger would."""

    def close(self) -> None:
        (format,) = self.execute("PRAGMA user_version").fetchone()
        for statement in build_triggers(format):
            with suppress(sqlite3.Error):
                self.execute(statement)
        super().close()


def open_unguarded(path: Path, factory: type[sqlite3.Connection] = Unguarded) -> sqlite3.Connection:
    """Open the file without the triggers that refuse changes, until the connection is closed."""
    connection = sqlite3.connect(path, isolation_level=None, factory=factory)
    named = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    for (name,) in connection.execute(named).fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    return connection


def drop_constraints(path: Path) -> None:
    """Replace the table of events with one without keys, types and constraints."""
    with closing(open_unguarded(path, sqlite3.Connection)) as connection:
        every = ", ".join(("fight", *COLUMNS))
        connection.execute(f"CREATE TABLE loose ({every})")
        connection.execute(f"INSERT INTO loose SELECT {every} FROM events")
        connection.execute("DROP TABLE events")
        connection.execute("ALTER TABLE loose RENAME TO events")


class Edit(NamedTuple):
    """A new value for a column of an event. `is_text` stores bytes as (perhaps invalid) text."""

    fight: str
    seq: int
    column: str
    value: Any
    is_text: bool = False

    def make(self, connection: sqlite3.Connection) -> None:
        """Write the value into the file."""
        value = "CAST(? AS TEXT)" if self.is_text else "?"
        connection.execute(
            f"UPDATE events SET {self.column} = {value} WHERE fight = ? AND seq = ?",
            (self.value, self.fight, self.seq),
        )


def edits(store: Store) -> Iterator[Edit]:
    """Yield several edits of every byte of every column of every row."""
    for fight, row in list(store.stored()):
        for column in (*COLUMNS, "fight"):
            value = fight if column == "fight" else getattr(row, column)
            for other in _edited(value):
                is_text = isinstance(value, str)
                yield Edit(fight, row.seq, column, other, is_text)


def _edited(value: Any) -> Iterator[Any]:
    match value:
        case None:
            yield from (0, 1)
        case int():
            yield from (value ^ 1 << bit for bit in range(63))
            if value:
                yield -value
        case str():
            yield from _bytes_edited(value.encode())
        case bytes():
            yield from _bytes_edited(value)


def _bytes_edited(value: bytes) -> Iterator[bytes]:
    """Yield the value with each byte changed in four ways, deleted, and repeated."""
    for at, byte in enumerate(value):
        for other in (byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0):
            if other != byte:
                yield value[:at] + bytes([other]) + value[at + 1 :]
        yield value[:at] + value[at + 1 :]
        yield value[:at] + value[at : at + 1] + value[at:]


def rows_of(store: Store, fight: str) -> list[Row]:
    """Return the rows of a fight as they are stored."""
    return [row for id, row in store.stored() if id == fight]


def recompute_digests(fight: str, rows: Sequence[Row]) -> list[Row]:
    """Return the rows with digests that match their content."""
    previous = GENESIS
    chained: list[Row] = []
    for row in rows:
        previous = compute_digest(previous, fight, row)
        chained.append(replace(row, digest=previous))
    return chained


def forge_events(fight: str, rows: Sequence[Row], said: dict[int, AnyEvent]) -> list[Row]:
    """Return the rows with some events replaced (by seq) and matching digests."""
    return recompute_digests(
        fight,
        [replace(row, body=encode(said[row.seq])) if row.seq in said else row for row in rows],
    )


def audit_forged(
    store: Store,
    fight: str,
    said: dict[int, AnyEvent] | None = None,
    kept: dict[str, bytes] | None = None,
) -> FightAudit:
    """Audit a fight with some events replaced (by seq) and matching digests. `kept` has the secrets
    that are known outside the log."""
    return audit_fight(fight, forge_events(fight, rows_of(store, fight), said or {}), kept or {})
