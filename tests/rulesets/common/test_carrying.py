"""What a combatant takes along into the next fight."""

from __future__ import annotations

import pytest

from events.types.declarations import Join, Resolve
from events.types.sheets import Sheet
from events.types.statements import AddCondition
from projections.queries.carry_over import carry_sheet, seat_crew
from tests.rulesets.cairn.test_manoeuvres import locked, manoeuvre, two_ships
from tests.support.given import Given, given, npc, pc


def ship_of(fight: Given, who: str = "courier") -> Sheet:
    """Somebody's sheet as this fight has left them, from a fight of the id `first`."""
    return carry_sheet(fight.one(who), f"first/{who}", fight.state.clock)


@pytest.mark.clause("CF-27")
def test_a_crew_goes_along_by_the_ids_of_the_new_fight() -> None:
    """Who came from the same fight, whatever they are called by now; who has not come is left."""
    sheet = ship_of(two_ships(Aniet="pilot", Bo="gunner"))
    assert {"aniet": "pilot", "bo": "gunner"} == sheet.crew
    fight = given("plerion", npc("Aniet"), pc("Aniet", origin="first/aniet"))
    manned = seat_crew(sheet, fight.state)
    assert {"aniet-2": "pilot"} == manned.crew
    fight.when(Join(manned)).then("courier")
    assert {"aniet-2": "pilot"} == fight.one("courier").crew


@pytest.mark.clause("CF-27")
def test_somebody_of_the_crew_who_has_joined_afresh_is_aboard_too() -> None:
    """By their id, unless they are somebody else's, from another fight."""
    sheet = ship_of(two_ships(Aniet="pilot", Bo=""))
    fight = given("plerion", pc("Aniet"), pc("Bo", origin="second/bo"))
    assert {"aniet": "pilot"} == seat_crew(sheet, fight.state).crew


@pytest.mark.clause("CF-27")
def test_what_is_about_somebody_else_outlasts_no_fight() -> None:
    """A lock on a ship is gone; a boosted gun, and one that is out, are what they are."""
    fight = locked("fire").when(manoeuvre("boost weapons", "", weapon="gun"), Resolve())
    fight.rolls("courier d20=1", "courier d6=6")
    names = {(each.name, each.about) for each in fight.one("courier").conditions}
    assert ("lance locked on for fire", "raider") in names
    kept = {(each.name, each.about) for each in ship_of(fight).conditions}
    assert {("boosted", "gun"), ("module down", "gun")} == kept


@pytest.mark.clause("BW-02")
def test_nobody_lies_open_in_the_next_fight() -> None:
    """Whomever it was to: a condition about somebody is over, one about nobody is not."""
    fight = given("brighter-worlds", pc("Sam", "3/0/8/8/6"), npc("Troll", "3/0/8/8/6"))
    fight.when(AddCondition("sam", "marked", about="Troll"), AddCondition("sam", "cursed"))
    assert ["cursed"] == [each.name for each in ship_of(fight, "sam").conditions]
