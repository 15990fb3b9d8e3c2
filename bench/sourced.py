"""Appends and rebuilds in PostgreSQL, against the library eventsourcing on the same server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psycopg

from bench.appending import COMMAND
from bench.disk import count_syncs
from bench.given import long_fight
from bench.measure import Figure, NotInstalled, in_turns, seconds
from events.serialization.codec import encode
from events.store.envelope import Entry
from events.store.postgres import create_postgres
from events.store.postgres_campaigns import PostgresCampaigns
from events.types.unions import AnyEvent
from projections.state.fold import fold_line
from tests.services.postgres import Postgres

if TYPE_CHECKING:
    from bench.sourced_fight import SourcedFights

APPENDS, WRITERS, EACH, EVENTS = 200, 16, 40, 5000
"""Appends to one fight; writers with a fight each, and appends of each; events of a rebuild."""

_INSERT = f"INSERT INTO raw VALUES ({', '.join(['%s'] * 12)})"
_RAW = (
    "CREATE TABLE raw (id bigint, seq integer, parent integer, cmd integer, cause integer,"
    " repeats integer, at text, by text, body text, digest bytea, blind bytea, said text,"
    " PRIMARY KEY (id, seq))"
)


class Place(NamedTuple):
    """A database of eventsourcing's own."""

    host: str
    port: int
    database: str
    user: str


def measure(folder: Path) -> list[Figure]:
    """Measure on a server of its own. Raises `NotInstalled`."""
    if find_spec("eventsourcing") is None:
        raise NotInstalled(
            "eventsourcing is not installed, so nothing is compared with it; install it with:"
            " pip install -e '.[bench]'"
        )
    from bench.sourced_fight import SourcedFights

    server = Postgres(durable=True)
    try:
        database = server.make_database(migrated=False)
        place = Place("127.0.0.1", server.port, database, "postgres")
        with closing(SourcedFights(place, WRITERS)) as theirs:
            return [
                Figure("writes of 8 KB with fdatasync, beside", count_syncs(server.folder), None,
                       unit="a second"),
                _compare_one_fight(server, theirs, COMMAND[:1], "1 row"),
                _compare_one_fight(server, theirs, COMMAND, "5 rows"),
                *_compare_many_fights(server, theirs),
                *_compare_rebuilds(server, theirs),
            ]  # fmt: skip
    finally:
        server.remove()


def _compare_one_fight(
    server: Postgres, theirs: SourcedFights, events: Sequence[AnyEvent], size: str
) -> Figure:
    entries, bodies = [Entry(each) for each in events], [encode(each) for each in events]
    fight = theirs.start()
    with create_postgres(f"{server.address(server.make_database())}#bench") as store:

        def append() -> float:
            seq = store.head("f").seq
            return seconds(lambda: store.append("f", seq, entries, by="sam"))

        ours, other = in_turns(
            APPENDS, append, lambda: seconds(lambda: theirs.append(fight, bodies))
        )
    what = f"durable append of {size} to PostgreSQL, speed against eventsourcing"
    return Figure(what, other / ours, 1.0, most=False)


def _compare_many_fights(server: Postgres, theirs: SourcedFights) -> list[Figure]:
    """Let many writers append five rows at a time, each to a fight of its own."""
    entries, bodies = [Entry(each) for each in COMMAND], [encode(each) for each in COMMAND]
    name = server.make_database()
    with ExitStack() as held:
        campaigns = held.enter_context(closing(PostgresCampaigns(server.address(name))))
        stores = [campaigns.open(campaigns.create(f"c{number}")) for number in range(WRITERS)]
        heads = [0] * WRITERS
        sourced = [theirs.start() for _ in range(WRITERS)]
        raws = [held.enter_context(server.connect_owner(name)) for _ in range(WRITERS)]
        raws[0].execute(_RAW)
        firsts = [0] * WRITERS

        def append(number: int) -> None:
            heads[number] = stores[number].append("f", heads[number], entries, by="sam")[-1].seq

        def append_theirs(number: int) -> None:
            theirs.append(sourced[number], bodies)

        def insert(number: int) -> None:
            _insert(raws[number], number, firsts[number], bodies)
            firsts[number] += len(bodies)

        ours, other, transactions = in_turns(
            3, lambda: _time_all(append), lambda: _time_all(append_theirs),
            lambda: _time_all(insert),
        )  # fmt: skip
    what = f"durable appends of 5 rows by {WRITERS} writers to a fight each"
    return [
        Figure(what, WRITERS * EACH / ours, None, unit="a second"),
        Figure("the same, speed against eventsourcing", other / ours, 1.0, most=False),
        Figure(
            "the same, speed against BEGIN, executemany, COMMIT by psycopg",
            transactions / ours, 1.0, most=False,
        ),
    ]  # fmt: skip


def _insert(raw: psycopg.Connection, id: int, after: int, bodies: Sequence[str]) -> None:
    at, digest, blind = "2026-11-20T19:30:00.000Z", bytes(32), bytes(16)
    rows = [
        (id, after + n, after + n - 1, after + 1, None, None, at, "sam", body, digest, blind, None)
        for n, body in enumerate(bodies, 1)
    ]
    with raw.transaction(), raw.cursor() as cursor:
        cursor.executemany(_INSERT, rows)


def _time_all(append: Callable[[int], None]) -> float:
    """Return how long it takes until each writer has done all its appends."""

    def write(number: int) -> None:
        for _ in range(EACH):
            append(number)

    with ThreadPoolExecutor(WRITERS) as pool:
        return seconds(lambda: list(pool.map(write, range(WRITERS))))


def _compare_rebuilds(server: Postgres, theirs: SourcedFights) -> list[Figure]:
    from bench.sourced_fight import CountedFight, FoldedFight

    events = [*long_fight(EVENTS)]
    bodies = [encode(each) for each in events]
    counted, folded = theirs.write(CountedFight, bodies), theirs.write(FoldedFight, bodies)
    with create_postgres(f"{server.address(server.make_database())}#bench") as store:
        store.append("f", 0, [Entry(each) for each in events])
        ours, counting, folding = in_turns(
            5,
            lambda: seconds(lambda: fold_line(store, "f", store.head("f").seq)),
            lambda: seconds(lambda: theirs.rebuild(counted)),
            lambda: seconds(lambda: theirs.rebuild(folded)),
        )
    what = f"a fight of {EVENTS:,} events rebuilt from PostgreSQL, time against eventsourcing"
    return [
        Figure(what, ours / folding, 1.0),
        Figure("the same, where its aggregate only counts the events", ours / counting, 1.0),
    ]
