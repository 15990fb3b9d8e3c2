"""Requests about passkeys: keeping one for a seat, and sitting down with it on another device."""

from __future__ import annotations

from typing import Any

from combatlog.server import answers as a, messages as m, passkeys
from combatlog.server.calls import Call, Server
from combatlog.server.passkeys import Site, find_site
from combatlog.server.seat_requests import change_seats, view_seat


async def ask_for_passkey(server: Server, call: Call) -> dict[str, Any]:
    """Return the options of a new passkey for the sender's seat."""
    site, seat = find_site(call.origin), call.sitting
    return await change_seats(server, call, lambda seats: passkeys.ask_for_new(seats, seat, site))


async def add_passkey(server: Server, call: Call) -> None:
    """Keep a passkey for the sender's seat."""
    sent: m.ShowPasskey = call.sent
    site, seat = find_site(call.origin), call.sitting
    await change_seats(server, call, lambda seats: passkeys.add(seats, seat, site, sent.credential))


async def remove_passkeys(server: Server, call: Call) -> None:
    """Forget the passkeys of the sender's seat, and the browsers that they have let in."""
    seat = call.sitting
    await change_seats(server, call, lambda seats: passkeys.remove_all(seats, seat))


async def challenge(server: Server, call: Call) -> dict[str, Any]:
    """Return the options with which a browser shows a passkey."""
    site: Site = find_site(call.origin)
    return await change_seats(server, call, lambda seats: passkeys.ask(seats, site))


async def enter(server: Server, call: Call) -> tuple[a.SeatView, str]:
    """Let a browser sit where its passkey belongs; return the seat, and a token for it."""
    sent: m.ShowPasskey = call.sent
    site = find_site(call.origin)
    seat, token = await change_seats(
        server, call, lambda seats: passkeys.enter(seats, site, sent.credential)
    )
    return view_seat(server, seat), token
