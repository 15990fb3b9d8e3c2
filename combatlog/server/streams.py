"""The streams of a table: frames, and what is beside them, as server-sent events.

A reader who was cut off says the last event they have, and gets one frame with everything since. A
seat that is taken away ends its streams.

No stream has a task. When there is news, one task for each fight reads it once, and steps the
`send` of every stream. One that does not end at once is a slow phone: it is left to a task of its
own until it has ended, and then gets what it has missed as one frame. So nobody waits for it.
"""

from __future__ import annotations

import asyncio
import types
from collections.abc import Coroutine, Generator
from functools import partial
from typing import Any, NamedTuple

from starlette.types import Receive, Send

from combatlog.server.calls import Server
from combatlog.server.news import Aside, NewsReader
from combatlog.server.open_fight import OpenFight
from combatlog.server.scopes import Forbidden
from combatlog.server.seats import Seat
from events.errors import CombatlogError

BEAT = 15.0
"""After so many seconds without a frame, a comment shows that the connection stands."""

STILL_HERE = b": still here\n\n"

MOST = 64 * 1024
"""The most bytes that are written at once."""

SLICE = 200
"""After so many streams, everybody else gets a turn."""

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Wanted(NamedTuple):
    """A stream that somebody wants: of which fight, behind which event, and the mark that tells
    which history they have of it (empty: they do not say)."""

    seat: Seat
    fight: str
    after: int
    mark: str = ""


class Stream:
    """An open stream: whose it is, the last event that was sent, and what was shown beside it."""

    __slots__ = (
        *("seat", "send", "last", "shown", "replaced", "failure"),
        *("is_busy", "is_stale", "is_quiet", "is_over"),
    )

    def __init__(self, seat: str, send: Send) -> None:
        self.seat, self.send = seat, send
        self.last, self.shown = -1, Aside()
        self.replaced = 0
        """How often the fight was replaced when the last frame was sent."""
        self.is_busy = True
        """Whether something is being sent."""
        self.is_stale = self.is_quiet = self.is_over = False
        """Whether there was news meanwhile; whether nothing was sent since the last beat; whether
        it has ended."""
        self.failure: BaseException | None = None


