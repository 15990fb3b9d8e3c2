"""What concerns one reader, beside the frames: who is here, what the fight waits for, proposals."""

from __future__ import annotations

from combatlog.server.answers import Beside, Company, Playable, WebhookView
from combatlog.server.calls import Server
from combatlog.server.open_fight import OpenFight
from combatlog.server.seat_requests import list_seats
from combatlog.server.seats import Seat
from combatlog.server.turn import read_turn
from combatlog.server.webhook_requests import view_webhook


def read_company(server: Server, seat: Seat) -> Company:
    """Return who sits at the table, as somebody may see it."""
    seats = list_seats(server, seat)
    admitted, knocking = (
        [one for one in seats if one.admitted is is_in] for is_in in (True, False)
    )
    return Company(admitted, knocking, list_failing(server) if seat.is_referee else [])


def list_failing(server: Server) -> list[WebhookView]:
    """Return the webhooks whose last delivery failed."""
    return [view_webhook(each) for each in server.webhooks or () if each.fault]


def read_beside(server: Server, opened: OpenFight, seat: Seat) -> Beside:
    """Return what concerns somebody now."""
    here = server.table.hub.list_here()
    people = [
        Playable(one.id, one.name, one.player)
        for one in opened.state.combatants.values()
        if seat.is_referee and one.standing == "in"
    ]
    return Beside(
        read_turn(opened, seat),
        server.table.proposals.list(opened, server.seats, seat, here),
        people,
        server.table.latest,
        server.table.run_id,
    )
