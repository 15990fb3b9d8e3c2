"""Events about persons' keys and about copies of a log, since format 2.

They stand beside the line: an undo brings no key back.

STORAGE FORMAT: tags and field names are written into campaign files.
"""

from typing import Literal

from events.types.base import Event

Binding = Literal["first", "again", "also"]
"""How a key is bound: a person's first, one after a loss, or one beside another."""


class KeyBound(Event, frozen=True, tag="key-bound"):
    """From the next command on, a public key (Ed25519, hexadecimal) speaks for a person."""

    person: str
    key: str
    how: Binding = "first"


class KeyRevoked(Event, frozen=True, tag="key-revoked"):
    """From the next command on, the key of this id no longer speaks for anybody."""

    key: str
    why: str


class Witnessed(Event, frozen=True, tag="witnessed"):
    """The signers of this row's statements saw the head that they name.

    Reserved: it can be read and checked, and nothing writes it yet. Every signed command names the
    head that its author saw, so a signed note says the same.
    """


class Upgraded(Event, frozen=True, tag="upgraded"):
    """The log up to here was copied from format `format`: `events` rows, the last with `digest`
    there. Seals of the old log hold by this."""

    format: int
    events: int
    digest: str
