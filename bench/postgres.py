"""Appending to PostgreSQL, against raw psycopg with the same rows on the same server, and folding,
against a campaign file. The server is one of Debian's packages, and keeps its promises about the
disk."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from bench.appending import COMMAND
from bench.disk import count_syncs
from bench.measure import Figure, in_turns, seconds
from events.store.campaign_file import create_campaign
from events.store.envelope import BLIND_SIZE, Entry, Head, chain_entries
from events.store.postgres import create_postgres
from events.types.unions import AnyEvent
from tests.services.postgres import Postgres

APPENDS = 400
EVENTS = 100_000

_RAW = (
    "CREATE TABLE raw (id bigint, seq integer, parent integer, cmd integer, cause integer,"
    " repeats integer, at text, by text, body text, digest bytea, blind bytea, said text,"
    " PRIMARY KEY (id, seq))"
)
_INSERT = f"INSERT INTO raw VALUES (1{', %s' * 11})"


def measure(folder: Path) -> list[Figure]:
    """Measure on a server of its own."""
    server = Postgres(durable=True)
    try:
        syncs = count_syncs(server.folder)
        return [
            Figure("writes of 8 KB with fdatasync, beside", syncs, None, unit="a second"),
            *_compare_appends(server, COMMAND[:1], "1 row"),
            *_compare_appends(server, COMMAND, "5 rows"),
            _compare_folding(server, folder),
        ]
    finally:
        server.remove()


def _compare_appends(server: Postgres, events: Sequence[AnyEvent], size: str) -> list[Figure]:
    name = server.make_database()
    place = f"{server.address(name)}#bench"
    with server.connect_owner(name) as raw, create_postgres(place) as store:
        raw.execute(_RAW)
        entries = [Entry(event) for event in events]
        heads = {"transaction": Head(), "statement": Head(10**8)}

        def append() -> float:
            seq = store.head("f").seq
            return seconds(lambda: store.append("f", seq, entries, by="sam"))

        def rows_of(kind: str) -> list[tuple[object, ...]]:
            at, blinds = "2026-11-20T19:30:00.000Z", os.urandom(BLIND_SIZE * len(entries))
            rows, _ = chain_entries("f", heads[kind], entries, at=at, by="sam", blinds=blinds)
            heads[kind] = Head(rows[-1][0], rows[-1][8])
            return [*rows]

        def insert_in_transaction() -> float:
            rows = rows_of("transaction")

            def insert() -> None:
                with raw.transaction(), raw.cursor() as cursor:
                    cursor.executemany(_INSERT, rows)

            return seconds(insert)

        def insert_in_statement() -> float:
            rows = rows_of("statement")
            values = ", ".join([f"(1{', %s' * 11})"] * len(rows))
            flat = [value for row in rows for value in row]
            return seconds(lambda: raw.execute(f"INSERT INTO raw VALUES {values}", flat))

        ours, transaction, statement = in_turns(
            APPENDS, append, insert_in_transaction, insert_in_statement
        )
    what = f"durable append of {size} to PostgreSQL, speed against"
    return [
        Figure(
            f"{what} BEGIN, executemany, COMMIT by psycopg", transaction / ours, 1.0, most=False
        ),
        Figure(f"{what} one prepared INSERT", statement / ours, 0.6, most=False),
    ]


def _compare_folding(server: Postgres, folder: Path) -> Figure:
    place = f"{server.address(server.make_database())}#bench"
    file = create_campaign(folder / "fold.combatlog")
    with create_postgres(place) as store:
        entries = [Entry(event) for event in (COMMAND * (EVENTS // 5 + 1))[:EVENTS]]
        for each in (store, file):
            for first in range(0, EVENTS, 1000):
                each.append("f", first, entries[first : first + 1000])

        def fold(each: object) -> float:
            return seconds(lambda: list(each.bodies("f")))  # type: ignore[attr-defined]

        ours, theirs = in_turns(5, lambda: fold(store), lambda: fold(file))
    file.close()
    what = f"reading {EVENTS:,} events of PostgreSQL, time against a file"
    return Figure(what, ours / theirs, 2.0)
