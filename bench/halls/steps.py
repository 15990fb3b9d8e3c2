"""Commands at two servers at one pace after the other, and when they came to all phones."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from bench.halls.crowd import Arrivals, Crowd, Order
from bench.halls.tables import MadeTables
from bench.live.load import REST
from bench.live.phones import Caller, Fight
from bench.live.process import ServerProcess, run_server, serve_campaign
from bench.live.saying import Said, Speaker
from bench.measure import p99

SERVERS = 2

CALLERS = 60
"""The connections that commands are said over at each server."""

WARM_PACE = 40.0
"""The commands a second of the beginning, one in each fight."""

FLOOR_SECONDS = 0.02
"""The pause between two requests to the floor."""

PATIENCE = 10.0
"""So many seconds a command may take until its last phone; then it counts as lost."""


class Step(NamedTuple):
    """How a pace was borne. Times are the median and what one in a hundred exceeds, in milliseconds
    from a command being sent: to its answer, to the last phone at its own server, and to the last
    phone at the other server. `floor` is that of a server that only answers, in the same seconds.
    `cpu` is how many cores the servers took, all together."""

    asked: float
    borne: float
    unsent: int
    lost: int
    answer: tuple[float, float]
    own: tuple[float, float]
    other: tuple[float, float]
    floor: tuple[float, float]
    cpu: float


class Outcome(NamedTuple):
    """The steps, and what was seen over all of them. `opened` is how many seconds it took to open
    all streams, `memory` the megabytes of each server at the end."""

    steps: list[Step]
    gaps: int
    doubles: int
    closed: int
    opened: float
    memory: list[float]


class _Pace(NamedTuple):
    asked: float
    seconds: float
    said: list[Said]
    unsent: int
    floor: list[float]
    cpu: float


def bear(
    address: str, made: MadeTables, streams: int, paces: Sequence[float], seconds: float
) -> Outcome:
    """Serve a database by two processes, open so many streams over both, and say commands at one
    pace after the other; a slow beginning, which wakes every fight for writing, does not count."""
    with ExitStack() as held:
        servers = [
            held.enter_context(run_server(serve_campaign(address), Path())) for _ in range(SERVERS)
        ]
        return _bear(servers, made, streams, paces, seconds, held)


def _bear(
    servers: Sequence[ServerProcess],
    made: MadeTables,
    streams: int,
    paces: Sequence[float],
    seconds: float,
    held: ExitStack,
) -> Outcome:
    began = perf_counter()
    crowds = []
    for server in servers:
        order = Order(server.port, made.fight, made.paths, made.spectators, streams // SERVERS)
        crowds.append(crowd := Crowd(order))
        held.callback(crowd.kill)
    for crowd in crowds:
        crowd.wait()
    opened = perf_counter() - began
    fights = [Fight(made.fight, path.rstrip("/")) for path in made.paths]
    floor = held.enter_context(run_server(("bench.live.floor", "raw"), Path())).port
    said = asyncio.run(_say_all(servers, floor, made, fights, paces, seconds))
    arrivals = [crowd.gather() for crowd in crowds]
    numbers = {id(fight): number for number, fight in enumerate(fights)}
    return Outcome(
        [_judge(each, arrivals, numbers) for each in said],
        sum(each.gaps for each in arrivals),
        sum(each.doubles for each in arrivals),
        sum(each.closed for each in arrivals),
        opened,
        [server.measure_memory() for server in servers],
    )


async def _say_all(
    servers: Sequence[ServerProcess],
    floor: int,
    made: MadeTables,
    fights: Sequence[Fight],
    paces: Sequence[float],
    seconds: float,
) -> list[_Pace]:
    speaker = Speaker({server.port: [made.referee] * CALLERS for server in servers})
    for number, fight in enumerate(fights):
        speaker.take(fight, servers[number % SERVERS].port, made.last)
    await speaker.say(WARM_PACE, len(fights) / WARM_PACE)
    await asyncio.sleep(REST)
    found = []
    for pace in paces:
        cpu = sum(server.measure_cpu() for server in servers)
        times: list[float] = []
        asking = asyncio.create_task(_ask_floor(floor, times))
        said, unsent = await speaker.say(pace, seconds)
        asking.cancel()
        cpu = sum(server.measure_cpu() for server in servers) - cpu
        await asyncio.sleep(REST)
        found.append(_Pace(pace, seconds, said, unsent, times, cpu))
    return found


async def _ask_floor(port: int, times: list[float]) -> None:
    """Ask the least that a server can do for an answer, again and again; note how long it took."""
    caller = Caller(port, "")
    while True:
        began = perf_counter()
        await caller.send("POST", "/", {})
        times.append(1000 * (perf_counter() - began))
        await asyncio.sleep(FLOOR_SECONDS)


def _judge(pace: _Pace, arrivals: Sequence[Arrivals], numbers: dict[int, int]) -> Step:
    answers: list[float] = []
    own: list[float] = []
    other: list[float] = []
    lost = 0
    for each in pace.said:
        table = numbers[id(each.fight)]
        answers.append(1000 * (each.answered - each.sent))
        for server, arrived in enumerate(arrivals):
            came = arrived.find_last_byte(table, each.seq)
            if came is None or came - each.sent > PATIENCE:
                lost += 1
            else:
                (own if table % SERVERS == server else other).append(1000 * (came - each.sent))
    return Step(
        pace.asked,
        len(pace.said) / pace.seconds,
        pace.unsent,
        lost,
        _measure_times(answers),
        _measure_times(own),
        _measure_times(other),
        _measure_times(pace.floor),
        pace.cpu / pace.seconds,
    )


def _measure_times(values: Sequence[float]) -> tuple[float, float]:
    """Return the median, and the value that one in a hundred exceeds."""
    return median(values or [0.0]), p99(values or [0.0])
