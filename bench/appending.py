"""A durable append of one command, against raw sqlite3 inserting the same rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from bench.measure import Figure, in_turns, seconds
from events.store.campaign_file import create_campaign
from events.store.envelope import BLIND_SIZE, FORMAT, Entry, Head, chain_entries
from events.store.migrations import TABLES
from events.types.declarations import Aim, Attack
from events.types.outcomes import AttackRolled, DamageDealt, ScoreChanged
from events.types.rolls import Rolled
from events.types.unions import AnyEvent

COMMAND: tuple[AnyEvent, ...] = (
    Attack("ada", (Aim("wolf"),), ("rifle",)),
    Rolled(4, "ada", "damage", "d10", 7, 1, 5),
    AttackRolled("ada", "wolf", "rifle", "d10", (7,), 7),
    DamageDealt("wolf", 7, 1, 6, "ada", "rifle"),
    ScoreChanged("wolf", "HP", 40, 34),
)

FILES, APPENDS = 6, 200
"""Files begun anew and appends to each: as long as an evening's play, with a young WAL."""


def measure(folder: Path) -> list[Figure]:
    return [_compared(folder, COMMAND[:1], "1 row"), _compared(folder, COMMAND, "5 rows")]


def _compared(folder: Path, events: Sequence[AnyEvent], size: str) -> Figure:
    ours, raw = 0.0, 0.0
    for number in range(FILES):
        one, other = _once(folder / f"{len(events)}-{number}", events)
        ours, raw = ours + one, raw + other
    what = f"durable append of one command of {size}, speed against raw sqlite3"
    return Figure(what, raw / ours, 0.9, most=False)


def _once(path: Path, events: Sequence[AnyEvent]) -> list[float]:
    """Both into a file of their own, in turns. The raw table has the same columns and key."""
    store = create_campaign(path.with_suffix(".combatlog"))
    store.append("f", 0, [Entry(events[0])])
    raw = sqlite3.connect(path.with_suffix(".raw"), isolation_level=None)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute(TABLES[FORMAT][1])
    insert = f"INSERT INTO events VALUES ({', '.join('?' * 12)})"
    head = Head()

    def append() -> float:
        entries = [Entry(event) for event in events]
        seq = store.head("f").seq
        return seconds(lambda: store.append("f", seq, entries, by="sam"))

    def inserted() -> float:
        nonlocal head
        entries = [Entry(event) for event in events]
        at, blinds = "2026-11-20T19:30:00.000Z", bytes(BLIND_SIZE * len(entries))
        rows, _ = chain_entries("f", head, entries, at=at, by="sam", blinds=blinds)
        head = Head(rows[-1][0], rows[-1][8])
        values = [("f", *row) for row in rows]
        return seconds(lambda: _insert(raw, insert, values))

    medians = in_turns(APPENDS, append, inserted)
    store.close()
    raw.close()
    return medians


def _insert(raw: sqlite3.Connection, insert: str, values: Sequence[tuple[object, ...]]) -> None:
    raw.execute("BEGIN IMMEDIATE")
    raw.executemany(insert, values)
    raw.execute("COMMIT")
