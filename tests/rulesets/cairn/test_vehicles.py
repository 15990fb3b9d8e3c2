"""Vehicles of Golden Idol: numbers of their own, minutes to the end, repair."""

from __future__ import annotations

from typing import Any

import pytest

from events.errors import Refused
from events.types.declarations import (
    Aid,
    BeginRound,
    EndFight,
    Harm,
    Manoeuvre,
    PassTime,
    Recover,
    Resolve,
    Rest,
)
from events.types.outcomes import (
    ConditionBegan,
    DamageDealt,
    Died,
    EffectTold,
    SaveRolled,
    WoundTaken,
)
from events.types.rolls import Rolled
from events.types.sheets import Effect
from events.types.statements import SetScore
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from tests.support.given import Given, Person, attack, follower, given, npc, pc

ROUND = BeginRound("ambush")
LAUNCHER: dict[str, Any] = {
    "rocket_launcher": "4d10 blast",
    "heavy_machine_gun": "2d10 blast bulky",
}


def humvee(block: str = "10/3/16/10/8", **more: Any) -> Person:
    """A vehicle: HP/armor/INT/ENG/GAU."""
    return npc("Humvee", block, scale="vehicle", **more)


def failed(minutes: int = 5, **more: Any) -> Given:
    """A humvee that is totaled in so many minutes."""
    fight = given("golden-idol", pc("Ada", **LAUNCHER), pc("Ben"), humvee(**more))
    fight.when(attack("ada", "humvee", weapons="rocket launcher"), Resolve())
    fight.rolls(*(("ada", face) for face in (10, 7, 2, 9))).then("humvee", HP=3)
    fight.when(attack("ada", "humvee", weapons="heavy machine gun"), Resolve())
    return fight.rolls(9, 8, "humvee d20=14", f"humvee d20={minutes}")


@pytest.mark.clause("CF-07", "CF-11", "CF-12", "CF-27")
def test_gi_11_a_vehicle_that_fails_its_save_has_minutes_left() -> None:
    """It is totaled when the clock has gone on 300 s, and acts until then."""
    fight = failed(gun="d8").then("humvee", HP=0, INT=13)
    assert [9, 6] == [fight.told(DamageDealt)[0].rolled, fight.told(DamageDealt)[0].dealt]
    assert ["critical", "duration"] == [r.purpose for r in fight.told(Rolled)[-2:]]
    wound = fight.one("humvee").wounds[0]
    assert (300, "repair") == (wound.due, wound.awaits)
    assert "totaled in 5 min unless repaired" == wound.text
    fight.then_never(ConditionBegan).when(PassTime(299)).then("humvee")
    fight.when(attack("humvee", "ben"), Resolve("foes")).rolls("humvee d8=1").then("ben", HP=5)
    fight.when(PassTime(1)).then("humvee", standing="dead")
    assert "totaled" == fight.then_told(Died).of


@pytest.mark.clause("CF-17", "CF-27")
def test_a_vehicle_at_exactly_nothing_rolls_nothing() -> None:
    """No effect, no scar, no save; not for a player's either."""
    for vehicle in (humvee(), pc("Humvee", "10/3/16/10/8", scale="vehicle")):
        fight = given("golden-idol", vehicle).when(Harm(("humvee",), "13"))
        fight.then("humvee", HP=0, INT=16).then_never(Rolled)
        fight.then_never(WoundTaken).then_never(EffectTold)


@pytest.mark.clause("CF-13", "CF-27")
def test_a_vehicle_that_passes_its_save_drives_on() -> None:
    """With INT lost, and nothing more."""
    fight = given("golden-idol", humvee()).when(Harm(("humvee",), "16")).rolls("humvee d20=13")
    fight.then("humvee", HP=0, INT=13).then_never(WoundTaken)


@pytest.mark.clause("CF-16", "CF-27")
def test_int_at_nothing_totals_a_vehicle() -> None:
    """By a shot, without a save; by loss; by the referee's word."""
    for said in (
        Harm(("humvee",), "29"),
        Harm(("humvee",), "16", direct="INT"),
        SetScore("humvee", "INT", 0),
    ):
        fight = given("golden-idol", humvee()).when(said)
        fight.then("humvee", INT=0, standing="dead").then_never(SaveRolled)
        assert "totaled" == fight.then_told(Died).of


@pytest.mark.clause("CF-16", "CF-27")
def test_without_engine_or_gauges_a_vehicle_does_nothing() -> None:
    """ENG and GAU at 0 keep it from acting until they are raised."""
    for score in ("ENG", "GAU"):
        fight = given("golden-idol", pc("Ada"), humvee(gun="d8"))
        fight.when(SetScore("humvee", score, 0))
        fight.then_refused(f"{score} 0", attack("humvee", "ada"), clause="ALL-03")
        fight.when(SetScore("humvee", score, 2), attack("humvee", "ada"))


