"""The dice that have fallen on a line, by what they are: a correction throws them again as they
fell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    recording, the rest as it is asked for. Nothing looser: it would steal dice of others.
    """

    def __init__(self, history: History, rows: Iterable[Recorded]) -> None:
        self._kept: dict[Asked, Spare] = {}
        self.reserved: dict[DrawKey, set[int]] = {}
        """The sealed draws of what fell on this part of the line: they are about to be met."""
        spares: list[Spare] = []
        for row in rows:
            match row.event:
                case Rolled() as fell:
                    self._keep(_spare(history, row, fell))
                    if fell.draw is not None:
                        self.reserved.setdefault(_series(fell), set()).add(fell.draw)
                case Spared(dice):
                    spares += dice
        for spare in spares:
            if _identity(spare) not in self._kept:
                self._keep(spare)

    def _keep(self, spare: Spare) -> None:
        self._kept[_identity(spare)] = spare

    def amend(self, first: int, face: int) -> None:
        """The die first recorded in event `first` shows another face; its draw stays spent."""
        for identity, spare in self._kept.items():
            if spare.first == first:
                self._kept[identity] = replace(spare, face=face)

    def find(self, asked: Asked, origin: Origin) -> Spare | None:
        """The die that is asked for, if it has fallen."""
        return self._kept.get(_at_root(asked, origin(asked.root)))

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
        spare = self._memory.find(asked, self._origin)
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
        taken = self._reserved.get(series, set()) | state.strays.get(series, frozenset())
        draw = state.next_draw(series)
        while draw in taken:
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


def _series(die: Asked | Rolled) -> DrawKey:
    return (die.by, die.purpose, die.die)


def _rolled(asked: Asked, face: int, draw: int | None) -> Rolled:
    return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth, draw)
