"""Anything at all, said at random in Brighter Worlds: its numbers hold, whatever happens."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given as drawn, settings, strategies as st

from combatlog.app.fight import Fight
from combatlog.simulation.player import RandomPlayer
from combatlog.simulation.run import play_command, start_seeded_fight
from events.store.memory import MemoryStore
from events.types import declarations as d
from projections.state.fight_state import Combatant
from rulesets.brighter.definition import ATTRIBUTES, LADDER
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from tests.rulesets.brighter.people import GAME

SHEETS: tuple[dict[str, Any], ...] = (
    {"name": "Hexer", "weapons": ["hex d8 DEX", "dread d8 blast WIL"], "own_critical": "it howls"},
    {"name": "Spike", "weapons": ["claws d10"], "killed": {"does": "damage", "dice": "d8"}},
    {
        "name": "Leech",
        "weapons": ["maw 2d6"],
        "critical": [
            {"does": "rise", "score": "DEX"},
            {"does": "lose", "score": "STR", "save": "WIL"},
            {"does": "damage", "dice": "d6"},
            {"does": "incapacitate", "save": "DEX"},
        ],
        "own_critical": {"does": "damage", "dice": "d4"},
    },
)
"""Foes with every effect there is."""


def random_fight(seed: int, dice: d.DiceMode) -> Fight:
    """A random fight, and two of those foes in it."""
    game, rng = load_game(GAME), Random(seed)
    fight = start_seeded_fight(MemoryStore(), game, seed, dice)
    for entry in rng.sample(SHEETS, 2):
        scores = {attribute: rng.choice(LADDER[1:]) for attribute in ATTRIBUTES}
        sheet = load_ruleset(game.rules).sheet(game, {**scores, **entry}, "npc")
        fight.declare(d.Join(sheet))
    return fight


def is_whole(one: Combatant) -> None:
    """Attributes stay on the ladder, Grit between nothing and its most."""
    assert {one.scores[each] for each in ATTRIBUTES} <= set(LADDER)
    assert 0 <= one.scores["Grit"] <= one.maxima["Grit"]


@pytest.mark.slow
@pytest.mark.clause("BW-01", "BW-08", "BW-10")
@settings(max_examples=60)
@drawn(seed=st.integers(0, 10**6), dice=st.sampled_from(["digital", "typed"]))
def test_everybody_stays_whole_whatever_is_said(seed: int, dice: d.DiceMode) -> None:
    """Nobody is ever off the ladder, and the log folds to the state."""
    fight, rng = random_fight(seed, dice), Random(seed)
    player = RandomPlayer(fight.state.game, rng)
    for _ in range(80):
        play_command(fight, player, rng)
        for one in fight.state.combatants.values():
            is_whole(one)
    assert fight.compute_state(len(fight.history)) == fight.state
