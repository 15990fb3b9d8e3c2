"""Attacks: weapon die less armor, several weapons, several attackers."""

from __future__ import annotations

from typing import Any

import pytest

from combatlog.export.html_replay.replay_data import list_dice
from events.types.declarations import Attack, BeginRound, Harm, Resolve
from events.types.outcomes import AttackRolled, DamageDealt, EffectTold, SaveRolled
from events.types.sheets import Effect
from events.types.statements import SetTrait
from projections.text.phrases import describe_event
from projections.text.roll_phrases import find_kept_face
from tests.support.given import Given, attack, given, npc, pc, weapon

ROUND = BeginRound("ambush")


@pytest.mark.clause("CF-07")
@pytest.mark.parametrize(("armor", "face", "left"), [(0, 5, 5), (1, 5, 6), (3, 5, 8), (3, 2, 10)])
def test_the_weapon_die_less_armor_comes_off_hit_protection(
    armor: int, face: int, left: int
) -> None:
    """Armor absorbs all it can, and never heals."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Bear", f"10/{armor}/10/10/8"))
    fight.when(attack("ada", "bear"), Resolve()).rolls(face).then("bear", HP=left, STR=10)
    assert max(0, face - armor) == fight.then_told(DamageDealt).dealt


@pytest.mark.clause("CF-07")
def test_armor_counts_three_at_most() -> None:
    """A record with more is accepted with a warning."""
    fight = given("golden-idol", pc("Ada", sword="d8"))
    fight.joins(npc("Rhinoceros", "20/4/18/10/6"))
    assert "armor 4 counts as 3" == fight.then_told(EffectTold).text
    fight.when(attack("ada", "rhinoceros"), Resolve()).rolls(8).then("rhinoceros", HP=15)


@pytest.mark.clause("CF-07", "ALL-01")
def test_armor_that_is_put_on_in_the_fight_counts_three_at_most_too() -> None:
    """Its number makes no difference."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Bear", "10/0/10/10/8"))
    fight.when(SetTrait("bear", "armor", "9"), attack("ada", "bear"), Resolve()).rolls(8)
    fight.then("bear", HP=5)


@pytest.mark.clause("CF-07")
def test_nobody_attacks_themselves() -> None:
    """It is refused, like an attack on nobody at all."""
    fight = given("golden-idol", pc("Ada", sword="d8"))
    fight.then_refused("attack themselves", attack("ada", "ada"), clause="CF-07")
    fight.then_refused("Say whom Ada attacks", attack("ada"))


