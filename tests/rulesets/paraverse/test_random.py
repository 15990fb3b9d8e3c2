"""Random fights of Paraverse: the state of every combatant stays consistent."""

from __future__ import annotations

from random import Random

import pytest

from combatlog.simulation.player import RandomPlayer
from combatlog.simulation.run import play_command, start_seeded_fight
from events.store.memory import MemoryStore
from projections.state.fight_state import Combatant, FightState
from rulesets.definitions.shipped import load_game
from rulesets.paraverse.definition import endurance


def is_whole(state: FightState, one: Combatant) -> None:
    """Assert that a combatant's computed numbers and derived conditions hold."""
    assert endurance(one.scores["CON"]) == one.maxima["Stamina"]
    assert one.scores["Stamina"] <= one.maxima["Stamina"]
    if one.standing == "in":
        assert one.has("dying") == (one.has("unconscious") and one.has("bleeding"))
    assert all(one.id in state.combatants[other].engaged for other in one.engaged)
    marks = [(wound.grade, wound.place) for wound in one.wounds]
    assert len(set(marks)) == len(marks)


@pytest.mark.clause("PV-01", "PV-13", "PV-16", "PV-17")
@pytest.mark.parametrize("seed", range(25))
def test_everybody_stays_whole_whatever_is_said(seed: int) -> None:
    """No declaration leaves numbers, engagements or wounds that contradict each other."""
    fight = start_seeded_fight(
        MemoryStore(), load_game("paraverse"), seed, "typed" if seed % 2 else "digital"
    )
    rng = Random(seed)
    player = RandomPlayer(fight.state.game, rng)
    for _ in range(150):
        play_command(fight, player, rng)
        if not fight.state.awaited:
            for one in fight.state.combatants.values():
                is_whole(fight.state, one)
    assert fight.compute_state(len(fight.history)) == fight.state
