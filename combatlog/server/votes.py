"""Who votes on a proposal, and whether all have agreed whom the table has chosen."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.server.held_proposals import Held
from combatlog.server.open_fight import OpenFight
from combatlog.server.seats import Seat, Seats


def list_voters(
    held: Held, opened: OpenFight, seats: Seats, here: frozenset[str]
) -> Iterator[Seat]:
    """Yield the seats whose votes the table wants: of the referees, one is enough."""
    for seat in seats:
        if not seat.admitted or (seat.is_bot and not seat.is_referee):
            continue
        if seat.is_referee:
            yield seat
        elif seats.votes == "everybody" and seat.role == "player":
            if seat.id in here or seat.id in held.agreed:
                yield seat
        elif seats.votes == "concerned" and held.about & {one.id for one in opened.list_own(seat)}:
            yield seat


def is_met(
    held: Held,
    opened: OpenFight,
    seats: Seats,
    here: frozenset[str],
    agreed: dict[str, str],
) -> bool:
    """Return whether a referee has agreed, and everybody else whose vote is wanted."""
    voters = [*list_voters(held, opened, seats, here)]
    ruled = any(each.id in agreed for each in voters if each.is_referee)
    return ruled and all(each.id in agreed for each in voters if not each.is_referee)
