"""A player who does anything at all, seeded: the raw material of the property tests."""

from __future__ import annotations

from random import Random

from combatlog.app.fight import Fight
from combatlog.simulation.player import Player
from combatlog.simulation.run import play, say, seeded
from events.store.protocol import Store
from events.types.declarations import DiceMode
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from rulesets.definitions.library import load_game


def seeded_fight(
    store: Store, game: str, seed: int, dice: DiceMode = "digital", id: str = "fight"
) -> Fight:
    """A fight whose sealed dice and combatants follow from the seed."""
    return seeded(store, load_game(game), seed, dice, id)


def play_randomly(fight: Fight, rng: Random, commands: int) -> None:
    """Say random things until so many have been accepted (or enough were refused)."""
    play(fight, rng, commands)


def say_something(fight: Fight, rng: Random) -> bool:
    """One random command: a die where one is awaited, a declaration otherwise."""
    return say(fight, Player(fight.state.game, rng), rng)


def something(state: FightState, rng: Random) -> Declaration:
    """A random declaration, mostly one that can be meant."""
    return Player(state.game, rng).next(state)
