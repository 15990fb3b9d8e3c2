"""The server of a simulated table: its disk outlives it, it is killed and started again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeVar

from starlette.types import Message, Receive, Scope, Send

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.server.app import make_app
from combatlog.server.routes import Server
from combatlog.server.seats import Kept, Seats
from combatlog.server.table import Table
from combatlog.server.writer import Writer
from events.errors import Unwritable
from events.store.envelope import Recorded
from events.store.memory import MemoryStore

T = TypeVar("T")

POLL = 0.5
"""So often the server looks for what other programs have recorded, in seconds."""


class Lost(Exception):
    """No answer came."""


class Disk(MemoryStore):
    """A store that outlives the server. Sometimes it is full."""

    def __init__(self, random: Random) -> None:
        super().__init__(lambda: "2026-01-01T00:00:00.000Z", randomness=random.randbytes)
        self._random = random
        self.full = 0.0
        """The probability that nothing can be written."""

    def append(self, *place: Any, **more: Any) -> list[Recorded]:
        """Record; raises `Unwritable` where the disk is full."""
        if self._random.random() < self.full:
            raise Unwritable("The disk is full.")
        return super().append(*place, **more)


class _Campaign(Campaign):
    """A campaign whose new secrets follow from the seed."""

    entropy: Callable[[int], bytes]

    def fight(self, name: str = "") -> Fight:
        id = super().find(name).id
        return Fight(self.store, id, self.by, entropy=self.entropy)


class SlowWriter:
    """A writer as the thread is one: jobs run one after the other, and everybody else goes on
    before a job begins, and before its answer is heard."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._turn = asyncio.Lock()

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job; return what it returns, or raise what it raises."""
        async with self._turn:
            await self._pause()
            done = job()
        await self._pause()
        return done

    async def _pause(self) -> None:
        await asyncio.sleep(self._random.choice((0.0, 0.001, 0.02)))

    def close(self) -> None:
        """Do nothing; no thread is left."""

    def make_another(self) -> Writer:
        """Return a writer beside this one."""
        return SlowWriter(self._random)


class _KeptSeats:
    """Seats that stand in memory as they would in their file."""

    def __init__(self) -> None:
        self._written: tuple[int, Kept] | None = None

    def read(self, known: int) -> tuple[int, Kept] | None:
        return None if known else self._written

    def write(self, version: int, kept: Kept) -> bool:
        self._written = version + 1, kept
        return True


class Gateway:
    """What requests go to: the server that runs now. `heard` is called with each answer to JSON
    that was sent: sender, path, what was sent, status, and what was answered."""

    def __init__(self, disk: Disk, random: Random) -> None:
        self.disk, self._random = disk, random
        self._seats = _KeptSeats()
        self._running: dict[asyncio.Task[Any], None] = {}  # in order, unlike a set
        self._others: dict[asyncio.Task[Any], None] = {}
        self.server: Server | None = None
        self._app: Any = None
        self.faults: list[str] = []
        """What went wrong in the server or the simulation itself."""
        self.heard: Callable[[str, str, Any, int, Any], None] = lambda *_: None
        self.starts = 0
        self._late = 0
        self.is_shared = True
        """Whether others write to the campaign, so that the server looks for that. Where it does
        not look, a reader who is not woken stays behind."""

    async def start(self) -> None:
        """Start the server."""
        self.starts += 1
        entropy = Random(f"entropy {self._random.random()}").randbytes

        def open() -> Campaign:
            campaign = _Campaign(self.disk)
            campaign.entropy = entropy
            return campaign

        table = Table(open, SlowWriter(self._random), SlowWriter(self._random))
        await table.begin()
        self.server = Server(table, Seats(self._seats))
        self._app = make_app(self.server)
        if self.is_shared:
            self._run(self._poll(table))

    async def _poll(self, table: Table) -> None:
        while True:
            await asyncio.sleep(POLL)
            await table.look_for_others()

    def kill(self) -> None:
        """Kill the server at whatever it waits for."""
        self.server = None
        for task in [*self._running]:
            task.cancel()

    @property
    def seats(self) -> Seats:
        """The seats of the server that runs."""
        assert self.server is not None
        return self.server.seats

    def _run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[Any]:
        """Let the server do something; its exceptions are faults."""
        task = asyncio.create_task(work)
        self._running[task] = None
        task.add_done_callback(self._note_end)
        return task

    def _note_end(self, task: asyncio.Task[Any]) -> None:
        self._running.pop(task, None)
        self._others.pop(task, None)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Lost):
            self.faults.append(f"{type(error).__name__}: {error}")

    def keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something happen beside the server, such as a letter that is late."""
        task = asyncio.create_task(work)
        self._others[task] = None
        task.add_done_callback(self._note_end)

    async def come_late(self, letter: Coroutine[Any, Any, None]) -> None:
        """Let a copy of a request arrive that nobody waits for."""
        self._late += 1
        try:
            await letter
        finally:
            self._late -= 1

    @property
    def is_late(self) -> bool:
        """Whether a copy of a request is still on its way."""
        return self._late > 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the server answer a request. Raises `Lost` where it does not run, or is killed."""
        if self.server is None:
            raise Lost
        sent, status, answered = b"", 0, b""

        async def hear() -> Message:
            nonlocal sent
            message = await receive()
            sent += message.get("body", b"")
            return message

        async def say(message: Message) -> None:
            nonlocal status, answered
            status = message.get("status", status)
            if scope["method"] == "POST":
                answered += message.get("body", b"")
            await send(message)

        task = self._run(self._app(scope, hear, say))
        await asyncio.wait({task})
        if task.cancelled() or task.exception() is not None:
            raise Lost
        if sent and answered:
            headers = dict(scope["headers"])
            sender = self.find_name(headers.get(b"cookie", b"").decode())
            self.heard(sender, scope["path"], json.loads(sent), status, json.loads(answered))

    def find_name(self, cookie: str) -> str:
        """Return whose cookie it is."""
        if self.server is None or not cookie:
            return ""
        seat = self.server.seats.find(cookie.partition("=")[2])
        return seat.name if seat is not None else ""

    async def end(self) -> None:
        """Let everything end."""
        self.kill()
        for task in [*self._others]:
            task.cancel()
        while self._running or self._others:
            await asyncio.wait({*self._running, *self._others})
