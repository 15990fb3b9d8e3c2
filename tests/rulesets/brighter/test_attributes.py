"""BW-01: attributes are dice, Grit is the buffer, armor counts three."""

from __future__ import annotations

from typing import Any

import pytest

from events.errors import Refused
from events.types.declarations import Join
from events.types.outcomes import DamageDealt, EffectTold
from events.types.sheets import Sheet
from events.types.statements import Revive, SetScore, SetTrait
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from tests.rulesets.brighter.people import GAME, fight, pete, sam, strikes, troll
from tests.support.given import attack, npc, pc


def sheet(**entry: Any) -> Sheet:
    """What a roster entry reads as."""
    return load_ruleset("brighter").sheet(load_game(GAME), {"name": "Sam", **entry}, "pc")


@pytest.mark.clause("BW-01")
@pytest.mark.parametrize("written", ["d8", 8, "8", "D8", "d8/d8"])
def test_an_attribute_is_written_as_its_die(written: int | str) -> None:
    """Or as the size of it."""
    assert 8 == sheet(STR=written, DEX=4, WIL=4).scores["STR"]


@pytest.mark.clause("BW-01")
def test_a_lost_step_is_written_before_the_die_it_was() -> None:
    """The roster of somebody hurt has the maximum behind the slash; zero is a word too."""
    hurt = sheet(STR="d6/d10", DEX="zero/d8", WIL="d6", Grit="2/5")
    assert {"Grit": 2, "STR": 6, "DEX": 0, "WIL": 6} == hurt.scores
    assert {"Grit": 5, "STR": 10, "DEX": 8} == hurt.maxima


@pytest.mark.clause("BW-01")
@pytest.mark.parametrize(
    ("dexterity", "will", "grit"),
    [("d4", "d4", 1), ("d6", "d4", 2), ("d8", "d10", 6), ("d12", "d12", 9), ("d4/d8", "0/d6", 4)],
)
def test_grit_that_is_not_said_comes_from_the_dice(dexterity: str, will: str, grit: int) -> None:
    """One, and one for each step of maximum DEX and WIL above a d4; lost steps count."""
    assert grit == sheet(STR="d12", DEX=dexterity, WIL=will).scores["Grit"]


@pytest.mark.clause("BW-01")
def test_the_grit_a_record_gives_holds() -> None:
    """Whatever its dice."""
    assert 7 == sheet(STR="d4", DEX="d4", WIL="d4", Grit=7).scores["Grit"]


@pytest.mark.clause("BW-01")
def test_a_sheet_without_grit_joins_with_what_its_dice_give() -> None:
    """Also where no roster was read."""
    on = fight()
    on.when(Join(Sheet("Sam", {"STR": 8, "DEX": 8, "WIL": 4}, maxima={"WIL": 6}, kind="pc")))
    on.then("sam", Grit=4, max={"Grit": 4, "WIL": 6})


@pytest.mark.clause("BW-01")
def test_a_lost_step_of_dex_does_not_lower_grit() -> None:
    """It was counted at the maximum."""
    on = fight(sam("3/0/8/8/6")).when(SetScore("sam", "DEX", 4))
    on.then("sam", Grit=3, DEX=4, max={"Grit": 3, "DEX": 8})


@pytest.mark.clause("BW-01")
@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("STR", 7, "“7” is no die for STR"),
        ("STR", "d20", "“d20” is no die for STR"),
        ("DEX", "quick", "DEX is a number"),
        ("DEX", "d8/d6", "DEX cannot be 8 of at most 6"),
        ("Grit", "d6", "Grit is a number"),
        ("detachment", True, "Unknown field “detachment”"),
        ("weapons", ["broom"], "There is no weapon “broom”"),
        ("weapons", ["pike d7"], "There is no d7"),
        ("weapons", ["pike 3"], "There is no weapon “pike 3”"),
        ("weapons", ["pike d8 burning"], "no tag of pike “burning”"),
        ("weapons", [3], "A weapon is text or a table"),
        ("hit", "poison", "Unknown field “hit”"),
        ("critical", {"does": "stun"}, "no effects that stun"),
        ("critical", {"does": "lose"}, "There is no score"),
        ("critical", {"does": "regain"}, "is not dice"),
        ("if_shaken", "sings", "no answer to if_shaken “sings”"),
    ],
)
def test_what_a_roster_gets_wrong_is_said(
    field: str, value: int | str | dict[str, str] | list[int | str], words: str
) -> None:
    """Naming the field, and what would be right; effects are read as somebody joins."""
    entry = {"name": "Sam", "STR": "d8", "DEX": "d8", "WIL": "d6", field: value}
    with pytest.raises(Refused, match=words):
        fight().when(Join(load_ruleset("brighter").sheet(load_game(GAME), entry, "pc")))


@pytest.mark.clause("BW-01")
def test_who_has_no_die_does_not_join() -> None:
    """Nor who has one that does not exist, nor a crowd."""
    on = fight()
    on.then_refused("needs a die for WIL", Join(Sheet("Sam", {"STR": 8, "DEX": 8})))
    numbers = {"Grit": 3, "STR": 8, "DEX": 8, "WIL": 6}
    on.then_refused("“9” is no die for DEX", Join(Sheet("Sam", {**numbers, "DEX": 9})))
    on.then_refused("“14” is no die", Join(Sheet("Sam", numbers, maxima={"STR": 14})))
    on.then_refused("has no HP", Join(Sheet("Sam", {**numbers, "HP": 3})))
    on.then_refused("no detachments", Join(Sheet("Mob", numbers, scale="detachment")))


@pytest.mark.clause("BW-01", "ALL-01")
def test_no_statement_makes_an_attribute_that_is_no_die() -> None:
    """Refused in words, now or maximum; Grit is a number like any."""
    on = fight(sam())
    words = "it can be 0, d4, d6, d8, d10 or d12"
    on.then_refused(words, SetScore("sam", "STR", 7), clause="BW-01")
    on.then_refused(words, SetScore("sam", "STR", 8, 20), clause="BW-01")
    on.when(SetScore("sam", "Grit", 7)).then("sam", Grit=7, max={"Grit": 7})


@pytest.mark.clause("BW-01", "ALL-01")
def test_a_trait_without_meaning_here_is_refused() -> None:
    """A shield, say."""
    fight(sam()).then_refused("Brighter Worlds has no shield", SetTrait("sam", "shield", "1"))


@pytest.mark.clause("BW-01")
def test_more_armor_than_three_counts_as_three() -> None:
    """It is accepted, with a warning."""
    on = fight(pete()).joins(troll("9/5/10/6/6"))
    assert ["armor 5 counts as 3"] == [told.text for told in on.told(EffectTold)]
    strikes(on, attack("pete", "troll"), "pete d10=4")
    assert (3, 1) == (on.then_told(DamageDealt).armor, on.told(DamageDealt)[0].dealt)


@pytest.mark.clause("BW-10")
def test_who_joins_with_an_attribute_at_zero_is_as_that_makes_them() -> None:
    """Down, paralysed, catatonic; tended once, they stay on their feet."""
    on = fight(pc("Sam", "3/0/0/8/6"), pc("Pete", "3/0/8/0/6"), npc("Rue", "3/0/8/8/0"))
    on.then("sam", has="incapacitated").then("pete", has="paralysed").then("rue", has="catatonic")
    assert 3600 == on.one("sam").wounds[0].due
    on.then_refused("not dead", Revive("sam"))
