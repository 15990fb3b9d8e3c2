"""What a game's rules module offers to the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from events.games import Game
from events.sheets import Kind, Sheet, Weapon
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

    def sheet(self, game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
        """The sheet a roster entry describes; raises `Refused` naming the field at fault."""
        ...

    def weapon(self, game: Game, text: str) -> Weapon:
        """A weapon as people write it; raises `Refused`."""
        ...

    def describe(self, game: Game) -> list[tuple[str, list[tuple[str, str]]]]:
        """A game in words: sections with their titles, each of rows of two texts."""
        ...

    def prepare(self, state: FightState, declaration: Declaration) -> Declaration:
        """The declaration with its blanks filled (ids, the only weapon); raises `Refused` where
        it names what is not there."""
        ...

    def dice(self, state: FightState, declaration: Declaration) -> str:
        """The dice a declared action will throw, as things stand, in notation; empty if none."""
        ...

    def check(self, state: FightState, declaration: Declaration) -> list[Problem]:
        """What speaks against it, as things stand; nothing if it may be played."""
        ...

    def play(self, state: FightState, declaration: Declaration, seq: int) -> Play[None]:
        """What becomes of it. `state` has the declaration folded in and follows the outcomes as
        they are told; `seq` is the declaration's own."""
        ...
