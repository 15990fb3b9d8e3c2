"""Corrections of the past: one input is changed, and everything after it follows anew, from the
dice as they fell.

Nothing is recorded here: a correction is computed whole, looked at, and appended by whoever asked
for it, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from contextlib import suppress
from secrets import token_bytes

from msgspec.structs import replace

from events.corrections import Corrected, Skipped
from events.declarations import Join
from events.dice import check_face
from events.errors import Refused
from events.history import RulesChanged, Sealed
from events.names import clean
from events.rolls import Asked, Rolled
from events.rows import Recorded
from events.vocabulary import Declaration
from projections.state import FightState
from replay.course import Correction, Course, Impossible, Rulings
from replay.history import History
from replay.inputs import amendments, as_said, declaration_of, meant, on_line
from replay.memory import Memory
from replay.newcomers import freed, in_place_of
from replay.repetition import Allowed, Fallen, Repetition
from rulesets.dice import Entropy


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
    held: set[int] = set()
    while True:
        rewriting = _Rewriting(history, correction, rulings, secret, entropy, fallen, drawing, held)
        found = rewriting.course()
        if rewriting.robbed <= held:
            return found
        held |= rewriting.robbed


_HINT = re.compile(r" \((?:did you mean|there is|to insist)[^()]*\)")
_NOBODY = re.compile("Nobody here is called “(.+)”")


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
        held: Set[int],
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
        self._amended = amendments(history, history.position())
        self._memory = Memory(history, self._rows, held)
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
        self._before = self._again.state.copied()
        self._impossible: list[Impossible] = []
        self._revived: list[Recorded] = []
        self._left: list[Recorded] = []
        self._missing: tuple[Asked, ...] = ()

    @property
    def robbed(self) -> set[int]:
        """The spares whose sealed draw was given away before they were asked for: with those held
        back the course is another."""
        return self._memory.robbed(self._before)

    def course(self) -> Course:
        again, correction = self._again, self._correction
        again.begin(
            Corrected(correction.change, self._target.seq, correction.why, correction.apart)
        )
        for at, row in enumerate(self._rows):
            if row.cause is not None:
                continue  # dice and outcomes come of what is said again
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
            self._rulings,
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
                now = self._again.state
                if isinstance(row.event, Skipped):
                    declared = freed(declared, self._was, now)
                if self._correction.said:
                    said = in_place_of(declared, self._correction.said[0], self._was, now)
                    self._say(row, self._again.checked(said))
                else:
                    self._say(row, self._allowed(row, declared))
            case "insert":
                for said in self._correction.said:
                    newcomer = freed(said, self._was, self._again.state)
                    self._again.say(self._again.checked(newcomer))
                    self._missing = tuple(self._again.state.awaited)
                    if self._missing:
                        return
                self._repeat(row)

    def _repeat(self, row: Recorded) -> None:
        """An input as it was said, if it is possible now; or what else belongs to the line."""
        event, origin = row.event, self._history.origin(row.seq)
        match event:
            case Sealed() | RulesChanged():
                self._again.carry(event, origin)
            case Skipped(input=declaration, why=why, struck=True):
                self._again.skip(declaration, why, origin, struck=True)
            case Skipped(input=declaration):
                self._try(row, freed(declaration, self._was, self._again.state))
            case _ if isinstance(event, Declaration):
                self._try(row, event)

    def _try(self, row: Recorded, declaration: Declaration) -> None:
        try:
            allowed = self._allowed(row, declaration)
        except Refused as refused:
            self._rule(row, declaration, refused)
        else:
            if isinstance(row.event, Skipped):
                self._revived.append(row)
            self._say(row, allowed)

    def _allowed(self, row: Recorded, declaration: Declaration) -> Allowed:
        """An input is said again as it was said; where that cannot be, as an earlier correction
        had to make it."""
        said = as_said(self._history, row, self._amended)
        if said != declaration and _id(said) == _id(declaration):
            with suppress(Refused):
                return self._again.checked(said)
        return self._again.checked(declaration)

    def _say(self, row: Recorded, allowed: Allowed) -> None:
        """Play an input in the place of one of the line. Dice of it that never fell are missing,
        but where it was open before and may stay so."""
        origin = self._history.origin(row.seq)
        self._again.say(allowed, origin, lambda: self._stays_open(row))
        if self._again.state.awaited and not self._stays_open(row):
            self._missing = tuple(self._again.state.awaited)

    def _stays_open(self, row: Recorded) -> bool:
        """It was open before, and none of its dice has fallen that may yet be asked for."""
        if not self._was.awaited or self._was.playing != row.seq:
            return False
        used = {entry.repeats for entry in self._again.entries}
        fell = (each for each in self._rows if isinstance(each.event, Rolled))
        return all(self._history.origin(each.seq) in used for each in fell if each.cause == row.seq)

    def _rule(self, row: Recorded, declaration: Declaration, refused: Refused) -> None:
        """What becomes of an input that is impossible now."""
        origin = self._history.origin(row.seq)
        before = isinstance(row.event, Skipped)
        ruling = self._rulings.each.get(row.seq, "skip" if before else self._rulings.rule)
        insists = refused.overrulable and hasattr(declaration, "overrule")
        if ruling == "keep" and insists:
            try:
                insisted = replace(declaration, overrule=self._correction.why)
                self._say(row, self._again.checked(insisted))
            except Refused as other:
                refused, insists = other, False
        if ruling == "keep" and not insists:
            ruling = "skip"
        why = _reason(refused, self._was)
        self._impossible.append(Impossible(row, why, insists, ruling, before))
        if ruling == "skip":
            self._again.skip(_declared(row), why, origin)
        elif ruling == "stop":
            self._left = [row]


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


def _id(declaration: Declaration) -> str:
    """Who joins, if somebody does: later inputs mean them."""
    return declaration.sheet.id if isinstance(declaration, Join) else ""


def _reason(refused: Refused, was: FightState) -> str:
    """Why something is impossible, without what could be said at the table instead."""
    why = _HINT.sub("", str(refused)).rstrip(".")
    nobody = _NOBODY.fullmatch(why)
    one = was.combatants.get(nobody.group(1)) if nobody is not None else None
    return f"{one.name} is not there" if one is not None else why
