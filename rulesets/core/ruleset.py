"""What a game's rules module offers to the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

from events.types.game import Game
from events.types.sheets import Kind, Sheet, Weapon
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import Combatant, FightState
from rulesets.core.play import Play


class Problem(NamedTuple):
    """Why a declaration is not allowed: one sentence in the game's own words, the clause it
    rests on, and whether the referee may insist."""

    reason: str
    clause: str
    overrulable: bool = True


Evidence: TypeAlias = Callable[[FightState, AnyEvent], bool]
"""Does this event, with the state after it, show that a clause was made use of?"""


class Lexicon(NamedTuple):
    """What can be said at the table in a game: for the grammar, completion and help.

    `fields` are the numbers that somebody is made of who joins on the line, in the game's own
    names and order; the first of them are `needed`. `weapons` can be named by everybody (bare
    hands), `bands` are distances, `creatures` those of the game. `called` are the verbs that it
    has another word for (`special` is an artifact), `lacks` those that it has no use for; `has` are
    the features it has of those in `rulesets.common.features`, `manoeuvres` what its craft can do,
    `places` where a body is struck, `phases` the parts of a round a move can be put into,
    `traits` what can be stated of somebody besides scores and skills.
    """

    fields: tuple[str, ...]
    needed: int
    weapons: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()
    creatures: tuple[str, ...] = ()
    called: Mapping[str, str] = {}
    lacks: frozenset[str] = frozenset()
    has: frozenset[str] = frozenset()
    manoeuvres: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


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

    def lexicon(self, game: Game) -> Lexicon:
        """What can be said in this game."""
        ...

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        """What somebody can be asked to roll a save or check on: abilities, skills."""
        ...

    def cast(self, game: Game, random: Random) -> list[Sheet]:
        """Everybody of a random fight: player characters, a follower, foes of every scale the
        game has. For simulation and tests."""
        ...

    def evidence(self, game: Game) -> Mapping[str, Evidence]:
        """The clauses that play can reach, by id, each with what shows that it was."""
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
