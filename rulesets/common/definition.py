"""What everything in a game's definition is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec

from events.errors import Refused

Die = Literal["d4", "d6", "d8", "d10", "d12", "d20"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything in a definition: an unknown key is an error."""


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


G = TypeVar("G")
T = TypeVar("T")

MOST_GAMES = 16
"""As many games as one process has to do with; beyond it, it is worked out anew."""


def once_a_game(work_out: Callable[[G], T]) -> Callable[[G], T]:
    """Keeps the answer for each game. A game has dicts in it and cannot be hashed, but it never
    changes: it is known by its identity, and kept, so that no other can take it."""
    known: dict[int, tuple[G, T]] = {}

    def answer(game: G) -> T:
        kept = known.get(id(game))
        if kept is not None:
            return kept[1]
        found = work_out(game)
        if len(known) >= MOST_GAMES:
            known.clear()
        known[id(game)] = (game, found)
        return found

    answer.__doc__, answer.__name__ = work_out.__doc__, work_out.__name__
    return answer
