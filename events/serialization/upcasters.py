"""Old shapes of events, made new as they are read. What is stored is never rewritten.

An upcaster takes an event as plain data (a dict with its `type`) and returns the next shape,
with the next tag (`attack` becomes `attack.2`). They are applied until none fits, so each
release adds at most one step a type and never touches an older one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[str, Upcaster] = {}
"""By the tag they read. Empty: 0.1 is the first release, and its shapes are the current ones."""


def upcast(plain: dict[str, Any], upcasters: Mapping[str, Upcaster] = UPCASTERS) -> dict[str, Any]:
    """The event in its current shape."""
    while (step := upcasters.get(str(plain.get("type")))) is not None:
        plain = step(plain)
    return plain
