"""Watching the requests of a server: an id for each, and telling logs and metrics how it went.

Only the shape of a request is told: never what was sent, nor what stands in its query, its path or
its cookie, since these hold notes, numbers, names and tokens.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from secrets import token_hex
from time import perf_counter
from typing import NamedTuple, Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from combatlog.server.calls import ROUTE_KEY
from combatlog.server.health import Health

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
"""The ids that a proxy may give; another one is replaced."""


class Asked(NamedTuple):
    """A request. `route` is its path with names in place of what stands there, empty for one that
    no route has. `status` is that of the answer, 0 where there was none."""

    id: str
    method: str
    route: str
    status: int = 0
    seconds: float = 0.0


class Observer(Protocol):
    """Hears of requests."""

    def answered(self, asked: Asked) -> None:
        """Hear of a request that has ended."""
        ...


class Observed:
    """Tells observers of the requests of an app. An answer names its request (`X-Request-Id`), and
    closes its connection where the server is about to close."""

    def __init__(self, app: ASGIApp, observers: Sequence[Observer], health: Health) -> None:
        self._app, self._observers, self._health = app, observers, health

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        id = _find_id(scope)
        began, status = perf_counter(), 0

        def send_named(message: Message) -> object:  # no coroutine of its own: streams send a lot
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), (b"x-request-id", id.encode())]
                if self._health.is_draining:
                    headers.append((b"connection", b"close"))
                message = {**message, "headers": headers}
            return send(message)

        try:
            await self._app(scope, receive, send_named)  # type: ignore[arg-type]
        finally:
            took = perf_counter() - began
            asked = Asked(id, scope["method"], _find_route(scope), status, took)
            for each in self._observers:
                each.answered(asked)


def _find_id(scope: Scope) -> str:
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    return given.decode() if _ID.fullmatch(given) else token_hex(8)


def _find_route(scope: Scope) -> str:
    """Return the route of a request, once the app has found it."""
    path = scope["path"]
    if path == "/" or path.startswith("/page/"):
        return "/page"
    return str(scope.get(ROUTE_KEY, ""))
