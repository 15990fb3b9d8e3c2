"""`python -m bench.live`: the figures of the live table, with the floor in the same run."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bench.live.campaign import MadeCampaign, lengthen, make_campaign
from bench.live.counted import IDLE
from bench.live.kills import kill_under_phones
from bench.live.load import Load, Outcome, bear
from bench.live.process import run_server, serve_campaign, serve_counted
from bench.live.requests import catch_up, find_attacks, preview

LONG = 5000
"""The events of the fight that previews are asked for."""


@click.command()
@click.option("--tables", default=1000, show_default=True, help="Fights in the campaign.")
@click.option("--awake", default=200, show_default=True, help="Those that commands are said in.")
@click.option("--streams", default=10_000, show_default=True, help="Streams over all tables.")
@click.option("--commands", default=200.0, show_default=True, help="Commands a second.")
@click.option("--seconds", default=20.0, show_default=True, help="How long commands are said.")
@click.option("--crowd", default=10_000, show_default=True, help="Spectators of a single table.")
def main(
    tables: int, awake: int, streams: int, commands: float, seconds: float, crowd: int
) -> None:
    """Measure a server with many tables, one with many spectators against the floor, and single
    requests. A server and all its phones run on this machine."""
    click.echo(
        "| what | woken: p50, p99 | p50 | p99 | answer | said (not) | lost | gaps | doubles"
        " | closed | CPU a frame | MB before, after | KB a stream |\n" + 13 * "|---" + "|"
    )
    with TemporaryDirectory() as folder:
        load = Load(tables, awake, streams, commands, seconds, rest=2 * IDLE)
        _measure(f"{tables} tables, {streams} streams", Path(folder), load)
    load = Load(1, 1, crowd, 2, seconds)
    floors = [_measure_floor(kind, load) for kind in ("raw", "asgi")]
    with TemporaryDirectory() as folder:
        served = _measure(f"one table, {crowd} spectators", Path(folder), load)
    for kind, floor in zip(("raw asyncio", "a minimal ASGI app"), floors, strict=True):
        share = f"{served.cpu / floor.cpu:.2f} ×" if floor.cpu else "too few frames"
        click.echo(f"CPU a frame, against {kind}: {share}")
    with TemporaryDirectory() as folder:
        _measure_kill(Path(folder), crowd)
    with TemporaryDirectory() as folder:
        _measure_requests(Path(folder))


def _measure(what: str, folder: Path, load: Load) -> Outcome:
    made = make_campaign(folder, load.fights)
    with run_server(serve_counted(made.path), folder) as server:
        outcome = asyncio.run(bear(server, made, load))
    _print(what, load, outcome)
    return outcome


def _measure_floor(kind: str, load: Load) -> Outcome:
    made = MadeCampaign(Path(), ["referee"] * 4, ["spectator"], ["1"])
    with run_server(("bench.live.floor", kind), Path()) as server:
        outcome = asyncio.run(bear(server, made, load))
    _print(f"the floor, {kind}", load, outcome)
    return outcome


def _print(what: str, load: Load, found: Outcome) -> None:
    click.echo(
        f"| {what} | {found.woken[0]:.1f}, {found.woken[1]:.1f} ms"
        f" | {found.p50:.1f} ms | {found.p99:.1f} ms | {found.answered:.1f} ms"
        f" | {found.said} ({found.unsent}) | {found.lost} | {found.gaps} | {found.doubles}"
        f" | {found.closed} | {found.cpu:.1f} µs | {found.empty:.0f}, {found.full:.0f}"
        f" | {found.measure_stream(load.streams):.1f} |"
    )


def _measure_kill(folder: Path, phones: int) -> None:
    made = make_campaign(folder, 1)
    with ExitStack() as serving:
        first = serving.enter_context(run_server(serve_campaign(made.path), folder))
        port = first.port

        def restart() -> None:
            first.kill()
            serving.enter_context(run_server(serve_campaign(made.path, port), folder))

        seats = made.spectators, made.referees[0]
        found = asyncio.run(kill_under_phones(port, made.fights[0], *seats, phones, restart))
    click.echo(
        f"kill -9 with {phones} streams: it answers after {found.ready:.1f} s, all are at the head"
        f" after {found.back:.1f} s; {found.gaps} gaps, {found.doubles} doubles"
    )


def _measure_requests(folder: Path) -> None:
    made = make_campaign(folder, 1)
    lengthen(made.path, LONG)
    referee, fight = made.referees[0], made.fights[0]
    with run_server(serve_campaign(made.path), folder) as server:
        port = server.port
        behind = asyncio.run(catch_up(port, made.spectators[0], fight, 500))
        click.echo(
            f"500 events behind: {behind.size / 1024:.0f} KB, p50 {behind.middle:.1f} ms,"
            f" p99 {behind.slow:.1f} ms, the first after the start {behind.first:.0f} ms"
        )
        attacks = asyncio.run(find_attacks(port, made.referees[1], fight))
        late = [seq for seq in attacks if seq > LONG - 200][-20:]
        line = "strike {}; why: misheard"
        for what, seqs in (("in the last 200 events", late), ("of the first", attacks[:1] * 5)):
            took = asyncio.run(preview(port, referee, fight, seqs, line))
            click.echo(
                f"preview of a change {what} of {LONG}: p50 {took.middle:.1f} ms,"
                f" p99 {took.slow:.1f} ms, the first {took.first:.0f} ms"
            )


if __name__ == "__main__":
    main()
