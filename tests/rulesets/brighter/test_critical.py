"""BW-07, BW-09, BW-10: Direct Damage, overflow, and what zero means."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, Aid, Move, PassTime, Resolve
from events.types.outcomes import (
    Aided,
    CheckRolled,
    Died,
    Lapsed,
    ScoreChanged,
    WoundClosed,
    WoundTended,
)
from events.types.sheets import Weapon
from events.types.statements import AddCondition, Kill, Revive, SetScore
from tests.rulesets.brighter.people import FIRE, HEX, fight, pete, sam, strikes, troll
from tests.support.given import Given, attack, npc, pc

GIANT = npc("Giant", "9/0/12/6/6", club="d12", fist="d6", weapons=(HEX,))


def club(on: Given, *rolls: str) -> Given:
    """The giant's club comes down on Sam."""
    return strikes(on, attack("giant", "sam", weapons="club"), *rolls)


@pytest.mark.clause("BW-07")
@pytest.mark.parametrize(("face", "now"), [(4, 6), (5, 6), (6, 8)])
def test_the_save_has_to_be_higher_than_the_damage(face: int, now: int) -> None:
    """Five Direct Damage on a d8: a six holds, a five does not."""
    on = fight(sam("0/0/8/8/6"), GIANT)
    club(on, "giant d12=5", f"sam d8={face}").then("sam", STR=now)


@pytest.mark.clause("BW-07")
def test_an_impaired_save_is_rolled_even_where_a_d4_cannot_reach() -> None:
    """It fails, and the die has fallen."""
    on = fight(sam("0/0/8/8/6"), GIANT)
    said = attack("giant", "sam", weapons="club", bane="overwhelmed")
    strikes(on, said, "giant d12=5", "sam d4=4").then("sam", STR=6)
    assert "overwhelmed" == on.then_told(CheckRolled).grounds[0].why


@pytest.mark.clause("BW-09")
@pytest.mark.parametrize(
    ("size", "damage", "rolls", "now"),
    [
        pytest.param(8, 8, (), 6, id="exactly the die: nothing is left to save against"),
        pytest.param(8, 10, ("sam d6=3",), 6, id="two over, saved"),
        pytest.param(8, 10, ("sam d6=2",), 4, id="two over, not saved"),
        pytest.param(6, 10, (), 0, id="four over on a d4: at once again"),
        pytest.param(4, 12, (), 0, id="zero ends it, eight are ignored"),
        pytest.param(10, 12, ("sam d8=3",), 8, id="two over a d10"),
        pytest.param(12, 12, (), 10, id="a d12 filled"),
    ],
)
def test_damage_that_fills_the_die_steps_it_down_at_once(
    size: int, damage: int, rolls: tuple[str, ...], now: int
) -> None:
    """And goes on with what is left against the lowered one."""
    on = fight(sam(f"0/0/{size}/8/6"), GIANT)
    club(on, f"giant d12={damage}", *rolls).then("sam", STR=now)
    assert len(rolls) == len(on.told(CheckRolled))


@pytest.mark.clause("BW-07", "BW-09")
def test_what_overflows_is_saved_against_with_the_same_modifiers() -> None:
    """The d4 does not lower the threshold either."""
    on = fight(sam("0/0/6/8/6"), GIANT)
    said = attack("giant", "sam", weapons="club", bane="overwhelmed")
    strikes(on, said, "giant d12=5", "sam d4=4").then("sam", STR=4)
    on.when(SetScore("sam", "STR", 8))
    strikes(on, said, "giant d12=9").then_asked("sam d4")
    on.rolls("sam d4=2").then("sam", STR=6)


@pytest.mark.clause("BW-09", "BW-10")
def test_overflow_works_alike_on_dex() -> None:
    """Six on a d4: zero at once, STR as it was."""
    on = fight(sam("0/0/8/4/6"), GIANT)
    strikes(on, attack("giant", "sam", weapons="hex"), "giant d6=6")
    on.then("sam", DEX=0, STR=8, has="paralysed").then_never(CheckRolled)


@pytest.mark.clause("BW-10")
def test_zero_str_is_an_hour_to_live() -> None:
    """Crawling; the hour runs on the fight's clock from that moment."""
    on = fight(sam("0/0/4/8/6"), GIANT).when(PassTime(100))
    club(on, "giant d12=4").then("sam", STR=0, has="incapacitated")
    (wound,) = on.one("sam").wounds
    assert ("first aid", 3700) == (wound.awaits, wound.due)
    on.then_refused("can only crawl", Act("sam", "shouts"), clause="BW-10")
    on.when(Move("sam", 5), PassTime(3599)).then("sam")
    on.when(PassTime(1)).then("sam", standing="dead")


@pytest.mark.clause("BW-10")
def test_first_aid_puts_them_on_their_feet() -> None:
    """Their STR is still zero, and no clock runs."""
    on = fight(sam("0/0/4/8/6"), pete(), GIANT)
    club(on, "giant d12=4")
    on.when(Aid("pete", "sam"), Resolve()).then("sam", STR=0, lacks="incapacitated")
    assert "recovery" == on.then_told(WoundTended).awaits
    on.when(PassTime(7200)).then("sam").when(attack("sam", "giant"))


