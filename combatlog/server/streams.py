"""The stream of a fight: frames as server-sent events, for as long as somebody looks.

Whoever was cut off says the last event they have, and gets one frame with everything since. A seat
that is taken away ends its streams.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from starlette.types import Receive, Send

from combatlog.server.feed import Frame
from combatlog.server.routes import Server
from combatlog.server.seats import Seat

BEAT = 15.0
"""After so many seconds without a frame, a comment shows that the connection stands."""

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def stream_frames(
    server: Server, seat: Seat, fight: str, after: int
) -> AsyncIterator[Frame | None]:
    """Yield the frames of a fight behind an event, the first at once; None where nothing came for
    a while. Ends when the seat is taken away, or the table closes."""
    is_first = True
    while not server.table.closed.is_set():
        grown = await server.table.watch(fight)
        if not any(each.id == seat.id and each.admitted for each in server.seats):
            return
        frame = await server.table.read_frame(seat, fight, after)
        if is_first or frame.last != after:
            yield frame
            is_first, after = False, frame.last
        try:
            await asyncio.wait_for(grown.wait(), BEAT)
        except TimeoutError:
            yield None


async def send_stream(
    first: Frame | None, frames: AsyncIterator[Frame | None], receive: Receive, send: Send
) -> None:
    """Send frames until they end or the reader has gone."""
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    gone = asyncio.create_task(_wait_for_end(receive))
    pump = asyncio.create_task(_pump(first, frames, send))
    try:
        await asyncio.wait((gone, pump), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        pump.cancel()


async def _pump(first: Frame | None, frames: AsyncIterator[Frame | None], send: Send) -> None:
    await _send(send, first)
    async for frame in frames:
        await _send(send, frame)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send(send: Send, frame: Frame | None) -> None:
    body = b": still here\n\n"
    if frame is not None:
        body = b"id: %d\ndata: %b\n\n" % (frame.last, msgspec.json.encode(frame))
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _wait_for_end(receive: Receive) -> None:
    """Wait until the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
