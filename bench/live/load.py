"""Many tables, or one with many spectators, at a steady pace."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple

from bench.live.campaign import MadeCampaign
from bench.live.phones import Fight, open_phones
from bench.live.process import ServerProcess
from bench.live.saying import Said, Speaker
from bench.measure import p99

REST = 3.0
"""So many seconds may pass after the last command until all of it has arrived."""

WAKING = 10.0
"""In so many seconds all fights that are to be awake are awakened: before the first of them falls
asleep again."""


class Load(NamedTuple):
    """So many fights, of which some are `awake`: there, commands are said, so many a second in
    all. The streams are spread over all fights. `rest` is how many seconds nothing is said at
    first, so that all fights fall asleep. Then one command is said in each of those that are
    awake."""

    fights: int
    awake: int
    streams: int
    commands: float
    seconds: float
    rest: float = 1.0


class Outcome(NamedTuple):
    """How a load was borne. Times are in milliseconds, from a command being sent to the last byte
    at the last phone: the median and what one in a hundred exceeds. `woken` are those of the first
    command of each fight; `answered` is the median to the answer. `cpu` is that of the server in
    microseconds for each frame that a stream got. Times but `woken`, and `cpu`, are those of fights
    that are awake."""

    woken: tuple[float, float]
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


async def bear(server: ServerProcess, made: MadeCampaign, load: Load) -> Outcome:
    """Put a load on a server that serves a campaign."""
    fights = [Fight(id) for id in made.fights[: load.fights]]
    empty = server.measure_memory()
    began = perf_counter()
    await open_phones(server.port, fights, made.spectators, load.streams)
    opened = perf_counter() - began
    await asyncio.sleep(load.rest)
    speaker = Speaker({server.port: made.referees})
    for fight in fights[: load.awake]:
        speaker.take(fight, server.port, fight.phones[0].last if fight.phones else 0)
    first, _ = await speaker.say(load.awake / WAKING, WAKING)
    await asyncio.sleep(REST)
    before = sum(phone.frames for fight in fights for phone in fight.phones)
    cpu = server.measure_cpu()
    said, unsent = await speaker.say(load.commands, load.seconds)
    await asyncio.sleep(REST)
    cpu = server.measure_cpu() - cpu
    phones = [phone for fight in fights for phone in fight.phones]
    frames = sum(phone.frames for phone in phones) - before
    woken, times = _measure_last_bytes(first), _measure_last_bytes(said)
    lost = len(first) + len(said) - len(woken) - len(times)
    outcome = Outcome(
        (median(woken or [0.0]), p99(woken or [0.0])),
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


def _measure_last_bytes(said: Sequence[Said]) -> list[float]:
    """Return how many milliseconds each command took to the last byte at the last phone. Those that
    did not come are left out."""
    came = [(each.fight.find_last_byte(each.seq), each.sent) for each in said]
    return [1000 * (last - sent) for last, sent in came if last is not None]
