"""Single requests: a phone that slept, previews."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import NamedTuple

import msgspec

from bench.live.phones import Caller
from bench.measure import p99


class Times(NamedTuple):
    """How long requests took, in milliseconds: the middle one, the slowest of a hundred, and the
    first."""

    middle: float
    slow: float
    first: float
    size: int


async def _repeat(caller: Caller, times: int, method: str, path: str, *sent: object) -> Times:
    took, size = [], 0
    for number in range(times):
        began = perf_counter()
        answer = await caller.send(method, path, *(sent[number : number + 1]))
        took.append(1000 * (perf_counter() - began))
        size = max(size, len(answer))
        if caller.status != 200:
            raise RuntimeError(f"{path}: {caller.status} {answer.decode()}")
        await asyncio.sleep(0.06)  # nobody sends faster for long
    return Times(sorted(took)[len(took) // 2], p99(took), took[0], size)


async def catch_up(port: int, token: str, fight: str, behind: int) -> Times:
    """Ask for the frame of a phone that is so many events behind."""
    caller = Caller(port, token)
    last = await find_last(caller, fight)
    return await _repeat(caller, 40, "GET", f"/api/fights/{fight}/frame?after={last - behind}")


async def preview(port: int, token: str, fight: str, seqs: list[int], line: str) -> Times:
    """Ask for the previews of corrections of these events."""
    caller = Caller(port, token)
    head = await find_last(caller, fight)
    sent = [{"head": head, "line": line.format(seq)} for seq in seqs]
    return await _repeat(caller, len(seqs), "POST", f"/api/fights/{fight}/preview", *sent)


async def find_last(caller: Caller, fight: str) -> int:
    """Return the last event of a fight."""
    last: int = (await caller.ask("GET", f"/api/fights/{fight}/turn"))["last"]
    return last


async def find_attacks(port: int, token: str, fight: str) -> list[int]:
    """Return the events that begin with an attack's declaration, as their words say."""
    caller = Caller(port, token)
    frame = msgspec.json.decode(await caller.send("GET", f"/api/fights/{fight}/frame?after=0"))
    rows = frame["rows"]

    def find_words(seq: int) -> str:
        words = rows[seq - 1][1]
        return find_words(words) if isinstance(words, int) else str(words)

    return [seq for seq in range(1, len(rows) + 1) if find_words(seq).startswith("Ada attacks")]
