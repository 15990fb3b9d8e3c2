"""Dice of a line met again by a correction, and new ones drawn beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from typing import TypeAlias

from events.types.corrections import Spare
from events.types.rolls import Asked, Rolled
from projections.state.fight_state import DrawKey, FightState
from replay.corrections.fallen_dice import Memory, is_drawn, series_of
from rulesets.core.dice_sources import DiceSource, drawn

Identified: TypeAlias = Callable[[Asked], Asked]
"""What a die is that is asked for: its root is the first recording of that."""


class Recollection:
    """Dice of a memory met again, by one course of a correction.

    A draw falls once on a line. Where a spare and a die of the line have the same one, it is the
    latter's, if that is met again; where a new die takes that of a spare which is met later, it
    was the spare's. Neither is known before the end: `let_go` are the dice of the line that were
    not met (by their first recording), `held` the spares that came too late, in the courses tried
    before this one.
    """

    def __init__(
        self, memory: Memory, let_go: Set[int] = frozenset(), held: Set[int] = frozenset()
    ) -> None:
        self.memory = memory
        self.used: set[int] = set()
        self._let_go = let_go
        self._preferred: set[int] = set()
        self._late: dict[int, Spare] = {}
        self.reserved = memory.drawn_of_line()
        """The draws that no new die may take."""
        for die in memory.unused(frozenset()) if held else ():
            if die.first in held and die.draw is not None:
                self.reserved.setdefault(series_of(die), set()).add(die.draw)

    def find(self, die: Asked, cause: int, state: FightState) -> Spare | None:
        """The die as it fell, if it can be met. `state` is the line until there, `cause` the
        input that is played, by its first recording."""
        for fell in self.memory.recordings(die, cause):
            if fell.first not in self.used and self._is_free(fell, state):
                return fell
        return None

    def _is_free(self, die: Spare, state: FightState) -> bool:
        if is_drawn(state, die):
            self._late[die.first] = die
            return False
        rival = self.memory.rival(die)
        if rival is None or rival.first in self._let_go:
            return True
        self._preferred.add(rival.first)
        return False

    def not_met(self) -> set[int]:
        """The dice of the line for which others stood back, and in vain."""
        return self._preferred - self.used

    def robbed(self, fresh: Iterable[Rolled]) -> set[int]:
        """The dice that came too late: these new ones had their draws."""
        taken = {(series_of(die), die.draw) for die in fresh}
        return {first for first, die in self._late.items() if (series_of(die), die.draw) in taken}


class RememberedDice:
    """Dice from memory for one input; what never fell comes from the source behind. `met` are the
    first recordings of those that were, by how they were asked for."""

    def __init__(
        self, found: Recollection, identified: Identified, cause: int, then: DiceSource
    ) -> None:
        self.met: dict[Asked, int] = {}
        self._found = found
        self._identified = identified
        self._cause = cause
        self._then = then

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        die = self._found.find(self._identified(asked), self._cause, state)
        if die is None:
            return self._then.face(state, asked)
        self.met[asked] = die.first
        return _rolled(asked, die.face, die.draw, die.stated)


class UnreservedDice:
    """Sealed dice, past the draws that are reserved."""

    def __init__(self, secret: bytes, reserved: Mapping[DrawKey, set[int]]) -> None:
        self._secret = secret
        self._reserved = reserved

    def face(self, state: FightState, asked: Asked) -> Rolled:
        series = series_of(asked)
        reserved = self._reserved.get(series, ())
        draw = state.next_draw(series)
        while draw in reserved or state.is_drawn(series, draw):
            draw += 1
        return _rolled(asked, drawn(self._secret, asked, draw), draw)


def _rolled(asked: Asked, face: int, draw: int | None, stated: bool = False) -> Rolled:
    root, nth = asked.root, asked.nth
    return Rolled(root, asked.by, asked.purpose, asked.die, face, nth, draw, stated)