@pytest.mark.clause("CF-08")
@pytest.mark.parametrize(
    ("said", "strict", "die"),
    [
        ({}, False, "d4"),
        ({"impaired": "bound"}, False, "d4"),
        ({"enhanced": "from behind"}, False, "d12"),
        ({"enhanced": "from behind"}, True, "d4"),
        ({"enhanced": "from behind", "impaired": "bound"}, False, "d4"),
    ],
)
def test_bare_hands_roll_a_d4(said: dict[str, str], strict: bool, die: str) -> None:
    """They do also when impaired. Enhanced they roll a d12, unless the option is strict."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"), strict_unarmed=strict)
    fight.when(attack("ada", "wolf", **said), Resolve()).then_asked(f"ada {die}").rolls(2)
    assert "fists" == fight.then_told(AttackRolled).weapon


@pytest.mark.clause("CF-08")
def test_somebody_armed_can_use_bare_hands() -> None:
    """Everybody has them."""
    fight = given("thalassa", pc("Kleon", sword="d8"), npc("Harpyia"))
    fight.when(attack("kleon", "harpyia", weapons="unarmed"), Resolve()).then_asked("kleon d4")


@pytest.mark.clause("CF-09")
def test_attackers_of_one_target_pool_and_the_highest_lands() -> None:
    """Armor comes off once, damage is applied once; the dropped dice stay recorded."""
    fight = given(
        "golden-idol",
        pc("Ada", sword="d8"),
        pc("Ben", bow="d6"),
        pc("Cho", pistol="d6"),
        npc("Bear", "10/1/10/10/8"),
    )
    fight.when(attack("ada", "bear"), attack("ben", "bear"), attack("cho", "bear"), Resolve())
    fight.rolls("ada d8=3", "ben d6=5", "cho d6=4").then("bear", HP=6)
    dealt = fight.then_told(DamageDealt)
    assert ("ben", "bow", 5, 1, 4, (3, 4)) == (
        dealt.by,
        dealt.weapon,
        dealt.rolled,
        dealt.armor,
        dealt.dealt,
        dealt.dropped,
    )
    assert [3, 5, 4] == [rolled.value for rolled in fight.told(AttackRolled)]


@pytest.mark.clause("CF-09")
def test_each_in_a_pool_rolls_by_their_own_modifier_and_bonus() -> None:
    """A three with a bonus of one is a four, and beats an impaired three."""
    fight = given(
        "golden-idol",
        pc("Ada", weapons=(weapon("sword", "d8+1"),)),
        pc("Ben", bow="d6"),
        npc("Bear", "10/0/10/10/8"),
    )
    fight.when(attack("ben", "bear", impaired="dusk"), attack("ada", "bear"), Resolve())
    fight.rolls("ben d4=3", "ada d8=3").then("bear", HP=6)
    fight.then_told(DamageDealt, by="ada", dropped=(3,))


@pytest.mark.clause("CF-09")
def test_a_tie_goes_to_who_declared_first() -> None:
    """The order in which the dice were thrown makes no difference."""
    fight = given("golden-idol", pc("Ada", bow="d6"), pc("Ben", bow="d6"), npc("Bear"))
    fight.when(attack("ben", "bear"), attack("ada", "bear"), Resolve())
    fight.rolls(("ada", 3), ("ben", 3))
    assert "ben" == fight.then_told(DamageDealt).by


@pytest.mark.clause("CF-09", "CF-29")
def test_only_the_attack_that_lands_brings_its_effects() -> None:
    """The poisoned dart was not the highest: it neither ignores armor nor poisons anybody."""
    dart = weapon("dart", "d4 ignores-armor", Effect("hit", text="poisoned"))
    fight = given(
        "golden-idol", pc("Ada", weapons=(dart,)), pc("Ben", bow="d6"), npc("Bear", "10/2/10/10/8")
    )
    fight.when(attack("ada", "bear"), attack("ben", "bear"), Resolve()).rolls(4, 5)
    fight.then("bear", HP=7).then_never(EffectTold)
    fight.when(attack("ada", "bear"), attack("ben", "bear"), Resolve()).rolls(4, 3)
    fight.then("bear", HP=3)
    assert "poisoned" == fight.then_told(EffectTold).text


@pytest.mark.clause("CF-09")
def test_attacks_of_different_turns_do_not_pool() -> None:
    """Each side's turn has a pool of its own."""
    fight = given(
        "golden-idol", pc("Ada", bow="d6"), npc("Bear", "10/0/9/9/9"), npc("Ghoul", side="dead")
    )
    fight.when(attack("ada", "bear"), attack("ghoul", "bear"))
    fight.when(Resolve("party")).rolls("ada d6=4").when(Resolve("dead")).rolls("ghoul d4=2")
    fight.then("bear", HP=4)


@pytest.mark.clause("CF-09", "CF-12")
def test_a_blast_s_roll_is_in_the_pool_of_its_target() -> None:
    """The higher of blast and bullet counts, once."""
    fight = given(
        "golden-idol",
        pc("Ada", bomb="d8 blast"),
        pc("Ben", bow="d6"),
        npc("Bear", "10/0/9/9/9"),
        npc("Wolf", "10/0/9/9/9"),
    )
    fight.when(attack("ada", "bear", "wolf"), attack("ben", "bear"), Resolve())
    fight.rolls("ada d8=2", "ada d8=7", "ben d6=6").then("bear", HP=4).then("wolf", HP=3)


