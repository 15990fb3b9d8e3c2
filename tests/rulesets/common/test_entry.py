"""What a sheet has to be for somebody to join, and what numbers can be set to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from events.errors import Unreadable
from events.types.declarations import Act, Join, Resolve
from events.types.outcomes import Died, EffectTold
from events.types.sheets import Effect, Wound
from events.types.statements import AddCondition, Rename, SetScore, SetTrait
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.support.given import condition, follower, given, npc, pc

BARRING = ["paralysed", "delirious", "incapacitated", "stunned", "out of action"]


@pytest.mark.clause("CF-16", "ALL-03")
@pytest.mark.parametrize("name", [*BARRING, "Stunned", "mortally wounded", "lost the round"])
def test_a_condition_that_the_rules_know_bars_what_it_bars(name: str) -> None:
    """Stated without a word of it, or written on the sheet."""
    fight = given("golden-idol", pc("Ada"), pc("Ben", conditions=(condition(name),)))
    fight.when(AddCondition("ada", name)).then("ada", has=name.lower())
    for who in ("ada", "ben"):
        bars = [each.bars for each in fight.one(who).conditions if each.name != "deprived"]
        assert ["everything"] == bars
        fight.then_refused("", Act(who, "shout"), clause="ALL-03")


@pytest.mark.clause("CF-14", "CF-18")
@pytest.mark.parametrize(
    ("name", "bars"), [("critical damage", "all but crawling"), ("hamstrung", "moving")]
)
def test_a_condition_that_bars_less_is_known_too(name: str, bars: str) -> None:
    """Crawling is left, or everything but moving."""
    fight = given("golden-idol", pc("Ada")).when(AddCondition("ada", name))
    assert [bars] == [each.bars for each in fight.one("ada").conditions]


@pytest.mark.clause("ALL-01")
def test_what_the_referee_says_a_condition_bars_holds() -> None:
    """Paralysed from the waist down, for once."""
    fight = given("golden-idol", pc("Ada")).when(AddCondition("ada", "paralysed", "moving"))
    fight.when(Act("ada", "shout"))


@pytest.mark.clause("CF-16", "ALL-03")
def test_a_condition_of_a_roster_bars_what_it_bars() -> None:
    """Who is written down as paralysed does not act."""
    text = '[[npc]]\nfrom = "Wolf"\nconditions = ["Paralysed"]\n'
    (sheet,) = parse_roster(text, "r.toml", load_game("golden-idol"))
    fight = given("golden-idol", pc("Ada"))
    fight.fight.declare(Join(sheet))
    fight.then_refused("Wolf is paralysed", Act("wolf", "howl"), clause="ALL-03")


@pytest.mark.clause("CF-16")
@pytest.mark.parametrize("kind", [pc, follower, npc])
def test_nobody_joins_with_nothing_of_the_body(kind: Callable[..., Any]) -> None:
    """That would be the dead."""
    fight = given("thalassa")
    with pytest.raises(ValueError, match="cannot join with KRA 0"):
        fight.joins(kind("Eve", "3/0/0/9/9"))


@pytest.mark.clause("CF-16")
def test_who_is_carried_over_with_nothing_of_the_body_is_dead() -> None:
    """Without dying anew: nothing bursts."""
    fight = given("golden-idol", pc("Ada"))
    bursts = (Effect("killed", text="bursts"),)
    fight.joins(npc("Spore", "0/0/0/9/9", effects=bursts, origin="k7m2p9qx/spore"))
    fight.then("spore", standing="dead").then_told(Died, who="spore")
    fight.then_never(EffectTold)


@pytest.mark.clause("ALL-04")
@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"armor": -1}, "armor can be 0 to 99, not -1"),
        ({"armor": 100}, "armor can be 0 to 99, not 100"),
        ({"scores": {"HP": 4, "STR": 9, "DEX": 9, "WIL": 9, "LUCK": 3}}, "has no LUCK"),
        ({"maxima": {"LUCK": 3}}, "the scores are HP, STR, DEX and WIL"),
        ({"maxima": {"HP": 3}}, "HP cannot be 6 of at most 3"),
        ({"maxima": {"HP": 10000}}, "HP can be 0 to 9999"),
        ({"wounds": (Wound("old", "old", 13),)}, "row from 1 to 12, not 13"),
        ({"wounds": (Wound("old", "old", -1),)}, "row from 1 to 12, not -1"),
    ],
)
def test_a_sheet_beyond_all_bounds_is_refused(changed: dict[str, Any], words: str) -> None:
    """Said in one sentence, before anything is recorded."""
    fight = given("golden-idol")
    sheet = msgspec.structs.replace(pc("Ada").sheet(fight.game), **changed)
    fight.then_refused(words, Join(sheet))


@pytest.mark.clause("ALL-04")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (SetTrait("ada", "armor", "100"), "0 to 99"),
        (SetTrait("ada", "armor", "-1"), "0 to 99"),
        (SetScore("ada", "HP", now=9, maximum=5), "HP cannot be 9 of at most 5"),
    ],
)
def test_a_number_beyond_all_bounds_is_refused(said: SetScore | SetTrait, words: str) -> None:
    """Armor has an end, and a maximum is one."""
    given("golden-idol", pc("Ada")).then_refused(words, said)


@pytest.mark.clause("ALL-01")
def test_a_number_above_the_maximum_raises_it() -> None:
    """The referee's word is taken, and written down as it was said."""
    fight = given("golden-idol", pc("Ada")).when(SetScore("ada", "HP", now=99))
    fight.then("ada", HP=99, max={"HP": 99})
    assert (99, None) == (fight.then_told(SetScore).now, fight.then_told(SetScore).maximum)


