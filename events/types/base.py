"""The base classes of every stored type."""

from __future__ import annotations

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
