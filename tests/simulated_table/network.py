"""A bad network between a page and the server: it delays, loses, doubles, reorders and cuts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from starlette.types import Message

from tests.simulated_table.served import Gateway, Lost
from tests.support.asgi import Browser, Reply


class Weather(NamedTuple):
    """How bad the network is. Probabilities, but for the times in seconds: the most that something
    takes on its way, the most that a copy comes late, and how long a stream lasts on average."""

    lost: float = 0.06
    unheard: float = 0.08
    doubled: float = 0.3
    way: float = 0.25
    late: float = 10.0
    lasts: float = 12.0
    dead: float = 0.5


CALM = Weather(0.0, 0.0, 0.0, 0.05, 0.0, 1e9, 0.0)


class Ended(Exception):
    """The server shuts the door."""


class Link:
    """The way between one page and the server."""

    def __init__(self, gateway: Gateway, random: Random, weather: Weather) -> None:
        self._gateway, self._random = gateway, random
        self.weather = weather
        self.browser = Browser(gateway)
        self.live_since: float | None = None
        """Since when the stream has been open and sound; None while it is not."""

    async def ask(self, method: str, path: str, sent: Any = None) -> Reply:
        """Send a request, and return the answer. Raises `Lost`; then nobody knows whether it came
        to the server."""
        random, weather = self._random, self.weather
        body = b"" if sent is None else json.dumps(sent).encode()
        await self._travel()
        if random.random() < weather.lost:
            await asyncio.sleep(random.uniform(0.5, 2))
            raise Lost
        if method == "POST" and random.random() < weather.doubled:
            copy = self._send_copy(path, body, random.uniform(0, weather.late))
            self._gateway.keep(self._gateway.come_late(copy))
        reply = await self.browser.send(method, path, body)
        await self._travel()
        if random.random() < weather.unheard:
            await asyncio.sleep(random.uniform(0.5, 2))
            raise Lost
        return reply

    async def _send_copy(self, path: str, body: bytes, after: float) -> None:
        """Send a copy of a request a while later; nobody hears its answer."""
        await asyncio.sleep(after)
        try:
            await self.browser.send("POST", path, body)
        except Lost:
            return

    async def _travel(self) -> None:
        await asyncio.sleep(self._random.uniform(0, self.weather.way))

    async def listen(self, path: str) -> AsyncGenerator[tuple[str, Any], None]:
        """Yield the events of a stream until it is lost: kind and data. Raises `Lost`, and `Ended`
        where the server shuts the door."""
        pipe = _Pipe(self._random, self.weather.way)
        scope = self.browser._make_scope("GET", path, {})
        self._gateway.keep(pipe.run(self._gateway, scope))
        lasts = self._random.expovariate(1 / self.weather.lasts)
        end = asyncio.get_running_loop().time() + lasts
        try:
            left = b""
            async for piece in pipe.read(end):
                *blocks, left = (left + piece).split(b"\n\n")
                for block in blocks:
                    for event in read_block(block.decode()):
                        yield event
                if self.live_since is None:
                    self.live_since = asyncio.get_running_loop().time()
        finally:
            self.live_since = None
            # A phone that falls asleep or loses its carrier says no good-bye.
            is_dead = self._random.random() < self.weather.dead
            pipe.leave(self._random.uniform(2, 10) if is_dead else 0.0)
        raise Lost


def read_block(block: str) -> list[tuple[str, Any]]:
    """Return the event of a block, or nothing for a comment."""
    fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
    return [(fields["event"], json.loads(fields["data"]))] if "data" in fields else []


class _Pipe:
    """What is on its way from the server to the page, in order."""

    def __init__(self, random: Random, way: float) -> None:
        self._random, self._way = random, way
        self._pieces: asyncio.Queue[tuple[float, bytes | None]] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._status = 200
        self._last = 0.0

    async def run(self, gateway: Gateway, scope: dict[str, Any]) -> None:
        """Let the server fill the pipe, until one of both ends it."""
        await asyncio.sleep(self._random.uniform(0, self._way))
        with suppress(Lost):
            await gateway(scope, self._receive, self._send)
        self._put(None)

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            return
        if not message.get("more_body"):
            self._gone.set()  # as servers do once an answer is complete
        body = message.get("body", b"")
        at = self._random.randrange(len(body) + 1)
        for piece in filter(None, (body[:at], body[at:])):
            self._put(piece)
        if self._random.random() < 0.3:  # the buffer is full for a moment
            await asyncio.sleep(self._random.uniform(0, self._way))

    def _put(self, piece: bytes | None) -> None:
        now = asyncio.get_running_loop().time()
        self._last = max(self._last, now + self._random.uniform(0, self._way))
        self._pieces.put_nowait((self._last, piece))

    async def read(self, end: float) -> AsyncIterator[bytes]:
        """Yield what arrives until a moment."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout_at(end):
                    arrives, piece = await self._pieces.get()
                    await asyncio.sleep(arrives - loop.time())
            except TimeoutError:
                return
            if self._status in (401, 403):
                raise Ended
            if piece is None or self._status != 200:
                return
            yield piece

    def leave(self, after: float) -> None:
        """Let the server notice after a while that the reader has gone."""
        asyncio.get_running_loop().call_later(after, self._gone.set)
