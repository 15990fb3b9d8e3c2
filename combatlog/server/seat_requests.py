"""Requests about the table: who sits at it, its door, and leaving it."""

from __future__ import annotations

import io

from combatlog.server import answers as a
from combatlog.server import messages as m
from combatlog.server.calls import Call, Server
from combatlog.server.games import list_fights
from combatlog.server.seats import Seat


async def knock(server: Server, call: Call) -> tuple[a.SeatView, str]:
    """Give a seat to a person who shows a link or the code; return its token, too."""
    seat, token = server.seats.knock(call.sent.shown, call.sent.name)
    server.table.hub.ring()
    return view_seat(server, seat), token


async def read_own_seat(server: Server, call: Call) -> a.SeatView:
    """Return the sender's seat."""
    return view_seat(server, call.sitting)


async def read_table(server: Server, call: Call) -> a.TableView:
    """Return the table as the sender may see it."""
    seat = call.sitting
    title = await server.table.use(seat, lambda campaign: campaign.title)
    fights = await server.table.use(seat, list_fights)
    return a.TableView(
        title, list_seats(server, seat), view_door(server, call), fights, server.seats.votes
    )


async def move_door(server: Server, call: Call) -> a.Door:
    """Open the door, with a new code, or close it."""
    sent: m.MoveDoor = call.sent
    if sent.open:
        server.seats.open_door()
    else:
        server.seats.close_door()
    server.table.hub.ring()
    return _view_door(server, call)


async def draw_door(server: Server, call: Call) -> a.Picture:
    """Return the table's link as a QR code."""
    return a.Picture(_draw_qr_code(_view_door(server, call).link))


async def choose_votes(server: Server, call: Call) -> a.VotesView:
    """Choose who votes on proposals."""
    sent: m.ChooseVotes = call.sent
    server.seats.choose_votes(sent.votes)
    server.table.hub.ring()
    return a.VotesView(server.seats.votes)


async def admit(server: Server, call: Call) -> a.SeatView:
    """Admit somebody, or change what they may do."""
    sent: m.Admit = call.sent
    seat = server.seats.admit(call.path["seat"], sent.name, tuple(sent.plays), sent.role)
    server.table.hub.ring()
    return view_seat(server, seat)


async def remove(server: Server, call: Call) -> None:
    """Take somebody's seat away."""
    server.seats.remove(call.path["seat"])
    server.table.hub.ring()


async def leave(server: Server, call: Call) -> None:
    """Give the sender's own seat up."""
    server.seats.remove(call.sitting.id)
    server.table.hub.ring()


def list_seats(server: Server, seat: Seat) -> list[a.SeatView]:
    """Return the seats that somebody may see: of those who knock, only the referee hears."""
    return [view_seat(server, each) for each in server.seats if each.admitted or seat.is_referee]


def view_seat(server: Server, seat: Seat) -> a.SeatView:
    """Return a seat without its token."""
    here = seat.id in server.table.hub.list_here()
    return a.SeatView(seat.id, seat.name, seat.role, [*seat.plays], seat.admitted, here)


def view_door(server: Server, call: Call) -> a.Door | None:
    """Return the door for the referee, None for everybody else."""
    return _view_door(server, call) if call.sitting.is_referee else None


def _view_door(server: Server, call: Call) -> a.Door:
    address = server.address or call.origin
    return a.Door(server.seats.code, f"{address}/#{server.seats.table_token}")


def _draw_qr_code(text: str) -> bytes:
    """Return a text as a QR code, drawn as SVG."""
    import segno  # only the referee's page needs it

    drawn = io.BytesIO()
    segno.make(text, micro=False).save(drawn, kind="svg", scale=8, border=4, light="white")
    return drawn.getvalue()
