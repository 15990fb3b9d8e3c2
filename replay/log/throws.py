"""Throws that a table should know of: thrown again, known beforehand, seen and left.

A *throw* is what fixes a face: the draw of a sealed die, or the row of a typed one. The die that it
is read on does not matter. A row that repeats another, in a correction, is the same throw. A *slot*
is the place of a die on its line: round, roller, purpose, and which of the roller's dice for that
purpose in that round it is.

Nothing here is forbidden, and no die changes by it. A correction can give every one of these
honestly; a player who looks for better dice cannot avoid them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from events.store.envelope import Recorded
from events.types.commitments import Anchored, Closed
from events.types.declarations import FightStarted
from events.types.log_events import Corrected, Sealed
from events.types.outcomes import RoundBegan
from events.types.rolls import Rolled
from events.types.unions import Declaration
from replay.log.event_log import History

ThrowKey: TypeAlias = tuple[object, ...]
Slot: TypeAlias = tuple[int, str, str, int]

Way: TypeAlias = Literal["undone", "corrected", "closed", "anchored", "typed"]
"""How a die came to be thrown again: after an undo, in a correction, after a close, from another
root, or typed."""

_REASONS = ("why", "overrule")
"""Fields of a declaration that only give a reason."""

_MODIFIERS = ("enhanced", "impaired", "ward", "bane")
"""Fields whose text is a reason, and whose presence changes the declaration."""


class ThrownAgain(NamedTuple):
    """A die of a slot that had another throw before, on another line: event `first` showed `was`,
    event `seq` shows `now`, recorded by `recorder`."""

    seq: int
    first: int
    by: str
    die: str
    was: int
    now: int
    way: Way
    recorder: str


class KnownBeforehand(NamedTuple):
    """A die whose throw had fallen in event `first`, on another line, before its declaration was
    first recorded."""

    seq: int
    first: int
    by: str
    die: str
    face: int
    declaration: int
    recorder: str


class SeenAndLeft(NamedTuple):
    """A throw that fell in event `first` and is not on the line now, although the line has an input
    (event `seq`) about its roller that was recorded later."""

    seq: int
    first: int
    by: str
    die: str
    face: int
    recorder: str


class ToldThrows(NamedTuple):
    """What the log tells of throws. `same_deeds` counts dice that were known and were thrown for
    the same deed again; they are not listed."""

    again: tuple[ThrownAgain, ...]
    known: tuple[KnownBeforehand, ...]
    left: tuple[SeenAndLeft, ...]
    same_deeds: int


NO_THROWS = ToldThrows((), (), (), 0)
"""What is told of a log without dice."""


def find_told_throws(history: History) -> ToldThrows:
    """Return the throws of a log that were thrown again, known beforehand, or seen and left
    (FORMAT 2, section 6)."""
    return _Throws(history).collect()


class _Die(NamedTuple):
    """A die of the log with its throw and its slot."""

    row: Recorded
    rolled: Rolled
    throw: ThrowKey
    slot: Slot


class _Tree:
    """The rows of a log as a tree, walked once from its root, line by line.

    `slots` has the slot of each die, `sealed` the commitment of format 1 that each sealed die was
    drawn under. The walk keeps one count for each series of the line and takes it back where a line
    ends, so its cost is linear however many lines there are.
    """

    def __init__(self, rows: Sequence[Recorded]) -> None:
        self.slots: dict[int, Slot] = {}
        self.sealed: dict[int, str] = {}
        self._rows = rows
        self._entered = [0] * (len(rows) + 1)
        self._left = [0] * (len(rows) + 1)
        self._counts: dict[tuple[int, str, str], int] = {}
        self._round, self._seal = 0, ""
        self._walk()

    def is_ancestor(self, older: int, newer: int) -> bool:
        """Return whether one event is on the line of another, in constant time."""
        return self._entered[older] <= self._entered[newer] <= self._left[older]

    def _walk(self) -> None:
        children: list[list[int]] = [[] for _ in range(len(self._rows) + 1)]
        for row in self._rows:
            children[row.parent].append(row.seq)
        waiting, clock = [*reversed(children[0])], 0
        saved: dict[int, tuple[int, str]] = {}
        while waiting:
            seq = waiting.pop()
            if seq < 0:
                self._leave(-seq, *saved.pop(-seq))
                self._left[-seq] = clock
                continue
            clock += 1
            self._entered[seq] = clock
            saved[seq] = self._round, self._seal
            self._enter(self._rows[seq - 1])
            waiting.append(-seq)
            waiting += reversed(children[seq])

    def _enter(self, row: Recorded) -> None:
        match row.event:
            case FightStarted(sealed=sealed) | Sealed(sealed=sealed):
                self._seal = sealed
            case RoundBegan(number=number):
                self._round = number
            case Rolled(by=by, purpose=purpose):
                key = (self._round, by, purpose)
                self._counts[key] = number = self._counts.get(key, 0) + 1
                self.slots[row.seq] = (*key, number)
                self.sealed[row.seq] = self._seal

    def _leave(self, seq: int, round: int, sealed: str) -> None:
        if (slot := self.slots.get(seq)) is not None:
            self._counts[slot[:3]] -= 1
        self._round, self._seal = round, sealed


class _Throws:
    """One pass over a log, which notes the throw and the slot of every die."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._tree = _Tree(history.rows)
        self._dice: dict[int, _Die] = {}
        self._first: dict[ThrowKey, _Die] = {}
        self._slots: dict[Slot, list[_Die]] = {}
        self._closed: list[int] = []
        self._anchored: list[int] = []
        self._deeds: dict[str, int] = {}
        self._read()

    def _read(self) -> None:
        anchor = ""
        for row in self._history.rows:
            match row.event:
                case FightStarted(anchor=first):
                    anchor = first
                case Anchored(anchor=other):
                    if other != anchor:
                        self._anchored.append(row.seq)
                    anchor = other
                case Closed():
                    self._closed.append(row.seq)
                case Rolled() as rolled:
                    self._read_die(row, rolled, anchor)

    def _read_die(self, row: Recorded, rolled: Rolled, anchor: str) -> None:
        """Note a die. What a correction repeats is the same throw."""
        was = self._dice.get(self._history.origin(row.seq))
        sealed = self._tree.sealed[row.seq]
        throw = was.throw if was is not None else _identify_throw(row, rolled, sealed, anchor)
        die = _Die(row, rolled, throw, self._tree.slots[row.seq])
        self._dice[row.seq] = die
        self._first.setdefault(throw, die)
        self._slots.setdefault(die.slot, []).append(die)

    def collect(self) -> ToldThrows:
        known = [*self._find_known()]
        listed = tuple(die for die, same in known if not same)
        again = sorted(self._find_thrown_again(), key=lambda each: each.seq)
        return ToldThrows(tuple(again), listed, tuple(self._find_left()), len(known) - len(listed))

    def _find_thrown_again(self) -> Iterator[ThrownAgain]:
        """Yield the dice whose slot had another throw before. A line has each slot once, so dice of
        the same slot are on different lines."""
        for dice in self._slots.values():
            latest: _Die | None = None
            other: _Die | None = None  # the latest die of another throw than `latest`
            for die in dice:
                if latest is not None and latest.throw != die.throw:
                    other = latest
                if die.row.repeats is None and other is not None:
                    yield self._make_thrown_again(other, die)
                latest = die

    def _make_thrown_again(self, was: _Die, now: _Die) -> ThrownAgain:
        return ThrownAgain(
            now.row.seq,
            was.row.seq,
            now.rolled.by,
            now.rolled.die,
            was.rolled.face,
            now.rolled.face,
            self._classify(was, now),
            now.row.by,
        )

    def _classify(self, was: _Die, now: _Die) -> Way:
        if now.rolled.draw is None:
            return "typed"
        if _is_between(self._anchored, was.row.seq, now.row.seq):
            return "anchored"
        if _is_between(self._closed, was.row.seq, now.row.seq):
            return "closed"
        corrected = isinstance(self._history[now.row.cmd].event, Corrected)
        return "corrected" if corrected else "undone"

    def _find_known(self) -> Iterator[tuple[KnownBeforehand, bool]]:
        """Yield the dice that were known beforehand, and whether it is the same deed again."""
        history = self._history
        for die in self._dice.values():
            first = self._first[die.throw]
            if die.row.repeats is not None or first is die:
                continue
            deed = history[history.origin(die.rolled.root)]
            if deed.seq < first.row.seq or self._tree.is_ancestor(first.row.seq, die.row.seq):
                continue
            before = history[history.origin(first.rolled.root)]
            same = first.slot == die.slot and _is_same_deed(before.event, deed.event)
            yield (
                KnownBeforehand(
                    die.row.seq,
                    first.row.seq,
                    die.rolled.by,
                    die.rolled.die,
                    die.rolled.face,
                    deed.seq,
                    die.row.by,
                ),
                same,
            )

    def _find_left(self) -> Iterator[SeenAndLeft]:
        line = [*self._history.on_line(len(self._history))]
        present = {self._dice[row.seq].throw for row in line if row.seq in self._dice}
        missing = [die for throw, die in self._first.items() if throw not in present]
        if not missing:
            return
        inputs = self._list_inputs(line, {die.rolled.by for die in missing})
        for die in missing:
            instead = self._find_since(die, inputs.get(die.rolled.by, []))
            if instead is not None:
                yield SeenAndLeft(
                    instead.seq,
                    die.row.seq,
                    die.rolled.by,
                    die.rolled.die,
                    die.rolled.face,
                    instead.by,
                )

    def _list_inputs(
        self, line: Sequence[Recorded], rollers: set[str]
    ) -> dict[str, list[tuple[int, Recorded]]]:
        """Return the inputs on the line that name each of these rollers, in the order they were
        declared, with that place in the log. An amended input was declared when it was amended."""
        amended = self._list_amended()
        inputs: dict[str, list[tuple[int, Recorded]]] = {}
        for row in line:
            if isinstance(row.event, Declaration):
                origin = self._history.origin(row.seq)
                times = amended.get(origin, [])
                latest = bisect_right(times, row.cmd)
                since = times[latest - 1] if latest else origin
                deed = _identify_deed(row.event)
                self._deeds[deed] = max(since, self._deeds.get(deed, 0))
                for name in rollers.intersection(_list_named(row.event)):
                    inputs.setdefault(name, []).append((since, row))
        for each in inputs.values():
            each.sort(key=_get_since)
        return inputs

    def _list_amended(self) -> dict[int, list[int]]:
        """Return the corrections that amended each input, by its first recording."""
        amended: dict[int, list[int]] = {}
        for row in self._history.rows:
            if isinstance(row.event, Corrected) and row.event.change == "amend":
                origin = self._history.origin(row.event.input)
                amended.setdefault(origin, []).append(row.seq)
        return amended

    def _find_since(self, die: _Die, inputs: Sequence[tuple[int, Recorded]]) -> Recorded | None:
        """Return the first of these inputs that was declared after a die fell. None where the deed
        that it was thrown for was declared again since: its throw comes back."""
        deed = self._history[self._history.origin(die.rolled.root)]
        if self._deeds.get(_identify_deed(deed.event), 0) > die.row.seq:
            return None
        at = bisect_right(inputs, die.row.seq, key=_get_since)
        return inputs[at][1] if at < len(inputs) else None


