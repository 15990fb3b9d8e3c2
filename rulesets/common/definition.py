"""The base of a game's definition: its records, faults in it, and a cache for what is read from
it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec

from events.errors import Refused

Die = Literal["d4", "d6", "d8", "d10", "d12", "d20"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything in a definition; an unknown key is an error."""


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


G = TypeVar("G")
T = TypeVar("T")

MOST_GAMES = 16
"""The cache holds this many games; when it is full, it is cleared."""


def cached_per_game(work_out: Callable[[G], T]) -> Callable[[G], T]:
    """Cache a function's result for each game.

    A game contains dicts and cannot be hashed, but it never changes. So it is identified by its id,
    and kept alive so that no other object gets the same one.
    """
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
