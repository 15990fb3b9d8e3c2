"""Random fights and declarations that follow from a seed, for the property tests."""

from __future__ import annotations

from random import Random

from combatlog.app.fight import Fight
from combatlog.simulation.player import RandomPlayer
from combatlog.simulation.run import play_command, play_fight, start_seeded_fight
from events.store.protocol import Store
from events.types.declarations import DiceMode
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from rulesets.definitions.shipped import load_game


def seeded_fight(
    store: Store, game: str, seed: int, dice: DiceMode = "digital", id: str = "fight"
) -> Fight:
    """Start a fight whose sealed dice and combatants follow from the seed."""
    return start_seeded_fight(store, load_game(game), seed, dice, id)


def play_randomly(fight: Fight, rng: Random, commands: int) -> None:
    """Say random commands until so many have been accepted (or enough were refused)."""
    play_fight(fight, rng, commands)


def say_something(fight: Fight, rng: Random) -> bool:
    """Say one random command, a die where one is awaited; return whether it was accepted."""
    return play_command(fight, RandomPlayer(fight.state.game, rng), rng)


def random_declaration(state: FightState, rng: Random) -> Declaration:
    """Return a random declaration, mostly a possible one."""
    return RandomPlayer(state.game, rng).next(state)
