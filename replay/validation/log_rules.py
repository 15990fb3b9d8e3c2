"""Checks that rows can be the log of a fight. For rows from elsewhere: anyone can compute digests,
so these say nothing about who wrote them.

This module checks how the rows hang together, and folds them on every line. `event_rules` checks
what each event says, `correction_rules` what corrections repeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from events.errors import Refused, Unreadable
from events.store.envelope import Recorded
from events.types.corrections import Corrected, Skipped, Spared
from events.types.declarations import FightStarted
from events.types.log_events import HeadMoved
from events.types.outcomes import Awaited
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold
from replay.log.event_log import META_EVENTS, History
from replay.validation.correction_rules import CorrectionCheck
from replay.validation.event_rules import check_declared, check_event, check_play


def check_structure(rows: Sequence[Recorded]) -> None:
    """Raise `Unreadable`, with the seq, for the first row that combatlog would not have written.
    Rows that pass can be folded at every seq, and the head can move anywhere in them."""
    if not rows or not isinstance(rows[0].event, FightStarted):
        raise Unreadable("#1 does not start a fight, and every fight begins with that.", seq=1)
    check = _LogCheck(row.parent for row in rows if row.parent != row.seq - 1)
    for last, row in enumerate(rows):
        if row.cmd == row.seq:
            with _blame_row(last):
                check.check_command_end()
        with _blame_row(row.seq):
            check.check_row(row)
    with _blame_row(len(rows)):
        check.check_command_end()


@contextmanager
def _blame_row(seq: int) -> Iterator[None]:
    """Name this row in every error raised inside."""
    try:
        yield
    except Refused as refused:
        raise Unreadable(f"#{seq}: {refused}", seq) from None
    except Unreadable as reason:
        raise Unreadable(f"#{seq} {reason}", seq) from None


class _LogCheck:
    """Checks the rows one by one, with the state of the line each is on and the last declaration
    there. `targets` are the events that the head moves to later; their states are kept."""

    def __init__(self, targets: Iterable[int]) -> None:
        self._history = History()
        self._state = FightState()
        self._declared = FightState()
        self._targets = frozenset(targets)
        self._kept: dict[int, tuple[FightState, int]] = {}
        self._playing = 0
        self._correction: CorrectionCheck | None = None

    def check_row(self, row: Recorded) -> None:
        """Check the next row, and fold it."""
        _check_place(self._history, row)
        if isinstance(row.event, Corrected):
            self._correction = CorrectionCheck(self._history, row)
        if isinstance(row.event, HeadMoved | Corrected):
            state, self._playing = self._kept.get(row.parent, (self._state, self._playing))
            self._state = state.copied()
        self._check_cause(row)
        check_event(self._history, self._state, row)
        self._check_repetition(row)
        self._check_wait(row)
        _fold(self._state, row)
        self._history.extend([row])
        if isinstance(row.event, Declaration):
            self._declared = self._state.copied()
            self._playing = row.seq
        if row.seq in self._targets:
            self._kept[row.seq] = self._state.copied(), self._playing

    def check_command_end(self) -> None:
        """Check the end of a command: a correction must be complete by then."""
        if self._correction is not None:
            self._correction.check_end()
        self._correction = None

    def _check_cause(self, row: Recorded) -> None:
        """Check that an event's cause is the last declaration, and that a declaration has none."""
        if row.cause is None:
            return
        if isinstance(row.event, Declaration):
            raise Unreadable(f"has the cause #{row.cause}, but a declaration has none.")
        if row.cause != self._playing:
            raise Unreadable(f"has the cause #{row.cause}; #{self._playing} was declared last.")

    def _check_repetition(self, row: Recorded) -> None:
        """Check that only a correction repeats or skips anything."""
        if isinstance(row.event, Corrected):
            return
        if self._correction is not None:
            self._correction.check_row(row, self._state)
        elif isinstance(row.event, Skipped | Spared):
            raise Unreadable("belongs to a correction, and is in none.")
        elif row.repeats is not None:
            raise Unreadable(f"repeats #{row.repeats}, and only a correction repeats anything.")

    def _check_wait(self, row: Recorded) -> None:
        """Check the first wait of a play, which is in one command with its declaration."""
        first = self._declared.seq
        if isinstance(row.event, Awaited) and row.event.input == first:
            declaration, *record = self._history.rows[first - 1 :]
            assert isinstance(declaration.event, Declaration), "it was one when it was kept"
            if declaration.cmd == row.cmd:
                check_play(self._declared, declaration.event, record)


def _fold(state: FightState, row: Recorded) -> None:
    try:
        fold(state, row.seq, (row.event,))
    except Exception:  # whatever the fold fails on, this row is at fault
        raise Unreadable("makes no sense after the events before it.") from None


def _check_place(history: History, row: Recorded) -> None:
    """Check the envelope: the event it follows, its command, and its references."""
    if row.seq != len(history) + 1:
        raise Unreadable("is out of order.")
    if isinstance(row.event, FightStarted) and row.seq > 1:
        raise Unreadable("starts the fight again.")
    _check_command(history, row)
    if isinstance(row.event, HeadMoved):
        _check_target(history, row)
    elif isinstance(row.event, Corrected):
        if row.seq != row.cmd:
            raise Unreadable("is a correction in the middle of a command.")
    elif row.parent != row.seq - 1:
        raise Unreadable(
            f"follows #{row.parent}; only a move of the head, or a correction, goes elsewhere."
        )
    if row.cause is not None:
        if isinstance(row.event, META_EVENTS):
            raise Unreadable("is about the log, and has a cause in the fight.")
        check_declared(history, row, row.cause, "has the cause")


def _check_command(history: History, row: Recorded) -> None:
    """Check that a command is an unbroken run of rows that names its first. Several moves of the
    head may form a command; notes and branch names are one each."""
    if row.cmd == row.seq:
        return
    before = history.rows[-1] if len(history) else None
    if before is None or row.cmd != before.cmd:
        raise Unreadable(f"belongs to command #{row.cmd}, which is not the one before it.")
    aside = isinstance(row.event, META_EVENTS) or isinstance(before.event, META_EVENTS)
    if aside and not (isinstance(row.event, HeadMoved) and isinstance(before.event, HeadMoved)):
        raise Unreadable("is about the log, and in one command with something else.")


def _check_target(history: History, row: Recorded) -> None:
    """Check that the head moves to the end of a command of the fight itself, not into one, and not
    to a move or a note."""
    if not 1 <= row.parent < row.seq:
        raise Unreadable(f"moves the head to #{row.parent}, which is not before it.")
    inside = history.command(row.parent)[1] != row.parent
    if inside or isinstance(history[row.parent].event, META_EVENTS):
        raise Unreadable(f"moves the head to #{row.parent}, where no command of the fight ends.")
