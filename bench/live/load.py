"""Many tables, or one with many spectators, at a steady pace."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count
from statistics import median
from time import perf_counter
from typing import NamedTuple

from bench.live.campaign import TURNS, MadeCampaign
from bench.live.phones import Caller, Fight, open_phones
from bench.live.process import ServerProcess
from bench.measure import p99

REST = 3.0
"""So many seconds may pass after the last command until all of it has arrived."""


class Load(NamedTuple):
    """So many fights, of which some are `awake`: there, commands are said, so many a second in
    all. The streams are spread over all fights. `rest` is how many seconds nothing is said at
    first, so that the other fights fall asleep."""

    fights: int
    awake: int
    streams: int
    commands: float
    seconds: float
    rest: float = 1.0


class Outcome(NamedTuple):
    """How a load was borne. Times are in milliseconds, from a command being sent to the last byte
    at the last phone; `answered` to its answer. `cpu` is that of the server in microseconds for
    each frame that a stream got."""

    p50: float
    p99: float
    answered: float
    said: int
    unsent: int
    lost: int
    gaps: int
    doubles: int
    closed: int
    frames: int
    cpu: float
    empty: float
    """The megabytes of the server before the first stream."""
    full: float
    """The same at the end."""
    opened: float
    """How many seconds it took to open all streams."""

    def measure_stream(self, streams: int) -> float:
        """Return the kilobytes of a stream, views of fights included."""
        return (self.full - self.empty) * 1024 / max(streams, 1)


class _Said(NamedTuple):
    fight: Fight
    seq: int
    sent: float
    answered: float


async def bear(server: ServerProcess, made: MadeCampaign, load: Load) -> Outcome:
    """Put a load on a server that serves a campaign."""
    fights = [Fight(id) for id in made.fights[: load.fights]]
    empty = server.measure_memory()
    began = perf_counter()
    await open_phones(server.port, fights, made.spectators, load.streams)
    opened = perf_counter() - began
    await asyncio.sleep(load.rest)
    before = sum(phone.frames for fight in fights for phone in fight.phones)
    cpu = server.measure_cpu()
    said, unsent = await _say_all(server.port, made.referees, fights[: load.awake], load)
    await asyncio.sleep(REST)
    cpu = server.measure_cpu() - cpu
    phones = [phone for fight in fights for phone in fight.phones]
    frames = sum(phone.frames for phone in phones) - before
    times, lost = [], 0
    for each in said:
        came = each.fight.find_last_byte(each.seq)
        lost += came is None
        times += [] if came is None else [1000 * (came - each.sent)]
    outcome = Outcome(
        median(times or [0.0]),
        p99(times or [0.0]),
        median([1000 * (each.answered - each.sent) for each in said] or [0.0]),
        len(said),
        unsent,
        lost,
        sum(phone.gaps for phone in phones),
        sum(phone.doubles for phone in phones),
        sum(not phone.is_open for phone in phones),
        frames,
        1e6 * cpu / max(frames, 1),
        empty,
        server.measure_memory(),
        opened,
    )
    for phone in phones:
        phone.transport.abort()
    return outcome


async def _say_all(
    port: int, tokens: Sequence[str], fights: Sequence[Fight], load: Load
) -> tuple[list[_Said], int]:
    """Say commands at a steady pace; return those that were recorded, and how many there was no
    time for. Each fight has its lines in order, so a fight that is slow gets fewer."""
    said: list[_Said] = []
    unsent = 0
    turns = {fight.id: count() for fight in fights}
    heads = {fight.id: fight.phones[0].last if fight.phones else 0 for fight in fights}
    busy: set[str] = set()
    callers = [Caller(port, token) for token in tokens]
    free = list(range(len(callers)))
    tasks: set[asyncio.Task[None]] = set()

    async def say(fight: Fight, at: int) -> None:
        line = TURNS[next(turns[fight.id]) % len(TURNS)]
        sent = {"do": "say", "line": line, "head": heads[fight.id]}
        sent["key"] = f"{fight.id} {heads[fight.id]}"
        began = perf_counter()
        try:
            answer = await callers[at].ask("POST", f"/api/fights/{fight.id}/commands", sent)
            heads[fight.id] = answer["last"]
            said.append(_Said(fight, answer["last"], began, perf_counter()))
        finally:
            busy.discard(fight.id)
            free.append(at)

    begun = perf_counter()
    for number in range(int(load.commands * load.seconds)):
        await asyncio.sleep(max(0.0, begun + number / load.commands - perf_counter()))
        fight = fights[number % len(fights)]
        if fight.id in busy or not free:
            unsent += 1
            continue
        busy.add(fight.id)
        tasks.add(task := asyncio.create_task(say(fight, free.pop(0))))
        task.add_done_callback(tasks.discard)
    failed = await asyncio.gather(*tasks, return_exceptions=True)
    for each in failed:
        if isinstance(each, BaseException):
            raise each
    return said, unsent
