"""The ground every stored type stands on."""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Part of an event: immutable, compared by content, refused where a field is unknown."""


class Event(
    msgspec.Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
):
    """One fact. Every subclass gives its tag: the tag and the field names are the storage
    format, so they are never changed; a new shape gets a new tag (`attack.2`) and an upcaster."""


def tag_of(event: Event) -> str:
    """What an event is called where it is stored."""
    return str(type(event).__struct_config__.tag)
