"""Streams of one server, in a process of their own: `python -m bench.halls.crowd`.

It reads an `Order` as a line of JSON, opens its streams, and says so. At the next line it prints
what came to them as an `Arrivals` in JSON.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import msgspec

from bench.live.phones import Fight, open_phones


class Order(msgspec.Struct):
    """What streams are opened: at which server, of which tables, with whose tokens, how many."""

    port: int
    fight: str
    paths: list[str]
    tokens: list[str]
    streams: int


class Arrivals(msgspec.Struct):
    """What came to the streams of each table: of each frame the event that it follows, its last
    one, how many streams have it, and when the last one got it. All processes of a machine have
    the same clock."""

    frames: list[list[tuple[int, int, int, float]]]
    phones: list[int]
    gaps: int
    doubles: int
    closed: int

    def find_last_byte(self, table: int, seq: int) -> float | None:
        """Return when the last stream of a table had an event; None where it did not come to
        all."""
        have = [each for each in self.frames[table] if each[0] < seq <= each[1]]
        if sum(each[2] for each in have) < self.phones[table]:
            return None
        return max(each[3] for each in have)


class Crowd:
    """A process with streams."""

    def __init__(self, order: Order) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.halls.crowd"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._write(msgspec.json.encode(order))

    def wait(self) -> None:
        """Wait until all streams are open. Raises `RuntimeError` where they do not open."""
        self._read()

    def gather(self) -> Arrivals:
        """End it; return what came."""
        self._write(b"end")
        return msgspec.json.decode(self._read(), type=Arrivals)

    def kill(self) -> None:
        """End it without asking."""
        self._process.kill()
        self._process.communicate()

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None, "it is piped"
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def _read(self) -> bytes:
        assert self._process.stdout is not None, "it is piped"
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process of the streams has ended")
        return line


async def _open(order: Order) -> list[Fight]:
    fights = [Fight(order.fight, path.rstrip("/")) for path in order.paths]
    await open_phones(order.port, fights, order.tokens, order.streams)
    return fights


async def _run(order: Order) -> None:
    fights = await _open(order)
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    phones: list[Any] = [phone for fight in fights for phone in fight.phones]
    found = Arrivals(
        [
            [(after, last, int(have), at) for (after, last), (have, at) in fight.arrived.items()]
            for fight in fights
        ],
        [len(fight.phones) for fight in fights],
        sum(phone.gaps for phone in phones),
        sum(phone.doubles for phone in phones),
        sum(not phone.is_open for phone in phones),
    )
    print(msgspec.json.encode(found).decode(), flush=True)


if __name__ == "__main__":
    asyncio.run(_run(msgspec.json.decode(sys.stdin.readline(), type=Order)))
