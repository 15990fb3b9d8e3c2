"""The dice that have fallen on a line, by what they are: a correction throws them again as they
fell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from typing import TypeAlias

from msgspec.structs import replace

from events.corrections import Spare, Spared
from events.rolls import Asked, Rolled
from events.rows import Recorded
from projections.state import DrawKey, FightState
from replay.history import History
from rulesets.dice import DiceSource, drawn

Origin: TypeAlias = Callable[[int], int]
"""The first recording of an input, by the seq of any repetition of it."""


class Memory:
    """What fell on part of a line, and what earlier corrections spared there.

    A die is the same die where (root, roller, purpose, die, nth) is: the root by its first
    recording, the rest as it is asked for. Nothing looser: it would steal dice of others. For the
    same reason a spare waits in vain whose sealed draw another die of the line has taken.
    """

    def __init__(
        self, history: History, rows: Iterable[Recorded], held: Set[int] = frozenset()
    ) -> None:
        """`held` are spares (by their first recording) that are about to be met again, too."""
        self._kept: dict[Asked, Spare] = {}
        self._spares: set[int] = set()
        self._fallen: dict[DrawKey, set[int]] = {}
        self.reserved: dict[DrawKey, set[int]] = {}
        """The sealed draws of dice that are about to be met again: what fell, and what is held."""
        self.late: dict[int, Spare] = {}
        """The spares that were asked for when their draw had gone to another die."""
        spares: list[Spare] = []
        for row in rows:
            match row.event:
                case Rolled() as fell:
                    self._keep(_spare(history, row, fell))
                    if fell.draw is not None:
                        self._fallen.setdefault(_series(fell), set()).add(fell.draw)
                case Spared(dice):
                    spares += dice
        for spare in spares:
            if _identity(spare) not in self._kept:
                self._keep(spare)
                self._spares.add(spare.first)
        self.reserved = {series: set(draws) for series, draws in self._fallen.items()}
        for spare in spares:
            if spare.first in held and spare.draw is not None:
                self.reserved.setdefault(_series(spare), set()).add(spare.draw)

    def _keep(self, spare: Spare) -> None:
        self._kept[_identity(spare)] = spare

    def amend(self, first: int, face: int) -> None:
        """The die first recorded in event `first` shows another face; its draw stays spent."""
        for identity, spare in self._kept.items():
            if spare.first == first:
                self._kept[identity] = replace(spare, face=face)

    def find(self, asked: Asked, origin: Origin, state: FightState | None = None) -> Spare | None:
        """The die that is asked for, if it has fallen. `state` is the line until there."""
        spare = self._kept.get(_at_root(asked, origin(asked.root)))
        if spare is not None and state is not None and self._taken(state, spare):
            self.late[spare.first] = spare
            return None
        return spare

    def _taken(self, state: FightState, spare: Spare) -> bool:
        """Has its sealed draw gone to another die since it was spared?"""
        if spare.draw is None or spare.first not in self._spares:
            return False
        series = _series(spare)
        return spare.draw in self._fallen.get(series, ()) or state.is_drawn(series, spare.draw)

    def robbed(self, before: FightState) -> set[int]:
        """The spares whose draw went to another die since `before`: they have to be held."""
        return {
            first
            for first, spare in self.late.items()
            if spare.draw is not None
            and spare.draw not in self._fallen.get(_series(spare), ())
            and not before.is_drawn(_series(spare), spare.draw)
        }

    def recall(self, fell: Rolled, origin: Origin) -> int | None:
        """The first recording of a die that has just been told, if it was remembered."""
        spare = self._kept.get(_at_root(fell.asked, origin(fell.root)))
        return spare.first if spare is not None and spare.draw == fell.draw else None

    def unused(self, used: set[int]) -> tuple[Spare, ...]:
        """The dice that are not among these (first recordings), in the order they fell."""
        left = (spare for spare in self._kept.values() if spare.first not in used)
        return tuple(sorted(left, key=lambda spare: spare.first))


class RememberedDice:
    """Dice from memory; what never fell comes from the source behind."""

    def __init__(self, memory: Memory, origin: Origin, then: DiceSource) -> None:
        self._memory = memory
        self._origin = origin
        self._then = then

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        spare = self._memory.find(asked, self._origin, state)
        if spare is None:
            return self._then.face(state, asked)
        return _rolled(asked, spare.face, spare.draw)


class UnreservedDice:
    """Sealed dice, past the draws that dice still to be met again have already."""

    def __init__(self, secret: bytes, reserved: Mapping[DrawKey, set[int]]) -> None:
        self._secret = secret
        self._reserved = reserved

    def face(self, state: FightState, asked: Asked) -> Rolled:
        series = _series(asked)
        reserved = self._reserved.get(series, ())
        draw = state.next_draw(series)
        while draw in reserved or state.is_drawn(series, draw):
            draw += 1
        return _rolled(asked, drawn(self._secret, asked, draw), draw)


def _spare(history: History, row: Recorded, fell: Rolled) -> Spare:
    return Spare(
        history.origin(row.seq),
        history.origin(fell.root),
        fell.by,
        fell.purpose,
        fell.die,
        fell.face,
        fell.nth,
        fell.draw,
    )


def _identity(spare: Spare) -> Asked:
    return Asked(spare.root, spare.by, spare.purpose, spare.die, spare.nth)


def _at_root(asked: Asked, root: int) -> Asked:
    return Asked(root, asked.by, asked.purpose, asked.die, asked.nth)


def _series(die: Asked | Rolled | Spare) -> DrawKey:
    return (die.by, die.purpose, die.die)


def _rolled(asked: Asked, face: int, draw: int | None) -> Rolled:
    return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth, draw)
