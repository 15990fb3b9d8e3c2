"""A table at a real socket of this machine, and a relay before it that can be cut."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress

import uvicorn
from starlette.types import ASGIApp


@asynccontextmanager
async def serve_app(app: ASGIApp) -> AsyncIterator[int]:
    """Serve an app within the context; yield its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_config=None, lifespan="off", ws="none")
    server = uvicorn.Server(config)
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
    running = asyncio.create_task(server.serve([listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        await running


class Relay:
    """Passes connections on to a port. `cut` ends them all; while `is_down`, new ones end at once.
    With `swallows`, answers get lost: so many times what comes back is not passed on."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: set[asyncio.StreamWriter] = set()
        self.is_down = False
        self.swallows = 0
        self.connections = 0
        self.port = 0

    @asynccontextmanager
    async def run(self) -> AsyncIterator[Relay]:
        """Listen within the context."""
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.cut()
            await asyncio.sleep(0)

    def cut(self) -> None:
        """End every connection, as a lost network does."""
        for each in self._open:
            each.transport.abort()
        self._open.clear()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self.is_down:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._open |= {writer, back}
        await asyncio.gather(
            self._pump(reader, back, is_answer=False), self._pump(there, writer, is_answer=True)
        )

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_answer: bool
    ) -> None:
        with suppress(OSError):
            while piece := await reader.read(65536):
                if is_answer and self.swallows:
                    self.swallows -= 1
                    self.cut()
                    return
                writer.write(piece)
                await writer.drain()
            writer.close()
