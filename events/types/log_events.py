"""History: moving along the tree of events, and what is written beside it.

STORAGE FORMAT: tags and field names are written into campaign files.
"""

from __future__ import annotations

from events.types.base import Event
from events.types.game import Game


class HeadMoved(Event, frozen=True, tag="head-moved"):
    """The head goes to this event's parent: an undo, a redo, a rewind or a switch."""

    why: str = ""


class Noted(Event, frozen=True, tag="noted"):
    """A note; it is read from the whole log, so an undo leaves it."""

    text: str


class BranchNamed(Event, frozen=True, tag="branch-named"):
    """The branch that ends in event `tip` is called `name`; read from the whole log."""

    name: str
    tip: int


class Sealed(Event, frozen=True, tag="sealed"):
    """A new secret serves the dice from here on; `sealed` is its SHA-256."""

    sealed: str


class Salted(Event, frozen=True, tag="salted"):
    """Something a player adds to the dice of the commitment `sealed` before the first of them has
    fallen: the secret alone does not say any more how they fall."""

    salt: str
    sealed: str


class SecretRevealed(Event, frozen=True, tag="secret-revealed"):
    """The secret (hexadecimal) behind the commitment `sealed`: the dice can be checked."""

    secret: str
    sealed: str


class RulesChanged(Event, frozen=True, tag="rules-changed"):
    """A later version of the game's definition holds from here on."""

    game: Game
