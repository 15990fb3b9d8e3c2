"""Enhanced and impaired attacks, and what detachments make of them."""

from __future__ import annotations

import pytest

from events.types.declarations import Aim, Resolve
from events.types.outcomes import AttackRolled, Ground
from events.types.statements import AddCondition
from rulesets.core.registry import load_ruleset
from tests.support.given import Given, attack, given, mob, npc, pc, weapon


def duel(dice: str = "d8") -> Given:
    return given("golden-idol", pc("Ada", sword=dice), npc("Bear", "20/0/9/9/9"))


ENHANCED, IMPAIRED = {"enhanced": "from above"}, {"impaired": "dusk"}
BOTH = ENHANCED | IMPAIRED


@pytest.mark.clause("CF-10")
@pytest.mark.parametrize(
    ("dice", "said", "asked"),
    [
        ("d8", IMPAIRED, ["d4"]),
        ("2d10", IMPAIRED, ["d4"]),
        ("d8+d6", IMPAIRED, ["d4"]),
        ("d8", ENHANCED, ["d12"]),
        ("2d10", ENHANCED, ["d12"]),
        ("d12", ENHANCED, ["d12"]),
        ("3d12", ENHANCED, ["d12", "d12", "d12"]),
        ("d20", ENHANCED, ["d20"]),
        ("d6+d20", ENHANCED, ["d6", "d20"]),
        ("d8", BOTH, ["d8"]),
        ("2d10", BOTH, ["d10", "d10"]),
    ],
)
def test_what_is_rolled(dice: str, said: dict[str, str], asked: list[str]) -> None:
    """A d4 in place of all dice, a d12 in place of smaller ones, both cancel."""
    fight = duel(dice).when(attack("ada", "bear", **said), Resolve())
    fight.then_asked(*(f"ada {die}" for die in asked))


@pytest.mark.clause("CF-10")
def test_a_declaration_may_keep_the_weapon_s_own_dice() -> None:
    """Enhanced allows the d12 and does not demand it."""
    fight = duel("3d10").when(attack("ada", "bear", **ENHANCED, keep=True), Resolve())
    fight.then_asked("ada d10", "ada d10", "ada d10")


@pytest.mark.clause("CF-10")
def test_keeping_is_no_help_when_impaired() -> None:
    """The d4 is not a choice."""
    fight = duel("3d10").when(attack("ada", "bear", **IMPAIRED, keep=True), Resolve())
    fight.then_asked("ada d4")


@pytest.mark.clause("CF-10")
def test_however_many_grounds_both_kinds_cancel() -> None:
    """Two reasons to be better and one to be worse are none."""
    aim = Aim("bear", enhanced="it sleeps")
    fight = duel().when(attack("ada", aim, **BOTH), Resolve()).then_asked("ada d8").rolls(3)
    rolled = fight.then_told(AttackRolled)
    assert "" == rolled.modifier
    assert ["enhanced", "enhanced", "impaired"] == [each.modifier for each in rolled.grounds]


@pytest.mark.clause("CF-10")
def test_modifier_and_reason_are_recorded() -> None:
    """The attack keeps what was said of it."""
    fight = duel().when(attack("ada", "bear", **ENHANCED), Resolve()).rolls(11)
    rolled = fight.then_told(AttackRolled)
    assert ("enhanced", (Ground("enhanced", "from above"),)) == (rolled.modifier, rolled.grounds)
    assert ("d12", (11,), 11) == (rolled.dice, rolled.faces, rolled.value)


@pytest.mark.clause("CF-10", "CF-12")
def test_each_target_of_a_blast_has_its_own_modifiers() -> None:
    """What is said of all, and what is said of one."""
    fight = given("golden-idol", pc("Ada", bomb="d8 blast"), npc("Bear"), npc("Wolf"), npc("Rat"))
    targets = ("bear", Aim("wolf", impaired="cover"), Aim("rat", enhanced="cornered"))
    fight.when(attack("ada", *targets), Resolve()).then_asked("ada d8", "ada d4", "ada d12")
    fight.rolls(1, 1, 1).when(attack("ada", *targets, impaired="dusk"), Resolve())
    fight.then_asked("ada d4", "ada d4", "ada d8")


def crowds() -> Given:
    return given(
        "golden-idol",
        pc("Ada", sword="d8", bomb="d6 blast"),
        pc("Ben"),
        mob("Mob", clubs="d6"),
        mob("Guard", side="guard", pikes="d8"),
        npc("Truck", scale="vehicle", ram="d8"),
    )


