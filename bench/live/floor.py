"""The least that a server can do: `python -m bench.live.floor raw` or `asgi`.

Both have streams, and send a frame to all of them for each POST. The raw one writes to the
transports of asyncio; the other one is a minimal ASGI app in uvicorn, one task a stream.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import Any

import uvicorn

_FILLING = b"x" * 250


def _make_frame(seq: int) -> bytes:
    """Return a frame as long as one of a fight."""
    return b'id: %d\nevent: frame\ndata: {"after":%d,"last":%d,"rows":"%b"}\n\n' % (
        seq,
        seq - 1,
        seq,
        _FILLING,
    )


def _make_answer(seq: int) -> bytes:
    return b'{"last":%d}' % seq


class _Raw(asyncio.Protocol):
    """A connection: a stream, or one that sends commands."""

    streams: dict[Any, None] = {}
    seq = 1

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"GET"):
            _Raw.streams[self._transport] = None
            head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
            self._transport.write(head + _make_frame(_Raw.seq))
            return
        _Raw.seq += 1
        frame = _make_frame(_Raw.seq)
        for stream in _Raw.streams:
            stream.write(frame)
        body = _make_answer(_Raw.seq)
        self._transport.write(
            b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)
        )

    def connection_lost(self, exc: Exception | None) -> None:
        _Raw.streams.pop(self._transport, None)


async def _run_raw(listener: socket.socket) -> None:
    server = await asyncio.get_running_loop().create_server(_Raw, sock=listener)
    await server.serve_forever()


class _App:
    """The minimal ASGI app: a queue a stream."""

    def __init__(self) -> None:
        self._queues: dict[asyncio.Queue[bytes], None] = {}
        self._seq = 1

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        is_stream = scope["method"] == "GET"
        kind = b"text/event-stream" if is_stream else b"application/json"
        headers = [(b"content-type", kind)]
        if not is_stream:
            self._seq += 1
            frame, body = _make_frame(self._seq), _make_answer(self._seq)
            for each in self._queues:
                each.put_nowait(frame)
            headers.append((b"content-length", b"%d" % len(body)))
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._queues[queue] = None
        queue.put_nowait(_make_frame(self._seq))
        while True:
            body = await queue.get()
            await send({"type": "http.response.body", "body": body, "more_body": True})


async def _run_asgi(listener: socket.socket) -> None:
    config = uvicorn.Config(_App(), lifespan="off", log_config=None, access_log=False)
    await uvicorn.Server(config).serve([listener])


def main() -> None:
    """Run one of both until a signal."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(2048)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    asyncio.run({"raw": _run_raw, "asgi": _run_asgi}[sys.argv[1]](listener))


if __name__ == "__main__":
    main()
