"""BW-08: what critical damage and death bring along."""

from __future__ import annotations

from typing import Any

import pytest

from events.types.declarations import BeginRound, Burden, Harm, PassTime, Resolve
from events.types.outcomes import (
    AttackRolled,
    CheckRolled,
    DamageDealt,
    Died,
    EffectTold,
    Ground,
    ScoreChanged,
)
from events.types.sheets import Effect, Weapon
from events.types.statements import Kill, SetScore
from tests.rulesets.brighter.people import FIRE, fight, pete, sam, strikes, troll
from tests.support.given import Given, Person, attack, npc, pc

DRINKS = Effect("critical", "regain", "it drinks", dice="d6")
GROWS = Effect("critical", "rise", "it grows", score="STR")
BLAST = Effect("killed", "damage", "blast of fire", dice="d8")


def beast(*effects: Effect, block: str = "6/0/6/6/6", **more: Any) -> Person:
    """A creature with claws and these effects."""
    return npc("Beast", block, claws="d10", effects=effects, **more)


def bites(on: Given, *rolls: str) -> Given:
    """The beast strikes Sam."""
    return strikes(on, attack("beast", "sam"), *rolls)


@pytest.mark.clause("BW-08")
@pytest.mark.parametrize(("face", "grit"), [(2, 4), (6, 6)])
def test_a_notiavore_regains_grit_for_its_bite(face: int, grit: int) -> None:
    """Up to its maximum."""
    on = fight(sam("0/0/8/8/6"), beast(DRINKS, block="2/0/6/6/6", max={"Grit": 6}))
    bites(on, "beast d10=8", f"beast d6={face}").then("beast", Grit=grit)
    assert "it drinks" == on.then_told(EffectTold, who="beast").text


@pytest.mark.clause("BW-08", "BW-09")
def test_an_effect_comes_for_each_critical_damage() -> None:
    """Overflow brings it twice."""
    on = fight(sam("0/0/4/8/6"), beast(DRINKS, block="0/0/6/6/6", max={"Grit": 9}))
    on.when(SetScore("sam", "STR", 6))
    bites(on, "beast d10=10", "beast d6=3", "beast d6=2").then("sam", STR=0).then("beast", Grit=5)
    assert 2 == len(on.told(EffectTold))


@pytest.mark.clause("BW-08")
def test_no_critical_damage_no_effect() -> None:
    """A save passed, or Grit that held."""
    on = fight(sam("2/0/8/8/6"), beast(DRINKS, block="0/0/6/6/6", max={"Grit": 6}))
    bites(on, "beast d10=2").then("beast", Grit=0)
    bites(on, "beast d10=2", "sam d8=3").then("beast", Grit=0).then_never(EffectTold)


@pytest.mark.clause("BW-08", "BW-15")
def test_nothing_is_regained_under_a_full_pack() -> None:
    """Grit is held at zero."""
    on = fight(sam("0/0/8/8/6"), beast(DRINKS)).when(Burden("beast"))
    bites(on, "beast d10=8", "beast d6=2").then("beast", Grit=0)


@pytest.mark.clause("BW-08")
@pytest.mark.parametrize(
    ("size", "most", "now", "then"), [(6, 6, 8, 8), (4, 6, 6, 6), (12, 12, 12, 12)]
)
def test_a_sphynx_grows_stronger(size: int, most: int, now: int, then: int) -> None:
    """A step up, to a d12 at most; its maximum goes with it where it is exceeded."""
    on = fight(sam("0/0/8/8/6"), beast(GROWS, block=f"6/0/{size}/6/6", max={"STR": most}))
    bites(on, "beast d10=8").then("beast", STR=now, max={"STR": then})


@pytest.mark.clause("BW-08", "BW-10")
def test_who_rises_from_zero_is_up_again() -> None:
    """A tended troll that feeds has STR again, and its wound is over."""
    on = fight(sam("0/0/8/8/6"), beast(Effect("critical", "rise", score="DEX"), block="6/0/6/0/6"))
    on.then("beast", has="paralysed")
    said = attack("beast", "sam", overrule="it drags her down")
    strikes(on, said, "beast d10=8").then("beast", DEX=4, lacks="paralysed")


@pytest.mark.clause("BW-08")
def test_critical_damage_can_cost_a_step_or_grit_besides() -> None:
    """Of another attribute, as far as it goes."""
    loses = (
        Effect("critical", "lose", score="WIL"),
        Effect("critical", "lose", dice="d4", score="Grit"),
    )
    on = fight(sam("0/0/8/8/6"), beast(*loses)).when(Harm(("beast",), ""))
    on.rolls("beast d6=5").when(SetScore("sam", "Grit", 0))
    bites(on, "beast d10=8", "beast d4=3").then("sam", STR=6, WIL=4, Grit=0)