@pytest.mark.clause("BW-10")
def test_first_aid_takes_somebody_else_and_a_wound() -> None:
    """And somebody there to be helped."""
    on = fight(sam("3/0/0/8/6"), pete(), troll())
    on.then_refused("Pete needs somebody else's aid", Aid("pete", "pete"), clause="BW-10")
    on.then_refused("Troll has no wound that waits for first aid", Aid("pete", "troll"))
    on.then_refused("no wound of Sam “scratch”", Aid("pete", "sam", wound="scratch"))
    on.when(Kill("sam")).then_refused("Sam is dead", Aid("pete", "sam"))


@pytest.mark.clause("BW-03", "BW-10")
def test_aid_that_comes_second_finds_nothing_left_to_do() -> None:
    """The wound is tended already."""
    on = fight(sam("3/0/0/8/6"), pete(), pc("Rue"))
    on.when(Aid("pete", "sam"), Aid("rue", "sam"), Resolve())
    assert ["pete"] == [aided.by for aided in on.told(Aided)]
    assert ("rue", "aid") == (on.then_told(Lapsed).who, on.told(Lapsed)[0].what)


@pytest.mark.clause("BW-03", "BW-10")
def test_aid_for_somebody_who_is_down_by_then_finds_them() -> None:
    """What is so when it comes is what counts, if the referee let it be declared."""
    on = fight(sam("0/0/4/8/6"), pete(), pc("Rue", weapons=(FIRE,)), troll("9/0/10/6/6"))
    on.when(attack("rue", "troll", "sam"), Aid("pete", "sam", overrule="just in case"), Resolve())
    on.rolls("rue d8=4").then("sam", STR=0, lacks="incapacitated").then_told(Aided)


@pytest.mark.clause("BW-10")
@pytest.mark.parametrize("weapon", ["fist", "hex"])
@pytest.mark.parametrize("tended", [False, True])
def test_any_direct_damage_at_zero_str_kills(weapon: str, tended: bool) -> None:
    """To whatever attribute, without a save, on their feet or not; Grit and armor still guard."""
    on = fight(sam("1/1/0/8/6"), pete(), GIANT)
    if tended:
        on.when(Aid("pete", "sam"), Resolve())
    on.when(SetScore("sam", "Grit", 1))
    said = attack("giant", "sam", weapons=weapon)
    strikes(on, said, "giant d6=2").then("sam", Grit=0)
    strikes(on, said, "giant d6=1").then("sam")
    strikes(on, said, "giant d6=2").then("sam", DEX=8, standing="dead").then_never(CheckRolled)
    assert f"Giant's {weapon}" == on.then_told(Died).of


@pytest.mark.clause("BW-10", "BW-14")
def test_npcs_are_incapacitated_alike() -> None:
    """With the hour, and first aid."""
    on = fight(pete(), npc("Rat", "0/0/4/6/6"), npc("Kin"))
    strikes(on, attack("pete", "rat"), "pete d10=4", "kin d10=5")
    on.then("rat", STR=0, has="incapacitated")
    on.when(Aid("kin", "rat"), Resolve("foes")).then("rat", lacks="incapacitated")


@pytest.mark.clause("BW-10")
def test_damage_to_str_at_zero_wil_goes_on_as_usual() -> None:
    """A catatonic body is a body."""
    on = fight(sam("0/0/8/8/0"), GIANT)
    on.then("sam", has="catatonic")
    club(on, "giant d12=3", "sam d8=2").then("sam", STR=6, WIL=0)


@pytest.mark.clause("BW-10", "ALL-01")
def test_an_attribute_stated_at_zero_means_what_it_means() -> None:
    """And one above zero ends that, however it began."""
    on = fight(sam(), troll())
    on.when(SetScore("sam", "DEX", 0), SetScore("sam", "WIL", 0), SetScore("sam", "STR", 0))
    on.then("sam", has="paralysed, catatonic, incapacitated")
    on.when(SetScore("sam", "DEX", 0), SetScore("sam", "STR", 0))
    assert 3 == len(on.one("sam").conditions)
    on.when(SetScore("sam", "DEX", 4), SetScore("sam", "WIL", 6), SetScore("sam", "STR", 4))
    on.then("sam", lacks="paralysed, catatonic, incapacitated").then_told(WoundClosed)
    assert [] == on.one("sam").wounds
    on.when(PassTime(7200)).then("sam")


@pytest.mark.clause("BW-10", "ALL-01")
def test_a_condition_that_the_rules_know_bars_what_it_bars() -> None:
    """However it is written; another one what is said."""
    on = fight(sam(), pete()).when(AddCondition("sam", "Paralysed"), AddCondition("pete", "dazed"))
    on.then_refused("Sam is paralysed", Act("sam", "shouts"))
    on.when(Act("pete", "shouts"))


@pytest.mark.clause("BW-10", "ALL-01")
def test_who_is_brought_back_to_life_does_not_die_of_the_same_hour() -> None:
    """First aid is still to come."""
    on = fight(sam("3/0/0/8/6"), pete()).when(PassTime(3600)).then("sam", standing="dead")
    on.when(Revive("sam"), PassTime(60)).then("sam", has="incapacitated")
    on.when(Aid("pete", "sam"), Resolve()).then("sam", lacks="incapacitated")


@pytest.mark.clause("BW-05", "BW-09")
def test_a_flat_bonus_counts_before_armor() -> None:
    """For a blade that has one."""
    on = fight(pc("Sam", weapons=(Weapon("blade", "d6+1"),)), troll("9/1/10/6/6"))
    strikes(on, attack("sam", "troll"), "sam d6=3").then("troll", Grit=6)
    on.then_never(ScoreChanged, score="STR")
