"""A requested correction, and the plan that carries it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from events.store.envelope import Entry, Recorded
from events.types.corrections import Change, UnusedDie
from events.types.rolls import Asked, Rolled
from events.types.unions import Declaration
from projections.state.fight_state import FightState

RulingKind: TypeAlias = Literal["skip", "keep", "stop"]
"""What to do with an input that is impossible after the correction: skip it, keep it by overruling,
or stop the fight before it."""


class Correction(NamedTuple):
    """A requested correction.

    `seq` is the input, or anything that follows from it; `why` the reason. An amendment replaces
    the input by the one declaration in `said` (none puts back an input that was struck out or
    skipped), or gives a die another `face`. An insertion puts `said` before it. `apart` makes it a
    what-if: the line stays as it is, and a branch of its own begins.
    """

    change: Change
    seq: int
    why: str
    said: tuple[Declaration, ...] = ()
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


class KnownDie(NamedTuple):
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

    If dice are `missing` that were never rolled, the plan ends there and cannot be recorded until
    they are given. `sought` are the same dice, in the same order, named as a typed die names the
    one it answers. `unasked` are typed dice that no play asked for.

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
    unasked: Sequence[KnownDie]
    sought: tuple[Asked, ...]
