"""Events about the log: moves of the head, notes, names of branches, secrets of the dice.

STORAGE FORMAT: tags and field names are written into campaign files.
"""

from __future__ import annotations

from events.types.base import Event
from events.types.game import Game


class HeadMoved(Event, frozen=True, tag="head-moved"):
    """The head moves to this event's parent: an undo, a redo, a rewind or a switch."""

    why: str = ""


class Noted(Event, frozen=True, tag="noted"):
    """A note. It belongs to the whole log, so an undo does not remove it."""

    text: str


class BranchNamed(Event, frozen=True, tag="branch-named"):
    """The branch that ends in event `tip` is called `name`. It belongs to the whole log."""

    name: str
    tip: int


class Sealed(Event, frozen=True, tag="sealed"):
    """Dice are drawn from a new secret from here on; `sealed` is its SHA-256."""

    sealed: str


class Salted(Event, frozen=True, tag="salted"):
    """A text that a player adds to the secret of the commitment `sealed`, before its first die is
    drawn. After that the secret alone no longer determines the dice."""

    salt: str
    sealed: str


class SecretRevealed(Event, frozen=True, tag="secret-revealed"):
    """The secret (hexadecimal) behind the commitment `sealed`: its dice can be checked now."""

    secret: str
    sealed: str


class RulesChanged(Event, frozen=True, tag="rules-changed"):
    """A later version of the game's definition applies from here on."""

    game: Game
