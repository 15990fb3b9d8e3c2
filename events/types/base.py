"""The base classes of every stored type, and the game of a fight as its first event stores it.

STORAGE FORMAT: field names here are written into campaign files.
"""

from typing import Any

import msgspec


class Value(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Part of an event: immutable, compared by content, no unknown fields."""


class Event(
    msgspec.Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
):
    """One fact. Every subclass gives its tag. The tag and the field names are the storage format,
    so they never change; a new form gets a new tag (`attack.2`) and an upcaster."""


def get_tag(event: Event) -> str:
    """Return the tag that an event is stored with."""
    return str(type(event).__struct_config__.tag)


class Game(Value, frozen=True):
    """A game's whole definition. `rules` names the module that plays it, `version` counts the
    changes of its rules. `words` are its terms. `scores` are the score names on its sheets, by
    scale, in the order to show them; the first wears down first. Only the rules read
    `definition`."""

    id: str
    name: str
    rules: str
    version: int
    words: dict[str, str]
    scores: dict[str, tuple[str, ...]]
    credit: str = ""
    definition: dict[str, Any] = {}

    __hash__ = object.__hash__  # it contains dicts, and it never changes
