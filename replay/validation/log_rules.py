"""Checks that rows can be the log of a fight, and that it is not cut off. For rows from elsewhere:
anyone can compute digests, so these say nothing about who wrote them.

This module checks how the rows hang together, and folds them on every line. `event_rules` checks
what each event says, `correction_rules` what corrections repeat. Where a log was cut off, its last
command may be incomplete; no later row shows that, but the rules do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, get_args

from events.errors import Refused, Unreadable
from events.store.envelope import Recorded
from events.types.commitments import Anchored, Closed, SecretOpened
from events.types.declarations import FightStarted
from events.types.keys import KeyBound, KeyRevoked, Upgraded
from events.types.log_events import (
    Corrected,
    HeadMoved,
    Sealed,
    SecretRevealed,
    Skipped,
    Spared,
)
from events.types.outcomes import Awaited, Overruled
from events.types.rolls import Rolled
from events.types.unions import Outcome, is_declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.log.branches import BranchIndex
from replay.log.event_log import META_EVENTS, META_KINDS, History
from replay.log.kept_states import ForkStates
from replay.validation.correction_rules import CorrectionCheck
from replay.validation.event_rules import check_declared, check_event, check_play
from rulesets.core.play import PlayRunner, TypedDice
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import find_other_version


def check_structure(rows: Sequence[Recorded]) -> History:
    """Return the history of these rows. Raise `Unreadable`, with the seq, for the first row that
    combatlog would not have written. Rows that pass can be folded at every seq, and the head can
    move anywhere in them."""
    if not rows or not isinstance(rows[0].event, FightStarted):
        raise Unreadable("#1 does not start a fight, and every fight begins with that.", seq=1)
    check = _LogCheck(rows)
    at = 0
    try:
        for at, row in enumerate(rows):
            if row.cmd == row.seq:
                check.check_command_end()
            at = row.seq
            check.check_row(row)
        at = len(rows)
        check.check_command_end()
    except Refused as refused:
        raise Unreadable(f"#{at}: {refused}", at) from None
    except Unreadable as reason:
        raise Unreadable(f"#{at} {reason}", at) from None
    return check.history


Consequence: TypeAlias = Outcome | SecretRevealed
"""Events that follow from a declaration. A secret of format 1 is revealed by the end of a fight."""

_CONSEQUENCES = frozenset(get_args(Consequence))
_MAY_HAVE_CAUSE = _CONSEQUENCES | {Rolled}
_OF_CORRECTIONS = frozenset((Skipped, Spared))


class _LogCheck:
    """Checks the rows one by one, with the state of the line each is on and the last declaration
    there. Of all `rows` it keeps only the states it needs again: those of the events that the head
    moves to later, and of the declarations that dice are awaited for."""

    def __init__(self, rows: Sequence[Recorded]) -> None:
        self.history = History()
        """The rows checked so far."""
        self._branches = BranchIndex(self.history)
        self._state = FightState()
        self._declared = FightState()
        self._forks = ForkStates(rows)
        self._playing_at: dict[int, int] = {}
        self._waiting = {row.event.input for row in rows if isinstance(row.event, Awaited)}
        self._playing = 0
        self._correction: CorrectionCheck | None = None

    def check_row(self, row: Recorded) -> None:
        """Check the next row, and fold it."""
        _check_place(self.history, row)
        event = row.event
        if isinstance(event, Corrected):
            self._correction = CorrectionCheck(self.history, row)
        if row.parent != row.seq - 1:
            self._state = self._forks.take(row.parent)
            self._playing = self._playing_at[row.parent]
        if row.cause is not None:
            self._check_cause(row, row.cause)
        check_event(self.history, self._branches, self._state, row)
        self._check_repetition(row)
        if isinstance(event, Awaited):
            self._check_wait(row, event)
        if type(event) in _CONSEQUENCES:
            _check_consequence(row)
        _fold(self._state, row)
        self.history.extend((row,))
        if is_declaration(event):
            self._playing = row.seq
            if row.seq in self._waiting:
                self._declared = self._state.copied()
        if row.seq in self._forks.left:
            self._forks.keep(row.seq, self._state)
            self._playing_at[row.seq] = self._playing

    def check_command_end(self) -> None:
        """Check the end of a command: a correction must be complete by then."""
        if self._correction is not None:
            self._correction.check_end()
        self._correction = None

    def _check_cause(self, row: Recorded, cause: int) -> None:
        """Check that an event's cause is the last declaration, and that only dice and outcomes have
        one."""
        if type(row.event) not in _MAY_HAVE_CAUSE:
            kind = "a declaration" if is_declaration(row.event) else "such an event"
            raise Unreadable(f"has the cause #{cause}, but {kind} has none.")
        if cause != self._playing:
            raise Unreadable(f"has the cause #{cause}; #{self._playing} was declared last.")

    def _check_repetition(self, row: Recorded) -> None:
        """Check that only a correction repeats or skips anything."""
        if self._correction is not None:
            if not isinstance(row.event, Corrected):
                self._correction.check_row(row, self._state)
        elif type(row.event) in _OF_CORRECTIONS:
            raise Unreadable("belongs to a correction, and is in none.")
        elif row.repeats is not None:
            raise Unreadable(f"repeats #{row.repeats}, and only a correction repeats anything.")

    def _check_wait(self, row: Recorded, event: Awaited) -> None:
        """Check the first wait of a play, which is in one command with its declaration."""
        first = self._declared.seq
        if event.input == first:
            declaration, *record = self.history.rows[first - 1 :]
            assert is_declaration(declaration.event), "it was one when it was kept"
            if declaration.cmd == row.cmd:
                check_play(self._declared, declaration.event, record)


def _check_consequence(row: Recorded) -> None:
    if row.cause is None:
        raise Unreadable("is an outcome, and has no cause.")
    if row.cmd == row.seq:
        raise Unreadable("is an outcome, and begins a command.")


def _fold(state: FightState, row: Recorded) -> None:
    try:
        fold_one(state, row.seq, row.event)
    except Exception:  # whatever the fold fails on, this row is at fault
        raise Unreadable("makes no sense after the events before it.") from None


def _check_place(history: History, row: Recorded) -> None:
    """Check the envelope: the event it follows, its command, and its references."""
    if row.seq != len(history) + 1:
        raise Unreadable("is out of order.")
    kind = type(row.event)
    if kind is FightStarted and row.seq > 1:
        raise Unreadable("starts the fight again.")
    _check_command(history, row)
    if kind is HeadMoved:
        _check_target(history, row)
    elif kind is Corrected:
        if row.seq != row.cmd:
            raise Unreadable("is a correction in the middle of a command.")
    elif row.parent != row.seq - 1:
        raise Unreadable(
            f"follows #{row.parent}; only a move of the head, or a correction, goes elsewhere."
        )
    if row.cause is not None:
        if kind in META_KINDS:
            raise Unreadable("is about the log, and has a cause in the fight.")
        check_declared(history, row, row.cause, "has the cause")


def _check_command(history: History, row: Recorded) -> None:
    """Check that a command is an unbroken run of rows that names its first. Several moves of the
    head may form a command, and so do a close and the secret it opens. Another root stands first in
    the command that needs it, or in a correction; keys of persons are bound with the start, and
    revoked there where they were in an earlier fight. All else about the log is a command each."""
    before = history.rows[-1] if len(history) else None
    is_closed = before is not None and isinstance(before.event, Closed)
    if is_closed and not (row.cmd < row.seq and isinstance(row.event, SecretOpened)):
        raise Unreadable("comes after a close that opened no secret.")
    if row.cmd == row.seq:
        return
    if before is None or row.cmd != before.cmd:
        raise Unreadable(f"belongs to command #{row.cmd}, which is not the one before it.")
    if row.by != before.by:
        raise Unreadable(f"is by “{row.by}”, and its command is by “{before.by}”.")
    aside = type(row.event) in META_KINDS or type(before.event) in META_KINDS
    if aside and not _may_follow(history[row.cmd], before, row):
        raise Unreadable("is about the log, and in one command with something else.")


def _may_follow(first: Recorded, before: Recorded, row: Recorded) -> bool:
    """Return whether two rows, one of them about the log, can follow in one command."""
    match before.event, row.event:
        case (HeadMoved(), HeadMoved()) | (Closed(), SecretOpened()) | (Upgraded(), Anchored()):
            return True
        case SecretOpened(), SecretOpened() | Anchored():  # after an upgrade: those of format 1
            return True
        case (FightStarted() | KeyBound() | KeyRevoked(), KeyBound()) | (KeyBound(), KeyRevoked()):
            return isinstance(first.event, FightStarted)
        case (KeyBound() | KeyRevoked(), other):
            return isinstance(first.event, FightStarted) and not isinstance(other, META_EVENTS)
        case (Anchored(), other) if not isinstance(first.event, Upgraded | Closed):
            return not isinstance(other, META_EVENTS)
        case (_, Anchored()):
            return isinstance(first.event, Corrected) and not isinstance(before.event, META_EVENTS)
    return False


def _check_target(history: History, row: Recorded) -> None:
    """Check that the head moves to the end of a command of the fight itself, not into one, and not
    to a move or a note."""
    if not 1 <= row.parent < row.seq:
        raise Unreadable(f"moves the head to #{row.parent}, which is not before it.")
    last = history.command(row.parent)[1]
    bound = all(
        isinstance(each.event, KeyBound | KeyRevoked) for each in history.rows[row.parent : last]
    )
    inside = last != row.parent and not bound  # keys stand behind the start of the fight
    if inside or isinstance(history[row.parent].event, META_EVENTS):
        raise Unreadable(f"moves the head to #{row.parent}, where no command of the fight ends.")


def find_unfinished_command(rows: Sequence[Recorded], history: History | None = None) -> int:
    """Return the seq of the first row of an incomplete last command, 0 if it is complete.

    The rows must have passed `check_structure`; `history` is theirs, if it is known. Only the last
    declaration is played. A fight played by another version of the rules counts as complete.
    """
    if rows and isinstance(rows[-1].event, Closed):  # the secret it opens is missing
        return rows[-1].cmd
    if not rows or isinstance(rows[-1].event, META_EVENTS):
        return 0
    first = rows[-1].cmd
    if (
        isinstance(rows[-1].event, Sealed) and first == rows[-1].seq
    ):  # the event it is for is missing
        return first
    return first if _is_incomplete(history or History(rows)) else 0


def _is_incomplete(history: History) -> bool:
    """Return whether the last declaration has more outcomes, or needs more dice, than were
    recorded."""
    line = list(history.on_line(len(history)))
    at = max(at for at, row in enumerate(line) if is_declaration(row.event))
    played, record = line[at], line[at + 1 :]
    if not at:
        return False
    before = history.state(line[at - 1].seq)
    if find_other_version(before.game) is not None:
        return False
    try:
        return _lacks_overruling(before, played, record) or _plays_on(history, played, record)
    except Exception:  # what the rules cannot play at all is not an unfinished command
        return False


def _lacks_overruling(before: FightState, played: Recorded, record: Sequence[Recorded]) -> bool:
    """Return whether the rules have more problems with a declaration than were recorded as
    overruled, and nothing else was recorded of it."""
    assert is_declaration(played.event), "only declarations are played"
    if not getattr(played.event, "overrule", ""):
        return False
    if not all(isinstance(row.event, Overruled) for row in record):
        return False
    return len(record) < len(load_ruleset(before.game.rules).check(before, played.event))


def _plays_on(history: History, played: Recorded, record: Sequence[Recorded]) -> bool:
    """Return whether the play of a declaration goes on after what is recorded of it."""
    assert is_declaration(played.event), "only declarations are played"
    state, following = history.state(played.seq), played.seq + 1 + len(record)
    told = [(row.seq, row.event) for row in record]
    performance = PlayRunner(state, played.seq, following, TypedDice(), told)
    performance.run(load_ruleset(state.game.rules).play(state, played.event, played.seq))
    return bool(performance.events)
