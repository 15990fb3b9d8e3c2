"""What concerns one reader, beside the frames: presence, what the fight waits for, proposals."""

from __future__ import annotations

from combatlog.server.answers import Beside, Playable
from combatlog.server.calls import Server
from combatlog.server.open_fight import OpenFight
from combatlog.server.seat_requests import list_seats
from combatlog.server.seats import Seat
from combatlog.server.turn import read_turn


def read_beside(server: Server, opened: OpenFight, seat: Seat) -> Beside:
    """Return what concerns somebody now."""
    seats = list_seats(server, seat)
    here = server.table.hub.list_here()
    people = [
        Playable(one.id, one.name, one.player)
        for one in opened.state.combatants.values()
        if seat.is_referee and one.standing == "in"
    ]
    return Beside(
        [each for each in seats if each.admitted],
        read_turn(opened, seat),
        server.table.proposals.list(opened, server.seats, seat, here),
        [each for each in seats if not each.admitted],
        people,
    )
