"""The dice that have fallen on a line, by what they are: a correction throws them again as they
fell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from events.store.envelope import Recorded
from events.types.corrections import Spare, Spared
from events.types.rolls import Asked, Rolled
from projections.state.fight_state import DrawKey, FightState
from projections.text.correction_phrases import freed_words
from projections.text.words import Words
from replay.log.event_log import History
from replay.log.lineage import naming
from rulesets.core.dice_sources import DiceSource, drawn


class RecordedDice:
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
                    die = _read_die(history, row, event)
                    self._keep(die)
                    if die.draw is not None:
                        self._drawn.setdefault(draw_series(die), {})[die.draw] = die
                case Spared(dice):
                    for die in dice:
                        self._keep(die)
        for recordings in self._fell.values():
            recordings.sort(key=_by_first)

    def _keep(self, die: Spare) -> None:
        self._fell.setdefault(_identify(die), []).append(die)

    def amend(self, first: int, face: int) -> None:
        """The die first recorded in event `first` shows another face; its draw stays spent."""
        self.prefer(first)
        for recordings in self._fell.values():
            for at, die in enumerate(recordings):
                if die.first == first:
                    recordings[at] = self.with_face(die, face)

    def with_face(self, die: Spare, face: int) -> Spare:
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
        own = [each for each in fell if self._cause_of(each) == cause]
        sealed = (own or fell)[0].draw is not None
        earliest = {each.draw: each.first for each in reversed(fell)}

        def turn(each: Spare) -> tuple[bool, bool, int, bool]:
            again = each not in own
            if each.draw is None:
                return (each.first != self._amended, sealed, 0, again)
            return (each.first != self._amended, not sealed, earliest[each.draw], again)

        return sorted(fell, key=turn)

    def _cause_of(self, die: Spare) -> int:
        """The input it fell for, by its first recording."""
        cause = self._history[die.first].cause
        return self._history.origin(cause) if cause is not None else 0

    def find_rival(self, die: Spare) -> Spare | None:
        """Another die, one of the line, that has its draw."""
        if die.draw is None:
            return None
        other = self._drawn.get(draw_series(die), {}).get(die.draw)
        return other if other is not None and _identify(other) != _identify(die) else None

    def line_draws(self) -> dict[DrawKey, set[int]]:
        """The draws of the dice of the line."""
        return {series: set(dice) for series, dice in self._drawn.items()}

    def draws(self, series: DrawKey) -> frozenset[int]:
        """The sealed draws of a series that are remembered, needed or not."""
        fell = (die for die in self._every() if draw_series(die) == series)
        return frozenset(die.draw for die in fell if die.draw is not None)

    def list_unused(self, used: Set[int]) -> tuple[Spare, ...]:
        """The dice that are not among these (first recordings), in the order they fell."""
        return tuple(sorted((die for die in self._every() if die.first not in used), key=_by_first))

    def _every(self) -> Iterable[Spare]:
        return (die for recordings in self._fell.values() for die in recordings)


def is_draw_used(state: FightState, die: Spare) -> bool:
    """Has its draw been used on this line?"""
    return die.draw is not None and state.is_drawn(draw_series(die), die.draw)


def _read_die(history: History, row: Recorded, fell: Rolled) -> Spare:
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


def _by_first(die: Spare) -> int:
    return die.first


def _identify(die: Spare) -> Asked:
    return Asked(die.root, die.by, die.purpose, die.die, die.nth)


def draw_series(die: Asked | Rolled | Spare) -> DrawKey:
    """The sealed series of draws a die comes from."""
    return (die.by, die.purpose, die.die)


IdentifyDie: TypeAlias = Callable[[Asked], Asked]
"""What a die is that is asked for: its root is the first recording of that."""


class DiceReuse:
    """Dice of a recorded met again, by one course of a correction.

    A draw falls once on a line. Where a spare and a die of the line have the same one, it is the
    latter's, if that is met again; where a new die takes that of a spare which is met later, it
    was the spare's. Neither is known before the end: `let_go` are the dice of the line that were
    not met (by their first recording), `held` the spares that came too late, in the courses tried
    before this one.
    """

    def __init__(
        self, recorded: RecordedDice, let_go: Set[int] = frozenset(), held: Set[int] = frozenset()
    ) -> None:
        self.recorded = recorded
        self.used: set[int] = set()
        self._let_go = let_go
        self._preferred: set[int] = set()
        self._late: dict[int, Spare] = {}
        self.reserved = recorded.line_draws()
        """The draws that no new die may take."""
        for die in recorded.list_unused(frozenset()) if held else ():
            if die.first in held and die.draw is not None:
                self.reserved.setdefault(draw_series(die), set()).add(die.draw)

    def find(self, die: Asked, cause: int, state: FightState) -> Spare | None:
        """The die as it fell, if it can be met. `state` is the line until there, `cause` the
        input that is played, by its first recording."""
        for fell in self.recorded.recordings(die, cause):
            if fell.first not in self.used and self._is_available(fell, state):
                return fell
        return None

    def _is_available(self, die: Spare, state: FightState) -> bool:
        if is_draw_used(state, die):
            self._late[die.first] = die
            return False
        rival = self.recorded.find_rival(die)
        if rival is None or rival.first in self._let_go:
            return True
        self._preferred.add(rival.first)
        return False

    def find_unmet(self) -> set[int]:
        """The dice of the line for which others stood back, and in vain."""
        return self._preferred - self.used

    def find_robbed(self, fresh: Iterable[Rolled]) -> set[int]:
        """The dice that came too late: these new ones had their draws."""
        taken = {(draw_series(die), die.draw) for die in fresh}
        return {first for first, die in self._late.items() if (draw_series(die), die.draw) in taken}


class ReusedDice:
    """Dice from recorded for one input; what never fell comes from the source behind. `met` are the
    first recordings of those that were, by how they were asked for."""

    def __init__(
        self, reuse: DiceReuse, identify: IdentifyDie, cause: int, then: DiceSource
    ) -> None:
        self.met: dict[Asked, int] = {}
        self._reuse = reuse
        self._identify_die = identify
        self._cause = cause
        self._then = then

    def face(self, state: FightState, asked: Asked) -> Rolled | None:
        die = self._reuse.find(self._identify_die(asked), self._cause, state)
        if die is None:
            return self._then.face(state, asked)
        self.met[asked] = die.first
        return _make_rolled(asked, die.face, die.draw, die.stated)


class UnreservedDice:
    """Sealed dice, past the draws that are reserved."""

    def __init__(self, secret: bytes, reserved: Mapping[DrawKey, set[int]]) -> None:
        self._secret = secret
        self._reserved = reserved

    def face(self, state: FightState, asked: Asked) -> Rolled:
        series = draw_series(asked)
        reserved = self._reserved.get(series, ())
        draw = state.next_draw(series)
        while draw in reserved or state.is_drawn(series, draw):
            draw += 1
        return _make_rolled(asked, drawn(self._secret, asked, draw), draw)


def _make_rolled(asked: Asked, face: int, draw: int | None, stated: bool = False) -> Rolled:
    root, nth = asked.root, asked.nth
    return Rolled(root, asked.by, asked.purpose, asked.die, face, nth, draw, stated)


class FreedDice(NamedTuple):
    """The dice that a correction needs no longer, and how many lay spared before it already."""

    dice: Sequence[Spare]
    kept: int


def freed(history: History, dice: Iterable[Spare], before: int) -> FreedDice:
    """Which of the dice that a correction spares were in use on the line that it corrects, that
    of event `before`."""
    lying: set[int] = set()
    for row in history.on_line(before):
        match row.event:
            case Spared(spares):
                lying |= {spare.first for spare in spares}
            case Rolled():
                lying.discard(history.origin(row.seq))
    every = [*dice]
    new = [spare for spare in every if spare.first not in lying]
    return FreedDice(new, len(every) - len(new))


def spared_words(history: History, row: Recorded, state: FightState) -> str:
    """What a correction spares, in the row that ends it: “no longer needed: Ada d6 4 (damage);
    also kept: 12 dice”."""
    assert isinstance(row.event, Spared), "asked of spared dice"
    new, kept = freed(history, row.event.dice, history.before(row.seq))
    return freed_words(new, kept, Words(naming(history, row, state)))
