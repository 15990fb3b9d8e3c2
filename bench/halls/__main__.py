"""`python -m bench.halls`: many tables over two servers, at one pace after the other."""

from __future__ import annotations

import sys

import click

from bench.disk import count_syncs
from bench.halls.steps import Outcome, bear
from bench.halls.tables import make_tables
from tests.services.packages import Unavailable
from tests.services.postgres import Postgres


@click.command()
@click.option("--tables", default=1000, show_default=True, help="Campaigns with a fight each.")
@click.option("--streams", default=10_000, show_default=True, help="Streams over all tables.")
@click.option("--paces", default="25,50,100,200", show_default=True, help="Commands a second.")
@click.option("--seconds", default=15.0, show_default=True, help="How long each pace lasts.")
@click.option("--rounds", default=2, show_default=True, help="Rounds of a fight at first.")
def main(tables: int, streams: int, paces: str, seconds: float, rounds: int) -> None:
    """Measure many tables over two servers of one PostgreSQL database. Servers, database and all
    phones run on this machine."""
    try:
        server = Postgres(durable=True)
    except Unavailable as reason:
        click.echo(f"There is no PostgreSQL, so nothing was measured: {reason}", err=True)
        sys.exit(1)
    try:
        syncs = count_syncs(server.folder)
        address = server.address(server.make_database())
        made = make_tables(address, tables, rounds)
        outcome = bear(address, made, streams, [float(each) for each in paces.split(",")], seconds)
    finally:
        server.remove()
    _print(outcome)
    click.echo(
        f"The disk: {syncs:.0f} writes of 8 KB with fdatasync a second, one after the other."
    )


def _print(found: Outcome) -> None:
    click.echo(
        "| commands a second | borne | not said, lost | answer: p50, p99"
        " | phones of the same server: p50, p99 | of the other: p50, p99 | the floor: p50, p99"
        " | cores of both servers |\n|---|---|---|---|---|---|---|---|"
    )
    for each in found.steps:
        times = " | ".join(
            f"{middle:.1f}, {slow:.0f} ms"
            for middle, slow in (each.answer, each.own, each.other, each.floor)
        )
        click.echo(
            f"| {each.asked:g} | {each.borne:.1f} | {each.unsent}, {each.lost} | {times}"
            f" | {each.cpu:.2f} |"
        )
    memory = ", ".join(f"{each:.0f}" for each in found.memory)
    click.echo(
        f"{found.gaps} gaps, {found.doubles} doubles, {found.closed} closed; opened in"
        f" {found.opened:.0f} s; {memory} MB"
    )


if __name__ == "__main__":
    main()
