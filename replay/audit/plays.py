"""The plays of a log: each declaration with the state before it and what was recorded of it, found
in one walk."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple, TypeAlias

from events.store.envelope import Recorded
from events.types.rolls import Rolled
from events.types.unions import OUTCOMES, is_declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.log.event_log import META_KINDS, History
from replay.log.kept_states import ForkStates

_PLAYED = frozenset((*OUTCOMES, Rolled))
"""What is recorded of a declaration: its dice and outcomes."""


class RecordedPlay(NamedTuple):
    """A declaration and what was recorded of it on one line, up to the next one; `before` is the
    state before it. If nothing else needs that, it is `free` to be played on."""

    before: FightState
    row: Recorded
    record: tuple[Recorded, ...]
    free: bool = False


Plays: TypeAlias = Generator[RecordedPlay, FightState | None, None]
"""A generator of plays. Whoever has played a free one on its `before` sends the state after the
last event of its record."""


class _OpenPlay(NamedTuple):
    """A declaration, the state `before` it, and its last event so far."""

    before: FightState
    row: Recorded
    last: int


def list_plays(history: History) -> Plays:
    """Yield the declarations of every line, each with its events up to the next one or to the end
    of the line. What several lines share comes once. Each play holds until the next is taken: the
    free ones have the state of the walk itself."""
    return _PlayWalk(history).run()


class _PlayWalk:
    """One walk over the rows in the order recorded. It copies the state where another line begins
    later, and before a declaration that several lines may have."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._rows = history.rows
        self._ends = _find_line_ends(history)
        self._forks = ForkStates(self._rows)
        self._open_at: dict[int, _OpenPlay | None] = {0: None}
        self._state = FightState()
        self._open: _OpenPlay | None = None
        self._seen: set[tuple[int, int]] = set()

    def run(self) -> Plays:
        at = 0
        while at < len(self._rows):
            row = self._rows[at]
            if row.parent != row.seq - 1:
                self._state, self._open = self._forks.take(row.parent), self._open_at[row.parent]
            end = self._find_straight_end(at) if is_declaration(row.event) else 0
            if end:
                yield from self._list_open()
                self._open = None
                record = tuple(row for row in self._rows[at + 1 : end] if _is_played(row))
                played = yield RecordedPlay(self._state, row, record, True)
                if played is not None:
                    self._state, at = played, max(at, played.seq)
                for each in self._rows[at:end]:
                    fold_one(self._state, each.seq, each.event)
                at = end
            else:
                yield from self._take(row)
                at += 1

    def _find_straight_end(self, at: int) -> int:
        """Return where the events after a declaration end, as an index of the rows: at the next
        declaration, or where the line ends. 0 if another line begins at one of them."""
        for end in range(at + 1, len(self._rows)):
            row = self._rows[end]
            if row.seq - 1 in self._forks.left:
                return 0
            if row.parent != row.seq - 1 or is_declaration(row.event):
                return end
        return len(self._rows)

    def _take(self, row: Recorded) -> Iterator[RecordedPlay]:
        """Take a row that several lines may have, and yield the play that ends before or with
        it."""
        if is_declaration(row.event):
            yield from self._list_open()
            self._open = _OpenPlay(self._state.copied(), row, row.seq)
        elif self._open is not None and _is_played(row):
            self._open = self._open._replace(last=row.seq)
        if row.seq in self._ends:
            yield from self._list_open()
        fold_one(self._state, row.seq, row.event)
        if row.seq in self._forks.left:
            self._forks.keep(row.seq, self._state)
            self._open_at[row.seq] = self._open

    def _list_open(self) -> Iterator[RecordedPlay]:
        """Yield the play that is open, as far as it has come, unless another line had it."""
        if self._open is None or (self._open.row.seq, self._open.last) in self._seen:
            return
        before, row, last = self._open
        self._seen.add((row.seq, last))
        yield RecordedPlay(before, row, self._collect_record(row.seq, last))

    def _collect_record(self, first: int, last: int) -> tuple[Recorded, ...]:
        """Return the dice and outcomes of a declaration along one line."""
        record: list[Recorded] = []
        seq = last
        while seq != first:
            row = self._history[seq]
            if _is_played(row):
                record.append(row)
            seq = row.parent
        return tuple(reversed(record))


def _is_played(row: Recorded) -> bool:
    return type(row.event) in _PLAYED


def _find_line_ends(history: History) -> set[int]:
    """Return the events that nothing follows, corrected ones included: together their lines contain
    every event."""
    own = [row for row in history.rows if type(row.event) not in META_KINDS]
    return {row.seq for row in own} - {history.position(row.parent) for row in own}
