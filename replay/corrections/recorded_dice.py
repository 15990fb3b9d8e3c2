"""The dice recorded on a line: a correction finds them again by their identity, draws past them,
and keeps those left unused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from events.store.envelope import Recorded
from events.types.log_events import Spared, UnusedDie
from events.types.rolls import Asked, Rolled
from projections.state.fight_state import DrawKey, FightState
from projections.text.correction_phrases import describe_freed_dice
from projections.text.words import Words
from replay.log.event_log import History
from replay.log.lineage import add_known_combatants
from rulesets.core.play import DiceSource


class LineDice:
    """The dice rolled on part of a line, and those that earlier corrections left unused there.

    A die is identified by (root, roller, purpose, die, nth), with the root by its first recording.
    A looser match would use a die for something else. One identity can have several recordings: an
    input that was struck out and entered again rolls its dice again.
    """

    def __init__(self, history: History, rows: Iterable[Recorded]) -> None:
        self.by_epoch = history.epochs is not None
        self._history = history
        self._fell: dict[Asked, list[UnusedDie]] = {}
        self._drawn: dict[DrawKey, dict[int, UnusedDie]] = {}
        self._preferred = 0
        for row in rows:
            match row.event:
                case Rolled() as event:
                    die = _read_die(history, row, event)
                    self._keep(die)
                    if die.draw is not None:
                        self._drawn.setdefault(self.find_series(die), {})[die.draw] = die
                case Spared(dice):
                    for die in dice:
                        self._keep(die)
        for recordings in self._fell.values():
            recordings.sort(key=_get_first_seq)

    def _keep(self, die: UnusedDie) -> None:
        self._fell.setdefault(_identify(die), []).append(die)

    def amend(self, first: int, face: int) -> None:
        """Give the die first recorded in event `first` another face; its draw stays used."""
        self.prefer(first)
        for recordings in self._fell.values():
            for at, die in enumerate(recordings):
                if die.first == first:
                    recordings[at] = self.change_face(die, face)

    def change_face(self, die: UnusedDie, face: int) -> UnusedDie:
        """Return the die with another face. A drawn die is then marked as stated, unless it is the
        face that was drawn."""
        fell = self._history[die.first].event
        assert isinstance(fell, Rolled), "the first recording of a die is a roll"
        return replace(die, face=face, stated=die.draw is not None and face != fell.face)

    def prefer(self, first: int) -> None:
        """Use this recording before all others, because it is the die that is corrected."""
        self._preferred = first

    def list_recordings(self, die: Asked, cause: int) -> Sequence[UnusedDie]:
        """Return every recording of a die, in the order to use them for the input first recorded in
        event `cause`. Typed dice of that very input come first. Sealed dice come in the order they
        were drawn; otherwise a repeated input would get another chance."""
        fell = self._fell.get(die, ())
        if len(fell) < 2:
            return fell
        own = [each for each in fell if self._find_cause(each) == cause]
        sealed = (own or fell)[0].draw is not None
        earliest = {each.draw: each.first for each in reversed(fell)}

        def turn(each: UnusedDie) -> tuple[bool, bool, int, bool]:
            again = each not in own
            if each.draw is None:
                return (each.first != self._preferred, sealed, 0, again)
            return (each.first != self._preferred, not sealed, earliest[each.draw], again)

        return sorted(fell, key=turn)

    def _find_cause(self, die: UnusedDie) -> int:
        """Return the first recording of the input a die was rolled for."""
        cause = self._history[die.first].cause
        return self._history.origin(cause) if cause is not None else 0

    def find_series(self, die: Rolled | UnusedDie) -> DrawKey:
        """Return the sealed series of draws that a die comes from."""
        return get_draw_series(die, self.by_epoch)

    def list_drawn(self) -> Iterator[UnusedDie]:
        """Yield the drawn dice on the line."""
        return (die for series in self._drawn.values() for die in series.values())

    def find_rival(self, die: UnusedDie) -> UnusedDie | None:
        """Return another die of the line that has the same draw, None if there is none."""
        if die.draw is None:
            return None
        other = self._drawn.get(self.find_series(die), {}).get(die.draw)
        return other if other is not None and _identify(other) != _identify(die) else None

    def list_before(self, new: Rolled, root: int | None = None) -> set[int]:
        """Return the dice of the line with lower draws than a new die of their series, by first
        recording: all, or those of the input first recorded in event `root`."""
        if new.draw is None:
            return set()
        return {
            die.first
            for draw, die in self._drawn.get(self.find_series(new), {}).items()
            if draw < new.draw and root in (None, die.root)
        }

    def list_line_draws(self) -> dict[DrawKey, set[int]]:
        """Return the draws of the dice on the line, by series."""
        return {series: set(dice) for series, dice in self._drawn.items()}

    def list_draws(self, series: DrawKey) -> frozenset[int]:
        """Return the sealed draws recorded in a series, whether they are used or not."""
        fell = (die for die in self._list_all() if self.find_series(die) == series)
        return frozenset(die.draw for die in fell if die.draw is not None)

    def list_unused(self, used: Set[int]) -> tuple[UnusedDie, ...]:
        """Return the dice whose first recording is not in `used`, in the order they were rolled."""
        return tuple(
            sorted((die for die in self._list_all() if die.first not in used), key=_get_first_seq)
        )

    def _list_all(self) -> Iterable[UnusedDie]:
        return (die for recordings in self._fell.values() for die in recordings)


def is_draw_used(state: FightState, die: UnusedDie) -> bool:
    """Return whether a die's draw has been used on the line of `state`."""
    series = get_draw_series(die, by_epoch=bool(state.anchor))
    return die.draw is not None and state.is_drawn(series, die.draw)