@pytest.mark.clause("BW-08", "BW-10")
def test_the_attack_that_brings_str_to_zero_does_not_kill_by_its_effect() -> None:
    """A step of STR besides is part of the rest of it."""
    on = fight(sam("0/0/4/8/6"), beast(Effect("critical", "lose", score="STR")))
    bites(on, "beast d10=4").then("sam", STR=0, has="incapacitated").then_never(Died)


@pytest.mark.clause("BW-08")
def test_a_save_may_stand_before_an_effect() -> None:
    """Four or more, and it does not come."""
    on = fight(sam("0/0/8/8/6"), beast(Effect("critical", "incapacitate", "held", save="DEX")))
    bites(on, "beast d10=8", "sam d8=4").then("sam", lacks="helpless")
    assert "effect-save" == on.then_told(CheckRolled).purpose
    on.when(SetScore("sam", "STR", 8))
    bites(on, "beast d10=8", "sam d8=3").then("sam", has="helpless")


@pytest.mark.clause("BW-08")
def test_a_save_can_be_made_to_fail_by_itself() -> None:
    """Without a die."""
    on = fight(sam("0/0/8/8/6"), beast(Effect("critical", "fail", "venom")))
    bites(on, "beast d10=1").then("sam", STR=6)
    assert ((), "venom") == (on.then_told(CheckRolled).faces, on.told(CheckRolled)[0].why)


@pytest.mark.clause("BW-08")
def test_an_effect_can_enhance_the_next_attack() -> None:
    """One of them."""
    on = fight(sam("0/0/8/8/6"), beast(Effect("critical", "enhance")))
    bites(on, "beast d10=8").when(SetScore("sam", "Grit", 99))
    bites(on, "beast d10=1", "beast d12=1").then("beast", lacks="next attack enhanced")
    on.when(attack("beast", "sam"), Resolve()).then_asked("beast d10")


@pytest.mark.clause("BW-08")
def test_damage_besides_goes_through_armor_and_sets_off_no_more() -> None:
    """It is one more blow, and brings no further effects."""
    on = fight(sam("0/2/12/8/6"), beast(Effect("critical", "damage", "thorns", dice="d6")))
    bites(on, "beast d10=10", "sam d12=2", "beast d6=6").then_asked("sam d10")
    on.rolls("sam d10=1").then("sam", STR=8)
    assert [8, 4] == [damage.dealt for damage in on.told(DamageDealt)]


@pytest.mark.clause("BW-08")
def test_its_own_critical_damage_brings_its_own_effects() -> None:
    """Told of the bearer; what strikes strikes the attacker."""
    own = (
        Effect("own-critical", text="it calls its kin"),
        Effect("own-critical", "rise", score="WIL"),
    )
    on = fight(sam(), beast(*own, block="0/0/6/6/6"))
    strikes(on, attack("sam", "beast"), "sam d6=6", "beast d8=8")
    on.then("beast", STR=4, WIL=8)
    assert "beast" == on.then_told(EffectTold, text="it calls its kin").who


@pytest.mark.clause("BW-08", "BW-10")
def test_a_weapon_has_effects_of_its_own() -> None:
    """Beside those of its bearer; of two weapons only those of the one that counts."""
    poison = Weapon("fang", "d6", (), "", (Effect("critical", "lose", "poison", score="DEX"),))
    on = fight(sam("0/0/12/8/6"), npc("Witch", weapons=(poison, Weapon("staff", "d6"))))
    both = attack("witch", "sam", weapons=("fang", "staff"))
    strikes(on, both, "witch d6=5", "witch d6=2", "sam d12=3").then("sam", STR=10, DEX=6)
    strikes(on, both, "witch d6=2", "witch d6=5", "sam d10=3").then("sam", STR=8, DEX=6)


@pytest.mark.clause("BW-08", "BW-10")
def test_who_is_killed_with_a_blast_in_them_strikes_their_killer() -> None:
    """Through armor and Grit, with a save; it is a blow like any."""
    on = fight(sam("2/1/8/8/6"), beast(BLAST, block="0/0/0/6/6"))
    strikes(on, attack("sam", "beast"), "sam d6=1", "beast d8=7").then_asked("sam d8")
    on.rolls("sam d8=3").then("sam", Grit=0, STR=6).then("beast", standing="dead")
    assert ("beast", "blast of fire") == (
        on.told(DamageDealt)[1].by,
        on.told(DamageDealt)[1].weapon,
    )


@pytest.mark.clause("BW-08", "BW-10")
def test_blasts_of_the_killed_end_with_the_last_to_die() -> None:
    """The dead are struck by nobody."""
    shame = beast(BLAST, block="0/0/0/6/6")
    on = fight(pc("Sam", "0/0/0/8/6", effects=(BLAST,)), shame)
    said = attack("sam", "beast", weapons="d6", overrule="with her last strength")
    strikes(on, said, "sam d6=1", "beast d8=1")
    on.then("sam", standing="dead").then("beast", standing="dead")
    assert ["beast", "sam"] == [died.who for died in on.told(Died)]
    assert "Beast's blast of fire" == on.told(Died)[1].of


