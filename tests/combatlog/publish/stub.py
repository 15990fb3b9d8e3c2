"""A server that is no wiki, or a bad one: it answers what a test tells it to."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Asked(NamedTuple):
    """A request: `GET /path?query` and what was sent with it."""

    line: str
    body: str


class Reply(NamedTuple):
    """An answer. `slowly` are the seconds after which each of `pieces` of it is sent."""

    status: int = 200
    body: str = ""
    kind: str = "text/html"
    headers: dict[str, str] = {}
    pieces: int = 1
    slowly: float = 0


Answering = Callable[[Asked], Reply]


class Stub(NamedTuple):
    """Where it listens, and what it was asked."""

    url: str
    asked: list[Asked]


@contextmanager
def stub(answering: Answering) -> Iterator[Stub]:
    """A server that answers like this, on a free port of loopback."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            now = Asked(f"{self.command} {self.path}", self.rfile.read(length).decode())
            asked.append(now)
            self._reply(answering(now))

        do_POST = do_GET  # noqa: N815

        def _reply(self, reply: Reply) -> None:
            body = reply.body.encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(body) * reply.pieces))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                for _ in range(reply.pieces):
                    time.sleep(reply.slowly)
                    self.wfile.write(body)
            except OSError:
                return  # the client has heard enough

        def log_message(self, *said: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield Stub(f"http://127.0.0.1:{server.server_port}", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
