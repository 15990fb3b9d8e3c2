"""What is wrong with a definition, and where."""

from __future__ import annotations

from events.errors import Refused

Keys = tuple[str | int, ...]
"""The way to a value: keys, and places in lists, counted from 0."""


class Fault(Refused):
    """A value of a definition that cannot be played with: `path` leads to it."""

    def __init__(self, path: Keys, reason: str) -> None:
        self.path = path
        self.reason = reason.rstrip(".")
        super().__init__(f"{shown(path)}: {self.reason}" if path else self.reason)


def shown(path: Keys) -> str:
    """The way as people read it: `options.morale`, `scars 3.now 1.dice`."""
    words = ""
    for key in path:
        words += f" {key + 1}" if isinstance(key, int) else f".{key}"
    return words.removeprefix(".")
