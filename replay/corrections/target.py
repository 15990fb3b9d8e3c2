"""The input that a correction changes, checked, with everything that comes after it on the line."""

from __future__ import annotations

from events.errors import Refused
from events.store.envelope import Recorded
from events.types.corrections import Skipped
from events.types.dice_notation import check_face
from events.types.names import clean_text
from events.types.rolls import Rolled
from replay.corrections.plan import Correction
from replay.corrections.recorded_dice import RecordedDice
from replay.log.event_log import History
from replay.log.line_inputs import find_declaration, find_input, list_fight_rows


class CorrectionTarget:
    """The target of a correction; raises `Refused` if this input cannot be corrected in this way.

    `row` is the input to correct, `changed` the declaration to replay first: the input itself or,
    for a die, the declaration it was thrown for. `rows` are the rows of the line from there, `base`
    the event before, `recorded` their dice, `was` the state now.
    """

    def __init__(self, history: History, correction: Correction) -> None:
        self.history = history
        self.correction = _clean_reason(correction)
        self.row = find_input(history, correction.seq)
        _check(history, self.correction, self.row)
        self.changed = find_declaration(history, self.row)
        self.base = history.position(self.changed.parent)
        self.rows = [row for row in list_fight_rows(history) if row.seq >= self.changed.seq]
        self.was = history.state(history.position())
        self.recorded = RecordedDice(history, self.rows)
        if isinstance(self.row.event, Rolled) and correction.face is not None:
            self.recorded.amend(history.origin(self.row.seq), correction.face)

    @property
    def is_die(self) -> bool:
        """Whether a die is corrected."""
        return isinstance(self.row.event, Rolled)


def _clean_reason(correction: Correction) -> Correction:
    """Return the correction with its reason as it is recorded; raises `Refused` if there is
    none."""
    why = clean_text(correction.why)
    if not why:
        raise Refused(
            f"Say why, for the log, like: {correction.change} {correction.seq} …; why: misheard"
        )
    return correction._replace(why=why)


def _check(history: History, correction: Correction, row: Recorded) -> None:
    """Raise `Refused` if this input cannot be corrected in this way."""
    change, event, seq = correction.change, row.event, row.seq
    if isinstance(event, Rolled):
        _check_die(history, correction, row, event)
    elif correction.face is not None:
        raise Refused(f"#{seq} is no die; say what is declared instead.")
    elif change == "strike" and isinstance(event, Skipped) and event.struck:
        raise Refused(f"#{seq} is struck out already.")
    elif change == "amend" and not correction.said and not isinstance(event, Skipped):
        raise Refused(f"Say what stands there instead of #{seq}.")
    elif change == "amend" and len(correction.said) > 1:
        raise Refused("One input is amended to one other; put in the rest with insert.")
    elif change == "insert" and not correction.said:
        raise Refused(f"Say what is put in before #{seq}.")


def _check_die(history: History, correction: Correction, row: Recorded, die: Rolled) -> None:
    seq, thrown_for = row.seq, find_declaration(history, row).seq
    if correction.change == "strike":
        raise Refused(
            f"#{seq} is a die: amend what it shows, or strike what it was thrown for,"
            f" #{thrown_for}."
        )
    if correction.change == "insert":
        raise Refused(
            f"#{seq} is a die, thrown in the middle of something; put it in before"
            f" #{thrown_for} instead."
        )
    if correction.face is None:
        raise Refused(f"Say what the die of #{seq} shows, like: amend {seq} 4")
    check_face(die.die, correction.face)
