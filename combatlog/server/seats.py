"""Who sits at the table.

The referee's page comes with a link that makes whoever opens it the referee. Players knock: with
the table's link or its spoken code, while the door is open. The referee admits them, and says
whom they play. A browser then has a token of its own as its cookie, a program as its bearer token.
A bot's token the referee makes, with the scopes of what it may do.
The seats are kept beside the campaign (`SeatStore`), so that everybody sits where they sat after a
restart. Of their tokens only hashes are kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from hmac import compare_digest
from threading import Lock
from typing import Protocol, TypeVar

from msgspec.structs import replace

from combatlog.server.scopes import check_scopes
from combatlog.server.seat import (
    STRANGER as STRANGER,
    Afterwards as Afterwards,
    Kept as Kept,
    Passkey as Passkey,
    PersonRole as PersonRole,
    Removed as Removed,
    Role as Role,
    Seat as Seat,
    Votes as Votes,
)
from combatlog.server.tokens import hash_token, make_code, make_token
from events.errors import Refused
from events.types.names import check_name

T = TypeVar("T")

MOST_SEATS = 200
"""The most seats of a table."""

MOST_KNOCKING = 30
"""More than this who are not admitted are a flood of knocks; it leaves the other seats free."""


class SeatStore(Protocol):
    """Where the seats of a campaign are kept. Each change makes the next version of them; version 0
    are no seats."""

    def read(self, known: int) -> tuple[int, Kept] | None:
        """Return the last version and what is kept; None if that is the version that is known."""
        ...

    def write(self, version: int, kept: Kept) -> bool:
        """Keep this as the version behind `version`; return whether it is kept. It is not where
        another server has made that version first."""
        ...


class MemorySeats:
    """Seats that are gone after the end, for tests and simulations."""

    def read(self, known: int) -> tuple[int, Kept] | None:
        return None

    def write(self, version: int, kept: Kept) -> bool:
        return True


class Seats:
    """The seats of a table. Every change is kept in the store before it counts. Where other servers
    have changed the seats meanwhile, it is made again with theirs."""

    def __init__(self, store: SeatStore | None = None) -> None:
        self._store = store or MemorySeats()
        self._lock = Lock()
        self._kept = Kept()
        self._listed = self._kept, dict[str, Seat](), dict[str, Seat]()
        self.version = 0
        """Goes up with every change."""
        self.refresh()

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._kept.seats)

    def refresh(self) -> bool:
        """Take in what other servers have changed; return whether they have."""
        with self._lock:
            return self._refresh()

    def begin(self) -> str:
        """Make what a table needs the first time that it is served: the table's link, the spoken
        code, and the referee's link, whose token is returned. Later all stay as they are, and what
        is returned is empty; but a table without its referee, and without a link for one, gets
        that."""
        token, code = make_token(), make_code()

        def make(kept: Kept) -> tuple[Kept, str]:
            if not kept.table_token:
                kept, _ = _make_table_link(kept)
                kept = replace(kept, code=code)
            if kept.referee_link or any(each.role == "referee" for each in kept.seats):
                return kept, ""
            return replace(kept, referee_link=hash_token(token)), token

        return self.change(make)

    def make_referee_link(self) -> str:
        """Return a new token for the referee's link. It serves once; an earlier one serves no
        more."""
        token = make_token()
        self.change(lambda kept: (replace(kept, referee_link=hash_token(token)), None))
        return token

    def make_table_link(self) -> str:
        """Return a new token for the table's link. It serves until another one is made, or the door
        is closed."""
        return self.change(_make_table_link)

    @property
    def table_token(self) -> str:
        """The token of the table's link."""

        def find_or_make(kept: Kept) -> tuple[Kept, str]:
            if kept.table_token:  # another server was first
                return kept, kept.table_token
            return _make_table_link(kept)

        return self._kept.table_token or self.change(find_or_make)

    @property
    def votes(self) -> Votes:
        """Who votes on proposals."""
        return self._kept.votes

    def choose_votes(self, votes: Votes) -> None:
        """Choose who votes on proposals."""
        self.change(lambda kept: (replace(kept, votes=votes), None))

    @property
    def code(self) -> str:
        """The spoken code while the door is open, else empty."""
        return self._kept.code

    @property
    def passkeys(self) -> tuple[Passkey, ...]:
        """The passkeys of all seats."""
        return self._kept.passkeys

    @property
    def challenges(self) -> str:
        """The secret of the challenges for passkeys; empty before the first one."""
        return self._kept.challenges

    @property
    def is_link_open(self) -> bool:
        """Whether the table's link serves, or will as soon as it is made."""
        return bool(self._kept.table_link) or not self._kept.table_token

    def open_door(self) -> str:
        """Make a new link of the table and a new spoken code, and return the code. Both serve until
        the door is closed; earlier ones serve no more."""
        code = make_code()

        def move(kept: Kept) -> tuple[Kept, str]:
            made, _ = _make_table_link(kept)
            return replace(made, code=code), code

        return self.change(move)

    def close_door(self) -> None:
        """Let the table's link and the spoken code serve no more. Who sits at the table stays."""
        self.change(lambda kept: (replace(kept, code="", table_link=""), None))

    def knock(self, shown: str, name: str) -> tuple[Seat, str]:
        """Return a new seat for whoever shows a link's token or the code, and the token of the
        seat. Raises `Refused` for one that does not serve, or no name."""
        token = make_token()

        def sit_down(kept: Kept) -> tuple[Kept, Seat]:
            role = _find_role(kept, shown)
            if role is None:
                raise Refused(
                    "This link or code does not serve any more; ask the referee for another."
                )
            _refuse_full(kept)
            knocking = sum(not each.admitted for each in kept.seats)
            if role != "referee" and knocking >= MOST_KNOCKING:
                raise Refused(
                    "Too many knock at the moment; ask the referee to let them in or to send them"
                    " away."
                )
            is_referee = role == "referee"
            seat = Seat(
                secrets.token_hex(6), check_name(name), role, hash_token(token), (), is_referee
            )
            link = "" if is_referee else kept.referee_link
            return replace(kept, seats=(*kept.seats, seat), referee_link=link), seat

        return self.change(sit_down), token

    def sit_first(self, name: str) -> tuple[Seat, str]:
        """Return the seat of the referee of a new table, and its token. Raises `Refused` for no
        name."""
        return self.knock(self.begin() or self.make_referee_link(), name)

    def make_bot(self, name: str, may: Iterable[str], by: str = "") -> tuple[Seat, str]:
        """Return a new seat for a bot with these scopes, and its token. `by` is the seat of who
        makes it. Raises `Refused` for a scope that is none, or no name."""
        token = make_token()
        scopes = check_scopes(may)
        id, hashed = secrets.token_hex(6), hash_token(token)
        seat = Seat(id, check_name(name), "bot", hashed, (), True, scopes, by)

        def sit_down(kept: Kept) -> tuple[Kept, Seat]:
            _refuse_full(kept)
            return replace(kept, seats=(*kept.seats, seat)), seat

        return self.change(sit_down), token

    def find(self, token: str) -> Seat | None:
        """Return the seat of a token, or None."""
        hashed = hash_token(token)
        shown = (
            (each, known) for each in self._kept.seats for known in (each.token, *each.devices)
        )
        return next((each for each, known in shown if compare_digest(hashed, known)), None)

    def list_admitted(self) -> Mapping[str, Seat]:
        """Return the seats of all who were admitted, by id: the same object until they change."""
        return self._list()[2]

    def find_admitted(self, id: str) -> Seat | None:
        """Return the seat of this id as it is now, None where it was taken away."""
        return self.list_admitted().get(id)

    def find_sitting(self, id: str) -> Seat | None:
        """Return the seat of this id as it is now, admitted or not; None where it was taken
        away."""
        return self._list()[1].get(id)

    def _list(self) -> tuple[Kept, dict[str, Seat], dict[str, Seat]]:
        """Return what is kept, with all seats by id, and those who were admitted: each command asks
        for some. It holds for as long as the same is kept. Any thread may ask."""
        listed, kept = self._listed, self._kept
        if listed[0] is not kept:
            every = {each.id: each for each in kept.seats}
            admitted = {id: each for id, each in every.items() if each.admitted}
            self._listed = listed = kept, every, admitted
        return listed

    def check_sitting(self, seat: Seat) -> None:
        """Raise `Removed` if a seat was taken away, and `Refused` if it may do something else now:
        a request that has waited counts no more. Who has no seat has none to lose."""
        if not seat.id:
            return
        now = self.find_sitting(seat.id)
        if now is None:
            raise Removed("You have no seat at this table any more.")
        if (now.role, now.may) != (seat.role, seat.may):
            raise Refused("Your seat has just changed; look at the table, and say it again.")

    def is_referee(self, id: str) -> bool:
        """Return whether this is the id of a referee's seat."""
        return any(each.id == id and each.is_referee for each in self._kept.seats)

    def get(self, id: str) -> Seat:
        """Return the seat of this id. Raises `Refused` if there is none."""
        return get_seat(self._kept, id)

    def admit(
        self, id: str, name: str = "", plays: tuple[str, ...] = (), role: PersonRole = "player"
    ) -> Seat:
        """Admit somebody, or change whom they play, what they are called or may do. Raises
        `Refused` as `get` does, for a bot, and where no referee would be left."""

        def change(kept: Kept) -> tuple[Kept, Seat]:
            seat = get_seat(kept, id)
            if seat.is_bot:
                raise Refused("A bot keeps its scopes; remove it, and make another one.")
            changed = replace(
                seat, name=check_name(name or seat.name), plays=plays, role=role, admitted=True
            )
            seats = tuple(changed if each.id == id else each for each in kept.seats)
            _refuse_without_referee(seat, seats)
            link = "" if seat.role == "referee" != role else kept.referee_link
            return replace(kept, seats=seats, referee_link=link), changed

        return self.change(change)

    def hand_over(self, id: str, own: str, then: Afterwards) -> Seat:
        """Make somebody the referee in place of the one who sits at `own`, who then has this role,
        or leaves. Their bots are the new referee's. Raises `Refused` as `get` does, for a bot, and
        where who hands over is no referee any more."""

        def change(kept: Kept) -> tuple[Kept, Seat]:
            seat, former = get_seat(kept, id), get_seat(kept, own)
            if seat.is_bot:
                raise Refused("A bot cannot be the referee of a table; choose a person.")
            if former.role != "referee":
                raise Refused("Only the referee can hand the table over.")
            if seat.id == former.id:
                raise Refused("You are the referee already; choose somebody else.")
            made = replace(seat, role="referee", plays=(), admitted=True)
            changed = {id: made, own: former if then == "leave" else replace(former, role=then)}
            seats = [changed.get(each.id, each) for each in kept.seats]
            if then == "leave":
                seats = [each for each in seats if each.id != own]
            seats = [replace(each, by=id) if each.by == own else each for each in seats]
            return replace(kept, seats=tuple(seats), referee_link=""), made

        return self.change(change)

    def remove(self, id: str) -> None:
        """Take somebody's seat away; what they show serves no more. With a referee go the bots that
        they have made, and the referee's link, which they may know. Raises `Refused` as `get` does,
        and for the only referee."""

        def change(kept: Kept) -> tuple[Kept, None]:
            seat = get_seat(kept, id)
            others = tuple(each for each in kept.seats if id not in (each.id, each.by))
            _refuse_without_referee(seat, others)
            link = "" if seat.role == "referee" else kept.referee_link
            return replace(kept, seats=others, referee_link=link), None

        self.change(change)

    def change(self, change: Callable[[Kept], tuple[Kept, T]]) -> T:
        """Make a change and keep it; return what it returns beside what is to be kept. It is
        refused only by the seats as they are at all servers."""
        with self._lock:
            while True:
                try:
                    kept, done = change(self._kept)
                except Refused:
                    if self._refresh():
                        continue
                    raise
                if kept is self._kept:
                    return done
                kept = _drop_passkeys(kept)
                if self._store.write(self.version, kept):
                    self._kept = kept
                    self.version += 1  # after what is kept: who knows the version knows the seats
                    return done
                self._refresh()

    def _refresh(self) -> bool:
        found = self._store.read(self.version)
        if found is None:
            return False
        version, self._kept = found
        self.version = version
        return True


