"""Many streams whose server is killed and started again: how soon all are at the head."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any, NamedTuple

from bench.live.phones import Caller, Fight, Phone

FIRST, LONGEST = 0.2, 2.0
"""The seconds before a phone comes again: at first, and at most."""


class LoyalPhone(Phone):
    """A phone that comes again when its stream ends, and resumes behind what it has."""

    def __init__(self, fight: Fight, token: str, port: int) -> None:
        super().__init__(fight, token)
        self._port, self._pause = port, FIRST
        self._coming: asyncio.Task[None] | None = None
        self._has_left = False

    def come(self) -> None:
        """Connect now."""
        self._coming = asyncio.create_task(self._connect(0.0))

    def leave(self) -> None:
        """Go, and do not come again."""
        self._has_left = True
        if self._coming is not None:
            self._coming.cancel()
        if self.transport is not None:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.refused:
            self.transport.abort()
        else:
            self._pause = FIRST

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self._has_left:
            self._coming = asyncio.create_task(self._connect(self._pause))
            self._pause = min(LONGEST, 2 * self._pause)

    async def _connect(self, pause: float) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(pause)
            with suppress(OSError):
                await loop.create_connection(lambda: self, "127.0.0.1", self._port)
                return
            pause = self._pause = min(LONGEST, max(FIRST, 2 * pause))


class Return(NamedTuple):
    """How all phones came back: the seconds from the kill to a server that answers, and to the
    last phone at the head; and what they missed or got twice."""

    ready: float
    back: float
    gaps: int
    doubles: int


async def kill_under_phones(
    port: int,
    fight: str,
    tokens: Sequence[str],
    referee: str,
    phones: int,
    restart: Callable[[], Any],
    patience: float = 60.0,
) -> Return:
    """Open streams of a fight, let `restart` kill the server and start it at the same port, record
    something, and wait until all phones have it. Raises `TimeoutError`."""
    watched = Fight(fight)
    every = [LoyalPhone(watched, tokens[n % len(tokens)], port) for n in range(phones)]
    watched.phones = [*every]
    try:
        for number, phone in enumerate(every):
            phone.come()
            if not number % 50:
                await asyncio.sleep(0.02)
        await _wait(every, 1, patience)
        began = perf_counter()
        await asyncio.to_thread(restart)
        ready = perf_counter() - began
        caller = Caller(port, referee)
        turn = await caller.ask("GET", f"/api/fights/{fight}/turn")
        said = {"do": "note", "text": "here again", "head": turn["last"], "key": f"{began}"}
        head = (await caller.ask("POST", f"/api/fights/{fight}/commands", said))["last"]
        await _wait(every, head, patience)
        back = perf_counter() - began
        return Return(ready, back, sum(p.gaps for p in every), sum(p.doubles for p in every))
    finally:
        for phone in every:
            phone.leave()


async def _wait(phones: Sequence[Phone], head: int, patience: float) -> None:
    """Wait until all phones have an event, and their streams are open."""
    async with asyncio.timeout(patience):
        while any(phone.last < head or not phone.is_open for phone in phones):
            await asyncio.sleep(0.02)
