"""Damage outside attacks, rest, deprivation and full packs."""

from __future__ import annotations

import pytest

from events.types.declarations import (
    Act,
    Aid,
    BeginRound,
    Burden,
    EndFight,
    Harm,
    Recover,
    Resolve,
    Rest,
)
from events.types.outcomes import DamageDealt, Rested, SaveRolled, ScoreChanged, WoundTaken
from events.types.statements import AddCondition, EndCondition, Kill
from tests.support.given import condition, follower, given, npc, pc

ROUND = BeginRound("ambush")


@pytest.mark.clause("CF-23")
def test_a_fall_goes_through_armor_and_hit_protection() -> None:
    """Body, save and all the rest as ever."""
    fight = given("golden-idol", pc("Ada", "3/1/9/9/9")).when(Harm(("ada",), "2d6", "a fall"))
    fight.rolls("ada d6=4", "ada d6=6").then_asked("ada d20").rolls(8)
    fight.then("ada", HP=0, STR=7, has="critical damage")
    dealt = fight.then_told(DamageDealt)
    assert (6, 1, 5, "", "a fall") == (dealt.rolled, dealt.armor, dealt.dealt, dealt.by, dealt.why)


@pytest.mark.clause("CF-23", "CF-11")
def test_of_several_dice_of_harm_the_highest_counts() -> None:
    """As for every weapon; a flat number is added to it."""
    fight = given("golden-idol", pc("Ada", "20/0/9/9/9")).when(Harm(("ada",), "2d6+1"))
    fight.rolls(2, 5).then("ada", HP=14)


@pytest.mark.clause("CF-23")
def test_a_number_needs_no_die() -> None:
    """The referee can say how much."""
    fight = given("golden-idol", pc("Ada", "9/2/9/9/9")).when(Harm(("ada",), "5")).then_asked()
    fight.then("ada", HP=6)