def _drop_passkeys(kept: Kept) -> Kept:
    """Return what is kept, without the passkeys of seats that are gone."""
    ids = {each.id for each in kept.seats}
    if all(each.seat in ids for each in kept.passkeys):
        return kept
    return replace(kept, passkeys=tuple(each for each in kept.passkeys if each.seat in ids))


def _make_table_link(kept: Kept) -> tuple[Kept, str]:
    token = make_token()
    return replace(kept, table_link=hash_token(token), table_token=token), token


def get_seat(kept: Kept, id: str) -> Seat:
    """Return the seat of this id. Raises `Refused` if there is none."""
    for each in kept.seats:
        if each.id == id:
            return each
    raise Refused("Nobody has this seat any more.")


def _refuse_full(kept: Kept) -> None:
    """Raise `Refused` if nobody else can sit down."""
    if len(kept.seats) >= MOST_SEATS:
        raise Refused("The table is full; ask the referee to remove a seat.")


def _find_role(kept: Kept, shown: str) -> Role | None:
    """Return what a link's token or the code makes of whoever shows it."""
    hashed = hash_token(shown)
    if kept.referee_link and compare_digest(hashed, kept.referee_link):
        return "referee"
    if kept.table_link and compare_digest(hashed, kept.table_link):
        return "player"
    is_code = kept.code and compare_digest(shown.upper().encode(), kept.code.encode())
    return "player" if is_code else None


def _refuse_without_referee(was: Seat, seats: Iterable[Seat]) -> None:
    """Raise `Refused` where the change of a seat leaves no referee among these."""
    if was.role == "referee" and not any(each.role == "referee" for each in seats):
        raise Refused("The table needs a referee; make somebody else one first.")
