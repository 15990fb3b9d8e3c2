"""Corrections of the past: one input is changed, and everything after it follows anew, from the
dice as they fell.

Nothing is recorded here: a correction is computed whole, looked at, and appended by whoever asked
for it, or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_bytes
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from events.corrections import Change, Corrected, Skipped, Spare
from events.declarations import Join
from events.dice import check_face
from events.errors import Refused
from events.history import RulesChanged, Sealed
from events.names import checked_name, clean, numbered
from events.rolls import Asked, Rolled
from events.rows import Entry, Recorded
from events.vocabulary import Declaration
from projections.state import FightState
from replay.history import History
from replay.inputs import declaration_of, meant, on_line
from replay.memory import Memory
from replay.repetition import Fallen, Repetition
from rulesets.common.naming import taken
from rulesets.dice import Entropy

Ruling: TypeAlias = Literal["skip", "keep", "stop"]
"""What becomes of an input that is impossible now: it is skipped, kept by overruling, or the fight
stops there."""


class Correction(NamedTuple):
    """What is to be corrected. `seq` is the input, or anything that follows from it; `why` the
    reason. An amendment says `said` instead (one declaration; none puts back what was struck out
    or skipped) or shows another `face` of a die; an insertion puts `said` before it. `apart`
    leaves the line as it is, and goes on from a branch of its own."""

    change: Change
    seq: int
    why: str
    said: tuple[Declaration, ...] = ()
    face: int | None = None
    apart: bool = False


class Rulings(NamedTuple):
    """What becomes of inputs that are impossible now: by the seq of each, else the rule. To keep
    one the referee overrules what speaks against it, for the reason of the correction."""

    rule: Ruling = "skip"
    each: Mapping[int, Ruling] = {}

    def of(self, seq: int) -> Ruling:
        """The ruling on an input."""
        return self.each.get(seq, self.rule)


class Impossible(NamedTuple):
    """An input of the line (its row there) that cannot be as things stand now, why, whether the
    referee can insist, and what becomes of it. `before`: it had been skipped already."""

    row: Recorded
    why: str
    overrulable: bool
    ruling: Ruling
    before: bool = False


class Course(NamedTuple):
    """How the fight goes after a correction: what would be appended after event `head`, and the
    state it leads to; `was` is the state now.

    `target` is the input that is corrected. Where dice are `missing` that never fell, the course
    ends there, and cannot be recorded before they are supplied. `fresh` are the dice that had to
    be thrown anew, `spared` those that found no use, `revived` what had been skipped and is
    possible again. `left` are the rows after the one where it was made to stop.
    """

    correction: Correction
    target: Recorded
    head: int
    was: FightState
    state: FightState
    entries: Sequence[Entry]
    secrets: Mapping[str, bytes]
    impossible: Sequence[Impossible]
    missing: tuple[Asked, ...]
    fresh: Sequence[Rolled]
    spared: Sequence[Spare]
    revived: Sequence[Recorded]
    left: Sequence[Recorded]
    unused: Sequence[Fallen]


def course(
    history: History,
    correction: Correction,
    *,
    rulings: Rulings = Rulings(),
    secret: bytes | None = None,
    entropy: Entropy = token_bytes,
    fallen: Sequence[Fallen] = (),
    drawing: bool = False,
) -> Course:
    """The course of the fight after a correction. `secret` serves dice that never fell where dice
    are digital (or `drawing`); typed ones come from `fallen`. Raises `Refused` where there is
    nothing to correct, or where the rules do not allow what is said instead."""
    return _Rewriting(history, correction, rulings, secret, entropy, fallen, drawing).course()


class _Rewriting:
    """A correction being computed: the inputs of the line from the corrected one on, said again
    one by one."""

    def __init__(
        self,
        history: History,
        correction: Correction,
        rulings: Rulings,
        secret: bytes | None,
        entropy: Entropy,
        fallen: Sequence[Fallen],
        drawing: bool,
    ) -> None:
        self._history = history
        self._correction = correction = _checked(history, correction)
        self._rulings = rulings
        self._target = meant(history, correction.seq)
        self._check_target()
        self._was = history.state(history.position())
        line = on_line(history)
        self._changed = declaration_of(history, self._target)
        self._rows = [row for row in line if row.seq >= self._changed.seq]
        self._memory = Memory(history, self._rows)
        if isinstance(self._target.event, Rolled) and correction.face is not None:
            self._memory.amend(history.origin(self._target.seq), correction.face)
        self._again = Repetition(
            history,
            history.position(self._changed.parent),
            self._memory,
            secret=secret,
            entropy=entropy,
            fallen=fallen,
            drawing=drawing,
        )
        self._impossible: list[Impossible] = []
        self._revived: list[Recorded] = []
        self._left: list[Recorded] = []
        self._missing: tuple[Asked, ...] = ()

    def course(self) -> Course:
        again, correction = self._again, self._correction
        again.begin(
            Corrected(correction.change, self._target.seq, correction.why, correction.apart)
        )
        for at, row in enumerate(self._rows):
            if row is self._changed and not isinstance(self._target.event, Rolled):
                self._change(row)
            else:
                self._repeat(row)
            if self._left:
                self._left = self._rows[at:]
            if self._missing or self._left:
                break
        spared = None if self._missing else again.spare()
        return Course(
            correction,
            self._target,
            len(self._history),
            self._was,
            again.state,
            again.entries,
            again.secrets,
            self._impossible,
            self._missing,
            [
                entry.event
                for entry in again.entries
                if isinstance(entry.event, Rolled) and entry.repeats is None
            ],
            spared.dice if spared is not None else (),
            self._revived,
            [row for row in self._left if isinstance(row.event, Declaration | Skipped)],
            again.fallen,
        )

    def _check_target(self) -> None:
        """Raise `Refused` where this cannot be done with this input."""
        change, event, seq = self._correction.change, self._target.event, self._target.seq
        if isinstance(event, Rolled):
            if change == "strike":
                raise Refused(
                    f"#{seq} is a die: amend what it shows, or strike what it was thrown for,"
                    f" #{declaration_of(self._history, self._target).seq}."
                )
            if change == "insert":
                raise Refused(
                    f"#{seq} is a die, thrown in the middle of something; put it in before"
                    f" #{declaration_of(self._history, self._target).seq} instead."
                )
            if self._correction.face is None:
                raise Refused(f"Say what the die of #{seq} shows, like: amend {seq} 4")
            check_face(event.die, self._correction.face)
        elif self._correction.face is not None:
            raise Refused(f"#{seq} is no die; say what is declared instead.")
        elif change == "strike" and isinstance(event, Skipped) and event.struck:
            raise Refused(f"#{seq} is struck out already.")
        elif change == "amend" and not self._correction.said and not isinstance(event, Skipped):
            raise Refused(f"Say what stands there instead of #{seq}.")
        elif change == "amend" and len(self._correction.said) > 1:
            raise Refused("One input is amended to one other; put in the rest with insert.")
        elif change == "insert" and not self._correction.said:
            raise Refused(f"Say what is put in before #{seq}.")

    def _change(self, row: Recorded) -> None:
        """The corrected input itself."""
        declared = _declared(row)
        origin = self._history.origin(row.seq)
        match self._correction.change:
            case "strike":
                self._again.skip(declared, self._correction.why, origin, struck=True)
            case "amend":
                said = self._correction.said[0] if self._correction.said else declared
                self._again.say(self._in_place_of(declared, said), origin)
                self._wait(row)
            case "insert":
                for said in self._correction.said:
                    self._again.say(self._newcomer(said))
                    self._wait(None)
                    if self._missing:
                        return
                self._repeat(row)

    def _in_place_of(self, was: Declaration, said: Declaration) -> Declaration:
        """Whoever joins instead of somebody goes by the same id, which later inputs name."""
        if isinstance(was, Join) and isinstance(said, Join):
            name = checked_name(said.sheet.name)
            name = numbered(name, taken(self._was, but=was.sheet.id))
            return Join(replace(said.sheet, id=was.sheet.id, name=name))
        return said

    def _newcomer(self, said: Declaration) -> Declaration:
        """Whoever is put in gets a name that nobody has who joins later."""
        if not isinstance(said, Join):
            return said
        names = taken(self._was) | taken(self._again.state)
        return Join(replace(said.sheet, name=numbered(checked_name(said.sheet.name), names)))

    def _repeat(self, row: Recorded) -> None:
        """An input as it was said, if it is possible now; or what else belongs to the line."""
        event, origin = row.event, self._history.origin(row.seq)
        match event:
            case Sealed() | RulesChanged():
                self._again.carry(event, origin)
            case Skipped(input=declaration, why=why, struck=True):
                self._again.skip(declaration, why, origin, struck=True)
            case Skipped(input=declaration):
                self._try(row, declaration, origin)
            case _ if isinstance(event, Declaration):
                self._try(row, event, origin)

    def _try(self, row: Recorded, declaration: Declaration, origin: int) -> None:
        before = isinstance(row.event, Skipped)
        try:
            self._again.say(declaration, origin)
        except Refused as refused:
            self._rule(row, declaration, origin, refused)
        else:
            if before:
                self._revived.append(row)
            self._wait(row)

    def _rule(self, row: Recorded, declaration: Declaration, origin: int, refused: Refused) -> None:
        """What becomes of an input that is impossible now."""
        before = isinstance(row.event, Skipped)
        ruling = self._rulings.each.get(row.seq, "skip" if before else self._rulings.rule)
        insists = refused.overrulable and hasattr(declaration, "overrule")
        if ruling == "keep" and insists:
            try:
                self._again.say(replace(declaration, overrule=self._correction.why), origin)
                self._wait(row)
            except Refused as other:
                refused, insists = other, False
        if ruling == "keep" and not insists:
            ruling = "skip"
        why = _reason(refused)
        self._impossible.append(Impossible(row, why, insists, ruling, before))
        if ruling == "skip":
            self._again.skip(declaration, why, origin)
        elif ruling == "stop":
            self._left = [row]

    def _wait(self, row: Recorded | None) -> None:
        """Dice that never fell are missing, but where this was open before: there it may stay so,
        as long as none of its dice has fallen that would have come later."""
        awaited = self._again.state.awaited
        if not awaited:
            return
        if row is None or not self._was.awaited or self._was.playing != row.seq:
            self._missing = tuple(awaited)
            return
        used = {entry.repeats for entry in self._again.entries}
        fell = [each for each in self._rows if isinstance(each.event, Rolled)]
        if any(
            each.cause == row.seq and self._history.origin(each.seq) not in used for each in fell
        ):
            self._missing = tuple(awaited)


def _checked(history: History, correction: Correction) -> Correction:
    """The correction with its reason as it is recorded; `Refused` where there is none."""
    why = clean(correction.why)
    if not why:
        raise Refused(
            f"Say why, for the log, like: {correction.change} {correction.seq} …; why: misheard"
        )
    return correction._replace(why=why)


def _declared(row: Recorded) -> Declaration:
    event = row.event.input if isinstance(row.event, Skipped) else row.event
    assert isinstance(event, Declaration), "only those are changed whole"
    return event


def _reason(refused: Refused) -> str:
    """Why something is impossible, without how to insist."""
    return str(refused).split(" (to insist")[0].rstrip(".")