@pytest.mark.clause("CF-23")
def test_harm_to_several_is_rolled_for_each() -> None:
    """In the order they are named."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"))
    fight.when(Harm(("wolf", "ada"), "d6", "fire")).then_asked("wolf d6", "ada d6").rolls(1, 2)
    fight.then("wolf", HP=3).then("ada", HP=4)


@pytest.mark.clause("CF-23", "CF-17")
def test_harm_scars() -> None:
    """At exactly 0, like any damage through hit protection."""
    given("golden-idol", pc("Ada", "3/1/9/9/9")).when(Harm(("ada",), "4")).then(
        "ada", has="deprived"
    )


@pytest.mark.clause("CF-23", "CF-16")
@pytest.mark.parametrize(
    ("score", "standing", "has"),
    [("STR", "dead", ""), ("DEX", "in", "paralysed"), ("WIL", "in", "delirious")],
)
def test_direct_harm_is_loss_of_a_named_ability(score: str, standing: str, has: str) -> None:
    """Not below 0, without armor, critical save or scar."""
    fight = given("golden-idol", pc("Ada", "6/3/5/5/5")).when(Harm(("ada",), "6", direct=score))
    fight.then("ada", HP=6, standing=standing, has=has, **{score: 0})  # type: ignore[arg-type]
    fight.then_never(SaveRolled).then_never(WoundTaken).then_never(DamageDealt)


@pytest.mark.clause("CF-23")
def test_direct_harm_to_the_body_short_of_death_asks_for_nothing() -> None:
    """Strength is lost, and that is all."""
    fight = given("golden-idol", pc("Ada", "6/3/9/9/9")).when(Harm(("ada",), "4", direct="STR"))
    fight.then("ada", HP=6, STR=5).then_never(SaveRolled)


@pytest.mark.clause("CF-23")
@pytest.mark.parametrize(
    ("amount", "direct"), [("much", ""), ("-3", ""), ("3", "HP"), ("3", "LUCK")]
)
def test_harm_is_dice_or_a_number_and_direct_names_an_ability(amount: str, direct: str) -> None:
    """Anything else is refused."""
    given("golden-idol", pc("Ada")).then_refused("“", Harm(("ada",), amount, direct=direct))


@pytest.mark.clause("CF-24")
def test_a_short_rest_gives_all_hit_protection_back() -> None:
    """And no ability."""
    ada = pc("Ada", "1/0/5/5/5", max={"HP": 6, "STR": 9, "DEX": 9, "WIL": 9})
    given("golden-idol", ada).when(Rest()).then("ada", HP=6, STR=5, DEX=5, WIL=5)


@pytest.mark.clause("CF-24")
def test_an_extended_rest_gives_abilities_back_as_well() -> None:
    """All three, up to their maxima."""
    ada = pc("Ada", "1/0/5/5/5", max={"HP": 6, "STR": 9, "DEX": 8, "WIL": 7})
    fight = given("golden-idol", ada).when(Rest(extended=True))
    fight.then("ada", HP=6, STR=9, DEX=8, WIL=7)


@pytest.mark.clause("CF-24")
def test_rest_is_for_the_party_unless_others_are_named() -> None:
    """Characters and followers; a foe only by name."""
    fight = given(
        "golden-idol",
        pc("Ada", "1/0/9/9/9", max={"HP": 6}),
        follower("Dov", "1/0/9/9/9", max={"HP": 3}),
        npc("Wolf", "1/0/9/9/9", max={"HP": 4}),
    )
    fight.when(Rest()).then("ada", HP=6).then("dov", HP=3).then("wolf", HP=1)
    fight.when(Rest(("wolf",))).then("wolf", HP=4)


@pytest.mark.clause("CF-24")
def test_there_is_no_rest_in_an_open_round() -> None:
    """After the fight there is; in it only by a ruling."""
    fight = given("golden-idol", pc("Ada", "1/0/9/9/9", max={"HP": 6}), npc("Wolf")).when(ROUND)
    fight.then_refused("no rest while a round is open", Rest(), clause="CF-24")
    fight.when(EndFight(), Rest()).then("ada", HP=6)


@pytest.mark.clause("CF-24")
def test_the_referee_can_grant_a_rest_in_a_round() -> None:
    """Time stands still, say."""
    fight = given("golden-idol", pc("Ada", "1/0/9/9/9", max={"HP": 6}), npc("Wolf")).when(ROUND)
    fight.when(Rest(overrule="the idol stops time")).then("ada", HP=6)


@pytest.mark.clause("CF-24")
def test_the_dead_do_not_rest() -> None:
    """It is refused, whoever insists."""
    fight = given("golden-idol", pc("Ada")).when(Kill("ada"))
    fight.then_refused("Ada is dead", Rest(("ada",), overrule="in peace"), clause="ALL-03")


@pytest.mark.clause("CF-24")
@pytest.mark.parametrize("extended", [False, True])
def test_deprived_blocks_both(extended: bool) -> None:
    """Neither hit protection nor abilities come back until it ends."""
    ada = pc("Ada", "1/0/5/9/9", max={"HP": 6, "STR": 9}, conditions=(condition("deprived"),))
    fight = given("golden-idol", ada).when(Rest(extended=extended)).then("ada", HP=1, STR=5)
    fight.then_told(Rested)
    fight.when(EndCondition("ada", "deprived"), Rest(extended=extended)).then("ada", HP=6)


@pytest.mark.clause("CF-24", "CF-14")
def test_deprived_critical_damage_is_stabilised_all_the_same() -> None:
    """Only the numbers stay away."""
    fight = given("golden-idol", pc("Ada", "0/0/9/9/9", max={"HP": 6}), pc("Ben"))
    fight.when(Harm(("ada",), "1")).rolls(20)
    fight.when(AddCondition("ada", "deprived"), Aid("ben", "ada"), Resolve(), Rest())
    fight.then("ada", HP=0, lacks="critical damage")


@pytest.mark.clause("CF-24")
def test_a_full_pack_holds_hit_protection_at_nothing() -> None:
    """It is no damage; put down, the next rest brings it back."""
    fight = given("golden-idol", pc("Ada", "6/0/9/9/9")).when(Burden("ada"))
    fight.then("ada", HP=0, STR=9, has="full pack").then_never(DamageDealt).then_never(WoundTaken)
    fight.when(Rest()).then("ada", HP=0)
    fight.when(Burden("ada", full=False)).then("ada", HP=0, lacks="full pack")
    fight.when(Rest()).then("ada", HP=6)


@pytest.mark.clause("CF-24")
def test_under_a_full_pack_extended_rest_still_heals_abilities() -> None:
    """Only hit protection is held down."""
    fight = given("golden-idol", pc("Ada", "6/0/5/9/9", max={"STR": 9})).when(Burden("ada"))
    fight.when(Rest(extended=True)).then("ada", HP=0, STR=9)


@pytest.mark.clause("CF-24")
def test_damage_under_a_full_pack_goes_to_the_body() -> None:
    """There is nothing before it."""
    fight = given("golden-idol", pc("Ada", "6/0/9/9/9")).when(Burden("ada"), Harm(("ada",), "2"))
    fight.rolls(7).then("ada", STR=7)


@pytest.mark.clause("CF-24")
def test_a_full_pack_at_nothing_takes_nothing() -> None:
    """There was no hit protection left to hold down."""
    fight = given("golden-idol", pc("Ada", "0/0/9/9/9")).when(Burden("ada"))
    fight.then("ada", has="full pack").then_never(ScoreChanged)


@pytest.mark.clause("CF-24")
def test_a_pack_is_taken_up_and_put_down_once() -> None:
    """Said twice it is a slip."""
    fight = given("golden-idol", pc("Ada"))
    fight.then_refused("does not carry", Burden("ada", full=False), clause="CF-24")
    fight.when(Burden("ada")).then_refused("already carries", Burden("ada"), clause="CF-24")


@pytest.mark.clause("CF-18", "CF-24")
def test_rest_alone_mends_no_scar() -> None:
    """What a wound waits for has to be said."""
    fight = given("golden-idol", pc("Ada", "5/0/9/9/9")).when(Harm(("ada",), "5"), Rest())
    fight.then("ada", HP=5, has="diseased")
    fight.then_refused("no wound of Ada", Recover("ada", "cough"))
    fight.when(Act("ada", "cough")).then_never(ScoreChanged)


@pytest.mark.clause("CF-24")
@pytest.mark.parametrize("how", ["stated", "sheet"])
def test_a_full_pack_holds_hit_protection_at_nothing_however_it_is_stated(how: str) -> None:
    """By name, or on the sheet of who joins; put down, the next rest brings it back."""
    brought = (condition("Full Pack"),) if how == "sheet" else ()
    fight = given("golden-idol", pc("Ada", "6/0/10/10/10", conditions=brought))
    if how == "stated":
        fight.when(AddCondition("ada", "full pack"))
        assert ScoreChanged("ada", "HP", 6, 0, "full pack") == fight.then_told(ScoreChanged)
    fight.then("ada", has="full pack", HP=0, max={"HP": 6})
    fight.when(Rest()).then("ada", HP=0).when(Burden("ada", False), Rest()).then("ada", HP=6)


@pytest.mark.clause("CF-24")
def test_a_full_pack_takes_nothing_where_nothing_is_left() -> None:
    """There is no change to record."""
    fight = given("golden-idol", pc("Ada", "0/0/10/10/10"))
    fight.when(AddCondition("ada", "full pack")).then_never(ScoreChanged)
