"""A person who comes back with another phone, and gets the place of the seat that they had.

Anybody can knock under any name. So only the referee, who sees the person, gives a place away. The
old seat is removed, and its phone has to knock again.
"""

from __future__ import annotations

from msgspec.structs import replace

from combatlog.server.seat import Kept, PersonRole, Seat
from combatlog.server.seats import Seats, get_seat
from events.errors import Refused

PLACES: tuple[PersonRole, ...] = ("player", "spectator")
"""The roles of the seats that another phone can take the place of, and of who can take one."""


def admit_again(seats: Seats, id: str, former: str) -> Seat:
    """Admit a phone that knocks in place of the seat `former`: with its name, people and role. Open
    proposals and votes of the old seat go, and so do its passkeys. Raises `Refused` where there is
    no such seat, the phone sits there already, or the old seat is no player's or spectator's."""

    def take_place(kept: Kept) -> tuple[Kept, Seat]:
        old, new = get_seat(kept, former), get_seat(kept, id)
        if new.admitted or not old.admitted or not {old.role, new.role} <= {*PLACES}:
            raise Refused(
                "Only a phone that knocks can get the place of a player or a spectator who sits"
                " at the table."
            )
        placed = replace(new, name=old.name, plays=old.plays, role=old.role, admitted=True)
        others = [placed if each is old else each for each in kept.seats if each is not new]
        seats = [replace(each, by=id) if each.by == former else each for each in others]
        return replace(kept, seats=tuple(seats)), placed

    return seats.change(take_place)
