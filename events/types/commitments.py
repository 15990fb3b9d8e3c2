"""Events about the secrets of the dice since format 2: epochs, and the dice of all phones.

They stand beside the line: an undo passes over them, and they count for the whole log. The last
four are reserved. They can be read and checked, and nothing writes them yet.

STORAGE FORMAT: tags and field names are written into campaign files.
"""

from events.types.base import Event, Value
from events.types.rolls import Purpose

EPOCHS = 256
"""The epochs of a new root. Logs leave this number out, so it never changes."""


class Closed(Event, frozen=True, tag="closed"):
    """The epoch in service is over. Dice drawn from here on come from the next epoch."""

    why: str = ""


class SecretOpened(Event, frozen=True, tag="secret-opened"):
    """The secret (hexadecimal) of an epoch that is closed; its dice can be checked now. `anchor` is
    the commitment of the root it follows from."""

    anchor: str
    epoch: int
    secret: str


class Anchored(Event, frozen=True, tag="anchored"):
    """Another root of the dice serves from its epoch 0 on: `anchor` commits to it and to all its
    `epochs`. Needed where the root is not here, after an import or a rescue."""

    anchor: str
    epochs: int = EPOCHS
    why: str = ""


class ChainBound(Event, frozen=True, tag="chain-bound"):
    """A person's phone takes part in the dice with a chain of `length` links; `tip` is link 0."""

    chain: str
    person: str
    tip: str
    length: int


class AskedDraw(Value, frozen=True):
    """A draw that phones are asked for."""

    epoch: int
    by: str
    purpose: Purpose
    draw: int


class AskedLink(Value, frozen=True):
    """The link of a chain that is asked for."""

    chain: str
    index: int


class DiceAsked(Event, frozen=True, tag="dice-asked"):
    """Phones are asked for links for these dice, before any link is given. `instead` is the ask
    that this one replaces, `request` the digest of the command it is for."""

    dice: tuple[AskedDraw, ...]
    of: tuple[AskedLink, ...]
    instead: int | None = None
    request: str = ""


class LinksGiven(Event, frozen=True, tag="links-given"):
    """The links that answer event `asked`, in the order of its `of`."""

    asked: int
    links: tuple[str, ...]


class PhoneLeft(Event, frozen=True, tag="phone-left"):
    """A chain takes no more part: its phone left, was lost, or was silent when event `asked` asked
    for its link."""

    chain: str
    why: str
    asked: int | None = None
