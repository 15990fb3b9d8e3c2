"""The game of a fight, as its first event stores it.

STORAGE FORMAT: field names here are written into campaign files.
"""

from __future__ import annotations

from typing import Any

from events.types.base import Value


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