@pytest.mark.clause("CF-14", "CF-27")
def test_repair_stops_the_minutes_and_a_workshop_mends_the_vehicle() -> None:
    """Anybody else's hands will do, also those aboard; nobody needs to do it twice."""
    fight = failed().when(Aid("ben", "humvee"), Resolve())
    wound = fight.one("humvee").wounds[0]
    assert (None, "a workshop") == (wound.due, wound.awaits)
    fight.then_refused("no wound that waits for aid", Aid("ben", "humvee"), clause="CF-14")
    fight.when(PassTime(3600)).then("humvee")
    fight.when(Recover("humvee", "breaking down"))
    assert [] == fight.one("humvee").wounds


@pytest.mark.clause("CF-14", "CF-27")
def test_a_second_failed_save_has_minutes_of_its_own() -> None:
    """The earlier end is the end; repair stops both."""
    fight = failed(20).when(Harm(("humvee",), "4")).rolls("humvee d20=20", "humvee d20=2")
    assert [1200, 120] == [wound.due for wound in fight.one("humvee").wounds]
    fight.when(Aid("ben", "humvee"), Resolve())
    assert [None, None] == [wound.due for wound in fight.one("humvee").wounds]
    fight.when(PassTime(7200)).then("humvee")


@pytest.mark.clause("CF-01", "CF-27")
def test_a_round_with_vehicles_is_ten_seconds() -> None:
    """Golden Idol has one length for all."""
    fight = given("golden-idol", pc("Ada"), humvee()).when(ROUND, EndFight())
    assert 10 == fight.state.clock


@pytest.mark.clause("CF-02", "CF-11", "CF-27")
def test_a_vehicle_has_one_action_like_anybody() -> None:
    """Two guns are one attack on one target, or one attack with one of them."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), humvee(gun="d8", cannon="d12"))
    fight.when(ROUND, Resolve(), attack("humvee", "ada", weapons="gun"))
    fight.then_refused("declared an action", attack("humvee", "ben", weapons="cannon"))
    fight.then_refused("Say what Humvee attacks with", attack("humvee", "ben"))


@pytest.mark.clause("CF-24", "CF-27")
def test_a_vehicle_does_not_rest() -> None:
    """The party's rest leaves it as it is."""
    fight = given(
        "golden-idol", pc("Ada"), follower("Truck", "2/0/9/9/9", {"HP": 5}, scale="vehicle")
    )
    fight.when(Rest()).then("truck", HP=2)


@pytest.mark.clause("CF-27")
def test_golden_idol_has_no_manoeuvres() -> None:
    """Its vehicles have no rules for them."""
    fight = given("golden-idol", pc("Ada"), humvee())
    fight.then_refused(
        "Golden Idol knows no manoeuvres of craft", Manoeuvre("humvee", "dodge", "ada")
    )


@pytest.mark.clause("CF-15", "CF-27")
def test_the_end_of_a_vehicle_by_the_clock_tells_what_it_does_then() -> None:
    """As any other death does."""
    boom = (Effect("killed", text="explodes"),)
    fight = failed(effects=boom).when(PassTime(300))
    assert ["explodes"] == [told.text for told in fight.told(EffectTold)]


@pytest.mark.clause("CF-27")
@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"from": "Humvee", "STR": 9}, "STR is no score of a vehicle"),
        ({"name": "Ada", "HP": 4, "STR": 9, "DEX": 9, "WIL": 9, "crew": ["Ben"]}, "Crew is for"),
        ({"from": "Humvee", "detachment": True}, "detachment and vehicle exclude each other"),
        ({"from": "Humvee", "crew": "Ben"}, "Crew is a table like"),
        ({"name": "Cart", "HP": 4, "vehicle": True}, "A number for INT is missing"),
        ({"from": "Humvee", "starship": True}, "Unknown field “starship”"),
    ],
)
def test_an_entry_that_is_half_a_vehicle_is_refused(entry: dict[str, Any], words: str) -> None:
    """With the field at fault and what would be right."""
    with pytest.raises(Refused, match=words):
        load_ruleset("cairn").sheet(load_game("golden-idol"), entry, "npc")


@pytest.mark.clause("CF-27")
@pytest.mark.parametrize(
    "entry",
    [
        {"from": "Motorcycle"},
        {"name": "Trike", "HP": 2, "INT": 4, "ENG": 12, "GAU": 10},
        {"name": "Trike", "vehicle": True, "HP": 2, "INT": 4, "ENG": 12, "GAU": 10},
    ],
)
def test_whoever_has_a_vehicle_s_numbers_is_one(entry: dict[str, int | str]) -> None:
    """From the game's list, by the fields, or because it is said."""
    sheet = load_ruleset("cairn").sheet(load_game("golden-idol"), entry, "npc")
    assert ("vehicle", {"HP": 2, "INT": 4, "ENG": 12, "GAU": 10}) == (sheet.scale, sheet.scores)
    assert not sheet.each
