"""The dice that have fallen on a line, by what they are: a correction throws them again as they
fell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from msgspec.structs import replace

from events.store.envelope import Recorded
from events.types.corrections import Spare, Spared
from events.types.rolls import Asked, Rolled
from projections.state.fight_state import DrawKey, FightState
from replay.log.event_log import History


class Memory:
    """What fell on part of a line, and what earlier corrections spared there.

    A die is the same die where (root, roller, purpose, die, nth) is: the root by its first
    recording, the rest as it is asked for. Nothing looser: it would steal dice of others. It may
    have fallen more than once all the same: what is struck out and done anew throws it again.
    """

    def __init__(self, history: History, rows: Iterable[Recorded]) -> None:
        self._history = history
        self._fell: dict[Asked, list[Spare]] = {}
        self._drawn: dict[DrawKey, dict[int, Spare]] = {}
        self._amended = 0
        for row in rows:
            match row.event:
                case Rolled() as event:
                    die = _die(history, row, event)
                    self._keep(die)
                    if die.draw is not None:
                        self._drawn.setdefault(series_of(die), {})[die.draw] = die
                case Spared(dice):
                    for die in dice:
                        self._keep(die)
        for recordings in self._fell.values():
            recordings.sort(key=_first)

    def _keep(self, die: Spare) -> None:
        self._fell.setdefault(_identity(die), []).append(die)

    def amend(self, first: int, face: int) -> None:
        """The die first recorded in event `first` shows another face; its draw stays spent."""
        self.prefer(first)
        for recordings in self._fell.values():
            for at, die in enumerate(recordings):
                if die.first == first:
                    recordings[at] = self.facing(die, face)

    def facing(self, die: Spare, face: int) -> Spare:
        """The die with another face. Where it was drawn, that is somebody's word, unless it is
        the face that was drawn."""
        fell = self._history[die.first].event
        assert isinstance(fell, Rolled), "its first recording"
        return replace(die, face=face, stated=die.draw is not None and face != fell.face)

    def prefer(self, first: int) -> None:
        """This recording serves before all others: it is what somebody corrects."""
        self._amended = first

    def recordings(self, die: Asked, cause: int) -> Sequence[Spare]:
        """How a die fell, every time, in the order in which they serve for the input first
        recorded in event `cause`: what was typed for that very input comes first; sealed ones
        come as they fell, or doing something again would be another try."""
        fell = self._fell.get(die, ())
        if len(fell) < 2:
            return fell
        own = [each for each in fell if self._cause(each) == cause]
        sealed = (own or fell)[0].draw is not None
        earliest = {each.draw: each.first for each in reversed(fell)}

        def turn(each: Spare) -> tuple[bool, bool, int, bool]:
            again = each not in own
            if each.draw is None:
                return (each.first != self._amended, sealed, 0, again)
            return (each.first != self._amended, not sealed, earliest[each.draw], again)

        return sorted(fell, key=turn)

    def _cause(self, die: Spare) -> int:
        """The input it fell for, by its first recording."""
        cause = self._history[die.first].cause
        return self._history.origin(cause) if cause is not None else 0

    def rival(self, die: Spare) -> Spare | None:
        """Another die, one of the line, that has its draw."""
        if die.draw is None:
            return None
        other = self._drawn.get(series_of(die), {}).get(die.draw)
        return other if other is not None and _identity(other) != _identity(die) else None

    def drawn_of_line(self) -> dict[DrawKey, set[int]]:
        """The draws of the dice of the line."""
        return {series: set(dice) for series, dice in self._drawn.items()}

    def draws(self, series: DrawKey) -> frozenset[int]:
        """The sealed draws of a series that are remembered, needed or not."""
        fell = (die for die in self._every() if series_of(die) == series)
        return frozenset(die.draw for die in fell if die.draw is not None)

    def unused(self, used: Set[int]) -> tuple[Spare, ...]:
        """The dice that are not among these (first recordings), in the order they fell."""
        return tuple(sorted((die for die in self._every() if die.first not in used), key=_first))

    def _every(self) -> Iterable[Spare]:
        return (die for recordings in self._fell.values() for die in recordings)


def is_drawn(state: FightState, die: Spare) -> bool:
    """Has its draw been used on this line?"""
    return die.draw is not None and state.is_drawn(series_of(die), die.draw)


def _die(history: History, row: Recorded, fell: Rolled) -> Spare:
    return Spare(
        history.origin(row.seq),
        history.origin(fell.root),
        fell.by,
        fell.purpose,
        fell.die,
        fell.face,
        fell.nth,
        fell.draw,
        fell.stated,
    )


def _first(die: Spare) -> int:
    return die.first


def _identity(die: Spare) -> Asked:
    return Asked(die.root, die.by, die.purpose, die.die, die.nth)


def series_of(die: Asked | Rolled | Spare) -> DrawKey:
    """The sealed series of draws a die comes from."""
    return (die.by, die.purpose, die.die)