@pytest.mark.clause("CF-11")
@pytest.mark.parametrize(
    ("dice", "asked", "faces", "left"),
    [("2d10", ["d10", "d10"], (4, 7), 13), ("d8+d6", ["d8", "d6"], (3, 5), 15)],
)
def test_of_several_dice_the_highest_counts(
    dice: str, asked: list[str], faces: tuple[int, ...], left: int
) -> None:
    """They are never added up."""
    fight = given("plerion", pc("Ada", rifle=dice), npc("Bear", "20/0/10/10/8"))
    fight.when(attack("ada", "bear"), Resolve()).then_asked(*(f"ada {die}" for die in asked))
    fight.rolls(*faces).then("bear", HP=left)


@pytest.mark.clause("CF-11")
def test_two_weapons_roll_both_and_keep_the_higher() -> None:
    """Only the weapon of the kept die lands, with its effects."""
    sting = weapon("sting", "d6", Effect("hit", text="itching"))
    fight = given("golden-idol", pc("Ada", weapons=(sting,), knife="d6"), npc("Bear", "20/0/9/9/9"))
    both = attack("ada", "bear", weapons=("sting", "knife"))
    fight.when(both, Resolve()).rolls(2, 5).then("bear", HP=15).then_never(EffectTold)
    assert "sting and knife" == fight.then_told(AttackRolled).weapon
    fight.when(both, Resolve()).rolls(5, 2).then("bear", HP=10).then_told(EffectTold)


@pytest.mark.clause("CF-11")
@pytest.mark.parametrize(("faces", "left"), [((6, 3), 13), ((5, 6), 14), ((6, 6), 13)])
def test_of_two_weapons_the_kept_die_has_its_own_bonus(faces: tuple[int, ...], left: int) -> None:
    """The highest total counts, each die with the bonus of its own weapon."""
    one, other = weapon("saber", "d6+1"), weapon("dirk", "d6")
    fight = given("golden-idol", pc("Ada", weapons=(one, other)), npc("Bear", "20/0/9/9/9"))
    fight.when(attack("ada", "bear", weapons=("saber", "dirk")), Resolve()).rolls(*faces)
    fight.then("bear", HP=left)


@pytest.mark.clause("CF-11")
@pytest.mark.parametrize(
    ("version", "left", "told"), [(2, 14, "3, 4 keeps 3 + 3 = 6"), (1, 16, "3, 4 keeps 4")]
)
def test_a_second_weapon_never_makes_a_blow_weaker(version: int, left: int, told: str) -> None:
    """Three and three are more than four; under version 1 of the rules the four was kept. No
    report has a die that never fell."""
    one, other = weapon("saber", "d6+3"), weapon("dirk", "d6")
    people = pc("Ada", weapons=(one, other)), npc("Bear", "20/0/9/9/9")
    fight = given("golden-idol", *people, version=version)
    fight.when(attack("ada", "bear", weapons=("saber", "dirk")), Resolve()).rolls(3, 4)
    fight.then("bear", HP=left)
    rolled = fight.then_told(AttackRolled)
    assert f"Ada on Bear: 2d6+3 → {told}" == describe_event(rolled, fight.state)
    kept = find_kept_face(rolled)
    assert [("d6", 3, int(kept == 3)), ("d6", 4, int(kept == 4))] == list_dice(rolled)


@pytest.mark.clause("CF-11")
@pytest.mark.parametrize(("said", "left"), [({}, 12), ({"impaired": "dusk"}, 16)])
def test_a_flat_bonus_is_added_after_the_highest_and_before_armor(
    said: dict[str, str], left: int
) -> None:
    """This holds impaired or not: seven and one, or three and one, less armor."""
    fight = given("plerion", pc("Ada", rifle="2d10+1"), npc("Bear", "20/0/10/10/8"))
    fight.when(attack("ada", "bear", **said), Resolve())
    fight.rolls(*((3,) if said else (7, 5))).then("bear", HP=left)


