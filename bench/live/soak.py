"""`python -m bench.live.soak`: a table that is used for a long time must not grow.

Every round has a fight of its own. Phones come, go and come again while commands are said, a
correction is previewed and stale phones catch up; then all leave, and the fight falls asleep.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import click

from bench.live.campaign import TURNS, MadeCampaign, make_campaign
from bench.live.phones import Caller, Fight, open_phones
from bench.live.process import ServerProcess, run_server, serve_counted
from bench.measure import p99

ROUND = 15.0
"""The seconds of a round."""

STAYING, COMING = 15, 5
"""The phones that stay for the round, and those that come and go."""

PACE = 4.0
"""The commands a second."""

WARM = 4
"""The rounds before anything is compared: until then, fights have not fallen asleep yet."""


class Round(NamedTuple):
    """What a round took: megabytes, open files, threads and tasks of the server when all had left,
    and the milliseconds from a command to its last phone."""

    memory: float
    files: int
    threads: int
    tasks: int
    middle: float
    slow: float
    lost: int


@click.command()
@click.option("--minutes", default=10.0, show_default=True, help="How long it is used.")
@click.option("--seed", default=1, show_default=True, help="When phones come and go.")
def main(minutes: float, seed: int) -> None:
    """Use a table for some minutes; fail if it has grown."""
    rounds = max(WARM + 2, round(60 * minutes / ROUND))
    with TemporaryDirectory() as folder:
        made = make_campaign(Path(folder), rounds)
        with run_server(serve_counted(made.path), Path(folder)) as server:
            found = asyncio.run(_use(server, made, Random(seed)))
    faults = find_growth(found[WARM:])
    for each in faults:
        click.echo(each)
    sys.exit(1 if faults else 0)


async def _use(server: ServerProcess, made: MadeCampaign, random: Random) -> list[Round]:
    found: list[Round] = []
    for number, id in enumerate(made.fights, 1):
        times, lost = await _play(server.port, made, id, random)
        await asyncio.sleep(1)
        tasks = await asyncio.to_thread(server.count_tasks)
        each = Round(
            server.measure_memory(),
            server.count_files(),
            server.count_threads(),
            tasks,
            median(times),
            p99(times),
            lost,
        )
        found.append(each)
        click.echo(
            f"round {number}: {each.memory:.1f} MB, {each.files} files, {each.threads} threads,"
            f" {each.tasks} tasks, p50 {each.middle:.0f} ms, p99 {each.slow:.0f} ms,"
            f" {each.lost} lost"
        )
    return found


async def _play(port: int, made: MadeCampaign, id: str, random: Random) -> tuple[list[float], int]:
    """Play a round; return the times of its commands, and how many events were lost or doubled."""
    fight, restless = Fight(id), Fight(id)
    await open_phones(port, [fight], made.spectators, STAYING)
    await open_phones(port, [restless], made.spectators, COMING)
    referee, begun = Caller(port, random.choice(made.referees)), perf_counter()
    said: list[tuple[int, float]] = []
    lines, head = cycle(TURNS), fight.phones[0].last
    while (now := perf_counter()) - begun < ROUND:
        sent = {"do": "say", "line": next(lines), "head": head}
        sent["key"] = f"{id} {len(said)}"
        answer = await referee.ask("POST", f"/api/fights/{id}/commands", sent)
        head = answer["last"]
        said.append((head, now))
        await asyncio.sleep(1 / PACE)
        if not len(said) % 5:
            await _let_one_go(port, restless, made.spectators, random)
    await _ask_around(referee, id, head)
    await asyncio.sleep(1)
    came = [(fight.find_last_byte(seq), sent) for seq, sent in said]
    lost = sum(at is None for at, _ in came)
    for phone in (*fight.phones, *restless.phones):
        lost += phone.gaps + phone.doubles
        phone.transport.abort()
    await referee.close()
    return [1000 * (at - sent) for at, sent in came if at is not None], lost


async def _let_one_go(port: int, fight: Fight, tokens: Sequence[str], random: Random) -> None:
    """Let a phone go without a word, and another one come at the event that it had."""
    gone = fight.phones.pop(random.randrange(len(fight.phones)))
    gone.transport.abort()
    await open_phones(port, [fight], [random.choice(tokens)], 1)


async def _ask_around(referee: Caller, id: str, last: int) -> None:
    """Send what a page asks for beside its stream."""
    for path in ("turn", f"frame?after={last // 2}", "options/ada", "numbers", "recap"):
        await referee.ask("GET", f"/api/fights/{id}/{path}")


def find_growth(rounds: Sequence[Round]) -> list[str]:
    """Return what has grown from the first third of the rounds to the last, each in a sentence."""
    third = max(1, len(rounds) // 3)
    first, last = rounds[:third], rounds[-third:]
    faults = [f"{each.lost} events were lost or doubled." for each in rounds if each.lost]
    for field, most, more in (
        ("memory", 1.05, 2.0),
        ("files", 1.0, 2.0),
        ("threads", 1.0, 1.0),
        ("tasks", 1.0, 2.0),
        ("middle", 2.0, 10.0),
    ):
        was, now = (mean(getattr(each, field) for each in part) for part in (first, last))
        click.echo(f"{field}: {was:.1f} at the begin, {now:.1f} at the end")
        if now > was * most + more:
            faults.append(f"The {field} grew from {was:.1f} to {now:.1f}.")
    return faults


if __name__ == "__main__":
    main()
