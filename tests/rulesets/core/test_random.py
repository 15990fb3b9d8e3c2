"""Random fights: every recorded event passes the checks of an import."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given as drawn, settings, strategies as st

from combatlog.simulation.run import play_fight, start_seeded_fight
from events.store.memory import MemoryStore
from replay.log.branches import BranchIndex
from replay.log.event_log import History
from replay.validation.event_rules import check_event
from rulesets.definitions.shipped import GAMES, load_game


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=10)
@drawn(seed=st.integers(0, 10**6))
def test_whatever_was_recorded_makes_sense_when_it_is_read(game: str, seed: int) -> None:
    """Each recorded declaration would be recorded in the same way again."""
    fight = start_seeded_fight(MemoryStore(), load_game(game), seed, "typed")
    play_fight(fight, Random(seed), 60)
    rows = fight.history.rows
    read = History(rows[:1])
    branches = BranchIndex(read)
    for row in rows[1:]:
        check_event(read, branches, read.state(len(read)), row)
        read.extend([row])
    assert fight.state == read.state(len(read))
