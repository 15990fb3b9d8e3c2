"""The tree of a log: the throws and slots of its dice.

A *throw* is what fixes a face: the draw of a sealed die, or the row of a typed one. The die that it
is read on does not matter. A row that repeats another, in a correction, is the same throw. A *slot*
is the place of a die on its line: round, roller, purpose, and which of the roller's dice for that
purpose in that round it is (FORMAT 2, section 6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from events.store.envelope import Recorded
from events.types.commitments import Anchored
from events.types.declarations import FightStarted
from events.types.log_events import HeadMoved, Sealed
from events.types.outcomes import RoundBegan
from events.types.rolls import Rolled
from replay.log.event_log import History

ThrowKey: TypeAlias = tuple[object, ...]
Slot: TypeAlias = tuple[int, str, str, int]


class ThrownDie(NamedTuple):
    """A die of the log with its throw and its slot."""

    row: Recorded
    rolled: Rolled
    throw: ThrowKey
    slot: Slot


class LogTree:
    """The rows of a log as a tree, walked once from its root, line by line.

    `rounds` has the round of each row, `slots` the slot of each die, `sealed` the commitment of
    format 1 that each sealed die was drawn under, `moves` the last move of the head on the line of
    each die (0 for none). The walk keeps one count for each series of the line and takes it back
    where a line ends, so its cost is linear however many lines there are.
    """

    def __init__(self, rows: Sequence[Recorded]) -> None:
        self.rounds = [0] * (len(rows) + 1)
        self.slots: dict[int, Slot] = {}
        self.sealed: dict[int, str] = {}
        self.moves: dict[int, int] = {}
        self._rows = rows
        self._entered = [0] * (len(rows) + 1)
        self._left = [0] * (len(rows) + 1)
        self._counts: dict[tuple[int, str, str], int] = {}
        self._round, self._seal, self._move = 0, "", 0
        self._walk()

    def is_ancestor(self, older: int, newer: int) -> bool:
        """Return whether one event is on the line of another, in constant time."""
        return self._entered[older] <= self._entered[newer] <= self._left[older]

    def get_order(self, seq: int) -> int:
        """Return the place of an event in the walk. Of events on different lines, only the last one
        before another event can be on its line."""
        return self._entered[seq]

    def _walk(self) -> None:
        children: list[list[int]] = [[] for _ in range(len(self._rows) + 1)]
        for row in self._rows:
            children[row.parent].append(row.seq)
        waiting, clock = [*reversed(children[0])], 0
        saved: dict[int, tuple[int, str, int]] = {}
        while waiting:
            seq = waiting.pop()
            if seq < 0:
                self._leave(-seq, *saved.pop(-seq))
                self._left[-seq] = clock
                continue
            clock += 1
            self._entered[seq] = clock
            saved[seq] = self._round, self._seal, self._move
            self._enter(self._rows[seq - 1])
            self.rounds[seq] = self._round
            waiting.append(-seq)
            waiting += reversed(children[seq])

    def _enter(self, row: Recorded) -> None:
        match row.event:
            case FightStarted(sealed=sealed) | Sealed(sealed=sealed):
                self._seal = sealed
            case RoundBegan(number=number):
                self._round = number
            case HeadMoved():
                self._move = row.seq
            case Rolled(by=by, purpose=purpose):
                key = (self._round, by, purpose)
                self._counts[key] = number = self._counts.get(key, 0) + 1
                self.slots[row.seq] = (*key, number)
                self.sealed[row.seq] = self._seal
                self.moves[row.seq] = self._move

    def _leave(self, seq: int, round: int, sealed: str, move: int) -> None:
        if (slot := self.slots.get(seq)) is not None:
            self._counts[slot[:3]] -= 1
        self._round, self._seal, self._move = round, sealed, move


def read_dice(history: History, tree: LogTree) -> Iterator[ThrownDie]:
    """Yield every die of a log, in the order recorded. What a correction repeats is the same
    throw."""
    throws: dict[int, ThrowKey] = {}
    anchor = ""
    for row in history.rows:
        match row.event:
            case FightStarted(anchor=other) | Anchored(anchor=other):
                anchor = other
            case Rolled() as rolled:
                throw = throws.get(history.origin(row.seq))
                if throw is None:
                    throw = _identify_throw(row, rolled, tree.sealed[row.seq], anchor)
                throws[row.seq] = throw
                yield ThrownDie(row, rolled, throw, tree.slots[row.seq])


def _identify_throw(row: Recorded, rolled: Rolled, sealed: str, anchor: str) -> ThrowKey:
    """Return the identity of a throw. In format 1 a series of draws is of one kind of die."""
    if rolled.draw is None:
        return ("typed", row.seq)
    if anchor:
        return (anchor, rolled.epoch, rolled.by, rolled.purpose, rolled.draw)
    return (sealed, rolled.die, rolled.by, rolled.purpose, rolled.draw)
