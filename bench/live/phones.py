"""Streams that count what they get, and commands."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import msgspec

_FRAME = re.compile(rb'data: \{"after":(\d+),"last":(\d+)')

_TAIL = 80
"""So many bytes may hold the beginning of a frame whose rest has not come yet."""


class Fight:
    """A fight as its phones see it: when each of its events had come to so many of them. `base` is
    the path of its table, empty where that is at the root."""

    def __init__(self, id: str, base: str = "") -> None:
        self.id = id
        self.path = f"{base}/api/fights/{id}"
        self.phones: list[Phone] = []
        self.arrived: dict[tuple[int, int], list[float]] = {}
        """By the event that a frame follows and its last one, how many phones have it, and when the
        last one got it."""

    def find_last_byte(self, seq: int) -> float | None:
        """Return when the last phone had an event; None where it did not come to all."""
        have = [came for (after, last), came in self.arrived.items() if after < seq <= last]
        if sum(phones for phones, _ in have) < len(self.phones):
            return None
        return max((seconds for _, seconds in have), default=None)


class Phone(asyncio.Protocol):
    """A stream. `last` is the last event that it has."""

    def __init__(self, fight: Fight, token: str, after: int = 0) -> None:
        self._fight, self._token = fight, token
        self.last = after
        self.frames = self.gaps = self.doubles = 0
        self._left = b""
        self.refused = ""
        """The answer, where it is no stream."""
        self.is_open = self._is_answered = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.is_open, self._is_answered, self._left = True, False, b""
        transport.write(
            b"GET %b/stream?after=%d HTTP/1.1\r\nhost: 127.0.0.1\r\n"
            b"authorization: Bearer %b\r\n\r\n"
            % (self._fight.path.encode(), self.last, self._token.encode())
        )

    def data_received(self, data: bytes) -> None:
        if not self._is_answered:
            self._is_answered = True
            self.refused = "" if data.startswith(b"HTTP/1.1 200") else data.decode()
        data = self._left + data
        end = 0
        for found in _FRAME.finditer(data):
            if found.end() == len(data):  # the number may go on
                end = found.start()
                break
            self._take(int(found[1]), int(found[2]))
            end = found.end()
        self._left = data[max(end, len(data) - _TAIL) :]

    def _take(self, after: int, last: int) -> None:
        if self.frames:
            self.gaps += after > self.last
            self.doubles += after < self.last
        self.frames += 1
        self.last = last
        arrived = self._fight.arrived.setdefault((after, last), [0, 0.0])
        arrived[0] += 1
        arrived[1] = perf_counter()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False


async def open_phones(
    port: int, fights: Sequence[Fight], tokens: Sequence[str], phones: int, at_once: int = 50
) -> None:
    """Open so many streams, spread over the fights, and wait until each has its first frame. The
    phones of a table come one after the other; were they to come in turns, a slow machine would
    awake each fight for each of them."""
    loop = asyncio.get_running_loop()
    every: list[Phone] = []
    for number in range(phones):
        fight = fights[number * len(fights) // max(phones, len(fights))]
        # seats take turns: who opens many streams at once is stopped
        phone = Phone(fight, tokens[number % len(tokens)])
        await loop.create_connection(lambda phone=phone: phone, "127.0.0.1", port)  # type: ignore[misc]
        fight.phones.append(phone)
        every.append(phone)
        for each in every[-4 * at_once :]:
            if each.refused:
                raise RuntimeError(f"a stream was refused: {each.refused}")
        while sum(not each.frames for each in every[-4 * at_once :]) > at_once:
            await asyncio.sleep(0.005)
    for _ in range(6000):
        if all(each.frames for each in every):
            return
        await asyncio.sleep(0.01)
    late = [each for each in every if not each.frames]
    raise RuntimeError(f"{len(late)} of {phones} streams have no first frame")


class Caller:
    """A connection that sends requests, one after the other. `status` is that of the last
    answer."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.status = 0

    async def send(self, method: str, path: str, sent: Any = None) -> bytes:
        """Send a request; return the bytes of its answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        body = b"" if sent is None else msgspec.json.encode(sent)
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            f"authorization: Bearer {self._token}\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answered = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        self.status = int(answered.split()[1])
        found = re.search(r"content-length: (\d+)", answered)
        return await reader.readexactly(int(found[1]) if found else 0)

    async def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            await self._streams[1].wait_closed()
            self._streams = None

    async def ask(self, method: str, path: str, sent: Any = None) -> Any:
        """Send a request; return the JSON of its answer. Raises `RuntimeError` where it is an
        error."""
        answer = await self.send(method, path, sent)
        if self.status >= 400:
            raise RuntimeError(f"{method} {path}: {self.status} {answer.decode()}")
        return msgspec.json.decode(answer)