@pytest.mark.clause("ALL-01", "CF-16")
def test_a_maximum_below_the_number_lowers_it() -> None:
    """To nothing, if it is nothing, with all that means."""
    fight = given("golden-idol", pc("Ada")).when(SetScore("ada", "WIL", maximum=4))
    fight.then("ada", WIL=4, max={"WIL": 4}, lacks="delirious")
    fight.when(SetScore("ada", "WIL", maximum=0)).then("ada", WIL=0, has="delirious")


@pytest.mark.clause("ALL-04")
def test_a_new_name_that_somebody_has_gets_a_number() -> None:
    """As it does for who joins; one's own name is free to take."""
    fight = given("golden-idol", npc("Wolf"), npc("Bear"), pc("Ada"))
    fight.when(Rename("bear", "Wolf"), Rename("ada", "ada"))
    assert ["Wolf", "Wolf 2", "ada"] == [one.name for one in fight.state.combatants.values()]
    fight.when(Rename("wolf", "Old Grim")).joins(npc("Old Grim"))
    assert "Old Grim 2" == fight.one("old-grim-2").name


@pytest.mark.clause("ALL-04")
def test_a_name_may_be_a_number() -> None:
    """Nobody but the table knows why."""
    given("golden-idol", pc("47"), npc("Wolf")).when(Act("47", "nod"), Resolve())


ADA = 'name = "Ada"\nHP = {}\nSTR = 9\nDEX = 9\nWIL = 9\n'


@pytest.mark.clause("ALL-04")
def test_a_roster_with_more_than_the_maximum_is_refused() -> None:
    """The number that is there stands before the one that can be."""
    text = "[[pc]]\n" + ADA.format('"9/5"')
    with pytest.raises(Unreadable, match=r"line 3, Ada: HP cannot be 9 of at most 5"):
        parse_roster(text, "r.toml", load_game("golden-idol"))


@pytest.mark.clause("ALL-04")
@pytest.mark.parametrize("times", [1, 2])
def test_a_roster_in_single_brackets_is_told_of_the_double_ones(times: int) -> None:
    """Once, where TOML reads a table, and twice, where it reads nothing."""
    text = 'title = "A"\n' + f"[pc]\n{ADA.format(4)}" * times
    with pytest.raises(Unreadable) as caught:
        parse_roster(text, "r.toml", load_game("golden-idol"))
    assert "r.toml, line 2: write [[pc]], not [pc]." == str(caught.value)
