"""Who sits at the table.

The referee's page comes with a link that makes whoever opens it the referee. Players knock: with
the table's link, or with its spoken code while the door is open. The referee admits them, and says
whom they play. A browser then has a token of its own as its cookie, a program as its bearer token.
Only hashes of tokens are kept, in a file beside the campaign, so that everybody sits where they sat
after a restart.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from hmac import compare_digest
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from combatlog.files.safe_write import write_bytes
from events.errors import Refused, Unreadable
from events.types.names import check_name
from projections.queries.visibility import Audience

Role = Literal["referee", "player", "spectator", "bot"]

Votes = Literal["referee", "concerned", "everybody"]
"""Who has to agree to a proposal: the referee; they and whoever's deed it is about; or everybody
who is here."""

ENDING = ".seats.json"
"""The ending of the file with the seats, behind the campaign's path."""

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of a spoken code; without those that look alike."""

MOST_SEATS = 200
"""More seats than this are a flood of knocks."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at the table: whose it is, what they may do, and the ids of the combatants that the
    referee gave them. Until they are `admitted`, they see nothing. `token` is the hash of what
    their browser or program shows."""

    id: str
    name: str
    role: Role
    token: str
    plays: tuple[str, ...] = ()
    admitted: bool = False

    @property
    def is_referee(self) -> bool:
        """Whether they may say anything and see everything."""
        return self.role == "referee"

    @property
    def audience(self) -> Audience:
        """The audience that they belong to."""
        return "referee" if self.is_referee else "players"


class _Kept(msgspec.Struct, omit_defaults=True):
    """What is written to the file: the seats, the hashes of the links, and who votes."""

    seats: list[Seat] = []
    referee_link: str = ""
    table_link: str = ""
    votes: Votes = "referee"


class Seats:
    """The seats of a table. With a `path`, every change is written there before it counts."""

    def __init__(self, path: str = "") -> None:
        self._path = path
        self._kept = _read(path) if path else _Kept()
        self.code = ""
        """The spoken code while the door is open, else empty."""
        self._table_token = ""

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._kept.seats)

    def make_referee_link(self) -> str:
        """Return a new token for the referee's link. It serves once; an earlier one serves no
        more."""
        token = _make_token()
        self._write(replace(self._kept, referee_link=_hash(token)))
        return token

    def make_table_link(self) -> str:
        """Return a new token for the table's link. It serves until another one is made."""
        token = _make_token()
        self._write(replace(self._kept, table_link=_hash(token)))
        self._table_token = token
        return token

    @property
    def table_token(self) -> str:
        """The token of the table's link. Only its hash is kept, so after a restart it is a new
        one."""
        return self._table_token or self.make_table_link()

    @property
    def votes(self) -> Votes:
        """Who votes on proposals."""
        return self._kept.votes

    def choose_votes(self, votes: Votes) -> None:
        """Choose who votes on proposals."""
        self._write(replace(self._kept, votes=votes))

    def open_door(self) -> str:
        """Return a new spoken code. It serves until the door is closed."""
        self.code = "".join(secrets.choice(_LETTERS) for _ in range(6))
        return self.code

    def close_door(self) -> None:
        """Let the spoken code serve no more."""
        self.code = ""

    def knock(self, shown: str, name: str) -> tuple[Seat, str]:
        """Return a new seat for whoever shows a link's token or the code, and the token of the
        seat. Raises `Refused` for one that does not serve, or no name."""
        role = self._find_role(shown)
        if role is None:
            raise Refused("This link or code does not serve any more; ask the referee for another.")
        if len(self._kept.seats) >= MOST_SEATS:
            raise Refused("The table is full; ask the referee to remove a seat.")
        token = _make_token()
        is_referee = role == "referee"
        seat = Seat(secrets.token_hex(6), check_name(name), role, _hash(token), (), is_referee)
        link = "" if is_referee else self._kept.referee_link
        self._write(replace(self._kept, seats=[*self._kept.seats, seat], referee_link=link))
        return seat, token

    def _find_role(self, shown: str) -> Role | None:
        """Return what a link's token or the code makes of whoever shows it."""
        hashed = _hash(shown)
        if self._kept.referee_link and compare_digest(hashed, self._kept.referee_link):
            return "referee"
        if self._kept.table_link and compare_digest(hashed, self._kept.table_link):
            return "player"
        is_code = self.code and compare_digest(shown.upper().encode(), self.code.encode())
        return "player" if is_code else None

    def find(self, token: str) -> Seat | None:
        """Return the seat of a token, or None."""
        hashed = _hash(token)
        return next((each for each in self._kept.seats if compare_digest(hashed, each.token)), None)

    def find_admitted(self, id: str) -> Seat | None:
        """Return the seat of this id as it is now, None where it was taken away."""
        every = (each for each in self._kept.seats if each.id == id and each.admitted)
        return next(every, None)

    def is_referee(self, id: str) -> bool:
        """Return whether this is the id of a referee's seat."""
        return any(each.id == id and each.is_referee for each in self._kept.seats)

    def get(self, id: str) -> Seat:
        """Return the seat of this id. Raises `Refused` if there is none."""
        for each in self._kept.seats:
            if each.id == id:
                return each
        raise Refused("Nobody has this seat any more.")

    def admit(
        self, id: str, name: str = "", plays: tuple[str, ...] = (), role: Role = "player"
    ) -> Seat:
        """Admit somebody, or change whom they play, what they are called or may do. Raises
        `Refused` as `get` does."""
        seat = self.get(id)
        changed = replace(
            seat, name=check_name(name or seat.name), plays=plays, role=role, admitted=True
        )
        seats = [changed if each.id == id else each for each in self._kept.seats]
        self._write(replace(self._kept, seats=seats))
        return changed

    def remove(self, id: str) -> None:
        """Take somebody's seat away; what they show serves no more. Raises `Refused` as `get`
        does, and for the only referee."""
        seat = self.get(id)
        others = [each for each in self._kept.seats if each.id != id]
        if seat.is_referee and not any(each.is_referee for each in others):
            raise Refused("The table needs a referee; make somebody else one first.")
        self._write(replace(self._kept, seats=others))

    def _write(self, kept: _Kept) -> None:
        if self._path:
            write_bytes(self._path, msgspec.json.format(msgspec.json.encode(kept)), force=True)
            Path(self._path).chmod(0o600)
        self._kept = kept


def _read(path: str) -> _Kept:
    """Return what a file of seats keeps; nothing if there is none. Raises `Unreadable`."""
    try:
        return msgspec.json.decode(Path(path).read_bytes(), type=_Kept)
    except FileNotFoundError:
        return _Kept()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        raise Unreadable(
            f"{path} holds no seats of a table; move it away, and everybody joins anew."
        ) from None


def _make_token() -> str:
    """Return a token of 128 bits."""
    return secrets.token_urlsafe(16)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
