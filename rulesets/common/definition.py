"""The base of a game's definition: its records, faults in it, and a cache for what is computed from
it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from events.errors import Refused

Die = Literal["d4", "d6", "d8", "d10", "d12", "d20"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything in a definition; an unknown key is an error."""

    __hash__ = object.__hash__


Keys = tuple[str | int, ...]
"""The path to a value: keys, and positions in lists, counted from 0."""


class Fault(Refused):
    """An error in a value of a definition; `path` leads to the value."""

    def __init__(self, path: Keys, reason: str) -> None:
        self.path = path
        self.reason = reason.rstrip(".")
        super().__init__(f"{format_path(path)}: {self.reason}" if path else self.reason)


def format_path(path: Keys) -> str:
    """Return a path as people read it: `options.morale`, `scars 3.now 1.dice`."""
    words = ""
    for key in path:
        words += f" {key + 1}" if isinstance(key, int) else f".{key}"
    return words.removeprefix(".")


cached_per_game = lru_cache(maxsize=16)
"""Caches a function of a game or its definition. Both contain dicts and never change, so they are
hashed by identity."""
