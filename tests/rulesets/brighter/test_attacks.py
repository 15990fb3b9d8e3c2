"""BW-05, BW-06, BW-12: attacks, their modifiers, blasts."""

from __future__ import annotations

import pytest

from events.types.declarations import Aim, Attack
from events.types.outcomes import AttackRolled, CheckRolled, DamageDealt, Ground, Overruled
from events.types.rolls import Rolled
from events.types.sheets import Weapon
from events.types.statements import Arm, Remove
from rulesets.core.registry import load_ruleset
from tests.rulesets.brighter.people import DUST, FIRE, HEX, fight, pete, sam, strikes, troll
from tests.support.given import attack, npc, pc


@pytest.mark.clause("BW-05")
@pytest.mark.parametrize(("face", "grit", "checks"), [(1, 2, 0), (2, 1, 0), (3, 0, 0), (4, 0, 1)])
def test_armor_and_grit_come_before_the_body(face: int, grit: int, checks: int) -> None:
    """Only what goes past both is Direct Damage; exactly none left over is avoided."""
    on = fight(sam(), troll("2/1/10/6/6"))
    strikes(on, attack("sam", "troll"), f"sam d6={face}", *(["troll d10=9"] * checks))
    on.then("troll", Grit=grit, STR=10)
    assert checks == len(on.told(CheckRolled))


@pytest.mark.clause("BW-05")
def test_of_several_dice_the_highest_counts() -> None:
    """Of one weapon, and of two in two hands."""
    watcher = npc("Watcher", claws="d8+d8")
    on = fight(pc("Sam", "9/0/8/8/6", dagger="d6", axe="d8"), watcher, troll("9/0/10/6/6"))
    strikes(on, attack("watcher", "sam"), "watcher d8=2", "watcher d8=5").then("sam", Grit=4)
    said = attack("sam", "troll", weapons=("dagger", "axe"))
    strikes(on, said, "sam d6=4", "sam d8=3").then("troll", Grit=5)
    rolled = on.then_told(AttackRolled)
    assert ("dagger and axe", "d6+d8", 4) == (rolled.weapon, rolled.dice, rolled.value)


@pytest.mark.clause("BW-05", "BW-07")
def test_the_weapon_whose_die_counts_says_what_it_goes_to() -> None:
    """Of a hex and a knife, the higher one."""
    on = fight(pc("Sam", "0/0/8/8/8"), npc("Witch", knife="d6", weapons=(HEX,)))
    both = attack("witch", "sam", weapons=("knife", "hex"))
    strikes(on, both, "witch d6=2", "witch d6=3", "sam d8=8")
    assert "DEX" == on.then_told(CheckRolled).what
    strikes(on, both, "witch d6=3", "witch d6=2", "sam d8=8")
    assert "STR" == on.then_told(CheckRolled).what


@pytest.mark.clause("BW-06", "ALL-02")
@pytest.mark.parametrize(
    ("said", "dice", "notation", "value"),
    [
        ({}, ("d6=5",), "d6", 5),
        ({"enhanced": "from above"}, ("d6=5", "d12=2"), "d6+d12", 5),
        ({"enhanced": "from above"}, ("d6=5", "d12=9"), "d6+d12", 9),
        ({"impaired": "in the dark"}, ("d4=3",), "d4", 3),
        ({"enhanced": "from above", "impaired": "in the dark"}, ("d6=5",), "d6", 5),
    ],
)
def test_enhanced_adds_a_d12_and_impaired_takes_a_d4(
    said: dict[str, str], dice: tuple[str, ...], notation: str, value: int
) -> None:
    """The d12 is asked for last; both cancel."""
    on = fight(sam(), troll("12/0/10/6/6"))
    on.when(attack("sam", "troll", **said))
    assert notation == load_ruleset("brighter").dice(on.state, on.state.pending[0].action)
    strikes(on, attack("sam", "troll", **said, instead=True), *(f"sam {die}" for die in dice))
    rolled = on.then_told(AttackRolled)
    assert (notation, value) == (rolled.dice, rolled.value)


@pytest.mark.clause("BW-06")
def test_a_great_bow_keeps_its_die_beside_the_d12() -> None:
    """Both are rolled, whichever is larger."""
    on = fight(pete(), troll("12/0/10/6/6"))
    said = attack("pete", "troll", enhanced="from above")
    strikes(on, said, "pete d10=9", "pete d12=3").then("troll", Grit=3)


@pytest.mark.clause("BW-06")
@pytest.mark.parametrize("enhanced", ["", "from above"])
def test_bare_hands_are_a_d4(enhanced: str) -> None:
    """Impaired by themselves; an enhancement cancels that and finds no other die."""
    on = fight(pc("Sam", "3/0/8/8/6"), troll("9/0/10/6/6"))
    strikes(on, attack("sam", "troll", enhanced=enhanced), "sam d4=3")
    rolled = on.then_told(AttackRolled)
    assert ("unarmed", "" if enhanced else "impaired") == (rolled.weapon, rolled.modifier)
    assert Ground("impaired", "unarmed") in rolled.grounds


@pytest.mark.clause("BW-06")
def test_two_bare_hands_are_one_die() -> None:
    """Enhanced or not; beside a weapon they are a die of their own."""
    on = fight(pc("Sam", "3/0/8/8/6", dagger="d6"), troll("9/0/10/6/6"))
    both = ("unarmed", "unarmed")
    strikes(on, attack("sam", "troll", weapons=both, enhanced="from above"), "sam d4=3")
    assert ("unarmed", "d4") == (on.then_told(AttackRolled).weapon, on.told(AttackRolled)[0].dice)
    said = attack("sam", "troll", weapons=("dagger", *both))
    strikes(on, said, "sam d6=1", "sam d4=2").then("troll", Grit=4)


