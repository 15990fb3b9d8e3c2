"""Throws that a table should know of: thrown again, known beforehand, seen and left.

`replay.log.log_tree` says what a throw and a slot are, `log_inputs` when an input stood. Nothing
here is forbidden, and no die changes by it. A correction can give every one of these honestly; a
player who looks for better dice cannot avoid them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from events.store.envelope import Recorded
from events.types.commitments import Anchored, Closed
from events.types.declarations import EndFight, FightStarted, Join
from events.types.log_events import Corrected, HeadMoved
from events.types.rolls import Rolled
from events.types.statements import HandOver, Rename
from events.types.unions import is_declaration
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.log.log_inputs import LogInputs, list_named
from replay.log.log_tree import LogTree, Slot, ThrowKey, ThrownDie, read_dice

Way: TypeAlias = Literal["undone", "corrected", "closed", "anchored", "typed"]
"""How a die came to be thrown again: after an undo, in a correction, after a close, from another
root, or typed."""

GoneOn: TypeAlias = Literal["declared", "moved", "thrown"]
"""How a fight went on without a throw: by an input, by a move of the head, or by another die."""

_CLERICAL = (Rename, HandOver)
"""Inputs that say who somebody is, and do nothing in the fight."""


class ThrownAgain(NamedTuple):
    """A die of a slot that had another throw before, on another line: event `first` was a
    `was_die` that showed `was`; event `seq` is a `die` that shows `now`, recorded by `recorder`."""

    seq: int
    first: int
    by: str
    die: str
    was_die: str
    was: int
    now: int
    way: Way
    recorder: str


class KnownBeforehand(NamedTuple):
    """A die whose throw had fallen in event `first`, on another line, before its `declaration` was
    first recorded or amended, or before the move `back` (else 0) went back to it. There it was read
    on `was_die` and showed `was`."""

    seq: int
    first: int
    by: str
    die: str
    face: int
    declaration: int
    recorder: str
    back: int
    was_die: str
    was: int


class SeenAndLeft(NamedTuple):
    """A throw that fell in event `first` and is not on the line now, although the fight has gone on
    without it. One that was replaced in its slot is thrown again, and not listed here too.

    Event `seq` says `how`: an input about its roller, or the end, was declared; the head moved to
    another line; or a die was thrown by `instead` (else empty), who is on the same side, for the
    same purpose.
    """

    seq: int
    first: int
    by: str
    die: str
    face: int
    recorder: str
    how: GoneOn = "declared"
    instead: str = ""


class ToldThrows(NamedTuple):
    """What the log tells of throws. `same_deeds` counts dice that were known and were thrown for
    the same deed again; they are not listed."""

    again: tuple[ThrownAgain, ...]
    known: tuple[KnownBeforehand, ...]
    left: tuple[SeenAndLeft, ...]
    same_deeds: int


NO_THROWS = ToldThrows((), (), (), 0)
"""What is told of a log without dice."""


def find_told_throws(history: History, state: FightState | None = None) -> ToldThrows:
    """Return the throws of a log that were thrown again, known beforehand, or seen and left
    (FORMAT 2, section 6). `state` is the fight at the head, if it is known."""
    if not history.is_forked:  # all of these are of a die on another line
        return NO_THROWS
    return _Throws(history, state).collect()


class _Standing(NamedTuple):
    """An input on the line, or a die thrown for one, and the event since which the input is
    there."""

    since: int
    row: Recorded


_Kind: TypeAlias = tuple[str, str]
"""A side and a purpose of its dice."""

_LeftAt: TypeAlias = tuple[int, GoneOn, str]
"""The event with which a fight went on without a throw, how, and who threw instead (or empty)."""


class _Throws:
    """One pass over a log, which notes the throw and the slot of every die."""

    def __init__(self, history: History, state: FightState | None) -> None:
        self._history = history
        self._state = state
        self._tree = LogTree(history.rows)
        self._dice: dict[int, ThrownDie] = {}
        self._first: dict[ThrowKey, ThrownDie] = {}
        self._slots: dict[Slot, list[ThrownDie]] = {}
        for die in read_dice(history, self._tree):
            self._dice[die.row.seq] = die
            self._first.setdefault(die.throw, die)
            self._slots.setdefault(die.slot, []).append(die)

    @cached_property
    def _inputs(self) -> LogInputs:
        return LogInputs(self._history, self._tree)

    def collect(self) -> ToldThrows:
        known = [*self._find_known()]
        listed = tuple(die for die, same in known if not same)
        again = sorted(self._find_thrown_again(), key=lambda each: each.seq)
        replaced = {self._dice[each.first].throw for each in again}
        left = [each for each in self._find_left() if self._dice[each.first].throw not in replaced]
        return ToldThrows(tuple(again), listed, tuple(left), len(known) - len(listed))

    def _find_thrown_again(self) -> Iterator[ThrownAgain]:
        """Yield the dice whose slot had another throw before. A line has each slot once, so dice of
        the same slot are on different lines."""
        for dice in self._slots.values():
            latest: ThrownDie | None = None
            other: ThrownDie | None = None  # the latest die of another throw than `latest`
            for die in dice:
                if latest is not None and latest.throw != die.throw:
                    other = latest
                if die.row.repeats is None and other is not None:
                    yield self._make_thrown_again(other, die)
                latest = die

    def _make_thrown_again(self, was: ThrownDie, now: ThrownDie) -> ThrownAgain:
        return ThrownAgain(
            now.row.seq,
            was.row.seq,
            now.rolled.by,
            now.rolled.die,
            was.rolled.die,
            was.rolled.face,
            now.rolled.face,
            self._classify(was, now),
            now.row.by,
        )

    def _classify(self, was: ThrownDie, now: ThrownDie) -> Way:
        closed, anchored = self._secrets
        if now.rolled.draw is None:
            return "typed"
        if _is_between(anchored, was.row.seq, now.row.seq):
            return "anchored"
        if _is_between(closed, was.row.seq, now.row.seq):
            return "closed"
        corrected = isinstance(self._history[now.row.cmd].event, Corrected)
        return "corrected" if corrected else "undone"

    @cached_property
    def _secrets(self) -> tuple[list[int], list[int]]:
        """The events that closed an epoch, and those that anchored another root."""
        closed: list[int] = []
        anchored: list[int] = []
        anchor = ""
        for row in self._history.rows:
            match row.event:
                case FightStarted(anchor=first):
                    anchor = first
                case Anchored(anchor=other):
                    if other != anchor:
                        anchored.append(row.seq)
                    anchor = other
                case Closed():
                    closed.append(row.seq)
        return closed, anchored

    def _find_known(self) -> Iterator[tuple[KnownBeforehand, bool]]:
        """Yield the dice that were known beforehand, and whether it is the same deed again."""
        for die in self._dice.values():
            first = self._first[die.throw]
            fell, deed = first.row.seq, die.rolled.root
            if die.row.repeats is not None or self._tree.is_ancestor(fell, die.row.seq):
                continue
            origin = declared = self._history.origin(deed)
            move = 0
            if self._inputs.was_there(deed, fell):
                declared = self._inputs.find_amended(deed, fell)
            elif origin < fell:
                move = self._tree.moves[die.row.seq]
            if declared:
                yield self._make_known(die, first, declared, move), self._is_same_deed(first, die)

    def _is_same_deed(self, one: ThrownDie, other: ThrownDie) -> bool:
        """Return whether two dice of a kind are thrown in the same slot for the same declaration. A
        die that follows from other dice, such as a save against a blow, is so only if those are,
        too."""
        if (one.slot, one.rolled.die) != (other.slot, other.rolled.die):
            return False
        same = self._inputs.is_same(one.rolled.root, other.rolled.root)
        return same and self._find_deeds_before(one) == self._find_deeds_before(other)

    def _find_deeds_before(self, die: ThrownDie) -> frozenset[str]:
        """Return for what the dice before a die in its play were thrown; nothing for the die of an
        action that has been declared by itself."""
        cause = die.row.cause
        if cause is None or die.rolled.root != cause:
            return frozenset()
        deeds, seq = set(), die.row.parent
        while seq > cause:
            row = self._history[seq]
            if isinstance(row.event, Rolled):
                deeds.add(self._inputs.identify(row.event.root))
            seq = row.parent
        return frozenset(deeds)

    def _make_known(
        self, die: ThrownDie, first: ThrownDie, declared: int, move: int
    ) -> KnownBeforehand:
        rolled, row = die.rolled, die.row
        was = first.rolled
        thrown = (rolled.by, rolled.die, rolled.face)
        return KnownBeforehand(
            row.seq, first.row.seq, *thrown, declared, row.by, move, was.die, was.face
        )

    def _find_left(self) -> Iterator[SeenAndLeft]:
        line = [*self._history.on_line(len(self._history))]
        thrown = [self._dice[row.seq] for row in line if row.seq in self._dice]
        present = {die.throw for die in thrown}
        missing = [die for throw, die in self._first.items() if throw not in present]
        if not missing:
            return
        slots = {die.slot: die for die in thrown}
        inputs = self._list_inputs(line, {die.rolled.by for die in missing})
        others = self._list_others(thrown)
        for die in missing:
            if not self._comes_back(die, slots.get(die.slot)):
                yield from self._find_gone_on(die, inputs, others)

    def _comes_back(self, die: ThrownDie, now: ThrownDie | None) -> bool:
        """Return whether the same deed waits for its dice in the slot of a die that is gone, so
        that its throw comes back; or was given another throw there, which is listed as thrown
        again. `now` is the die in this slot."""
        if now is not None:
            return self._inputs.is_same(now.rolled.root, die.rolled.root)
        if die.slot[0] != self._tree.rounds[-1]:
            return False
        return any(self._inputs.is_same(seq, die.rolled.root) for seq in self._waiting)

    @cached_property
    def _waiting(self) -> set[int]:
        """The inputs that have not been resolved yet, or wait for dice."""
        state = self._state or self._history.state(len(self._history))
        awaited = {asked.root for asked in state.awaited}
        return awaited | {pending.seq for pending in state.pending}

    def _list_inputs(
        self, line: Sequence[Recorded], rollers: set[str]
    ) -> dict[str, list[_Standing]]:
        """Return the inputs on the line that name each of these rollers, or end the fight for all,
        in the order in which they came to stand there."""
        inputs: dict[str, list[_Standing]] = {}
        for row in line:
            if is_declaration(row.event) and not isinstance(row.event, _CLERICAL):
                is_end = isinstance(row.event, EndFight)
                for name in rollers if is_end else rollers.intersection(list_named(row.event)):
                    since = self._inputs.find_since(row.seq)
                    inputs.setdefault(name, []).append(_Standing(since, row))
        for each in inputs.values():
            each.sort(key=_get_since)
        return inputs

    def _list_others(self, thrown: Sequence[ThrownDie]) -> dict[_Kind, list[_Standing]]:
        """Return the dice of the line whose throw is new there, for each side and purpose, in the
        order in which their declarations came to stand."""
        others: dict[_Kind, list[_Standing]] = {}
        for die in thrown:
            if self._first[die.throw] is die:
                since = self._inputs.find_since(die.rolled.root)
                for side in self._sides.get(die.rolled.by, ()):
                    kind = (side, die.rolled.purpose)
                    others.setdefault(kind, []).append(_Standing(since, die.row))
        for each in others.values():
            each.sort(key=_get_since)
        return others

    @cached_property
    def _sides(self) -> dict[str, set[str]]:
        """The sides that everybody was ever on, undone or not."""
        sides: dict[str, set[str]] = {}
        for row in self._history.rows:
            match row.event:
                case Join(sheet=sheet):
                    sides.setdefault(sheet.id, set()).add(sheet.side)
                case HandOver(who=who, side=side) if side:
                    sides.setdefault(who, set()).add(side)
        return sides

    def _find_gone_on(
        self,
        die: ThrownDie,
        inputs: Mapping[str, Sequence[_Standing]],
        others: Mapping[_Kind, Sequence[_Standing]],
    ) -> Iterator[SeenAndLeft]:
        """Yield a throw that is gone, if the fight has gone on without it."""
        found = [*self._find_named(die, inputs.get(die.rolled.by, []))]
        for side in self._sides.get(die.rolled.by, ()):
            found += self._find_instead(die, others.get((side, die.rolled.purpose), []))
        if found:
            seq, how, instead = min(found)
            rolled, recorder = die.rolled, self._history[seq].by
            yield SeenAndLeft(
                seq, die.row.seq, rolled.by, rolled.die, rolled.face, recorder, how, instead
            )

    def _find_named(self, die: ThrownDie, inputs: Sequence[_Standing]) -> Iterator[_LeftAt]:
        """Yield the first of these inputs about its roller that is another one than the die was
        thrown for, and did not stand when it fell."""
        fell = die.row.seq
        for since, row in inputs[bisect_right(inputs, fell, key=_get_since) :]:
            if not self._inputs.has_stood(row.seq, fell) and not self._is_deed_of(die, row.seq):
                moved = isinstance(self._history[since].event, HeadMoved)
                declared = since if moved else self._inputs.find_recording_in(row.seq, since)
                yield declared, "moved" if moved else "declared", ""
                return

    def _is_deed_of(self, die: ThrownDie, seq: int) -> bool:
        """Return whether an input is the deed of a die, in its round."""
        in_round = self._tree.rounds[seq] == die.slot[0]
        return in_round and self._inputs.is_same(seq, die.rolled.root)

    def _find_instead(self, die: ThrownDie, others: Sequence[_Standing]) -> Iterator[_LeftAt]:
        """Yield the first of these dice that somebody else threw for an input that did not stand
        when the die fell."""
        fell = die.row.seq
        for since, row in others[bisect_right(others, fell, key=_get_since) :]:
            now = self._dice[row.seq]
            if now.rolled.by == die.rolled.by or self._inputs.has_stood(now.rolled.root, fell):
                continue
            first = self._history.origin(row.seq)
            if first < since and isinstance(self._history[since].event, HeadMoved):
                yield since, "moved", ""
                return
            if first > since and self._first[now.throw].row.seq > fell:
                yield first, "thrown", now.rolled.by
                return


def _get_since(standing: _Standing) -> int:
    return standing.since


def _is_between(seqs: Sequence[int], after: int, before: int) -> bool:
    """Return whether one of these ascending events is between two others."""
    at = bisect_right(seqs, after)
    return at < len(seqs) and seqs[at] < before
