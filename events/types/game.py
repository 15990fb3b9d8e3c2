"""The game a fight is played by, as its first event carries it.

STORAGE FORMAT: field names here are written into campaign files.
"""

from __future__ import annotations

from typing import Any

from events.types.base import Value


class Game(Value, frozen=True):
    """A game's whole definition. `rules` names the module that plays it, `version` counts the
    changes of its rules; `words` is what it calls things, `scores` the field names of its
    sheets by scale, in the order they are shown, the first being what wears down first;
    `definition` is read by the rules alone."""

    id: str
    name: str
    rules: str
    version: int
    words: dict[str, str]
    scores: dict[str, tuple[str, ...]]
    credit: str = ""
    definition: dict[str, Any] = {}
