"""The inputs of a log: which stood when a die fell, and since when each is on the line.

An input *stood* when a die fell if it was on that die's line then, saying what it says now. An
input that was declared, amended or brought back by a move of the head since was chosen by somebody
who could know the die.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import asdict

from events.store.envelope import Recorded
from events.types.log_events import Corrected, HeadMoved
from events.types.unions import is_declaration
from replay.log.event_log import History
from replay.log.log_tree import LogTree

REASONS = ("why", "overrule")
"""Fields of a declaration that only give a reason."""

MODIFIERS = ("enhanced", "impaired", "ward", "bane")
"""Fields whose text is a reason, and whose presence changes the declaration."""


class EnteredLines:
    """Remembers for each event the last move of the head that brought it onto the line.

    A move brings the line from its target back to where the lines part. The tree is cut into
    chains, each of which follows the larger branch, so that a line crosses few of them. What a
    move brings of a chain is one interval, marked in a segment tree. So a move costs little,
    however long the line is that it brings back.
    """

    def __init__(self, rows: Sequence[Recorded], tree: LogTree) -> None:
        self._rows = rows
        self._tree = tree
        self._heads = [0] * (len(rows) + 1)
        self._places = [0] * (len(rows) + 1)
        self._order: list[int] = []
        self._marks = [0] * (2 * len(rows))
        self._cut_chains()

    def _cut_chains(self) -> None:
        rows, sizes, larger = self._rows, [1] * (len(self._rows) + 1), [0] * (len(self._rows) + 1)
        for row in reversed(rows):
            sizes[row.parent] += sizes[row.seq]
        for row in rows:
            if sizes[row.seq] > sizes[larger[row.parent]] or not larger[row.parent]:
                larger[row.parent] = row.seq
        for row in rows:
            seq = 0 if larger[row.parent] == row.seq and row.parent else row.seq
            while seq:
                self._heads[seq], self._places[seq] = row.seq, len(self._order)
                self._order.append(seq)
                seq = larger[seq]

    def enter(self, move: Recorded) -> None:
        """Mark the events that a move of the head brings onto the line."""
        seq, before = move.parent, move.seq - 1
        while seq and not self._tree.is_ancestor(seq, before):
            first, last = self._places[self._heads[seq]], self._places[seq]
            stood = bisect_left(
                self._order,
                True,
                first,
                last,
                key=lambda each: not self._tree.is_ancestor(each, before),
            )
            self._mark(stood, last + 1, move.seq)
            seq = self._rows[self._order[first] - 1].parent if stood == first else 0

    def _mark(self, first: int, end: int, move: int) -> None:
        first, end = first + len(self._rows), end + len(self._rows)
        while first < end:
            if first & 1:
                self._marks[first] = move
                first += 1
            if end & 1:
                end -= 1
                self._marks[end] = move
            first, end = first >> 1, end >> 1

    def find_move(self, seq: int) -> int:
        """Return the last move so far that brought an event onto the line, 0 if there is none."""
        at, move = self._places[seq] + len(self._rows), 0
        while at:
            move, at = max(move, self._marks[at]), at >> 1
        return move


class LogInputs:
    """The inputs of a log: which stood when a die fell, and since when each is on the line."""

    def __init__(self, history: History, tree: LogTree) -> None:
        self._history = history
        self._tree = tree
        self._entered = EnteredLines(history.rows, tree)
        self._recorded_since: dict[int, int] = {}
        self._orders: dict[int, list[tuple[int, int]]] = {}
        self._amended: dict[int, list[int]] = {}
        self._recordings: dict[int, list[int]] = {}
        self._deeds: dict[int, str] = {}
        for row in history.rows:
            match row.event:
                case Corrected(change="amend", input=seq):
                    self._amended.setdefault(history.origin(seq), []).append(row.seq)
                case HeadMoved():
                    self._entered.enter(row)
                case _ if is_declaration(row.event):
                    self._record(row)

    def _record(self, row: Recorded) -> None:
        origin = self._history.origin(row.seq)
        amended = row.cmd in self._amended.get(origin, ())[-1:]
        self._recorded_since[row.seq] = row.cmd if amended else self._find_stood(origin, row)
        self._recordings.setdefault(origin, []).append(row.seq)
        insort(self._orders.setdefault(origin, []), (self._tree.get_order(row.seq), row.seq))

    def _find_stood(self, origin: int, row: Recorded) -> int:
        """Return the event since which an input stands that a row records: since it does so on the
        line before its command, else since it was last on any line, else since this row."""
        seq = self._find_recording(origin, row.cmd - 1) if row.repeats is not None else 0
        if seq:
            return self.find_since(seq)
        stood = ((max(each, since), since) for each, since in self._list_since(origin))
        return max(stood, default=(0, row.seq))[1]

    def _list_since(self, origin: int) -> Iterator[tuple[int, int]]:
        return ((seq, self.find_since(seq)) for seq in self._recordings.get(origin, ()))

    def identify(self, seq: int) -> str:
        """Return a key that is the same for inputs that are the same but for their reasons."""
        if seq not in self._deeds:
            self._deeds[seq] = identify_deed(self._history[seq].event)
        return self._deeds[seq]

    def is_same(self, one: int, other: int) -> bool:
        """Return whether two inputs are the same but for their reasons."""
        return self.identify(one) == self.identify(other)

    def find_since(self, seq: int) -> int:
        """Return the event since which an input of the line is there: its first recording, its last
        amendment, or the move of the head that brought it back."""
        return self._entered.find_move(seq) or self._recorded_since[seq]

    def was_there(self, seq: int, fell: int) -> bool:
        """Return whether an input, amended or not, was on the line of the die in event `fell`."""
        return bool(self._find_recording(self._history.origin(seq), fell))

    def find_amended(self, seq: int, fell: int) -> int:
        """Return the recording that amended an input while a die that had fallen in event `fell`
        was off the line, 0 if there is none."""
        origin = self._history.origin(seq)
        times = self._amended.get(origin, [])
        for time in times[bisect_right(times, fell) :]:
            if self._tree.is_ancestor(time, seq) and not self._tree.is_ancestor(fell, time - 1):
                return self.find_recording_in(seq, time)
        return 0

    def has_stood(self, seq: int, fell: int) -> bool:
        """Return whether an input stood when a die fell in event `fell`."""
        origin = self._history.origin(seq)
        before = self._find_recording(origin, fell)
        return bool(before) and (origin not in self._amended or self.is_same(before, seq))

    def find_recording_in(self, seq: int, since: int) -> int:
        """Return the recording of an input that stands since an event: that event itself, or the
        amended input of a correction."""
        seqs = self._recordings[self._history.origin(seq)]
        return seqs[bisect_left(seqs, since)]

    def _find_recording(self, origin: int, fell: int) -> int:
        """Return the recording of an input on the line of event `fell`, 0 if there is none. A line
        has at most one, so it is the last before the event in the walk."""
        recorded = self._orders.get(origin, [])
        at = bisect_right(recorded, (self._tree.get_order(fell), fell))
        seq = recorded[at - 1][1] if at else 0
        return seq if seq and self._tree.is_ancestor(seq, fell) else 0


def identify_deed(declaration: object) -> str:
    """Return a key that is the same for declarations that are the same but for their reasons."""
    return f"{type(declaration).__name__} {_strip_reasons(declaration)}"


def _strip_reasons(value: object) -> object:
    if isinstance(value, Struct):
        return {
            name: bool(inner) if name in MODIFIERS else _strip_reasons(inner)
            for name, inner in asdict(value).items()
            if name not in REASONS
        }
    return tuple(map(_strip_reasons, value)) if isinstance(value, tuple) else value


def list_named(value: object) -> Iterator[str]:
    """Yield every text of an input but its reasons; the ids of combatants are among them."""
    match value:
        case str():
            yield value
        case tuple():
            for inner in value:
                yield from list_named(inner)
        case Struct():
            for name, inner in asdict(value).items():
                if name not in (*REASONS, *MODIFIERS):
                    yield from list_named(inner)