def _get_since(declared: tuple[int, Recorded]) -> int:
    return declared[0]


def _is_between(seqs: Sequence[int], after: int, before: int) -> bool:
    """Return whether one of these ascending events is between two others."""
    at = bisect_right(seqs, after)
    return at < len(seqs) and seqs[at] < before


def _identify_throw(row: Recorded, rolled: Rolled, sealed: str, anchor: str) -> ThrowKey:
    """Return the identity of a throw. In format 1 a series of draws is of one kind of die."""
    if rolled.draw is None:
        return ("typed", row.seq)
    if anchor:
        return (anchor, rolled.epoch, rolled.by, rolled.purpose, rolled.draw)
    return (sealed, rolled.die, rolled.by, rolled.purpose, rolled.draw)


def _identify_deed(declaration: object) -> str:
    """Return a key that is the same for declarations that are the same but for their reasons."""
    return f"{type(declaration).__name__} {_strip_reasons(declaration)}"


def _is_same_deed(one: object, other: object) -> bool:
    """Return whether two declarations are the same but for their reasons."""
    return type(one) is type(other) and _strip_reasons(one) == _strip_reasons(other)


def _strip_reasons(value: object) -> object:
    if isinstance(value, Struct):
        return {
            name: bool(inner) if name in _MODIFIERS else _strip_reasons(inner)
            for name, inner in asdict(value).items()
            if name not in _REASONS
        }
    return tuple(map(_strip_reasons, value)) if isinstance(value, tuple) else value


def _list_named(value: object) -> Iterator[str]:
    """Yield every text of an input but its reasons; the ids of combatants are among them."""
    match value:
        case str():
            yield value
        case tuple():
            for inner in value:
                yield from _list_named(inner)
        case Struct():
            for name, inner in asdict(value).items():
                if name not in (*_REASONS, *_MODIFIERS):
                    yield from _list_named(inner)
