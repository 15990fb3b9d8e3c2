"""A seat at the table, and all that is kept of a table's seats."""

from __future__ import annotations

from typing import Literal

import msgspec

from combatlog.server.scopes import REFEREE
from events.errors import Refused
from events.serialization.built_types import build_type
from projections.queries.visibility import Audience

PersonRole = Literal["referee", "player", "spectator"]

Role = Literal[PersonRole, "bot"]

Afterwards = Literal["player", "spectator", "leave"]
"""What a referee is who has handed the table over."""

Votes = Literal["referee", "concerned", "everybody"]
"""Who has to agree to a proposal: the referee; they and whoever's deed it is about; or everybody
who is here."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at the table: whose it is, what they may do, and the ids of the combatants that the
    referee gave them. Until they are `admitted`, they see nothing. `token` is the hash of what
    their browser or program shows. `may` are the scopes of a bot, and `by` is the seat of who made
    it. `devices` are hashes for further browsers, which a passkey has let in."""

    id: str
    name: str
    role: Role
    token: str
    plays: tuple[str, ...] = ()
    admitted: bool = False
    may: tuple[str, ...] = ()
    by: str = ""
    devices: tuple[str, ...] = ()

    @property
    def is_referee(self) -> bool:
        """Whether they may say anything and see everything."""
        return self.role == "referee" or (self.is_bot and REFEREE in self.may)

    @property
    def is_bot(self) -> bool:
        """Whether a program sits here, with scopes."""
        return self.role == "bot"

    @property
    def audience(self) -> Audience:
        """The audience that they belong to."""
        return "referee" if self.is_referee else "players"


STRANGER = Seat("", "", "spectator", "")
"""Somebody without a seat. They read errors as a spectator does."""


class Removed(Refused):
    """The seat of whoever asks was taken away."""


class Passkey(msgspec.Struct, frozen=True, omit_defaults=True):
    """A passkey for a seat: its id and public key (base64url), how often it has signed, as far as
    it tells, and the time of the last challenge that it has answered (Unix seconds)."""

    id: str
    seat: str
    key: str
    count: int = 0
    answered: float = 0.0


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a table: the seats, the hashes of the links, who votes; the token of the
    table's link, and the spoken code while the door is open. These two let nobody do more than
    knock. `challenges` is the secret by which the server knows its own challenges for passkeys."""

    seats: tuple[Seat, ...] = ()
    referee_link: str = ""
    table_link: str = ""
    votes: Votes = "referee"
    table_token: str = ""
    code: str = ""
    passkeys: tuple[Passkey, ...] = ()
    challenges: str = ""


build_type(Kept)
