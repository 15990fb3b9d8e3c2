"""Whether the server lives, and whether it is ready: `/healthz` and `/readyz`, for whatever starts
it and sends people to it.

Ready means that a command could be recorded now. It is found by writing, at most every
`FRESH_SECONDS`, however often it is asked. Both are answered to everybody, whatever name the server
is called by, so their sentences name no place and nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LIVES, READY = "/healthz", "/readyz"
"""The paths."""

FRESH_SECONDS = 2.0
"""What was found out counts for so long."""

PATIENCE = 5.0
"""How many seconds it may take to find out."""

CLOSING = "The server is closing; try again in a moment."

SILENT = f"The campaign did not answer within {PATIENCE:g} seconds."


class Served(Protocol):
    """What may be ready: a table, or a hall with many."""

    @property
    def is_closed(self) -> bool:
        """Whether its streams were ended for good."""
        ...

    async def find_write_obstacle(self) -> str:
        """Return why nothing could be recorded now, in a sentence for everybody; empty where it
        could."""
        ...


class _Question(NamedTuple):
    """Whether a write is possible: when it was asked, and who finds out."""

    asked: float
    task: asyncio.Task[str]


class Health:
    """Whether a table or a hall is ready. `is_draining` is whether it is about to close. `tell` is
    called with “ready”, “not ready” or “closing” when that begins, and a sentence."""

    def __init__(self, served: Served, tell: Callable[[str, str], object] | None = None) -> None:
        self._served = served
        self._tell = tell or (lambda event, said: None)
        self.is_draining = False
        self.obstacle = ""
        """What was found out last."""
        self._question: _Question | None = None

    def drain(self) -> None:
        """Be ready no more: the server is about to close."""
        if not self.is_draining:
            self.is_draining = True
            self._tell("closing", "")

    async def find_obstacle(self) -> str:
        """Return why the server should get no new requests, in a sentence for everybody; empty
        where it is ready."""
        if self.is_draining or self._served.is_closed:
            return CLOSING
        now = asyncio.get_running_loop().time()
        asked = self._question
        if asked is None or (asked.task.done() and now - asked.asked >= FRESH_SECONDS):
            asked = _Question(now, asyncio.create_task(self._served.find_write_obstacle()))
            self._question = asked
        # One that does not answer is not asked a second time meanwhile.
        await asyncio.wait({asked.task}, timeout=max(0.0, asked.asked + PATIENCE - now))
        before, self.obstacle = self.obstacle, _read(asked.task) if asked.task.done() else SILENT
        if before != self.obstacle:
            self._tell("not ready" if self.obstacle else "ready", self.obstacle)
        return self.obstacle


def _read(task: asyncio.Task[str]) -> str:
    if task.cancelled() or task.exception() is not None:
        return "The campaign cannot be used just now."
    return task.result()


class HealthAnswers:
    """Answers the questions for health, in front of an app."""

    def __init__(self, app: ASGIApp, health: Health) -> None:
        self._app, self._health = app, health

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        if path not in (LIVES, READY) or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        obstacle = await self._health.find_obstacle() if path == READY else ""
        said = obstacle or ("ready" if path == READY else "lives")
        headers = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
        if obstacle:
            headers["retry-after"] = "1"
        response = PlainTextResponse(f"{said}\n", 503 if obstacle else 200, headers)
        await response(scope, receive, send)
