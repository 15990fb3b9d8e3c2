"""What is worked out of a game, or its definition, once, not at every word that is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

G = TypeVar("G")
T = TypeVar("T")

MOST = 16
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
        if len(known) >= MOST:
            known.clear()
        known[id(game)] = (game, found)
        return found

    answer.__doc__, answer.__name__ = work_out.__doc__, work_out.__name__
    return answer
