"""Upcasters: older forms of events, converted as they are read. What is stored is never rewritten.

An upcaster takes an event as plain data (a dict with its `type`) and returns the next form, with
the next tag (`attack` becomes `attack.2`). They are applied until none fits, so each release adds
at most one step per type and never changes an older one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[str, Upcaster] = {}
"""The upcasters by the tag they read. Empty: the forms of 0.1, the first release, are the current
ones."""


def upcast(plain: dict[str, Any], upcasters: Mapping[str, Upcaster] = UPCASTERS) -> dict[str, Any]:
    """Return the event in its current form."""
    while (step := upcasters.get(str(plain.get("type")))) is not None:
        plain = step(plain)
    return plain
