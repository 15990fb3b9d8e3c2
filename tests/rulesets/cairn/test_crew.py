"""Crews: on the sheet, in a roster, by statement."""

from __future__ import annotations

import pytest

from events.errors import Unreadable
from events.types.declarations import Act, BeginRound, Join, Manoeuvre, Resolve, Retreat
from events.types.outcomes import Acted, Left, SaveRolled
from events.types.sheets import Sheet
from events.types.statements import AddCondition, Crew, Kill, Remove, SetScore
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.support.given import Given, attack, given, npc, pc

ROSTER = """
[[pc]]
name = "Aniet"
HP = 5
STR = 9
DEX = 9
WIL = 13

[[pc]]
name = "Bo"
HP = 5
STR = 9
DEX = 9
WIL = 9

[[pc]]
name = "Far Star"
from = "Courier"
crew = { Aniet = "pilot", bo = "" }
"""


def courier(**crew: str) -> Sheet:
    """Return a courier with this crew."""
    scores = {"Hull": 2, "INT": 8, "ENG": 15, "SYS": 12}
    return Sheet("Courier", scores, kind="npc", side="party", scale="starship", crew=crew)


def dodged(fight: Given) -> str:
    """Return who saves, and on what, when somebody dodges the courier."""
    fight.joins(npc("Fighter", "3/3/8/13/14", scale="starship"))
    fight.when(Manoeuvre("fighter", "dodge", "courier"), Resolve())
    asked = fight.fight.find_awaited_die()
    fight.rolls(20)
    return f"{asked.by} {fight.told(SaveRolled)[0].score}"


@pytest.mark.clause("CF-27")
@pytest.mark.parametrize("crew", ['crew = { Aniet = "pilot", bo = "" }', 'crew = ["Aniet", "Bo"]'])
def test_a_crew_is_named_and_kept_by_id(crew: str) -> None:
    """A roster has the crew before the craft; each has a post or is only aboard."""
    game = load_game("plerion")
    text = ROSTER.replace('crew = { Aniet = "pilot", bo = "" }', crew)
    fight = given("plerion")
    for sheet in parse_roster(text, "crew.toml", game):
        fight.fight.declare(Join(sheet))
    pilot = "pilot" if "pilot" in crew else ""
    assert {"aniet": pilot, "bo": ""} == fight.one("far-star").crew
    assert fight.one("far-star").each


@pytest.mark.clause("CF-27")
@pytest.mark.parametrize(
    ("crew", "words"),
    [
        ({"Zed": "pilot"}, "Courier's crew: Nobody here is called “Zed”"),
        ({"Aniet": "pilot", "aniet": ""}, "Aniet is named twice"),
    ],
)
def test_a_crew_that_is_not_there_is_refused(crew: dict[str, str], words: str) -> None:
    """The crew joins before the craft, and nobody is aboard twice."""
    given("plerion", pc("Aniet")).then_refused(words, Join(courier(**crew)), clause="CF-27")


@pytest.mark.clause("CF-27")
def test_only_craft_have_a_crew() -> None:
    """Any other sheet or roster entry with a crew is refused."""
    fight = given("plerion", pc("Aniet"))
    ada = Sheet("Ada", {"HP": 4, "STR": 9, "DEX": 9, "WIL": 9}, crew={"Aniet": ""})
    fight.then_refused("Ada is no craft and has no crew", Join(ada), clause="CF-27")
    manned = ROSTER.replace('from = "Courier"', "HP = 5\nSTR = 9\nDEX = 9\nWIL = 9")
    with pytest.raises(Unreadable, match="Far Star: Crew is for starships"):
        parse_roster(manned, "crew.toml", load_game("plerion"))


@pytest.mark.clause("CF-27")
def test_a_craft_of_the_other_side_is_not_aboard() -> None:
    """A craft of the same side may be."""
    fight = given("plerion", pc("Aniet"), npc("Raider", "3/3/8/13/14", scale="starship"))
    words = "Raider is a starship of the other side and is not aboard Courier"
    fight.then_refused(words, Join(courier(Raider="gunner")), clause="CF-27")
    fight.fight.declare(Join(courier()))
    fight.then_refused(words, Crew("courier", "raider", "gunner"), clause="CF-27")
    fight.joins(npc("Pod", "1/0/8/8/8", scale="starship", side="party"))
    fight.when(Crew("courier", "pod")).then("courier")
    assert {"pod": ""} == fight.one("courier").crew


@pytest.mark.clause("ALL-01", "CF-27")
def test_the_crew_changes_by_statement() -> None:
    """Somebody comes aboard, changes their post, or goes ashore. A new pilot's will counts at
    once."""
    fight = given("plerion", pc("Aniet", "5/1/12/13/10"))
    fight.fight.declare(Join(courier()))
    fight.when(Crew("courier", "Aniet", "gunner"))
    assert {"aniet": "gunner"} == fight.one("courier").crew
    fight.when(Crew("courier", "aniet", "Pilot"))
    assert "aniet WIL" == dodged(fight)
    fight.when(Crew("courier", "aniet", ashore=True))
    assert {} == fight.one("courier").crew


