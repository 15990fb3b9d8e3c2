"""A small browser for the ASGI app: it keeps its cookie, and reads answers and streams."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.types import ASGIApp, Message


class Reply(NamedTuple):
    """An answer: its status, its headers, its bytes, and its JSON (None where it has none)."""

    status: int
    headers: dict[str, str]
    body: bytes
    json: Any


class Browser:
    """Somebody's browser. `headers` are sent with every request."""

    def __init__(self, app: ASGIApp, **headers: str) -> None:
        self.app = app
        self.headers = {"host": "table.local", **headers}
        self.cookie = ""
        self.sent = b""
        """Every byte that the app has sent to this browser."""

    async def get(self, path: str) -> Reply:
        """Send a GET request."""
        return await self.send("GET", path)

    async def post(self, path: str, sent: Any) -> Reply:
        """Send JSON."""
        return await self.send("POST", path, json.dumps(sent).encode())

    async def send(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        """Send a request; keep the cookie of its answer."""
        said: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            said.append(message)

        await self.app(self._make_scope(method, path, headers), receive, send)
        start, *rest = said
        answered = {name.decode(): value.decode() for name, value in start["headers"]}
        if "set-cookie" in answered:
            self.cookie = answered["set-cookie"].split(";")[0]
        whole = b"".join(each.get("body", b"") for each in rest)
        self.sent += whole
        is_json = answered.get("content-type") == "application/json"
        return Reply(start["status"], answered, whole, json.loads(whole) if is_json else None)

    @asynccontextmanager
    async def stream(
        self, path: str, kind: str = "frame"
    ) -> AsyncIterator[asyncio.Queue[dict[str, Any]]]:
        """Read a stream; its events of one kind come in a queue."""
        heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        gone = asyncio.Event()

        async def receive() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            self.sent += message.get("body", b"")
            if message["type"] == "http.response.body" and not message.get("more_body"):
                gone.set()  # as servers do once an answer is complete
            for block in message.get("body", b"").decode().split("\n\n"):
                lines = block.splitlines()
                if f"event: {kind}" in lines:
                    heard.put_nowait(json.loads(lines[-1].removeprefix("data: ")))

        async def read() -> None:
            await self.app(self._make_scope("GET", path, {}), receive, send)

        reading = asyncio.create_task(read())
        try:
            yield heard
        finally:
            gone.set()
            await reading

    def _make_scope(self, method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        path, _, query = path.partition("?")
        every = {"content-type": "application/json", **self.headers, **headers}
        if self.cookie:
            every["cookie"] = self.cookie
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in every.items()],
            "client": ("127.0.0.1", 1),
            "server": ("table.local", 80),
        }
