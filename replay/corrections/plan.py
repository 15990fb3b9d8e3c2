"""A requested correction, the input that it changes, and the plan that carries it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from events.errors import Refused
from events.store.envelope import Entry, Recorded
from events.types.log_events import Change, Skipped, UnusedDie
from events.types.names import clean_text
from events.types.rolls import Asked, Rolled, check_face
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.corrections.recorded_dice import LineDice
from replay.log.event_log import History
from replay.log.line_inputs import find_declaration, find_input, list_fight_rows

RulingKind: TypeAlias = Literal["skip", "keep", "stop"]
"""What to do with an input that is impossible after the correction: skip it, keep it by overruling,
or stop the fight before it."""


class Correction(NamedTuple):
    """A requested correction.

    `seq` is the input, or anything that follows from it; `why` the reason. An amendment replaces
    the input by the one of `declarations` (none puts back an input that was struck out or skipped),
    or gives a die another `face`. An insertion puts them before it. `apart` makes it a
    what-if: the line stays as it is, and a branch of its own begins.
    """

    change: Change
    seq: int
    why: str
    declarations: tuple[Declaration, ...] = ()
    face: int | None = None
    apart: bool = False


class Rulings(NamedTuple):
    """What to do with inputs that are impossible after the correction: for each by its seq, for all
    others by `rule`. A kept input is overruled for its own reason in `whys`, else for `why`, else
    for the reason of the correction."""

    rule: RulingKind = "skip"
    each: Mapping[int, RulingKind] = {}
    whys: Mapping[int, str] = {}
    why: str = ""

    def reason(self, seq: int) -> str:
        """Return the reason given for keeping an input, empty if there is none."""
        return self.whys.get(seq, self.why)


class CorrectionDie(NamedTuple):
    """A die typed for a correction. It answers the die `asked`, named as `InputReplay.identify`
    names it; without that, the first die of this roller (`by`) and kind (`die`), where these are
    given."""

    face: int
    by: str = ""
    die: str = ""
    asked: Asked | None = None


class ImpossibleInput(NamedTuple):
    """An input of the line (`row`) that is impossible after the correction, why, whether the
    referee can overrule that, and what to do with it. `before`: it was skipped before this
    correction, too."""

    row: Recorded
    why: str
    overrulable: bool
    ruling: RulingKind
    before: bool = False


class CorrectionPlan(NamedTuple):
    """The plan of a correction: the entries to append after event `head`, and the state they lead
    to. `was` is the state now, `target` the input that is corrected.

    If dice are `missing` that were never rolled, the plan ends there: they are typed, or drawn when
    the correction is recorded (`draws`). `sought` are the same dice, in the same order, named as a
    typed die names the one it answers. `unasked` are typed dice that no play asked for, among
    `typed_dice`. `drawing`: missing dice are drawn, although the fight's dice are typed. `spent`:
    every epoch of the dice is closed, so none can be drawn.

    `fresh` are the new dice, `spared` the recorded dice left unused, `revived` the skipped inputs
    that are possible again. `left` are the inputs from the one where the fight was made to stop.
    """

    correction: Correction
    rulings: Rulings
    target: Recorded
    head: int
    was: FightState
    state: FightState
    entries: Sequence[Entry]
    secrets: Mapping[str, bytes]
    impossible: Sequence[ImpossibleInput]
    missing: tuple[Asked, ...]
    fresh: Sequence[Rolled]
    spared: Sequence[UnusedDie]
    revived: Sequence[Recorded]
    left: Sequence[Recorded]
    unasked: Sequence[CorrectionDie]
    sought: tuple[Asked, ...]
    typed_dice: tuple[CorrectionDie, ...] = ()
    drawing: bool = False
    spent: bool = False

    @property
    def draws(self) -> bool:
        """Whether the missing dice are drawn when the correction is applied."""
        return bool(self.missing) and (self.drawing or self.is_digital)

    @property
    def is_digital(self) -> bool:
        """Whether the fight draws the missing dice where the plan ends. Once it draws one of mixed
        dice for a correction, it draws all that follow, too."""
        if self.state.dice == "mixed":
            drawn = all(self.state.draws_for(asked.by) for asked in self.missing)
            return drawn and not self.spent
        return self.state.dice == "digital" and not self.spent


class CorrectionTarget:
    """The target of a correction; raises `Refused` if this input cannot be corrected in this way.

    `row` is the input to correct, `changed` the declaration to replay first: the input itself or,
    for a die, the declaration it was rolled for. `rows` are the rows of the line from there, `base`
    the event before, `recorded` their dice, `was` the state now.
    """

    def __init__(self, history: History, correction: Correction) -> None:
        self.history = history
        self.correction = _clean_reason(correction)
        self.row = find_input(history, correction.seq)
        _check(history, self.correction, self.row)
        self.changed = find_declaration(history, self.row)
        self.base = history.position(self.changed.parent)
        self.rows = list_fight_rows(history, since=self.changed.seq)
        self.was = history.state(history.position())
        self.recorded = LineDice(history, self.rows)
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
        raise Refused(f"#{seq} is not a die; say another declaration.")
    elif change == "strike" and isinstance(event, Skipped) and event.struck:
        raise Refused(f"#{seq} is struck out already.")
    elif change == "amend" and not correction.declarations and not isinstance(event, Skipped):
        raise Refused(f"Say what replaces #{seq}.")
    elif change == "amend" and len(correction.declarations) > 1:
        raise Refused("An input can be replaced by one other only; add the rest with insert.")
    elif change == "insert" and not correction.declarations:
        raise Refused(f"Say what to insert before #{seq}.")


def _check_die(history: History, correction: Correction, row: Recorded, die: Rolled) -> None:
    seq, thrown_for = row.seq, find_declaration(history, row).seq
    if correction.change == "strike":
        raise Refused(
            f"#{seq} is a die: amend what it shows, or strike what it was rolled for,"
            f" #{thrown_for}."
        )
    if correction.change == "insert":
        raise Refused(
            f"#{seq} is a die, rolled in the middle of an action; insert before #{thrown_for}"
            " instead."
        )
    if correction.face is None:
        raise Refused(f"Say what the die of #{seq} shows, like: amend {seq} 4")
    check_face(die.die, correction.face)
