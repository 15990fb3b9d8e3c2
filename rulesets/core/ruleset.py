"""The ruleset protocol: what a family of rules offers to the other packages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from events.types.base import Game
from events.types.declarations import BeginRound, Resolve
from events.types.outcomes import Overruled
from events.types.sheets import Kind, Sheet, Weapon
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import Combatant, FightState
from rulesets.core.play import Play


class Problem(NamedTuple):
    """A reason why a declaration is not allowed: one sentence in the game's own words, the clause
    it rests on, and whether the referee may overrule it.

    A problem that can be overruled has a `bar`, which says what is in the way, and of whom: a short
    name, then ids and labels, as in `winded:krillik`. It stays the same when somebody is renamed.
    `since` is the first version of the rules that has this problem, 0 if all have it.
    """

    reason: str
    clause: str
    overrulable: bool = True
    bar: str = ""
    since: int = 0

    def overrule(self, why: str) -> Overruled:
        """Return the event that the referee overruled this problem, for this reason."""
        return Overruled(self.clause, self.reason, why, self.bar)


Evidence: TypeAlias = Callable[[FightState, AnyEvent], bool]
"""A test whether an event, with the state after it, shows that a clause was played."""


class Lexicon(NamedTuple):
    """The vocabulary of a game, for the grammar, completion and help.

    fields      the fields of a combatant who joins on one line, in the game's order
    needed      how many of the fields are required; they come first
    weapons     the weapons that everyone has: bare hands
    bands       distances
    creatures   the game's creatures
    called      the game's own words for verbs: `special` may be `artifact`
    lacks       the verbs that the game does not have
    has         its features, among those in `rulesets.common.preparation`
    manoeuvres  the manoeuvres of its craft
    places      the places where a body is hit
    phases      the phases that a move can be declared for
    traits      what the referee can state of a combatant besides scores and skills
    felled      the conditions of those who are down and fight no more
    known       the other conditions that its rules know
    ranges      the lowest and the highest number of the fields that have other ones than scores
    dice        what the fields take that are no numbers but dice
    posts       the posts aboard a craft that its manoeuvres ask for
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
    felled: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    ranges: Mapping[str, tuple[int, int]] = {}
    dice: Mapping[str, tuple[str, ...]] = {}
    posts: tuple[str, ...] = ()


class Manoeuvring(NamedTuple):
    """A manoeuvre that a craft has: its name, whether it `must` or `may` have a target, whether it
    needs a weapon, and what can be chosen for it."""

    name: str
    target: str = ""
    weapon: bool = False
    choices: tuple[str, ...] = ()


ForeseenFall: TypeAlias = Literal["", "down", "dying"]
"""What the blows of a turn bring somebody to, before it is recorded."""


class Ruleset(Protocol):
    """The rules of a family of games."""

    def check_playable(self, game: Game) -> None:
        """Raise `Fault` naming the key of the game's definition that the rules cannot play, though
        the types of the definition allow it."""
        ...

    def sheet(self, game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
        """Return the sheet that a roster entry describes; raises `Refused` naming the wrong
        field."""
        ...

    def weapon(self, game: Game, text: str) -> Weapon:
        """Read a weapon as people write it; raises `Refused`."""
        ...

    def describe(self, game: Game) -> list[tuple[str, list[tuple[str, str]]]]:
        """Describe a game: titled sections of rows with two texts each."""
        ...

    def lexicon(self, game: Game) -> Lexicon:
        """Return the vocabulary of a game."""
        ...

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        """Return what a combatant can roll a save or check on: abilities and skills."""
        ...

    def foresee_fall(self, state: FightState, one: Combatant) -> ForeseenFall:
        """Return what the blows of this turn have brought a combatant to, though it is recorded
        at the turn's end; empty if nothing, or it has been recorded."""
        ...

    def list_manoeuvres(self, state: FightState, one: Combatant) -> tuple[Manoeuvring, ...]:
        """Return the manoeuvres of a craft; none for anybody else."""
        ...

    def cast(self, game: Game, random: Random) -> list[Sheet]:
        """Return the combatants of a random fight: player characters, a follower, and opponents of
        every scale the game has. For simulation and tests."""
        ...

    def is_morale_off(self, game: Game) -> bool:
        """Return whether this table has switched the game's morale off."""
        ...

    def evidence(self, game: Game) -> Mapping[str, Evidence]:
        """Return, by id, the clauses that play can reach, each with the evidence that it was
        played."""
        ...

    def prepare(self, state: FightState, declaration: Declaration) -> Declaration:
        """Return the declaration with defaults and ids filled in; raises `Refused` if a name fits
        nothing."""
        ...

    def dice(self, state: FightState, declaration: Declaration) -> str:
        """Return the dice that a declared action would roll now, in notation; empty if none."""
        ...

    def check(self, state: FightState, declaration: Declaration) -> list[Problem]:
        """Return the problems with a declaration as the fight stands; empty if it can be played."""
        ...

    def find_left_out(self, state: FightState, ending: Resolve | BeginRound) -> list[Combatant]:
        """Return those who could still act and have declared nothing, and whose turn this would
        end."""
        ...

    def play(self, state: FightState, declaration: Declaration, seq: int) -> Play[None]:
        """Play a declaration. The declaration is already folded into `state`, which also follows
        the outcomes; `seq` is the seq of the declaration."""
        ...
