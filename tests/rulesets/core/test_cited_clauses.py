"""Every refusal and every overruling names a clause of its own game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from combatlog.simulation.run import play_fight, start_seeded_fight
from events.errors import Refused
from events.store.memory import MemoryStore
from events.types.outcomes import Overruled
from rulesets.definitions.shipped import GAMES, load_game

FAMILIES = {"cairn": "CF", "brighter": "BW", "paraverse": "PV"}


def heard(named: set[str]) -> Callable[..., Any]:
    """Return a listener that notes the clauses of refusals."""

    def note(refused: Refused) -> None:
        named.add(refused.clause)

    return note


@pytest.mark.slow
@pytest.mark.clause("ALL-01", "ALL-03")
@pytest.mark.parametrize("game", GAMES)
def test_no_game_rests_on_the_clauses_of_another(game: str) -> None:
    """In thirty random fights, all refusals and overrulings cite the game's clauses or common
    ones."""
    loaded = load_game(game)
    named: set[str] = set()
    for seed in range(30):
        fight = start_seeded_fight(MemoryStore(), loaded, seed, "digital")
        play_fight(fight, Random(seed), 60, heard(named))
        rows = fight.history.rows
        named |= {row.event.clause for row in rows if isinstance(row.event, Overruled)}
    families = {clause.partition("-")[0] for clause in named}
    own = FAMILIES[loaded.rules]
    assert {own} <= families <= {"", own, "ALL"}
