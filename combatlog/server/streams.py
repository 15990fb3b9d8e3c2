"""The stream of a fight: frames, and what is beside them, as server-sent events.

A reader who was cut off says the last event they have, and gets one frame with everything since. A
seat that is taken away ends its streams.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import NamedTuple

import msgspec
from starlette.types import Receive, Send

from combatlog.server.beside import read_beside
from combatlog.server.calls import Server
from combatlog.server.open_fight import OpenFight
from combatlog.server.seats import Seat

BEAT = 15.0
"""After so many seconds without a frame, a comment shows that the connection stands."""

STILL_HERE = b": still here\n\n"

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def stream_fight(
    server: Server, seat: Seat, fight: str, after: int
) -> AsyncGenerator[bytes, None]:
    """Yield what a reader of a fight gets: frames behind an event, the first at once; what concerns
    them where it has changed; and a comment where nothing came for a while. Ends when the seat is
    taken away, or the table closes."""
    table = server.table
    id = await table.read(seat, fight, lambda opened: opened.fight.id)
    last, shown = -1, b""
    with table.hub.watch(seat.id, id, is_quiet=seat.role == "spectator") as watcher:
        while not table.hub.is_closed:
            watcher.wake.clear()
            found = server.seats.find_admitted(seat.id)
            if found is None:
                return
            news = await _read_news(server, found, id, after if last < 0 else last)
            if news.last != last:
                yield write_event("frame", news.frame, news.last)
                last = news.last
            if news.beside != shown:
                yield write_event("beside", news.beside)
                shown = news.beside
            try:
                # Not `wait_for`: in Python 3.11 it forgets a cancellation that comes with the news.
                async with asyncio.timeout(BEAT):
                    await watcher.wake.wait()
            except TimeoutError:
                yield STILL_HERE


class _News(NamedTuple):
    """What a stream sends: the frame behind an event, up to event `last`, and what is beside it."""

    last: int
    frame: bytes
    beside: bytes


async def _read_news(server: Server, seat: Seat, fight: str, after: int) -> _News:
    def read(opened: OpenFight) -> _News:
        key = ("frame", seat.audience, after)
        frame = opened.keep(
            key, lambda: msgspec.json.encode(opened.feed(seat.audience).make_frame(after))
        )
        beside = msgspec.json.encode(read_beside(server, opened, seat))
        return _News(opened.last, frame, beside)

    return await server.table.read(seat, fight, read)


def write_event(kind: str, data: bytes, id: int | None = None) -> bytes:
    """Return a server-sent event. JSON has no line ends, so its data is one line."""
    number = b"" if id is None else b"id: %d\n" % id
    return b"%bevent: %b\ndata: %b\n\n" % (number, kind.encode(), data)


async def send_stream(
    first: bytes, rest: AsyncIterator[bytes], receive: Receive, send: Send
) -> None:
    """Send a stream until it ends or the reader has gone."""
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    gone = asyncio.create_task(_wait_for_end(receive))
    pump = asyncio.create_task(_pump(first, rest, send))
    try:
        await asyncio.wait((gone, pump), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        pump.cancel()
        await asyncio.gather(gone, pump, return_exceptions=True)


async def _pump(first: bytes, rest: AsyncIterator[bytes], send: Send) -> None:
    await send({"type": "http.response.body", "body": first, "more_body": True})
    async for each in rest:
        await send({"type": "http.response.body", "body": each, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _wait_for_end(receive: Receive) -> None:
    """Wait until the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
