"""Scars: damage that brings a player character to exactly 0 hit protection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.types.declarations import (
    Act,
    Aid,
    Burden,
    CallSave,
    Harm,
    Move,
    PassTime,
    Recover,
    Resolve,
    Rest,
    Retreat,
    TakeOver,
)
from events.types.outcomes import EffectTold, MaximumChanged, SaveRolled, WoundTaken
from events.types.sheets import Effect, Wound
from events.types.statements import Kill, SetScore
from tests.support.given import Given, attack, condition, follower, given, mob, npc, pc


def scarred(damage: int, *faces: int | str, block: str = "", **more: Any) -> Given:
    """Ada takes exactly her hit protection in damage; these dice follow."""
    block = block or f"{damage}/0/9/10/11"
    fight = given("golden-idol", pc("Ada", block, **more), pc("Ben"), npc("Ogre"))
    return fight.when(Harm(("ada",), str(damage), "a fall")).rolls(*faces)


def wound(fight: Given) -> Wound:
    return fight.one("ada").wounds[-1]


@pytest.mark.clause("CF-17")
@pytest.mark.parametrize("dice", ["d8", "d8 blast"])
def test_damage_equal_to_the_hit_protection_left_is_a_scar(dice: str) -> None:
    """From an attack or a blast: the row is the number of points."""
    fight = given("golden-idol", pc("Ada", "9/1/9/9/9"), npc("Ogre", club=dice))
    fight.when(attack("ogre", "ada"), Resolve()).rolls(5).then("ada", HP=5)
    assert [] == fight.one("ada").wounds
    fight = given("golden-idol", pc("Ada", "3/1/9/9/9"), npc("Ogre", club=dice))
    fight.when(attack("ogre", "ada"), Resolve()).rolls(4).then("ada", HP=0, STR=9)
    assert (3, "walloped") == (wound(fight).row, wound(fight).name)
    fight.then_never(SaveRolled)


@pytest.mark.clause("CF-17")
def test_a_fall_scars_as_well() -> None:
    """Any damage that goes through hit protection."""
    assert 3 == wound(scarred(3)).row


@pytest.mark.clause("CF-09", "CF-17")
def test_the_kept_die_of_a_pool_scars() -> None:
    """The dropped ones do not count."""
    fight = given("golden-idol", pc("Ada", "3/0/9/9/9"), npc("Ogre"), npc("Troll", club="d8"))
    fight.when(attack("ogre", "ada"), attack("troll", "ada"), Resolve()).rolls(2, 3)
    assert [3] == [scar.row for scar in fight.one("ada").wounds]


@pytest.mark.clause("CF-17")
@pytest.mark.parametrize(("damage", "row"), [(11, 11), (12, 12), (13, 12), (20, 12)])
def test_thirteen_and_more_is_the_twelfth_row(damage: int, row: int) -> None:
    """The table ends there."""
    assert row == wound(scarred(damage)).row


@pytest.mark.clause("CF-17")
@pytest.mark.parametrize("kind", [npc, follower, mob])
def test_only_player_characters_are_scarred(kind: Callable[..., Any]) -> None:
    """Foes, followers and crowds stand at 0 without one."""
    fight = given("golden-idol", pc("Ada"), kind("Dov", "3/0/9/9/9")).when(Harm(("dov",), "3"))
    fight.then("dov", HP=0).then_never(WoundTaken)


@pytest.mark.clause("CF-17", "CF-19")
def test_a_follower_a_player_has_taken_over_is_scarred() -> None:
    """From then on it counts as a player character."""
    fight = given("golden-idol", pc("Ada"), follower("Dov", "3/0/9/9/9"))
    fight.when(Kill("ada"), TakeOver("ada", "dov"), Harm(("dov",), "3")).then("dov", has="deprived")


@pytest.mark.clause("CF-17")
@pytest.mark.parametrize(
    ("block", "damage"),
    [("3/2/9/9/9", 2), ("0/0/9/9/9", 3), ("3/0/9/9/9", 4), ("3/0/9/9/9", 2)],
)
def test_no_scar_without_damage_to_exactly_nothing(block: str, damage: int) -> None:
    """Not absorbed by armor, not at 0 already, not past it, not short of it."""
    fight = given("golden-idol", pc("Ada", block)).when(Harm(("ada",), str(damage)))
    fight.rolls(*([1] * len(fight.state.awaited))).then_never(WoundTaken)


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize(
    ("face", "place"),
    [(1, "neck"), (2, "hands"), (3, "eye"), (4, "chest"), (5, "legs"), (6, "ear")],
)
def test_row_1_leaves_a_scar_somewhere(face: int, place: str) -> None:
    """Two dice: where, and perhaps a new maximum; the present number stays."""
    fight = scarred(1, face, 4, max={"HP": 3}).then("ada", HP=0, max={"HP": 4})
    assert ("lasting scar", "") == (wound(fight).name, wound(fight).awaits)
    assert place in wound(fight).text


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize(("face", "most"), [(2, 3), (3, 3), (4, 4)])
def test_row_2_shakes_and_may_raise_the_maximum(face: int, most: int) -> None:
    """Only a higher roll is taken; being shaken has no effect."""
    fight = scarred(2, face, max={"HP": 3}).then("ada", HP=0, max={"HP": most})
    assert "the player says how they refocus" in wound(fight).text
    assert [] == fight.one("ada").conditions
    fight.when(Act("ada", "shout"))


@pytest.mark.clause("CF-18", "CF-24")
def test_row_3_deprives_until_hours_of_rest_and_then_adds_a_die() -> None:
    """Nothing is rolled at once; the later die is added to the maximum."""
    fight = scarred(3, max={"HP": 5}).then("ada", HP=0, max={"HP": 5}, has="deprived")
    fight.when(Rest()).then("ada", HP=0, has="deprived")
    fight.when(Recover("ada", "walloped")).then_asked("ada d6").rolls(2)
    fight.then("ada", HP=0, max={"HP": 7}, lacks="deprived").when(Rest()).then("ada", HP=7)


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize(
    ("face", "place"),
    [(1, "leg"), (2, "leg"), (3, "arm"), (4, "arm"), (5, "rib"), (6, "skull")],
)
@pytest.mark.parametrize(("faces", "most"), [((2, 3), 6), ((3, 4), 7)])
def test_row_4_breaks_a_limb_that_mends(
    face: int, place: str, faces: tuple[int, ...], most: int
) -> None:
    """Mended, two dice may be the new maximum."""
    fight = scarred(4, face, max={"HP": 6}).then("ada", max={"HP": 6})
    assert (f"a broken {place}", "mending") == (wound(fight).text, wound(fight).awaits)
    fight.when(Recover("ada", "broken limb")).then_asked("ada d6", "ada d6").rolls(*faces)
    fight.then("ada", HP=0, max={"HP": most})
    fight.then_refused("waits for nothing", Recover("ada", "broken limb"), clause="CF-18")


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize(("faces", "most"), [((2, 3), 5), ((2, 4), 6)])
def test_row_5_is_a_disease_one_gets_over(faces: tuple[int, ...], most: int) -> None:
    """Then two dice may be the new maximum."""
    fight = scarred(5).then("ada", has="diseased").when(Recover("ada", "diseased"))
    fight.rolls(*faces).then("ada", HP=0, max={"HP": most}, lacks="diseased")


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize(
    ("face", "score"), [(1, "STR"), (2, "STR"), (3, "DEX"), (4, "DEX"), (5, "WIL"), (6, "WIL")]
)
def test_row_6_changes_an_ability_for_the_better(face: int, score: str) -> None:
    """A die says which, three dice are compared with the present score."""
    fight = scarred(6, face, 6, 6, 6)
    fight.then("ada", HP=0, **{score: 18}, max={score: 18})  # type: ignore[arg-type]
    assert score in wound(fight).text


@pytest.mark.clause("CF-18")
def test_row_6_asks_for_its_four_dice_in_the_row_s_order() -> None:
    """The ability first."""
    fight = scarred(6).then_asked("ada d6", "ada d6", "ada d6", "ada d6")
    fight.rolls(1, 2, 3, 3).then("ada", STR=9)


@pytest.mark.clause("CF-18", "CF-02")
@pytest.mark.parametrize(("faces", "most"), [((4, 4, 2), 10), ((4, 4, 3), 11)])
def test_row_7_hamstrings_until_serious_help(faces: tuple[int, ...], most: int) -> None:
    """No move and no retreat unless overruled; recovered, three dice for the agility."""
    fight = scarred(7).then("ada", has="hamstrung")
    fight.then_refused("barely move", Move("ada"), clause="CF-18")
    fight.then_refused("barely move", Retreat("ada", "the gate"), clause="CF-18")
    fight.when(Move("ada", overrule="she is carried"), Act("ada", "shout"), Resolve())
    fight.when(Recover("ada", "hamstrung")).rolls(*faces)
    fight.then("ada", DEX=10, max={"DEX": most}, lacks="hamstrung").when(Move("ada"))


@pytest.mark.clause("CF-18")
def test_row_8_deafens_and_a_save_may_strengthen_the_will() -> None:
    """Passed, a d4 is added to the maximum; deaf until extraordinary aid, which rolls nothing."""
    fight = scarred(8, "ada d20=11", "ada d4=3").then("ada", WIL=11, max={"WIL": 14}, has="deaf")
    fight.when(Recover("ada", "deafened")).then("ada", lacks="deaf", max={"WIL": 14})


@pytest.mark.clause("CF-18")
def test_row_8_with_a_failed_save_is_only_deafness() -> None:
    """No further die."""
    scarred(8, "ada d20=12").then("ada", max={"WIL": 11}, has="deaf").then_never(MaximumChanged)


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize(("faces", "most"), [((4, 4, 3), 11), ((4, 4, 4), 12)])
def test_row_9_knocks_something_loose(faces: tuple[int, ...], most: int) -> None:
    """Three dice for the maximum of the will; the present will stays."""
    fight = scarred(9, *faces).then("ada", WIL=11, max={"WIL": most})
    assert "" == wound(fight).awaits


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize(("faces", "most"), [((11, 6), 17), ((12,), 11)])
def test_row_10_costs_an_appendage_and_may_strengthen_the_will(
    faces: tuple[int, ...], most: int
) -> None:
    """Which one the referee says; a save, and passed, a d6 on the maximum."""
    fight = scarred(10, *faces).then("ada", WIL=11, max={"WIL": most})
    assert "the Referee says" in wound(fight).text


@pytest.mark.clause("CF-18")
def test_row_10_speaks_of_the_game_s_own_referee() -> None:
    """In Thálassa that is the odigós."""
    fight = given("thalassa", pc("Ada", "10/0/9/9/9")).when(Harm(("ada",), "10")).rolls(20)
    assert "the odigós says" in wound(fight).text


@pytest.mark.clause("CF-18", "CF-14")
def test_row_11_is_a_mortal_wound() -> None:
    """Deprived and out, not even crawling, dead in an hour."""
    fight = scarred(11).then("ada", has="deprived, mortally wounded", STR=9)
    fight.then_refused("mortally wounded", Move("ada"), clause="ALL-03")
    assert 3600 == wound(fight).due
    fight.when(PassTime(3600)).then("ada", standing="dead")


@pytest.mark.clause("CF-18", "CF-24")
@pytest.mark.parametrize("aided", [True, False])
def test_row_11_healed_within_the_hour_sets_the_maximum(aided: bool) -> None:
    """Two dice are the maximum even if lower, and nothing stands above it."""
    fight = scarred(11)
    if aided:
        fight.when(Aid("ben", "ada"), Resolve(), PassTime(9999))
    fight.when(Recover("ada", "mortal wound")).rolls(2, 3)
    fight.then("ada", HP=0, max={"HP": 5}, lacks="deprived, mortally wounded")
    fight.when(PassTime(9999), Rest()).then("ada", HP=5)


@pytest.mark.clause("CF-18")
def test_row_11_can_raise_the_maximum_too() -> None:
    """Two sixes are twelve."""
    fight = scarred(11).when(Recover("ada", "mortal wound")).rolls(6, 6)
    fight.then("ada", max={"HP": 12})


@pytest.mark.clause("CF-18")
def test_the_current_number_is_no_higher_than_a_lowered_maximum() -> None:
    """The row says so of hit protection that came back meanwhile."""
    fight = scarred(11).when(Aid("ben", "ada"), Resolve())
    fight.when(SetScore("ada", "HP", now=9), Recover("ada", "mortal wound")).rolls(2, 3)
    fight.then("ada", HP=5, max={"HP": 5})


def doomed(**more: Any) -> Given:
    return scarred(12, **more).then("ada", has="doomed", HP=0, STR=9)


@pytest.mark.clause("CF-18")
def test_row_12_the_next_critical_save_failed_is_death() -> None:
    """Dead instead of critical damage."""
    fight = doomed().when(Harm(("ada",), "1")).rolls("ada d20=9")
    fight.then("ada", STR=8, standing="dead").then_never(WoundTaken)


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize(("faces", "most"), [((4, 4, 4), 12), ((4, 4, 5), 13)])
def test_row_12_the_next_critical_save_passed_ends_doom(faces: tuple[int, ...], most: int) -> None:
    """Three dice may be the new maximum; the save after that is like any other."""
    fight = doomed().when(Harm(("ada",), "1")).rolls("ada d20=8", *faces)
    fight.then("ada", lacks="doomed", max={"HP": most})
    assert "" == wound(fight).awaits
    fight.when(Harm(("ada",), "1")).rolls(20).then("ada", has="critical damage")


@pytest.mark.clause("CF-18")
def test_row_12_other_saves_are_not_the_one() -> None:
    """Only the one against critical damage."""
    doomed().when(CallSave(("ada",), "STR")).rolls(20).then("ada", has="doomed")


@pytest.mark.clause("CF-18")
def test_row_12_does_not_end_by_recovery() -> None:
    """Doom waits for its save."""
    doomed().then_refused("doom waits", Recover("ada", "doomed"), clause="CF-18")


@pytest.mark.clause("CF-15", "CF-18")
def test_row_12_a_save_that_fails_by_itself_counts() -> None:
    """Death without a die."""
    fight = doomed().joins(npc("Cetus", bite="d20", effects=(Effect("critical", "fail"),)))
    fight.when(attack("cetus", "ada"), Resolve()).rolls(1).then("ada", standing="dead")


@pytest.mark.clause("CF-18")
def test_row_12_doomed_twice_is_doomed_once() -> None:
    """The second time it is only told."""
    fight = doomed().when(Rest()).when(Harm(("ada",), "12"))
    assert "doomed once" in fight.then_told(EffectTold).text
    assert 1 == len(fight.one("ada").wounds)
    fight.when(Harm(("ada",), "1")).rolls(1, 1, 1, 1).then("ada", lacks="doomed")


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize(("faces", "standing"), [((9,), "dead"), ((1, 4, 4, 5), "in")])
def test_row_12_is_carried_into_a_later_fight(faces: tuple[int, ...], standing: str) -> None:
    """The sheet brings scar and condition along."""
    scar = Wound("doomed", "doomed", 12, "", "the next save against critical damage")
    ada = pc("Ada", "0/0/9/9/9", conditions=(condition("doomed", "", "doomed"),), wounds=(scar,))
    fight = given("golden-idol", ada).when(Harm(("ada",), "1")).rolls(*faces)
    fight.then("ada", standing=standing)
    if standing == "in":
        fight.then("ada", lacks="doomed", max={"HP": 13})
        assert "" == wound(fight).awaits


@pytest.mark.clause("CF-18")
def test_a_broken_limb_of_an_earlier_fight_mends_in_this_one() -> None:
    """Its two dice are rolled here."""
    limb = Wound("broken limb", "broken limb", 4, "a broken arm", "mending")
    fight = given("golden-idol", pc("Ada", "3/0/9/9/9", wounds=(limb,)))
    fight.when(Recover("ada", "broken limb")).rolls(2, 2).then("ada", HP=3, max={"HP": 4})


@pytest.mark.clause("CF-18")
def test_two_scars_of_one_row_are_two_scars() -> None:
    """Each has its name, its conditions and its later roll."""
    fight = scarred(5, max={"HP": 5}).when(Rest()).when(Harm(("ada",), "5"))
    assert ["diseased", "diseased 2"] == [scar.label for scar in fight.one("ada").wounds]
    fight.when(Recover("ada", "diseased")).rolls(3, 4).then("ada", has="diseased", max={"HP": 7})
    fight.when(Recover("ada", "diseased 2")).rolls(4, 5).then(
        "ada", lacks="diseased", max={"HP": 9}
    )


@pytest.mark.clause("CF-18", "CF-24")
def test_deprived_twice_ends_with_the_second() -> None:
    """Each wound has its own."""
    fight = given("golden-idol", pc("Ada", "3/0/9/9/9", conditions=(condition("deprived"),)))
    fight.when(Harm(("ada",), "3"), Recover("ada", "walloped")).rolls(2).then("ada", has="deprived")


@pytest.mark.clause("CF-17", "CF-24")
def test_a_full_pack_is_no_scar() -> None:
    """Hit protection at 0 is held there, not struck."""
    fight = given("golden-idol", pc("Ada", "3/0/9/9/9")).when(Burden("ada"))
    fight.then("ada", HP=0).then_never(WoundTaken)


@pytest.mark.clause("CF-28")
def test_a_scar_s_conditions_take_hold_at_the_end_of_the_turn() -> None:
    """All numbers of the turn come first."""
    fight = given("golden-idol", pc("Ada", "3/0/9/9/9"), pc("Ben"), npc("Ogre", club="d8 blast"))
    fight.when(attack("ogre", "ada", "ben"), Resolve()).rolls(3, 2)
    kinds = [type(event).__name__ for event in fight.events(fight.start)]
    assert kinds.index("ConditionBegan") > max(
        at for at, kind in enumerate(kinds) if kind == "ScoreChanged"
    )
