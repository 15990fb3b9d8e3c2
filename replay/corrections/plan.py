"""What a correction is asked for with, and how the fight goes after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from events.store.envelope import Entry, Recorded
from events.types.corrections import Change, Spare
from events.types.rolls import Asked, Rolled
from events.types.unions import Declaration
from projections.state.fight_state import FightState

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
    one the referee overrules what speaks against it, because of its own among `whys`, else of
    `why`, else for the reason of the correction."""

    rule: Ruling = "skip"
    each: Mapping[int, Ruling] = {}
    whys: Mapping[int, str] = {}
    why: str = ""

    def reason(self, seq: int) -> str:
        """Why an input is kept, where that was said; empty otherwise."""
        return self.whys.get(seq, self.why)


class Fallen(NamedTuple):
    """A die typed for a correction; `by` and `die` say which it answers, where they are said.
    One that is `asked` answers that very die and no other, as `Repetition.identified` has it."""

    face: int
    by: str = ""
    die: str = ""
    asked: Asked | None = None


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
    ends there, and cannot be recorded before they are supplied; `sought` are the same dice in the
    same order as a `Fallen` names the one it answers, `unasked` those typed that answer none.
    `fresh` are the dice that had to
    be thrown anew, `spared` those that found no use, `revived` what had been skipped and is
    possible again. `left` are the inputs from the one on where it was made to stop.
    """

    correction: Correction
    rulings: Rulings
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
    unasked: Sequence[Fallen]
    sought: tuple[Asked, ...]
