"""Checks that a correction in a log is complete and in order.

Its rows are compared with the line that it corrects: the same inputs in the same order, the same
dice with the same faces, nothing twice and nothing invented. The rules are not played here; the
audit does that (`replay.audit.rules`).
"""

from __future__ import annotations

from collections import deque
from typing import get_args

from events.errors import Unreadable
from events.store.envelope import Recorded
from events.types.commitments import Anchored
from events.types.declarations import FightStarted, Join
from events.types.log_events import Corrected, RulesChanged, Sealed, Skipped, Spared
from events.types.names import clean_text
from events.types.outcomes import Awaited
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, Declaration, is_declaration
from projections.state.fight_state import FightState
from replay.log.event_log import META_KINDS, History
from replay.log.line_inputs import Input, find_declaration
from replay.validation.correction_repeats import RepeatedDice, RepeatedInputs, check_same_id

_ORDERED = frozenset((*get_args(Declaration), Skipped, Sealed, RulesChanged))
"""What a correction repeats in the order of the line. Dice come in the order they are asked for."""


class CorrectionCheck:
    """Checks one correction, from its `Corrected` row on, row by row.

    `history` holds at least everything before each row. The methods raise `Unreadable`; the message
    continues after “#7 ”.
    """

    def __init__(self, history: History, row: Recorded) -> None:
        assert isinstance(row.event, Corrected), "it begins a correction"
        self._history = history
        self._corrected = row.event
        position = history.position(row.seq - 1)
        self._named = _find_named_input(history, row.event, position)
        self._changed = find_declaration(history, self._named)
        base = history.position(self._changed.parent)
        if row.parent != base:
            raise Unreadable(
                f"follows #{row.parent}; a correction of #{self._named.seq} follows #{base}."
            )
        _check_corrected(row, row.event, self._named)
        line = _list_line(history, self._changed.seq, position)
        self._left = deque(each for each in line if type(each.event) in _ORDERED)
        self._inputs = RepeatedInputs(history, position)
        self._dice = RepeatedDice(history, line, self._named)
        self._has_begun = False
        self._playing: int | None = None
        self._resealed = False
        self._waits = False
        self._ended = False

    def check_row(self, row: Recorded, state: FightState) -> None:
        """Check the next row; `state` is the fight before it."""
        event = row.event
        if self._ended:
            raise Unreadable("comes after the dice that were spared, and those end a correction.")
        if self._waits and not isinstance(event, Sealed | Anchored | RulesChanged | Spared):
            raise Unreadable("goes on with a correction that waits for dice.")
        match event:
            case Rolled():
                self._check_caused(row)
                self._dice.check_die(row, event, state)
            case Spared(dice):
                self._check_beside(row)
                self._dice.check_unused(dice)
                self._ended = True
            case Skipped():
                self._check_skipped(row, event, state)
            case Anchored():
                self._check_beside(row)
            case Sealed() | RulesChanged():
                self._check_carried(row, event, state)
            case _ if is_declaration(event):
                self._check_declared(row, event, state)
                self._playing = row.seq
            case _:
                self._check_caused(row)
                if row.repeats is not None:
                    raise Unreadable(f"repeats #{row.repeats}, and is neither an input nor a die.")
                self._waits = isinstance(event, Awaited)

    def check_end(self) -> None:
        """Check that the correction is complete."""
        if not self._has_begun:
            raise Unreadable("ends a correction that repeats nothing.")
        if not self._ended and self._dice.has_unused:
            raise Unreadable("ends a correction without the dice left unused.")
        self._dice.check_end()

    def _check_declared(self, row: Recorded, event: Declaration, state: FightState) -> None:
        change = self._corrected.change
        _check_uncaused(row)
        if row.repeats is None:
            if change != "insert" or self._is_past_change:
                raise Unreadable("says something new in the middle of a correction.")
            self._has_begun = True
            return
        old = self._take_next(row, state)
        if self._is_changed(old):
            if change == "strike":
                raise Unreadable(f"says #{old.seq} again, which the correction strikes out.")
            if isinstance(old.event, Join) and isinstance(event, Join):
                check_same_id(old.event, event)
        elif isinstance(old.event, Skipped) and old.event.struck:
            raise Unreadable(f"says #{old.seq} again, which was struck out.")
        elif not self._inputs.is_repeated(event, old, state):
            raise Unreadable(f"says something else than #{old.seq}, which it repeats.")

    def _check_skipped(self, row: Recorded, event: Skipped, state: FightState) -> None:
        _check_uncaused(row)
        old = self._take_next(row, state)
        strikes = False
        if self._is_changed(old):
            strikes = self._corrected.change == "strike"
            if not strikes:
                raise Unreadable(f"leaves out #{old.seq}, which the correction says otherwise.")
        if not self._inputs.is_same_skipped(event, old, state):
            raise Unreadable(f"leaves out something else than #{old.seq}, which it repeats.")
        struck = isinstance(old.event, Skipped) and old.event.struck
        if event.struck != (strikes or struck):
            how = "strikes out" if event.struck else "does not strike out"
            raise Unreadable(f"{how} #{old.seq} as no correction does.")
        given = self._corrected.why if strikes else getattr(old.event, "why", "")
        if event.struck and event.why != given:
            raise Unreadable(f"strikes out #{old.seq} for another reason than was given.")

    def _check_carried(
        self, row: Recorded, event: Sealed | RulesChanged, state: FightState
    ) -> None:
        _check_uncaused(row)
        if row.repeats is None:
            if isinstance(event, RulesChanged):
                raise Unreadable("changes the rules in the middle of a correction.")
            self._resealed = True
        elif (old := self._take_next(row, state)).event != event:
            raise Unreadable(f"says something else than #{old.seq}, which it repeats.")

    def _is_changed(self, old: Recorded) -> bool:
        """Return whether this is the input that the correction amends or strikes out."""
        return old is self._named and self._corrected.change != "insert"

    @property
    def _is_past_change(self) -> bool:
        """Whether the corrected input has been repeated already."""
        return not self._left or self._left[0] is not self._changed

    def _take_next(self, row: Recorded, state: FightState) -> Recorded:
        """Return the row of the corrected line that this row repeats; it must be the next one."""
        left, origin = self._left, self._history.origin
        while (
            left
            and origin(left[0].seq) != row.repeats
            and self._is_obsolete_seal(left[0].event, state)
        ):
            left.popleft()
        if not left or row.repeats is None or origin(left[0].seq) != row.repeats:
            what = f"repeats #{row.repeats}" if row.repeats is not None else "repeats nothing"
            turn = f"; the turn is #{origin(left[0].seq)}'s" if left else ""
            raise Unreadable(f"{what} where it has no place in a correction{turn}.")
        if self._corrected.change == "insert" and not self._has_begun:
            raise Unreadable(f"repeats #{row.repeats} before anything was put in.")
        self._has_begun = True
        return left.popleft()

    def _is_obsolete_seal(self, event: AnyEvent, state: FightState) -> bool:
        """Return whether this is a commitment that need not be repeated: it is in use already, or
        another one has replaced it."""
        return isinstance(event, Sealed) and (self._resealed or event.sealed == state.sealed)

    def _check_caused(self, row: Recorded) -> None:
        if row.cause is None or row.cause != self._playing:
            raise Unreadable("comes of something else than what was said last in its correction.")

    def _check_beside(self, row: Recorded) -> None:
        _check_uncaused(row)
        if row.repeats is not None:
            raise Unreadable(f"repeats #{row.repeats}, and is neither an input nor a die.")