@pytest.mark.clause("BW-06")
def test_an_improvised_weapon_is_its_dice() -> None:
    """And not bare hands."""
    on = fight(sam(), troll("9/0/10/6/6"))
    strikes(on, attack("sam", "troll", weapons="d8"), "sam d8=3")
    assert ("d8", "") == (on.then_told(AttackRolled).weapon, on.told(AttackRolled)[0].modifier)


@pytest.mark.clause("BW-12")
def test_a_blast_is_one_roll_for_everybody_in_it() -> None:
    """Friends and oneself too; each with their own armor, Grit and save, in the order named."""
    on = fight(pc("Sam", "0/1/8/8/6", weapons=(FIRE,)), pete("0/0/4/8/6"), troll("3/2/10/6/6"))
    strikes(on, attack("sam", "troll", "sam", "pete"), "sam d8=6")
    on.then_asked("troll d10").rolls("troll d10=1").then_asked("sam d8")
    on.rolls("sam d8=6").then_asked("troll d6").rolls("troll d6=4")
    on.then("troll", Grit=0, STR=8).then("sam", STR=8).then("pete", STR=0)
    assert 1 == len(on.told(AttackRolled)) == len(on.told(Rolled, purpose="damage"))
    assert [("troll", 4), ("sam", 5), ("pete", 6)] == [
        (damage.to, damage.dealt) for damage in on.told(DamageDealt)
    ]


@pytest.mark.clause("BW-07", "BW-12")
def test_each_in_a_blast_has_modifiers_of_their_own_save() -> None:
    """Those of the attack hold for all of them as well."""
    on = fight(sam("0/0/8/8/6"), pete("0/0/8/8/6"), npc("Drake", weapons=(FIRE,)))
    aims = (Aim("sam", ward="behind a shield"), Aim("pete"))
    strikes(on, Attack("drake", aims, bane="burning oil"), "drake d8=3")
    on.then_asked("sam d8").rolls("sam d8=8").then_asked("pete d4").rolls("pete d4=4")
    assert ["", "impaired"] == [check.modifier for check in on.told(CheckRolled)]


@pytest.mark.clause("BW-12")
def test_one_roll_is_not_enhanced_for_one_target_alone() -> None:
    """Of several; for the only one it may be said where the target is named."""
    on = fight(sam(), pete(), npc("Drake", weapons=(FIRE,)))
    both = (Aim("sam", enhanced="cornered"), Aim("pete"))
    on.then_refused("One roll strikes everybody", Attack("drake", both), clause="BW-12")
    overruled = Attack("drake", both, overrule="all the same")
    on.then_refused("One roll strikes everybody", overruled)
    strikes(on, Attack("drake", both[:1]), "drake d8=1", "drake d12=2").then("sam", Grit=1)


@pytest.mark.clause("BW-05", "BW-12")
def test_what_does_not_strike_an_area_strikes_one() -> None:
    """And not oneself, unless the referee insists."""
    on = fight(sam(), pete(), troll())
    words = "With dagger Sam strikes one target at a time"
    on.then_refused(words, attack("sam", "troll", "pete"), clause="BW-12")
    on.then_refused("Sam would attack themselves", attack("sam", "sam"), clause="BW-05")
    strikes(on, attack("sam", "troll", "pete", overrule="a wide arc"), "sam d6=2")
    on.then("troll", Grit=1).then("pete", Grit=1).then_told(Overruled)


@pytest.mark.clause("BW-05", "ALL-03")
def test_who_has_left_is_struck_only_if_the_referee_insists() -> None:
    """Somebody runs after them."""
    on = fight(sam(), troll("9/0/10/6/6")).when(Remove("troll"))
    on.then_refused("Troll is out of the fight", attack("sam", "troll"), clause="ALL-03")
    strikes(on, attack("sam", "troll", overrule="in its back"), "sam d6=3")
    assert 6 == on.one("troll").scores["Grit"]


@pytest.mark.clause("BW-05", "ALL-04")
def test_what_cannot_be_attacked_with_is_refused() -> None:
    """No such weapon, not as many, which of several, no counting, no distances."""
    on = fight(pc("Sam", dagger="d6", axe="d8"), troll())
    on.then_refused("no weapon of Sam “bow”", attack("sam", "troll", weapons="bow"))
    on.then_refused("Say what Sam attacks with: dagger or axe", attack("sam", "troll"))
    twice = attack("sam", "troll", weapons=("axe", "axe"))
    on.then_refused("does not have as many: axe", twice)
    axe = {"weapons": "axe"}
    on.then_refused("counts no targets", attack("sam", "troll", count=True, **axe))
    on.then_refused("knows no distances", attack("sam", "troll", band="close", **axe))


@pytest.mark.clause("BW-05", "BW-07", "BW-08")
def test_a_weapon_that_cannot_be_used_is_refused_as_it_is_given() -> None:
    """No die, no such attribute."""
    on = fight(sam())
    on.then_refused("must be 1 to 20 dice", Arm("sam", Weapon("stick", "3")))
    on.then_refused("There is no d7", Arm("sam", Weapon("stick", "d7")))
    on.then_refused("not Grit", Arm("sam", Weapon("stick", "d6", against="Grit")), clause="BW-07")
    on.when(Arm("sam", DUST))
