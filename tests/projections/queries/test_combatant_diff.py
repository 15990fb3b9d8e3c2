"""The difference between two sheets of one combatant."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.types.sheets import Sheet, Weapon
from projections.queries.combatant_diff import compare_sheets
from tests.support.given import given, npc

ON = given("golden-idol", npc("Troll", "9/1/6/8/6", club="d8"))

TROLL = replace(npc("Troll", "9/1/6/8/6", club="d8").sheet(ON.game), id="troll", side="foes")


@pytest.mark.parametrize(
    ("now", "told"),
    [
        pytest.param({"armor": 0}, ("armor 0", "armor 1"), id="a number"),
        pytest.param(
            {"scores": {**TROLL.scores, "HP": 5}, "maxima": {"HP": 7}},
            ("HP 5/7", "HP 9"),
            id="a score and its maximum",
        ),
        pytest.param(
            {"scores": {**TROLL.scores, "HP": 5}}, ("HP 5", "HP 9"), id="both alike, once"
        ),
        pytest.param({"weapons": ()}, ("no club d8", "club d8"), id="what it lacks"),
        pytest.param(
            {"weapons": (*TROLL.weapons, Weapon("rock", "d6"))},
            ("rock d6", "no rock d6"),
            id="what it has besides",
        ),
        pytest.param({"side": "party"}, ("", "the foes"), id="said anyway"),
        pytest.param({"id": "troll-2"}, ("", ""), id="nothing that is told"),
    ],
)
def test_a_corrected_sheet_shows_both_values(now: dict[str, object], told: tuple[str, str]) -> None:
    """What it says now, and what it said before."""
    changed: Sheet = replace(TROLL, **now)
    assert told == compare_sheets(TROLL, changed, ON.fight.state)