def _find_named_input(history: History, corrected: Corrected, position: int) -> Recorded:
    """Return the row of the input that a correction names."""
    seq = corrected.input
    if not 1 <= seq <= position or not history.is_ancestor(seq, position):
        raise Unreadable(f"corrects #{seq}, which is not on the line it corrects.")
    named = history[seq]
    if not isinstance(named.event, Input) or isinstance(named.event, FightStarted):
        raise Unreadable(f"corrects #{seq}, and that is no input.")
    return named


def _list_line(history: History, first: int, last: int) -> list[Recorded]:
    """Return the rows of a line between two events, without the events about the log."""
    return [
        row
        for start, end in history.line(last)
        for row in history.rows[max(start, first) - 1 : end]
        if type(row.event) not in META_KINDS
    ]


def _check_corrected(row: Recorded, corrected: Corrected, named: Recorded) -> None:
    if not corrected.why or clean_text(corrected.why) != corrected.why:
        raise Unreadable("corrects the past without a reason.")
    if row.repeats is not None:
        raise Unreadable(f"repeats #{row.repeats}, and is neither an input nor a die.")
    _check_uncaused(row)
    if isinstance(named.event, Rolled) and corrected.change != "amend":
        raise Unreadable(f"corrects #{named.seq}, a die, in a way that dice are not corrected.")
    struck = isinstance(named.event, Skipped) and named.event.struck
    if struck and corrected.change == "strike":
        raise Unreadable(f"strikes out #{named.seq}, which is struck out already.")


def _check_uncaused(row: Recorded) -> None:
    if row.cause is not None:
        raise Unreadable(f"has the cause #{row.cause}, and comes of nothing in its correction.")
