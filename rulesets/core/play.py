"""Plays and their dice.

A play is a generator that asks for dice and yields outcomes. Dice come from a source: sealed draws,
dice typed at the table, a die that has just been rolled. `PlayRunner` runs a play: it answers the
dice, folds the outcomes, waits where a die is missing, and resumes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from typing import NamedTuple, Protocol, TypeAlias, TypeVar, Union

from events.errors import Refused
from events.types.outcomes import Awaited, Overruled
from events.types.rolls import Asked, Purpose, Rolled, check_face
from events.types.unions import OUTCOMES, AnyEvent, Outcome
from projections.state.fight_state import FightState
from projections.state.fold import fold_one


class DiceSource(Protocol):
    """A source that answers requests for single dice."""

    def roll(self, state: FightState, asked: Asked) -> Rolled | None:
        """Return the roll of this die; None if the play has to wait for it."""
        ...


class TypedDice:
    """Dice rolled at the table: the play waits for each."""

    def roll(self, state: FightState, asked: Asked) -> Rolled | None:
        return None


class MixedDice:
    """Dice of the players rolled at the table; all others come from a source of drawn dice."""

    def __init__(self, drawn: DiceSource) -> None:
        self._drawn = drawn

    def roll(self, state: FightState, asked: Asked) -> Rolled | None:
        return self._drawn.roll(state, asked) if state.draws_for(asked.by) else None


def make_typed_roll(asked: Asked, face: int) -> Rolled:
    """Return the roll of a die typed at the table; raises `Refused` if the die has no such face."""
    face = check_face(asked.die, face)
    return Rolled(asked.root, asked.by, asked.purpose, asked.die, face, asked.nth)


class GivenDice:
    """A source with one die that has just been rolled; all other dice come from the source behind
    it."""

    def __init__(self, rolled: Rolled, then: DiceSource) -> None:
        self._rolled = rolled
        self._then = then

    def roll(self, state: FightState, asked: Asked) -> Rolled | None:
        return self._rolled if asked == self._rolled.asked else self._then.roll(state, asked)


T = TypeVar("T")


Faces: TypeAlias = list[tuple[int, ...]]


class DiceRequest(NamedTuple):
    """Dice that one roller rolls for one purpose. `root` is the seq of the attack for the
    attacker's dice, 0 for the input being played.

    `alike` returns what of their faces matters to the fight. It is for odds; play ignores it.
    """

    by: str
    dice: tuple[str, ...]
    purpose: Purpose
    root: int = 0
    alike: Callable[[tuple[int, ...]], Hashable] | None = None


class RequestGroup(NamedTuple):
    """Dice that are rolled together. `alike` returns what of the faces of all requests matters,
    where that is less than what matters of each by itself.

    `summary` returns what matters of the faces of the first requests, as far as some are given,
    whatever the others show: if it is the same, `alike` is the same whichever faces follow. With
    it many dice are counted one after the other instead of all throws."""

    asks: tuple[DiceRequest, ...]
    alike: Callable[[Faces], Hashable] | None = None
    summary: Callable[[Faces], Hashable] | None = None


PlayStep: TypeAlias = Union[RequestGroup, Outcome]
Play: TypeAlias = Generator[PlayStep, Faces, T]
"""A generator of steps: a group of asks gets the faces of each, an outcome gets nothing."""


def roll_dice(
    *asks: DiceRequest,
    alike: Callable[[Faces], Hashable] | None = None,
    summary: Callable[[Faces], Hashable] | None = None,
) -> Play[Faces]:
    """Roll a group of dice together; return the faces of each ask, in order.

    Faces for which `alike` returns the same must lead to the same state of the fight. `summary` is
    that of a `RequestGroup`.
    """
    if not asks:
        return []
    return (yield RequestGroup(asks, alike, summary))


def roll_for(
    by: str,
    dice: tuple[str, ...],
    purpose: Purpose,
    root: int = 0,
    alike: Callable[[tuple[int, ...]], Hashable] | None = None,
) -> Play[tuple[int, ...]]:
    """Roll the dice of one roller; return their faces."""
    faces = yield from roll_dice(DiceRequest(by, dice, purpose, root, alike))
    return faces[0]


_REPEATED = frozenset(OUTCOMES) - {Awaited, Overruled}
"""The outcomes that a rerun repeats. The wait for dice and overrulings are not part of the play."""


class PlayRunner:
    """One run of a play on a state that follows its outcomes.

    `seq` is the seq of the input being played. New events collect in `events`; their seqs start at
    `following`. `record` holds the events recorded of this play earlier, to resume it. `groups` are
    the dice that the play asked for together, in its order. Raises `Refused` if the rerun does not
    repeat the record, because the rules have changed since.
    """

    def __init__(
        self,
        state: FightState,
        seq: int,
        following: int,
        source: DiceSource,
        record: Iterable[tuple[int, AnyEvent]] = (),
    ) -> None:
        self.events: list[AnyEvent] = []
        self.groups: list[list[Asked]] = []
        self._state = state
        self._seq = seq
        self._following = following
        self._source = source
        self._record: Iterator[tuple[int, AnyEvent]] = iter(record)
        self._faces: dict[Asked, int] = {}
        self._counts: dict[tuple[int, str, str, str], int] = {}

    def run(self, play: Play[None]) -> None:
        """Run the play to its end, or to the first dice that have to be waited for."""
        faces: Faces | None = None
        try:
            while True:
                step = next(play) if faces is None else play.send(faces)
                if isinstance(step, RequestGroup):
                    faces = self._answer(step.asks)
                    if faces is None:
                        play.close()
                        return
                else:
                    faces = None
                    self._record_outcome(step)
        except StopIteration:
            self._finish()

    def _finish(self) -> None:
        """Fold the rest of the record, in which nothing may be left that the play should have
        repeated."""
        for seq, event in self._record:
            if isinstance(event, Rolled):
                raise _make_divergence()
            _refuse_unrepeated(event)
            self._fold_recorded(seq, event)

    def _record_outcome(self, outcome: Outcome) -> None:
        for seq, event in self._record:
            self._fold_recorded(seq, event)
            if type(event) in _REPEATED:
                if event != outcome:
                    raise _make_divergence()
                return
        self._record_event(outcome)

    def _answer(self, asks: tuple[DiceRequest, ...]) -> Faces | None:
        wanted = [[self._identify(ask, die) for die in ask.dice] for ask in asks]
        every = [asked for dice in wanted for asked in dice]
        self.groups.append(every)
        if not self._recall(every) and not self._draw_missing(every):
            return None
        return [tuple(self._faces[asked] for asked in dice) for dice in wanted]

    def _recall(self, every: list[Asked]) -> bool:
        """Fold recorded events until all these dice are known; return False if the record ends
        first."""
        while not all(asked in self._faces for asked in every):
            recorded = next(self._record, None)
            if recorded is None:
                return False
            _refuse_unrepeated(recorded[1])
            self._fold_recorded(*recorded)
        return True

    def _draw_missing(self, every: list[Asked]) -> bool:
        """Get the missing dice from the source. If it lacks any, record that they are awaited, and
        return False."""
        waiting = bool(self._state.awaited)
        missing: list[Asked] = []
        for asked in every:
            if asked in self._faces:
                continue
            rolled = self._source.roll(self._state, asked)
            if rolled is None:
                missing.append(asked)
            else:
                self._record_event(rolled)
                self._faces[asked] = rolled.face
        if missing and not waiting:
            self._record_event(Awaited(self._seq, tuple(missing)))
        return not missing

    def _identify(self, ask: DiceRequest, die: str) -> Asked:
        root = ask.root or self._seq
        same = (root, ask.by, ask.purpose, die)
        nth = self._counts[same] = self._counts.get(same, 0) + 1
        return Asked(root, ask.by, ask.purpose, die, nth)

    def _fold_recorded(self, seq: int, event: AnyEvent) -> None:
        fold_one(self._state, seq, event)
        if isinstance(event, Rolled):
            self._faces[event.asked] = event.face

    def _record_event(self, event: AnyEvent) -> None:
        fold_one(self._state, self._following, event)
        self._following += 1
        self.events.append(event)


def _refuse_unrepeated(event: AnyEvent) -> None:
    """Raise `Refused` if this recorded outcome should have been repeated by the rerun."""
    if type(event) in _REPEATED:
        raise _make_divergence()


def _make_divergence() -> Refused:
    return Refused(
        "What was recorded here does not follow from the present rules; undo the command that"
        " waits for dice, and declare it again."
    )
