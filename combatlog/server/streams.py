"""The stream of a fight: frames as server-sent events, for as long as somebody looks.

A reader who was cut off says the last event they have, and gets one frame with everything since. A
seat that is taken away ends its streams.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

import msgspec
from starlette.types import Receive, Send

from combatlog.server.calls import Server
from combatlog.server.feed import Frame
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
    """Yield what a reader of a fight gets: frames behind an event, the first at once, and a comment
    where nothing came for a while. Ends when the seat is taken away, or the table closes."""
    table, is_first = server.table, True
    id = await table.read(seat, fight, lambda opened: opened.fight.id)
    with table.hub.watch(seat.id, id) as watcher:
        while not table.hub.is_closed:
            watcher.wake.clear()
            found = server.seats.find_admitted(seat.id)
            if found is None:
                return
            seat = found
            frame = await _read_frame(server, seat, id, after)
            if is_first or frame.last != after:
                yield write_event("frame", msgspec.json.encode(frame), frame.last)
                is_first, after = False, frame.last
            try:
                await asyncio.wait_for(watcher.wake.wait(), BEAT)
            except TimeoutError:
                yield STILL_HERE


async def _read_frame(server: Server, seat: Seat, fight: str, after: int) -> Frame:
    return await server.table.read(
        seat, fight, lambda opened: opened.feed(seat.audience).make_frame(after)
    )


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