class Streams:
    """All streams of a table, by fight."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._reader = NewsReader(server)
        self._streams: dict[str, dict[Stream, None]] = {}
        self._rung: dict[str, bool] = {}
        """The fights whose news is being sent, and whether there is more."""
        self._tasks: dict[asyncio.Task[None], None] = {}
        self._is_beating = False
        server.table.hub.listen(self._ring)

    async def run(self, wanted: Wanted, receive: Receive, send: Send) -> None:
        """Send a stream to a reader behind an event, until it ends or the reader has gone. Raises
        as `Table.read` does, before anything is sent."""
        table, seat, mark = self._server.table, wanted.seat, wanted.mark

        def find(opened: OpenFight) -> tuple[str, int]:
            return opened.fight.id, opened.find_start(wanted.after, mark)

        id, after = await table.read(seat, wanted.fight, find, is_fresh=True)
        stream = Stream(seat.id, send)
        with table.hub.be_here(seat.id, is_quiet=seat.role == "spectator"):
            self._streams.setdefault(id, {})[stream] = None
            try:
                stream.replaced = table.count_replaced(id)
                if stream.replaced and not mark:  # nobody knows which history they have
                    after = 0
                news = await self._reader.read(id, [(seat, after)])
                if self._server.seats.find_admitted(seat.id) is None:
                    raise Forbidden("You have no seat at this table any more.")
                await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
                beside = news.beside[seat.id]
                await _send_pieces(send, news.frames[seat.audience, after] + b"".join(beside))
                stream.last, stream.shown = news.last, beside
                self._begin(stream, id)
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                stream.is_over = True
                del self._streams[id][stream]
                if not self._streams[id]:
                    del self._streams[id]
        if stream.failure is not None:
            raise stream.failure

    def _begin(self, stream: Stream, fight: str) -> None:
        """Let a stream get news with the others."""
        self._free(stream, fight)
        if not self._is_beating:
            self._is_beating = True
            self._start(self._beat())

    def _free(self, stream: Stream, fight: str) -> None:
        """Let a stream that was busy get what it has missed."""
        stream.is_busy = False
        if self._server.table.hub.is_closed:
            self._end(stream)
        elif stream.is_stale:
            stream.is_stale = False
            self._ring(fight)

    def _ring(self, fight: str) -> None:
        """Send news to the streams of a fight; of all without one."""
        if self._server.table.hub.is_closed:
            for streams in self._streams.values():
                for stream in [*streams]:
                    self._end(stream)
            return
        for id in [fight] if fight else [*self._streams]:
            if id in self._rung:
                self._rung[id] = True
            elif id in self._streams:
                self._rung[id] = True
                self._start(self._send_all(id))

    async def _send_all(self, fight: str) -> None:
        """Send news to the streams of a fight, until there is no more."""
        try:
            while self._rung[fight]:
                self._rung[fight] = False
                await self._send_news(fight)
        except Exception as error:
            for stream in [*self._streams.get(fight, ())]:
                if not isinstance(error, CombatlogError):
                    stream.failure = error
                self._end(stream)  # its reader comes again
        finally:
            del self._rung[fight]

    async def _send_news(self, fight: str) -> None:
        admitted = self._server.seats.list_admitted()
        replaced = self._server.table.count_replaced(fight)
        waiting = []
        for stream in [*self._streams.get(fight, ())]:
            if stream.is_busy:
                stream.is_stale = True
            elif stream.seat in admitted:
                if stream.replaced != replaced:  # the page has another history
                    stream.last, stream.replaced = 0, replaced
                waiting.append(stream)
            else:
                self._end(stream)
        if not waiting:
            return
        wanted = {(stream.seat, stream.last) for stream in waiting}
        seats = [(admitted[seat], last) for seat, last in sorted(wanted)]
        news = await self._reader.read(fight, seats)
        now = self._server.seats.list_admitted()
        if self._server.table.count_replaced(fight) != replaced:
            self._rung[fight] = True
            return
        chosen: dict[tuple[str, int, Aside], bytes] = {}
        for number, stream in enumerate(waiting, 1):
            if (seat := now.get(stream.seat)) != admitted[stream.seat]:
                if seat is None:  # it was taken away meanwhile
                    self._end(stream)
                self._rung[fight] = True  # what they may see has changed
                continue
            key = stream.seat, stream.last, stream.shown
            if key not in chosen:
                chosen[key] = news.choose(admitted[stream.seat], stream.last, stream.shown)
            if chosen[key] and not stream.is_over:
                stream.last, stream.shown = news.last, news.beside[stream.seat]
                self._send(stream, fight, chosen[key])
            if not number % SLICE:
                await asyncio.sleep(0)

    def _send(self, stream: Stream, fight: str, body: bytes) -> None:
        """Send something to a stream that is not busy."""
        stream.is_quiet = False
        if len(body) > MOST:
            sending: Coroutine[Any, Any, None] = _send_pieces(stream.send, body)
        else:
            sending = _send_piece(stream.send, body)
        self._step(stream, fight, sending)

    def _step(self, stream: Stream, fight: str, sending: Coroutine[Any, Any, None]) -> None:
        """Let a `send` go on. If it does not end at once, a task waits for its end."""
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception as error:
            stream.failure = error
            self._end(stream)
            return
        stream.is_busy, stream.is_stale = True, False
        self._start(self._finish(stream, fight, sending, waits_for))

    async def _finish(
        self, stream: Stream, fight: str, sending: Coroutine[Any, Any, None], waits_for: Any
    ) -> None:
        try:
            await _go_on(sending, waits_for)
        except Exception as error:
            stream.failure = error
            stream.is_busy = False
            self._end(stream)
        else:
            self._free(stream, fight)

    def _end(self, stream: Stream) -> None:
        """End a stream; one that is busy, when it is not any more."""
        if stream.is_busy:
            stream.is_stale = True
        elif not stream.is_over:
            stream.is_over = True
            last = stream.send({"type": "http.response.body", "body": b"", "more_body": False})
            self._start(_complete(last))

    async def _beat(self) -> None:
        """Show that the connections stand, as long as there are any."""
        try:
            while self._streams:
                await asyncio.sleep(BEAT)
                for fight, streams in [*self._streams.items()]:
                    for stream in [*streams]:
                        if stream.is_quiet and not (stream.is_busy or stream.is_over):
                            self._send(stream, fight, STILL_HERE)
                        stream.is_quiet = True
                    await asyncio.sleep(0)
        finally:
            self._is_beating = False

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(lambda task: self._tasks.pop(task, None))


def _send_piece(send: Send, body: bytes) -> Coroutine[Any, Any, None]:
    return send({"type": "http.response.body", "body": body, "more_body": True})  # type: ignore[return-value]


async def _send_pieces(send: Send, body: bytes) -> None:
    """Send bytes, never more than `MOST` at once."""
    for at in range(0, len(body), MOST):
        await _send_piece(send, body[at : at + MOST])


async def _complete(last: Any) -> None:
    await last


@types.coroutine
def _go_on(sending: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Wait for the end of a coroutine that was stepped, and now waits for this."""
    while True:
        try:
            yield waits_for
        except BaseException as error:
            resume = partial(sending.throw, error)
        else:
            resume = partial(sending.send, None)
        try:
            waits_for = resume()
        except StopIteration:
            return