@pytest.mark.clause("CF-21")
def test_a_mob_struck_by_one_soldier_takes_an_impaired_attack() -> None:
    """One against a crowd rolls a d4."""
    fight = crowds().when(attack("ada", "mob", weapons="sword"), Resolve()).then_asked("ada d4")
    fight.rolls(2)
    assert "impaired" == fight.then_told(AttackRolled).modifier


@pytest.mark.clause("CF-21")
def test_a_blast_on_a_mob_is_not_impaired() -> None:
    """Unless something else impairs it."""
    fight = crowds().when(attack("ada", "mob", weapons="bomb"), Resolve()).then_asked("ada d6")
    fight.rolls(1).when(attack("ada", "mob", weapons="bomb", **IMPAIRED), Resolve())
    fight.then_asked("ada d4")


@pytest.mark.clause("CF-21")
def test_an_explicit_enhancement_cancels_the_impairment() -> None:
    """The weapon's own die against the crowd."""
    fight = crowds().when(attack("ada", "mob", weapons="sword", **ENHANCED), Resolve())
    fight.then_asked("ada d8")


@pytest.mark.clause("CF-21")
def test_a_mob_s_attack_on_people_is_enhanced_and_strikes_an_area() -> None:
    """A d12 for each of them; cover cancels it for one."""
    fight = crowds().when(attack("mob", "ada", Aim("ben", impaired="cover")), Resolve())
    fight.then_asked("mob d12", "mob d6")


@pytest.mark.clause("CF-21")
def test_detachment_against_detachment_is_neither() -> None:
    """Its own dice, on one target only."""
    fight = crowds().when(attack("mob", "guard"), Resolve()).then_asked("mob d6")
    fight = crowds().joins(mob("Watch", side="guard"))
    fight.then_refused("one target at a time", attack("mob", "guard", "watch"), clause="CF-12")


@pytest.mark.clause("CF-21")
def test_in_a_mixed_area_each_target_has_its_own_grounds() -> None:
    """Enhanced against the person, plain against the other crowd."""
    fight = crowds().joins(mob("Artillery", mortars="d10 blast", side="guns"))
    fight.when(attack("artillery", "ben", "mob"), Resolve())
    fight.then_asked("artillery d12", "artillery d10")


@pytest.mark.clause("CF-21")
def test_a_vehicle_is_an_individual() -> None:
    """Impaired against a crowd, and a crowd is enhanced against it."""
    fight = crowds().when(attack("truck", "guard"), Resolve("foes")).then_asked("truck d4").rolls(1)
    fight.when(attack("guard", "truck"), Resolve("guard")).then_asked("guard d12")


@pytest.mark.clause("CF-29")
def test_an_enhanced_weapon_is_a_ground_like_any_other() -> None:
    """A d12, or its own die where dusk impairs."""
    fight = duel("d8 enhanced").when(attack("ada", "bear"), Resolve()).then_asked("ada d12")
    fight.rolls(3).when(attack("ada", "bear", **IMPAIRED), Resolve()).then_asked("ada d8")


@pytest.mark.clause("CF-10", "CF-11")
def test_one_die_for_two_weapons_has_the_better_bonus() -> None:
    """The d12 stands for both."""
    weapons = (weapon("saber", "d6+2"), weapon("dirk", "d6"))
    fight = given("golden-idol", pc("Ada", weapons=weapons), npc("Bear", "20/0/9/9/9"))
    fight.when(attack("ada", "bear", weapons=("saber", "dirk"), **ENHANCED), Resolve())
    fight.then_asked("ada d12").rolls(5).then("bear", HP=13)


@pytest.mark.clause("CF-10", "CF-21", "CF-29")
def test_the_dice_of_an_attack_are_known_before_it_is_declared() -> None:
    """Whatever modifiers lie in it, target by target."""
    fight = crowds()
    rules = load_ruleset("cairn")
    assert "d12 / d6" == rules.dice(
        fight.state, rules.prepare(fight.state, attack("mob", "ada", Aim("ben", impaired="cover")))
    )
    fight = duel("d8 recoilless").when(attack("ada", "bear"), Resolve()).rolls(1)
    again = rules.prepare(fight.state, attack("ada", "bear"))
    assert "d8+1" == rules.dice(fight.state, again)
    fight.when(AddCondition("ada", "next attack enhanced"))
    assert "d12+1" == rules.dice(fight.state, again)
