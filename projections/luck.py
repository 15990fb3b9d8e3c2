"""Luck: what dice have shown against what such dice show on average."""

from __future__ import annotations

import math

import msgspec

from events.types.dice_notation import FACES
from events.types.rolls import Rolled

_NEITHER = frozenset({"location", "scar-place", "ship-effect"})
"""Purposes of dice that only pick a row of a table: no face is better than another."""

_AGAINST = frozenset({"harm"})
"""Purposes of dice that count against whoever throws them: a fall, a fire."""


class Luck(msgspec.Struct):
    """Dice thrown: how many, by how much they are better than such dice are on average, and the
    variance of that excess. A d8 shows 4.5 on average, with variance 5.25; a die that only picks
    a row of a table is thrown, and neither good nor bad."""

    dice: int = 0
    excess: float = 0.0
    variance: float = 0.0

    def throw(self, faces: int, face: int) -> None:
        """One more die, of which a high face is good."""
        self.dice += 1
        self.excess += face - (faces + 1) / 2
        self.variance += (faces * faces - 1) / 12

    def turn(self, faces: int, face: int) -> None:
        """A die that was thrown to come up low (a save is rolled at or under a score)."""
        self.excess -= 2 * (face - (faces + 1) / 2)

    def take(self, rolled: Rolled) -> None:
        """One more die, judged by what it is thrown for."""
        faces = FACES[rolled.die]
        if rolled.purpose in _NEITHER:
            self.dice += 1
            return
        self.throw(faces, rolled.face)
        if rolled.purpose in _AGAINST:
            self.turn(faces, rolled.face)

    def add(self, other: Luck) -> None:
        """Somebody else's dice, too."""
        self.dice += other.dice
        self.excess += other.excess
        self.variance += other.variance

    @property
    def spread(self) -> float:
        """How far from 0 the excess of so many dice usually is: its standard deviation."""
        return math.sqrt(self.variance)

    @property
    def score(self) -> float:
        """The excess in units of its spread: beyond 2 or −2 is one run of dice in twenty."""
        return self.excess / self.spread if self.variance else 0.0
