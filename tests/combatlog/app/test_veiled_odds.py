"""In random fights, players read the same odds whatever the numbers of strangers are."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from combatlog.app.odds import compute_odds_for, convert_odds
from combatlog.simulation.player import RandomPlayer
from combatlog.simulation.run import play_command
from events.errors import Refused
from events.store.memory import MemoryStore
from projections.queries.visibility import sees_numbers
from projections.state.fight_state import Combatant
from replay.odds.declared import start_declared
from rulesets.core.courses import Start
from rulesets.definitions.shipped import GAMES
from tests.support.random_fights import seeded_fight

pytestmark = pytest.mark.slow

COMMANDS = 40


def change(one: Combatant, random: Random) -> None:
    """Give a combatant other numbers, but for what is used up or is a die."""
    more = random.choice((-3, -1, 1, 5, 20))
    for numbers in (one.scores, one.maxima, one.skills):
        for name, value in numbers.items():
            if value > 0 and value not in (4, 6, 8, 10, 12, 20):
                numbers[name] = max(1, value + more)
    one.armor = random.randint(0, 3)
    one.weapons = tuple(
        replace(each, dice=str(int(each.dice) + 2)) if each.dice.isdigit() else each
        for each in one.weapons
    )


def change_strangers(start: Start, random: Random) -> Start:
    state = start.state.copied()
    for id, one in state.combatants.items():
        if not sees_numbers(state, id, "players"):
            one.scores, one.maxima, one.skills = {**one.scores}, {**one.maxima}, {**one.skills}
            change(one, random)
    return start._replace(state=state)


def read(start: Start) -> Any:
    try:
        return convert_odds(compute_odds_for(start, "players", 100, cores=1), "players")
    except Refused as refused:
        return str(refused)


@pytest.mark.parametrize("game", GAMES)
def test_players_read_the_same_odds_of_strangers_with_other_numbers(game: str) -> None:
    """Exact or not, and to the last playout."""
    fight, random = seeded_fight(MemoryStore(), game, 100), Random(100)
    player = RandomPlayer(fight.state.game, random)
    compared = 0
    for number in range(COMMANDS):
        play_command(fight, player, random)
        if fight.state.ended:
            break
        try:
            start = start_declared(fight.history)
        except Refused:
            continue
        assert read(start) == read(change_strangers(start, Random(number)))
        compared += 1
    assert compared > 3
