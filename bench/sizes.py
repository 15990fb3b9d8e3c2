"""Bytes of a database, and appends with and without partitions: `python -m bench.sizes`.

One fight is played as at a live table, every command under a key, and copied into many campaigns.
"""

from __future__ import annotations

import sys
from itertools import cycle
from typing import NamedTuple
from uuid import uuid4

import click
import psycopg

from bench.appending import COMMAND
from bench.disk import count_syncs
from bench.live.campaign import TURNS
from bench.measure import in_turns, seconds
from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from events.store.envelope import Entry, Row
from events.store.memory import MemoryStore
from events.store.postgres import PostgresStore, create_postgres
from events.store.postgres_campaigns import PostgresCampaigns
from events.types.declarations import BeginRound
from events.types.sheets import Kind, Sheet, Weapon
from tests.services.packages import Unavailable
from tests.services.partitions import PARTS, partition
from tests.services.postgres import Postgres

APPENDS = 300

_PEOPLE: tuple[tuple[str, Kind], ...] = (
    *(("Ada", "pc"), ("Ben", "pc"), ("Cora", "pc")),
    ("Wolf", "npc"),
)

_SIZES = """
SELECT relname::text, pg_relation_size(oid), pg_indexes_size(oid), pg_total_relation_size(oid)
FROM pg_class WHERE relnamespace = 'combatlog'::regnamespace AND relkind = 'r'
AND pg_total_relation_size(oid) > 0 ORDER BY 4 DESC
"""


class Played(NamedTuple):
    """A fight with its secrets, and how many commands it has."""

    id: str
    rows: list[Row]
    secrets: dict[str, bytes]
    commands: int


class Size(NamedTuple):
    """The bytes of a table: its rows, its indexes, and all of it."""

    table: str
    rows: int
    indexes: int
    total: int


@click.command()
@click.option("--fights", default=1000, show_default=True, help="Campaigns with a fight each.")
@click.option("--events", default=500, show_default=True, help="The events of a fight.")
def main(fights: int, events: int) -> None:
    """Measure how large a database is, and what an append writes."""
    try:
        server = Postgres(durable=True)
    except Unavailable as reason:
        click.echo(f"There is no PostgreSQL, so nothing was measured: {reason}", err=True)
        sys.exit(1)
    try:
        played = play_fight(events)
        name = server.make_database()
        load(server.address(name), played, fights)
        sizes = measure_sizes(server, name)
        _print(sizes, played, fights)
        wal = measure_wal(server, name)
        click.echo(f"write-ahead log: {wal:.0f} bytes a command of {len(COMMAND)} rows with a key")
        ratio = compare_partitions(server)
        click.echo(f"an append to {PARTS} partitions: {ratio:.2f} × the time of one to a table")
        click.echo(f"{count_syncs(server.folder):.0f} writes of 8 KB with fdatasync a second")
    finally:
        server.remove()


def play_fight(events: int) -> Played:
    """Play a fight of so many events."""
    campaign = Campaign(MemoryStore(), "Rita")
    scores = {"HP": 9_999, "STR": 12, "DEX": 12, "WIL": 12}
    sheets = [
        Sheet(name, scores, kind=kind, weapons=(Weapon("sword", "d8"),)) for name, kind in _PEOPLE
    ]
    fight = campaign.start("A hunt", "golden-idol", sheets=sheets)
    fight.declare(BeginRound("ambush"))
    session = Session(campaign, fight)
    session.say("next")
    for line in cycle(TURNS):
        if len(fight.history) >= events:
            break
        session.say(line, str(uuid4()))
    store = campaign.store
    rows = [*store.rows(fight.id)]
    commands = len({row.cmd for row in rows})
    return Played(fight.id, rows, store.secrets(fight.id), commands)


def load(address: str, played: Played, fights: int) -> None:
    """Copy a fight into so many new campaigns."""
    campaigns = PostgresCampaigns(address)
    try:
        for number in range(fights):
            store = campaigns.open(campaigns.create(f"table {number}"))
            store.adopt(played.id, played.rows, played.secrets)
    finally:
        campaigns.close()


def measure_sizes(server: Postgres, database: str) -> list[Size]:
    """Return the sizes of all tables, the largest first."""
    with server.connect_owner(database) as owner:
        owner.execute("VACUUM ANALYZE")
        return [Size(*row) for row in owner.execute(_SIZES)]


def measure_wal(server: Postgres, database: str) -> float:
    """Return how many bytes of write-ahead log a command writes, as long as no checkpoint comes."""
    entries = [Entry(each) for each in COMMAND]
    with (
        server.connect_owner(database) as owner,
        create_postgres(f"{server.address(database)}#wal") as store,
    ):
        _append(store, entries)
        begun = _read_position(owner)
        for _ in range(APPENDS):
            _append(store, entries)
        return (_read_position(owner) - begun) / APPENDS


def compare_partitions(server: Postgres) -> float:
    """Return the time of an append to partitions as a ratio to that of one to a whole table."""
    whole, parted = server.make_database(), server.make_database()
    partition(server, parted)
    entries = [Entry(each) for each in COMMAND]
    with (
        create_postgres(f"{server.address(whole)}#bench") as first,
        create_postgres(f"{server.address(parted)}#bench") as second,
    ):
        plain, other = in_turns(
            APPENDS,
            lambda: seconds(lambda: _append(first, entries)),
            lambda: seconds(lambda: _append(second, entries)),
        )
    return other / plain


def _append(store: PostgresStore, entries: list[Entry]) -> None:
    store.append("f", store.head("f").seq, entries, by="Rita", key=str(uuid4()))


def _read_position(owner: psycopg.Connection) -> int:
    found = owner.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").fetchone()
    assert found is not None
    return int(found[0])


def _print(sizes: list[Size], played: Played, fights: int) -> None:
    events = fights * len(played.rows)
    click.echo(
        f"{fights} fights of {len(played.rows)} events in {played.commands} commands\n\n"
        "| table | rows | indexes | all | bytes an event |\n|---|---|---|---|---|"
    )
    every = Size(
        "all",
        sum(each.rows for each in sizes),
        sum(each.indexes for each in sizes),
        sum(each.total for each in sizes),
    )
    for each in (*sizes, every):
        sides = (each.rows, each.indexes, each.total)
        parts = " | ".join(f"{size / 2**20:.1f} MB" for size in sides)
        click.echo(f"| {each.table} | {parts} | {each.total / events:.0f} |")
    click.echo(f"\na fight: {every.total / fights / 1024:.0f} KB")


if __name__ == "__main__":
    main()
