"""Every request of the API: its method and path, the types of what is sent and answered, and who
may send it. The app and the OpenAPI document are both made from this table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple

import msgspec

from combatlog.server import messages as m
from combatlog.server.feed import Frame
from combatlog.server.seats import Seat, Seats
from combatlog.server.table import Table
from events.errors import Refused

Scope = Literal["anybody", "seated", "admitted", "referee"]
"""Who may send a request: anybody, whoever has a seat, whoever was admitted, or the referee."""


class Call(NamedTuple):
    """A request: who sent it, what they sent, and the values in its path and query."""

    seat: Seat | None
    sent: Any
    path: dict[str, str]
    query: dict[str, str]

    @property
    def sitting(self) -> Seat:
        """The seat of the sender."""
        assert self.seat is not None, "the scope demands a seat"
        return self.seat


class Server(NamedTuple):
    """What requests are answered from."""

    table: Table
    seats: Seats


class Route(NamedTuple):
    """A request of the API. `sends` and `answers` are its types, None for nothing; `does` is what
    it does, in a line."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    scope: Scope
    does: str
    handle: Callable[[Server, Call], Awaitable[Any]]
    sends: Any = None
    answers: Any = None


async def knock(server: Server, call: Call) -> tuple[m.SeatView, str]:
    """Give whoever shows a link or the code a seat, and the token of it."""
    seat, token = server.seats.knock(call.sent.shown, call.sent.name)
    return view_seat(seat), token


async def read_own_seat(server: Server, call: Call) -> m.SeatView:
    """Return the sender's seat."""
    return view_seat(call.sitting)


async def list_seats(server: Server, call: Call) -> list[m.SeatView]:
    """Return everybody who sits at the table or knocks."""
    return [view_seat(each) for each in server.seats]


async def admit(server: Server, call: Call) -> m.SeatView:
    """Admit somebody, or change what they may do."""
    sent: m.Admit = call.sent
    return view_seat(server.seats.admit(call.path["seat"], sent.name, tuple(sent.plays), sent.role))


async def remove(server: Server, call: Call) -> None:
    """Take somebody's seat away."""
    server.seats.remove(call.path["seat"])


async def list_fights(server: Server, call: Call) -> list[m.ListedFight]:
    """Return the fights of the campaign."""
    return await server.table.list_fights()


async def read_opening(server: Server, call: Call) -> m.Opening:
    """Return what a page needs to begin with a fight."""
    return await server.table.read_opening(call.sitting, call.path["fight"])


async def read_frame(server: Server, call: Call) -> Frame:
    """Return what is new in a fight after an event."""
    return await server.table.read_frame(call.sitting, call.path["fight"], read_after(call))


async def read_turn(server: Server, call: Call) -> m.Turn:
    """Return what the sender can do now."""
    return await server.table.read_turn(call.sitting, call.path["fight"])


async def carry_out(server: Server, call: Call) -> m.Recording:
    """Carry out a command."""
    return await server.table.carry_out(call.sitting, call.path["fight"], call.sent)


def view_seat(seat: Seat) -> m.SeatView:
    """Return a seat without its token."""
    return m.SeatView(seat.id, seat.name, seat.role, [*seat.plays], seat.admitted)


def read_after(call: Call) -> int:
    """Return the event in the query of a request, 0 without one. Raises `Refused`."""
    text = call.query.get("after", "0")
    if not text.isdecimal() or len(text) > 12:
        raise Refused(f"“after” is the number of an event, not “{text[:20]}”.")
    return int(text)


_FIGHT = "/api/fights/{fight}"

ROUTES: tuple[Route, ...] = (
    Route("POST", "/api/knock", "anybody", "Sit down at the table.", knock, m.Knock, m.SeatView),
    Route("GET", "/api/seat", "seated", "Read your own seat.", read_own_seat, None, m.SeatView),
    Route("GET", "/api/seats", "referee", "List the seats.", list_seats, None, list[m.SeatView]),
    Route(
        "POST",
        "/api/seats/{seat}",
        "referee",
        "Admit somebody, or change their seat.",
        admit,
        m.Admit,
        m.SeatView,
    ),
    Route("DELETE", "/api/seats/{seat}", "referee", "Take a seat away.", remove),
    Route(
        "GET",
        "/api/fights",
        "admitted",
        "List the fights of the campaign.",
        list_fights,
        None,
        list[m.ListedFight],
    ),
    Route("GET", _FIGHT, "admitted", "Read how a fight begins.", read_opening, None, m.Opening),
    Route(
        "GET",
        f"{_FIGHT}/frame",
        "admitted",
        "Read what is new after an event (`after`).",
        read_frame,
        None,
        Frame,
    ),
    Route(
        "GET", f"{_FIGHT}/turn", "admitted", "Read what you can do now.", read_turn, None, m.Turn
    ),
    Route(
        "POST",
        f"{_FIGHT}/commands",
        "admitted",
        "Say a command.",
        carry_out,
        m.SaidCommand,
        m.Recording,
    ),
)
"""Every request, in the order of the document. The stream of a fight stands in the app alone."""

DECODERS = {
    route.path + route.method: msgspec.json.Decoder(route.sends)
    for route in ROUTES
    if route.sends is not None
}
"""The decoder of what is sent, by path and method."""
