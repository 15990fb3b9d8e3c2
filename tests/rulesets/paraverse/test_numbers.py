"""Computed numbers, and sheets as people write them (PV-01)."""

from __future__ import annotations

from typing import Any

import pytest

from events.errors import Refused
from events.types.declarations import Join
from events.types.sheets import Sheet, Weapon
from events.types.statements import SetScore, SetSkill
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from rulesets.paraverse.definition import definition, endurance, fortitude
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.skills import compute_modifier, find_modifier
from tests.rulesets.paraverse.people import fight, pc

GAME = load_game("paraverse")


@pytest.mark.clause("PV-01")
@pytest.mark.parametrize(("con", "most"), [(7, 4), (8, 4), (9, 5), (10, 5), (14, 7), (6, 3)])
def test_endurance_is_computed_from_con(con: int, most: int) -> None:
    """It is 4 and half of what CON has over 7, rounded down."""
    assert most == endurance(con)
    assert most == fight(pc("Tor", CON=con)).one("tor").scores["Stamina"]


@pytest.mark.clause("PV-01")
@pytest.mark.parametrize(("wil", "found"), [(10, 5), (11, 6), (7, 4), (1, 1), (0, 1)])
def test_fortitude_is_at_least_1(wil: int, found: int) -> None:
    """It is 4 and half of what WIL has over 7, rounded down, but never below 1."""
    assert found == fortitude(wil)


@pytest.mark.clause("PV-01")
@pytest.mark.parametrize(
    ("stat", "experience", "found"),
    [(10, 0, 0), (10, 2, 2), (10, 1, 1), (12, 12, 8), (10, 30, 10), (10, 999, 10), (8, 6, 2)],
)
def test_a_skill_is_its_stat_and_experience(stat: int, experience: int, found: int) -> None:
    """It adds what the stat has over 10, and up to 10 from experience."""
    assert found == compute_modifier(definition(GAME), stat, experience)


@pytest.mark.clause("PV-01")
def test_a_roster_writes_skills_as_modifiers_or_as_experience() -> None:
    """They stand beside the other fields or in a table; their names are written as in the game."""
    sheet = load_ruleset("paraverse").sheet(
        GAME,
        {
            "name": "Kit",
            "dex": 12,
            "melee": "4",
            "Trauma": 3,
            "skills": {"evasion": "+1", "Acrobatics": "dex 12 xp", "Lore": -2},
        },
        "pc",
    )
    assert {
        "Melee": 4,
        "Trauma treatment": 3,
        "Evasion": 1,
        "Acrobatics": 8,
        "Lore": -2,
    } == sheet.skills


@pytest.mark.clause("PV-01")
def test_a_skill_that_is_not_given_stands_on_its_stat_or_on_another() -> None:
    """Stabilization uses COG, Marksman uses Ranged; a skill that the text ties to nothing is 0."""
    given = fight(pc("Kit", COG=13, Ranged=3))
    scene, kit = Scene(given.state), given.one("kit")
    found = [
        find_modifier(scene, kit, what) for what in ("Stabilization", "Marksman", "Melee", "COG")
    ]
    assert [3, 3, 0, 3] == found


@pytest.mark.clause("PV-01")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"Stamina": 6}, "Stamina is at most 5"),
        ({"Stamina": 1, "Fatigue": 1}, "say the same"),
        ({"Melee": "much"}, "Melee is a modifier"),
        ({"Melee": "LUK 3 XP"}, "no stat"),
        ({"Luck": 3}, "Unknown field “Luck”"),
        ({"weapons": ["spoon"]}, "There is no weapon “spoon”"),
        ({"weapons": ["longbow d10"]}, "give its base: “longbow 10”"),
        ({"Trauma": "treatment much"}, "like DEX 12 XP, not “much”"),
        ({"Swiming": 2}, "“Swiming”; the fields are PHY,"),
        ({"weapons": ["spoon 300"]}, "base damage"),
        ({"weapons": ["spoon 3 shiny"]}, "no tag of spoon"),
        ({"PHY": "strong"}, "PHY is a number"),
    ],
)
def test_what_cannot_be_read_is_refused_naming_the_field(
    fields: dict[str, Any], words: str
) -> None:
    """One sentence says what is wrong and what would be right."""
    with pytest.raises(Refused, match=words):
        load_ruleset("paraverse").sheet(GAME, {"name": "Tor", **fields}, "pc")