def _read_die(history: History, row: Recorded, fell: Rolled) -> UnusedDie:
    return UnusedDie(
        history.origin(row.seq),
        history.origin(fell.root),
        fell.by,
        fell.purpose,
        fell.die,
        fell.face,
        fell.nth,
        fell.draw,
        fell.stated,
        fell.epoch,
    )


def _get_first_seq(die: UnusedDie) -> int:
    return die.first


def _identify(die: UnusedDie) -> Asked:
    return Asked(die.root, die.by, die.purpose, die.die, die.nth)


def get_draw_series(die: Rolled | UnusedDie, by_epoch: bool) -> DrawKey:
    """Return the sealed series of draws that a die comes from: one of its epoch, or in format 1 one
    of its kind."""
    return (die.by, die.purpose, str(die.epoch) if by_epoch else die.die)


IdentifyDie: TypeAlias = Callable[[Asked], Asked]
"""Replaces the root of a die by the root's first recording."""


class DiceReuse:
    """The recorded dice that one attempt at a correction uses again.

    A draw is used once on a line. If an unused die of an earlier correction and a die of the line
    have the same draw, the die of the line gets it, provided a play asks for it. If a new die takes
    the draw of an unused die that a play asks for later, the draw should have stayed with the
    unused die. Neither is known before the end of an attempt, so the plan is computed again with
    what the attempt showed: `unclaimed` are the dice of the line that no play asked for,
    `displaced` the unused dice whose draws a new die took too early, both by first recording.
    """

    def __init__(
        self,
        recorded: LineDice,
        unclaimed: Set[int] = frozenset(),
        displaced: Set[int] = frozenset(),
    ) -> None:
        self.recorded = recorded
        self.used: set[int] = set()
        self.passed_over: set[int] = set()
        """Dice of a deed whose draws its new dice passed over, by first recording."""
        self._unclaimed = unclaimed
        self._preferred: set[int] = set()
        self._late: dict[int, UnusedDie] = {}
        self.reserved = recorded.list_line_draws()
        """Draws that no new die may take."""
        if recorded.by_epoch:
            for die in recorded.list_drawn():
                if die.first in unclaimed and die.draw is not None:
                    self.reserved[recorded.find_series(die)].discard(die.draw)
        for die in recorded.list_unused(frozenset()) if displaced else ():
            if die.first in displaced and die.draw is not None:
                self.reserved.setdefault(recorded.find_series(die), set()).add(die.draw)

    def find(self, die: Asked, cause: int, state: FightState) -> UnusedDie | None:
        """Return the recorded die that answers this one, None if none is available. `state` is the
        line so far, `cause` the first recording of the input being played."""
        for fell in self.recorded.list_recordings(die, cause):
            if fell.first not in self.used and self._is_available(fell, state):
                return fell
        return None

    def _is_available(self, die: UnusedDie, state: FightState) -> bool:
        if is_draw_used(state, die):
            self._late[die.first] = die
            return False
        rival = self.recorded.find_rival(die)
        if rival is None or rival.first in self._unclaimed:
            return True
        self._preferred.add(rival.first)
        return False

    def find_unclaimed(self, fresh: Iterable[Rolled]) -> set[int]:
        """Return the dice of the line that no play asked for, and that others were passed over for:
        recorded dice of the same draw, and in format 2 the draws of new dice (`fresh`), too."""
        found = set(self._preferred)
        if self.recorded.by_epoch:
            for die in fresh:
                found |= self.recorded.list_before(die)
        return found - self.used

    def follow(self, die: Rolled, root: int) -> None:
        """Take in a new die, drawn for the input first recorded in event `root`. Where it passed
        over the draw of a die that fell for this very input, and that was not asked for, the draw
        will be free: the input has another die now."""
        if self.recorded.by_epoch:
            before = self.recorded.list_before(die, root)
            self.passed_over |= before - self.used - self._unclaimed

    def find_displaced(self, fresh: Iterable[Rolled]) -> set[int]:
        """Return the dice that were asked for after one of these new dice had taken their draw."""
        series = self.recorded.find_series
        taken = {(series(die), die.draw) for die in fresh}
        return {first for first, die in self._late.items() if (series(die), die.draw) in taken}


