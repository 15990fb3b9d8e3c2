"""What the streams of a fight get: frames behind what they have, and what is beside them, each
encoded once for all who get the same."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from combatlog.server.answers import WebhookView
from combatlog.server.beside import list_failing, read_beside, read_company
from combatlog.server.calls import Server
from combatlog.server.open_fight import OpenFight
from combatlog.server.seats import Seat
from projections.queries.visibility import Audience

NEAR = 100
"""Frames from so many events before the last are kept, for all who wait for them. Others may be
asked for by one reader alone, and would be kept for as long as the fight rests."""


class Aside(NamedTuple):
    """What is beside the frames, as server-sent events: who is at the table, and what the fight
    waits for."""

    company: bytes = b""
    beside: bytes = b""


class News(NamedTuple):
    """What is new in a fight up to event `last`: the frame for each audience and event that was
    asked for, and what is beside it, for each seat."""

    last: int
    frames: dict[tuple[Audience, int], bytes]
    beside: dict[str, Aside]

    def choose(self, seat: Seat, last: int, shown: Aside) -> bytes:
        """Return what a stream gets that has event `last`, and was `shown` this beside it: the
        bytes of server-sent events, none where nothing is new."""
        frame = self.frames[seat.audience, last] if last != self.last else b""
        told = zip(self.beside[seat.id], shown, strict=True)
        return frame + b"".join(now for now, before in told if now != before)


class NewsReader:
    """Reads what is new in the fights of a table. What many get is made once, and shared."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._companies: dict[Hashable, bytes] = {}
        self._sitting: tuple[int, frozenset[str], list[WebhookView]] | None = None
        """The version of the seats, who was here, and what failed, when the companies were
        written."""

    async def read(self, fight: str, wanted: Collection[tuple[Seat, int]]) -> News:
        """Return what is new in a fight for these seats behind these events. Raises as `Table.read`
        does."""

        def read(opened: OpenFight) -> News:
            frames = {(seat.audience, after): b"" for seat, after in wanted}
            for audience, after in frames:
                write = partial(_write_frame, opened, audience, after)
                is_shared = after == 0 or opened.last - NEAR <= after <= opened.last
                key = ("frame", audience, after)
                frames[audience, after] = opened.keep(key, write) if is_shared else write()
            seats = {seat.id: seat for seat, _ in wanted}.values()
            beside = {
                seat.id: Aside(self._write_company(seat), self._write_beside(opened, seat))
                for seat in seats
            }
            return News(opened.last, frames, beside)

        any_seat = replace(next(iter(wanted))[0], id="")  # one that has gone ends its own stream
        return await self._server.table.read(any_seat, fight, read)

    def _write_company(self, seat: Seat) -> bytes:
        """Return who is at the table. It is the same in all fights for all who see the same; a bot
        sees scopes of its own."""
        server = self._server
        sitting = server.seats.version, server.table.hub.list_here(), list_failing(server)
        if sitting != self._sitting:
            self._companies.clear()
            self._sitting = sitting
        key = seat.id if seat.is_bot else seat.is_referee
        if key not in self._companies:
            company = msgspec.json.encode(read_company(self._server, seat))
            self._companies[key] = write_event("company", company)
        return self._companies[key]

    def _write_beside(self, opened: OpenFight, seat: Seat) -> bytes:
        """Return what the fight waits for. It is the same for all persons who play the same people,
        unless something is proposed. A bot has scopes of its own."""
        table = self._server.table

        def write() -> bytes:
            return write_event(
                "beside", msgspec.json.encode(read_beside(self._server, opened, seat))
            )

        here = table.hub.list_here()
        if seat.is_bot or table.proposals.list(opened, self._server.seats, seat, here):
            return write()
        own = tuple(one.id for one in opened.list_own(seat))
        return opened.keep(("beside", seat.is_referee, own, table.latest), write)


def _write_frame(opened: OpenFight, audience: Audience, after: int) -> bytes:
    frame = msgspec.json.encode(opened.feed(audience).make_frame(after))
    return write_event("frame", frame, opened.last)


def write_event(kind: str, data: bytes, id: int | None = None) -> bytes:
    """Return a server-sent event. JSON has no line ends, so its data is one line."""
    number = b"" if id is None else b"id: %d\n" % id
    return b"%bevent: %b\ndata: %b\n\n" % (number, kind.encode(), data)
