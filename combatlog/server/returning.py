"""A person who comes back with another phone, and gets the place of the seat that they had.

Whoever knocks may say any name. So the place is given by the referee alone, who sees who it is. The
old seat goes, as one that was removed: what its phone shows serves no more.
"""

from __future__ import annotations

from msgspec.structs import replace

from combatlog.server.seat import Kept, PersonRole, Seat
from combatlog.server.seats import Seats
from events.errors import Refused

PLACES: tuple[PersonRole, ...] = ("player", "spectator")
"""The roles of the seats that another phone can take the place of, and of who can take one."""


def admit_again(seats: Seats, id: str, former: str) -> Seat:
    """Admit a phone in place of the seat `former`: with its name, people and role. Raises `Refused`
    where one of them is no player's or spectator's seat, or there is none."""

    def take_place(kept: Kept) -> tuple[Kept, Seat]:
        by_id = {each.id: each for each in kept.seats}
        if id not in by_id or former not in by_id:
            raise Refused("Nobody has this seat any more.")
        old, new = by_id[former], by_id[id]
        if id == former or not {old.role, new.role} <= {*PLACES}:
            raise Refused(
                "Only the place of a player or a spectator can be given to another phone."
            )
        placed = replace(new, name=old.name, plays=old.plays, role=old.role, admitted=True)
        changed = {former: placed}
        others = [changed.get(each.id, each) for each in kept.seats if each.id != id]
        bots = [replace(each, by=id) if each.by == former else each for each in others]
        return replace(kept, seats=tuple(bots)), placed

    return seats.change(take_place)