class ReusedDice:
    """The source of recorded dice for one input; a die without a recording comes from the next
    source. `answers` holds the first recordings of the dice used, by the die asked for."""

    def __init__(
        self, reuse: DiceReuse, identify: IdentifyDie, cause: int, then: DiceSource
    ) -> None:
        self.answers: dict[Asked, int] = {}
        self._reuse = reuse
        self._identify_die = identify
        self._cause = cause
        self._then = then

    def roll(self, state: FightState, asked: Asked) -> Rolled | None:
        die = self._reuse.find(self._identify_die(asked), self._cause, state)
        if die is None:
            return self._then.roll(state, asked)
        self.answers[asked] = die.first
        return Rolled(
            asked.root,
            asked.by,
            asked.purpose,
            asked.die,
            die.face,
            asked.nth,
            die.draw,
            die.stated,
            die.epoch,
        )


class FreedDice(NamedTuple):
    """The dice that a correction no longer needs, and how many were unused before it."""

    dice: Sequence[UnusedDie]
    kept: int


def find_freed_dice(history: History, dice: Iterable[UnusedDie], before: int) -> FreedDice:
    """Return the dice among these that were in use on the line of event `before`, which the
    correction replaces, and the number of those that were not."""
    already_unused: set[int] = set()
    for row in history.on_line(before):
        match row.event:
            case Spared(spares):
                already_unused |= {spare.first for spare in spares}
            case Rolled():
                already_unused.discard(history.origin(row.seq))
    every = [*dice]
    new = [spare for spare in every if spare.first not in already_unused]
    return FreedDice(new, len(every) - len(new))


def describe_unused_dice(history: History, row: Recorded, state: FightState) -> str:
    """Return in words which dice a correction leaves unused: “no longer needed: Ada d6 4 (damage);
    also kept: 12 dice”."""
    assert isinstance(row.event, Spared), "the row has unused dice"
    new, kept = find_freed_dice(history, row.event.dice, history.find_position_before(row.seq))
    return describe_freed_dice(new, kept, Words(add_known_combatants(history, row, state)))
