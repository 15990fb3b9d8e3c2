"""The killer in a death, however the cause is spelt."""

from __future__ import annotations

import pytest

from events.types import outcomes as o
from events.types.statements import Rename
from projections.queries.statistics import compute_statistics
from tests.projections.narrative.given import fight


@pytest.mark.parametrize("of", ["Iris's bow", "Iris' bow", "Iris"])
def test_a_cause_of_death_is_found_in_either_possessive(of: str) -> None:
    """Ben struck last, but the death names the other's weapon as its cause."""
    line = fight(
        Rename("ada", "Iris"),
        o.TurnBegan("party"),
        o.DamageDealt("wolf", 4, 0, 4, "ada", "bow"),
        o.DamageDealt("wolf", 4, 0, 4, "ben", "bow"),
        o.Died("wolf", of),
        o.TurnEnded("party"),
    )
    found = compute_statistics(line).combatants
    assert (1, 0) == (found["ada"].kills, found["ben"].kills)
