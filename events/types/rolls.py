"""Rolls: what the dice show. They are inputs, like declarations.

STORAGE FORMAT: tags, field names and purposes are written into campaign files.
"""

from __future__ import annotations

from typing import Literal

from events.types.base import Event, Value

Purpose = Literal[
    "opening",
    "retreat",
    "clumsy",
    "action",
    "called",
    "targets",
    "damage",
    "critical",
    "scar-place",
    "scar-save",
    "scar-score",
    "recovery",
    "effect",
    "effect-save",
    "harm",
    "morale",
    "opposed",
    "attack",
    "defence",
    "melee",
    "location",
    "death",
    "treatment",
    "manoeuvre",
    "ship-effect",
    "duration",
]
"""Why a die is thrown: a closed vocabulary, part of the die's identity."""


class Asked(Value, frozen=True):
    """One die to be thrown. Its identity is (root, by, purpose, die, nth). `root` is the seq of the
    attack for the attacker's dice, and of the input being played for all others. `nth` counts equal
    dice of one root from 1."""

    root: int
    by: str
    purpose: Purpose
    die: str
    nth: int = 1


class Rolled(Event, frozen=True, tag="rolled"):
    """One die thrown. `draw` is its number in the sealed series of this roller, purpose and die,
    null if it was typed from the table. `stated`: a correction replaced the drawn face by one that
    a person stated."""

    root: int
    by: str
    purpose: Purpose
    die: str
    face: int
    nth: int = 1
    draw: int | None = None
    stated: bool = False

    @property
    def asked(self) -> Asked:
        """The die that was asked for."""
        return Asked(self.root, self.by, self.purpose, self.die, self.nth)
