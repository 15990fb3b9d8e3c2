"""What a game's rules module offers to the rest."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from events.vocabulary import Declaration
from projections.state import FightState
from rulesets.steps import Play


class Problem(NamedTuple):
    """Why a declaration is not allowed: one sentence in the game's own words, the clause it
    rests on, and whether the referee may insist."""

    reason: str
    clause: str
    overrulable: bool = True


class Ruleset(Protocol):
    """The rules of a family of games."""

    def prepare(self, state: FightState, declaration: Declaration) -> Declaration:
        """The declaration with its blanks filled (ids, the only weapon); raises `Refused` where
        it names what is not there."""
        ...

    def check(self, state: FightState, declaration: Declaration) -> list[Problem]:
        """What speaks against it, as things stand; nothing if it may be played."""
        ...

    def play(self, state: FightState, declaration: Declaration, seq: int) -> Play[None]:
        """What becomes of it. `state` has the declaration folded in and follows the outcomes as
        they are told; `seq` is the declaration's own."""
        ...