@pytest.mark.clause("PV-01", "PV-17")
def test_who_joins_without_stamina_is_unconscious() -> None:
    """Fatigue can exceed Endurance; Stamina is then below 0."""
    given = fight(pc("Tor", Fatigue=7), pc("Gil", Stamina="-1"))
    given.then("tor", has="unconscious", Stamina=-2).then("gil", has="unconscious", Stamina=-1)


@pytest.mark.clause("PV-01", "ALL-04")
def test_a_bare_sheet_is_completed() -> None:
    """A stat that a program leaves out is 10, and Stamina is computed."""
    given = fight()
    given.fight.declare(Join(Sheet("Orc", {"CON": 12}, weapons=(Weapon("axe", "7"),))))
    given.then("orc", Stamina=6, WIL=10, max={"Stamina": 6})


@pytest.mark.clause("PV-01", "ALL-01")
def test_another_con_is_another_endurance_and_fatigue_stays() -> None:
    """CON 14 makes Endurance 7 instead of 5, with the same Fatigue; a lower CON can fell."""
    given = fight(pc("Tor", Fatigue=1))
    given.when(SetScore("tor", "CON", 14, why="a gift")).then("tor", Stamina=6, max={"Stamina": 7})
    given.when(SetScore("tor", "CON", 2)).then("tor", has="unconscious", Stamina=0)
    given.when(SetScore("tor", "CON", 10)).then("tor", lacks="unconscious", Stamina=4)


@pytest.mark.clause("PV-01", "ALL-01")
@pytest.mark.parametrize(
    "stated", [SetScore("tor", "Stamina", 6), SetScore("tor", "Stamina", None, 9)]
)
def test_more_stamina_than_endurance_is_refused(stated: SetScore) -> None:
    """Endurance is always computed."""
    fight(pc("Tor")).when().then_refused("at most 5", stated, clause="PV-01")


@pytest.mark.clause("PV-01", "ALL-01")
def test_a_stat_below_0_is_refused() -> None:
    """Only Stamina can be below 0."""
    fight(pc("Tor")).when().then_refused("0 or more", SetScore("tor", "WIL", -1))


@pytest.mark.clause("ALL-01")
def test_a_stated_skill_is_written_as_the_game_writes_it() -> None:
    """The rules then find it."""
    given = fight(pc("Tor")).when(SetSkill("tor", "melee", 5), SetSkill("tor", "Lore", 1))
    assert {"Melee": 5, "Lore": 1} == given.one("tor").skills


def test_every_creature_of_the_game_can_join() -> None:
    """The peoples have the stats of the book, and so have the characters based on them."""
    for name in GAME.definition["creatures"]:
        given = fight()
        given.fight.declare(Join(load_ruleset("paraverse").sheet(GAME, {"from": name}, "npc")))
        assert "in" == next(iter(given.state.combatants.values())).standing
    sheet = load_ruleset("paraverse").sheet(GAME, {"from": "sylvan archer", "name": "Ise"}, "npc")
    assert ("Ise", 13, 8, 5) == (
        sheet.name,
        sheet.scores["DEX"],
        sheet.scores["CON"],
        sheet.skills["Marksman"],
    )


@pytest.mark.clause("PV-01")
def test_stamina_of_so_much_has_to_be_of_endurance() -> None:
    """`3/6` is accepted as a sheet shows it; another maximum is refused."""
    assert 3 == fight(pc("Tor", CON=12, Stamina="3/6")).one("tor").scores["Stamina"]
    with pytest.raises(Refused, match=r"3 of 6 \(Endurance\) with CON 12, not of 9"):
        load_ruleset("paraverse").sheet(GAME, {"name": "Tor", "CON": 12, "Stamina": "3/9"}, "pc")


@pytest.mark.clause("PV-01")
@pytest.mark.parametrize(
    "entry", [{"Trauma treatment": 2}, {"Trauma": 2}, {"Trauma": "treatment 2"}]
)
def test_a_skill_of_two_words_is_named_by_both_or_by_one(entry: dict[str, int | str]) -> None:
    """The short name is for declarations on one line."""
    assert {"Trauma treatment": 2} == fight(pc("Kit", **entry)).one("kit").skills