@pytest.mark.clause("CF-27")
def test_without_an_able_pilot_the_ship_saves_for_itself() -> None:
    """It saves on SYS if no pilot is named, or the pilot is dead."""
    fight = given("plerion", pc("Aniet"), pc("Bo"))
    fight.fight.declare(Join(courier(Bo="gunner")))
    assert "courier SYS" == dodged(fight)
    fight = given("plerion", pc("Aniet"))
    fight.fight.declare(Join(courier(Aniet="pilot")))
    fight.when(SetScore("aniet", "STR", 0))
    assert "courier SYS" == dodged(fight)


@pytest.mark.clause("CF-04", "CF-27")
@pytest.mark.parametrize("condition", ["lost the round", "stunned", "deprived"])
def test_a_save_from_a_post_is_no_action(condition: str) -> None:
    """A pilot who has lost the round, or is stunned, can still save."""
    fight = given("plerion", pc("Aniet"))
    fight.fight.declare(Join(courier(Aniet="pilot")))
    fight.when(AddCondition("aniet", condition))
    assert "aniet WIL" == dodged(fight)


@pytest.mark.clause("CF-04", "CF-27")
@pytest.mark.parametrize(
    "said",
    [
        Kill("aniet"),
        Remove("aniet"),
        *(
            AddCondition("aniet", name)
            for name in ("critical damage", "incapacitated", "paralysed", "delirious")
        ),
        AddCondition("aniet", "out of action"),
    ],
)
def test_who_is_down_or_not_there_saves_from_no_post(said: AddCondition | Kill | Remove) -> None:
    """The ship saves for itself."""
    fight = given("plerion", pc("Aniet"))
    fight.fight.declare(Join(courier(Aniet="pilot")))
    fight.when(said)
    assert "courier SYS" == dodged(fight)


@pytest.mark.clause("CF-22", "CF-27")
@pytest.mark.parametrize("face", [15, 16])
def test_a_craft_that_gets_away_takes_its_crew_along(face: int) -> None:
    """Everybody aboard leaves with it, also those aboard a craft that it carries; the dead and all
    others stay. The crew's own actions of that turn are done. If the save fails, all stay."""
    fight = given("plerion", pc("Aniet"), pc("Bo"), pc("Cy"), pc("Dee"))
    fight.fight.declare(Join(courier(Aniet="pilot", Bo="")))
    pod = {"Hull": 1, "INT": 8, "ENG": 8, "SYS": 8}
    fight.fight.declare(Join(Sheet("Pod", pod, side="party", scale="starship", crew={"Cy": ""})))
    fight.when(Crew("courier", "pod"), Crew("pod", "courier"), Kill("bo"))
    fight.when(BeginRound("ambush"), Retreat("courier", "the moon"), Act("aniet", "waves"))
    fight.when(Resolve()).rolls(f"courier d20={face}").then_told(Acted, who="aniet")
    gone = ["courier", "aniet", "pod", "cy"] if face == 15 else []
    assert [(who, "retreated", "the moon") for who in gone] == [
        (left.who, left.how, left.to) for left in fight.told(Left)
    ]
    fight.then("dee").then("bo", standing="dead")


@pytest.mark.clause("CF-22", "CF-27")
def test_who_leaves_without_the_craft_leaves_alone() -> None:
    """A pilot who flees does not take the ship."""
    fight = given("plerion", pc("Aniet"))
    fight.fight.declare(Join(courier(Aniet="pilot")))
    fight.when(Retreat("aniet", "the dock"), Resolve()).rolls("aniet d20=1").then("courier")
    assert ["aniet"] == [left.who for left in fight.told(Left)]


@pytest.mark.clause("CF-22", "CF-27")
@pytest.mark.parametrize("version", [0, 1])
def test_nobody_gets_away_aboard_a_craft_that_is_destroyed(version: int) -> None:
    """Its retreat lapses, although the save passed; under version 1 the crew got away without
    it."""
    friend = npc("Hulk", "9/3/9/9/9", scale="starship", side="party", cannon="d10+30")
    fight = given("plerion", pc("Aniet", "5/1/12/13/10"), friend, version=version)
    fight.fight.declare(Join(courier(aniet="pilot")))
    fight.when(Retreat("courier", "the moon"), attack("hulk", "courier"), Resolve("party"))
    fight.rolls("courier d20=1", "hulk d10=5").then("courier", standing="dead")
    fight.then("aniet", standing="in" if version != 1 else "gone")


@pytest.mark.clause("CF-27", "CF-29")
def test_a_stunned_craft_loses_its_turn_and_its_crew_loses_none() -> None:
    """The stun ends as that turn begins; those aboard are no part of it."""
    zapper = npc("Fighter", "3/3/8/13/14", scale="starship", zapper="d6 stun")
    fight = given("plerion", pc("Aniet"), zapper)
    fight.fight.declare(Join(courier(Aniet="pilot")))
    fight.when(BeginRound("ambush"), Resolve(), attack("fighter", "courier"), Resolve())
    fight.rolls("fighter d6=1", "courier d20=20").then("courier", has="stunned")
    fight.then("aniet", lacks="stunned").when(BeginRound())
    fight.then_refused("Courier is stunned", Retreat("courier", "the moon"), clause="ALL-03")
    fight.when(Act("aniet", "waves"), Resolve()).then("courier", lacks="stunned")
    fight.then_told(Acted, who="aniet")
    fight.when(Resolve(), BeginRound(), Retreat("courier", "the moon"))
