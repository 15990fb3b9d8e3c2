"""States that a log keeps to fold others from are those that the whole line gives."""

from __future__ import annotations

from random import Random

import pytest

from combatlog.simulation.run import play_fight, start_seeded_fight
from events.store.memory import MemoryStore
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.log import event_log, kept_states
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES, load_game


def fold_whole_line(history: History, seq: int) -> FightState:
    """Return the state at an event, folded from the first event of its line."""
    state = FightState()
    for row in history.on_line(seq):
        fold_one(state, row.seq, row.event)
    return state


@pytest.mark.parametrize("game", GAMES)
def test_the_state_at_any_event_is_that_of_its_line(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With undos and corrections, in any order of events, also while the log grows; few states are
    kept, and often."""
    monkeypatch.setattr(event_log, "SPACING", 7)
    monkeypatch.setattr(kept_states, "MOST", 5)
    fight = start_seeded_fight(MemoryStore(), load_game(game), 3, "digital", "kept")
    play_fight(fight, Random(3), 25, doubts=0.2, regrets=0.1)
    rows, random, grown = fight.history.rows, Random(5), History()
    while len(grown) < len(rows):
        grown.extend(rows[len(grown) : len(grown) + random.randint(1, 30)])
        for _ in range(6):
            seq = random.randint(1, len(grown))
            assert fold_whole_line(grown, seq) == grown.state(seq), seq


def test_a_state_can_be_changed_without_changing_the_kept_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever asks again gets the state as it was."""
    monkeypatch.setattr(event_log, "SPACING", 2)
    fight = start_seeded_fight(MemoryStore(), load_game("golden-idol"), 1, "digital", "kept")
    play_fight(fight, Random(1), 10)
    history = fight.history
    state = history.state(len(history))
    for one in state.combatants.values():
        one.scores.clear()
        one.conditions.clear()
    state.combatants.clear()
    assert fold_whole_line(history, len(history)) == history.state(len(history))