@pytest.mark.clause("BW-08", "BW-12")
def test_a_blast_in_the_middle_of_a_blast_takes_its_course() -> None:
    """The attacker is struck by whom it kills, and the others by its own blast all the same."""
    on = fight(
        pc("Sam", "0/0/0/8/6", weapons=(FIRE,)), pete("3/0/8/8/6"), beast(BLAST, block="0/0/0/6/6")
    )
    said = attack("sam", "beast", "pete", overrule="with her last strength")
    strikes(on, said, "sam d8=3", "beast d8=5").then("sam", standing="dead").then("pete", Grit=0)


@pytest.mark.clause("BW-08", "BW-10")
def test_the_clock_is_nobody_to_strike_back_at() -> None:
    """Nor is harm that nobody did: the effect is told, and that is all."""
    on = fight(sam(), beast(BLAST, block="3/0/0/6/6")).when(Harm(("beast",), "", "a pit"))
    on.then("beast", standing="dead").then_told(EffectTold, text="blast of fire")
    on.then_never(DamageDealt)


@pytest.mark.clause("BW-08", "BW-09")
def test_an_effect_that_takes_the_attribute_to_zero_ends_the_rest() -> None:
    """Two steps for one Critical Damage, and the overflow finds no die."""
    on = fight(sam("0/0/6/8/6"), beast(Effect("critical", "lose", score="STR")))
    bites(on, "beast d10=7").then("sam", STR=0, has="incapacitated").then_never(CheckRolled)
    assert [(6, 4), (4, 0)] == [
        (change.was, change.now) for change in on.told(ScoreChanged, score="STR")
    ]


@pytest.mark.clause("BW-08", "BW-10")
def test_at_zero_dex_the_effects_still_come() -> None:
    """The save fails without a roll, and that is Critical Damage."""
    hex_ = Weapon("hex", "d6", (), "", (DRINKS,), "DEX")
    on = fight(sam("0/0/8/0/6"), npc("Witch", "0/0/8/6/6", max={"Grit": 5}, weapons=(hex_,)))
    strikes(on, attack("witch", "sam"), "witch d6=6", "witch d6=4").then("witch", Grit=4)


@pytest.mark.clause("BW-06", "BW-08")
def test_the_ground_of_an_enhanced_attack_is_recorded() -> None:
    """After its critical damage."""
    on = fight(sam("0/0/8/8/6"), troll(effects=(Effect("critical", "enhance"),)))
    strikes(on, attack("troll", "sam"), "troll d10=8").when(attack("troll", "sam"), Resolve())
    on.rolls("troll d10=1", "troll d12=1", "sam d6=6")
    told = [event for event in on.events(on.start) if hasattr(event, "grounds")]
    assert (Ground("enhanced", "after its critical damage"),) == told[0].grounds


@pytest.mark.clause("BW-08", "BW-10")
@pytest.mark.parametrize("said", [PassTime(3600), Kill("beast")])
def test_a_death_that_nobody_dealt_tells_what_the_dead_do(said: PassTime | Kill) -> None:
    """By the clock, by the referee's word: told, and nobody is struck."""
    on = fight(sam(), beast(BLAST, block="3/0/0/6/6")).when(said).then("beast", standing="dead")
    assert "beast" == on.then_told(EffectTold, text="blast of fire").who
    on.then_never(DamageDealt)


@pytest.mark.clause("BW-08", "BW-12")
@pytest.mark.parametrize("in_a_round", [False, True])
def test_the_referee_has_the_dead_strike_whoever_else_stands_there(in_a_round: bool) -> None:
    """Their killer is struck of itself; the others by an attack of the dead with plain dice,
    which is one roll for all of them."""
    on = fight(sam("9/0/8/8/6"), pete("9/0/8/8/6"), npc("Kin", "9/0/8/6/6"), beast(BLAST))
    on.when(SetScore("beast", "STR", 0)).rolls("kin d6=4")
    on.when(*([BeginRound()] * in_a_round), attack("sam", "beast", weapons="d12"))
    on.when(Resolve("party")).rolls("sam d12=9", "beast d8=7").then("sam", Grit=2)
    said = attack("beast", "pete", "kin", weapons="d8")
    on.then_refused("Beast is dead", said, clause="ALL-03")
    overruled = attack("beast", "pete", "kin", weapons="d8", overrule="its blast")
    strikes(on, overruled, "beast d8=5").then("pete", Grit=4).then("kin", Grit=4)
    assert 1 == len(on.told(AttackRolled))