@pytest.mark.clause("CF-11")
def test_a_bonus_can_bring_a_die_through_armor() -> None:
    """Three and one, less armor three, is one."""
    fight = given("plerion", pc("Ada", rifle="d10+1"), npc("Robot", "5/3/10/10/8"))
    fight.when(attack("ada", "robot"), Resolve()).rolls(3).then("robot", HP=4)


def cerberus(**more: Any) -> Given:
    fight = given(
        "thalassa",
        pc("Kleon", "20/0/9/9/9"),
        pc("Althea", "20/0/9/9/9"),
        npc("Cerberus", "7/0/14/10/12", claws="d6", bite="d8", **more),
    )
    return fight.when(ROUND, Resolve())


@pytest.mark.clause("CF-11")
def test_a_foe_with_several_attacks_uses_one_a_turn() -> None:
    """The attack has to be named, and a second one is refused."""
    fight = cerberus()
    fight.then_refused("Say what Cerberus attacks with", attack("cerberus", "kleon"))
    fight.when(attack("cerberus", "kleon", weapons="bite"))
    fight.then_refused(
        "declared an action", attack("cerberus", "kleon", weapons="claws"), clause="CF-02"
    )


@pytest.mark.clause("CF-11")
def test_several_attacks_on_one_target_are_one_attack() -> None:
    """All dice are rolled, and the highest counts."""
    fight = cerberus().when(attack("cerberus", "kleon", weapons=("claws", "bite")), Resolve())
    fight.rolls("cerberus d6=2", "cerberus d8=6").then("kleon", STA=14)


@pytest.mark.clause("CF-11")
def test_a_record_that_says_each_attacks_with_every_one() -> None:
    """It may attack different targets, but uses each attack once, and has no other action."""
    fight = cerberus(each=True).when(attack("cerberus", "kleon", weapons="claws"))
    fight.then_refused(
        "attacked with claws already", attack("cerberus", "althea", weapons="claws"), clause="CF-11"
    )
    fight.when(attack("cerberus", "althea", weapons="bite"), Resolve())
    fight.rolls("cerberus d6=2", "cerberus d8=6").then("kleon", STA=18).then("althea", STA=14)


@pytest.mark.clause("CF-11")
def test_something_improvised_is_only_its_dice() -> None:
    """Any dice can be used for an attack; a word that is neither dice nor a carried weapon is
    refused."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Bear", "20/0/9/9/9"))
    fight.then_refused("no weapon of Ada “bow”", attack("ada", "bear", weapons="bow"))
    fight.when(attack("ada", "bear", weapons="2d6"), Resolve()).then_asked("ada d6", "ada d6")
    fight.rolls(2, 3).then("bear", HP=17).then_never(SaveRolled)


@pytest.mark.clause("CF-07", "CF-15")
def test_what_an_attack_rolls_and_deals_names_its_declaration() -> None:
    """So does the damage of its effects; a fall belongs to no declaration."""
    burning = Effect("hit", "damage", "burning", dice="1")
    fight = given(
        "golden-idol",
        pc("Ada", weapons=(weapon("torch", "d6", burning),)),
        npc("Bear", "9/0/9/9/9"),
    ).when(attack("ada", "bear"), Resolve())
    seq = next(row.seq for row in fight.fight.history.rows if isinstance(row.event, Attack))
    fight.rolls(3)
    assert [seq] == [rolled.attack for rolled in fight.told(AttackRolled)]
    assert [seq, seq] == [dealt.attack for dealt in fight.told(DamageDealt)]
    fight.when(Harm(("bear",), "1"))
    assert 0 == fight.then_told(DamageDealt).attack
