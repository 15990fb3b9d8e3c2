"""Requests about the table: who sits at it, its door, and leaving it."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TypeVar

from combatlog.server import answers as a, messages as m
from combatlog.server.calls import Call, Server
from combatlog.server.games import list_fights
from combatlog.server.returning import admit_again
from combatlog.server.seats import STRANGER, Seat, Seats
from events.errors import Refused

T = TypeVar("T")


async def knock(server: Server, call: Call) -> tuple[a.SeatView, str]:
    """Give a seat to a person who shows a link or the code; return its token, too."""
    sent: m.Knock = call.sent
    seat, token = await change_seats(server, call, lambda seats: seats.knock(sent.shown, sent.name))
    return view_seat(server, seat), token


async def read_own_seat(server: Server, call: Call) -> a.SeatView:
    """Return the sender's seat."""
    return view_seat(server, call.sitting, has_scopes=True)


async def read_table(server: Server, call: Call) -> a.TableView:
    """Return the table as the sender may see it."""
    seat = call.sitting
    title = await server.table.use(seat, lambda campaign: campaign.title)
    fights = await server.table.use(seat, list_fights)
    return a.TableView(
        title, list_seats(server, seat), view_door(server, call), fights, server.seats.votes
    )


async def move_door(server: Server, call: Call) -> a.Door:
    """Open the door, with a new link and code, or close it."""
    sent: m.MoveDoor = call.sent

    def move(seats: Seats) -> None:
        if sent.open:
            seats.open_door()
        else:
            seats.close_door()

    await change_seats(server, call, move)
    return _view_door(server, call)


async def draw_door(server: Server, call: Call) -> a.Picture:
    """Return the table's link as a QR code."""
    link = _view_door(server, call).link
    if not link:
        raise Refused("The door is closed, so no link serves; open it first.")
    return a.Picture(_draw_qr_code(link))


async def choose_votes(server: Server, call: Call) -> a.VotesView:
    """Choose who votes on proposals."""
    sent: m.ChooseVotes = call.sent
    await change_seats(server, call, lambda seats: seats.choose_votes(sent.votes))
    return a.VotesView(server.seats.votes)


async def admit(server: Server, call: Call) -> a.SeatView:
    """Admit somebody, or change what they may do."""
    sent: m.Admit = call.sent
    id, plays = call.path["seat"], tuple(sent.plays)

    def change(seats: Seats) -> Seat:
        if sent.instead in server.table.hub.list_here():
            name = seats.get(sent.instead).name
            raise Refused(f"{name} is at the table now: remove that seat first.")
        if sent.instead and (sent.name or plays or sent.role != "player"):
            raise Refused("Who comes back keeps their name, people and role: leave these out.")
        if sent.instead:
            return admit_again(seats, id, sent.instead)
        return seats.admit(id, sent.name, plays, sent.role)

    return view_seat(server, await change_seats(server, call, change))


async def invite_referee(server: Server, call: Call) -> a.Invitation:
    """Make a link for another referee; an earlier one serves no more."""
    token = await change_seats(server, call, lambda seats: seats.make_referee_link())
    return a.Invitation(f"{server.address or call.origin}/#{token}")


async def hand_over(server: Server, call: Call) -> None:
    """Make somebody the referee in the sender's place."""
    sent: m.HandTable = call.sent
    id, own = call.path["seat"], call.sitting.id
    await change_seats(server, call, lambda seats: seats.hand_over(id, own, sent.then))


async def make_bot(server: Server, call: Call) -> a.NewBot:
    """Give a bot a seat; return its token, too."""
    sent: m.MakeBot = call.sent
    by = call.sitting.id
    seat, token = await change_seats(
        server, call, lambda seats: seats.make_bot(sent.name, sent.may, by)
    )
    return a.NewBot(view_seat(server, seat, has_scopes=True), token)


async def remove(server: Server, call: Call) -> None:
    """Take somebody's seat away."""
    await change_seats(server, call, lambda seats: seats.remove(call.path["seat"]))


async def leave(server: Server, call: Call) -> None:
    """Give the sender's own seat up."""
    await change_seats(server, call, lambda seats: seats.remove(call.sitting.id))


async def change_seats(server: Server, call: Call, change: Callable[[Seats], T]) -> T:
    """Change the seats for somebody in the writer, since a database may keep it waiting; wake all.
    Return what the change returns."""
    seat = call.seat or STRANGER
    done = await server.table.use(seat, lambda _: change(server.seats))
    server.table.tell()
    return done


def list_seats(server: Server, seat: Seat) -> list[a.SeatView]:
    """Return the seats that somebody may see: of those who knock, only the referee hears."""
    return [
        view_seat(server, each, has_scopes=seat.is_referee or each.id == seat.id)
        for each in server.seats
        if each.admitted or seat.is_referee
    ]


def view_seat(server: Server, seat: Seat, *, has_scopes: bool = False) -> a.SeatView:
    """Return a seat without its token; the scopes of a bot are for itself and the referee."""
    may = [*seat.may] if has_scopes else []
    here = seat.id in server.table.hub.list_here()
    is_simulated = seat.id in server.simulated
    return a.SeatView(
        seat.id, seat.name, seat.role, [*seat.plays], seat.admitted, here, may, is_simulated
    )


def view_door(server: Server, call: Call) -> a.Door | None:
    """Return the door for a person who is referee, None for everybody else."""
    return _view_door(server, call) if call.sitting.role == "referee" else None


def _view_door(server: Server, call: Call) -> a.Door:
    if not server.seats.is_link_open:
        return a.Door(server.seats.code, "")
    address = server.address or call.origin
    return a.Door(server.seats.code, f"{address}/#{server.seats.table_token}")


def _draw_qr_code(text: str) -> bytes:
    """Return a text as a QR code, drawn as SVG."""
    import segno  # only the referee's page needs it

    drawn = io.BytesIO()
    segno.make(text, micro=False).save(drawn, kind="svg", scale=8, border=4, light="white")
    return drawn.getvalue()
