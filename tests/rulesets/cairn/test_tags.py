"""What weapons do besides damage."""

from __future__ import annotations

from typing import Any

import pytest

from events.errors import Refused
from events.types.declarations import Act, Aim, BeginRound, EndFight, Move, PassTime, Resolve
from events.types.outcomes import (
    AttackRolled,
    ConditionBegan,
    EffectTold,
    Lapsed,
    Moved,
    SaveRolled,
)
from events.types.sheets import Effect
from tests.support.given import Given, attack, given, npc, pc, weapon

ROUND = BeginRound("ambush")


def gunners(text: str = "d8 stun", *effects: Effect, block: str = "9/1/9/9/9") -> Given:
    return given(
        "plerion",
        pc("Aniet", "9/0/9/9/9", weapons=(weapon("gun", text, *effects),)),
        pc("Bo", "9/0/9/9/9", rifle="d10"),
        npc("Floater", block, beam="d6"),
        npc("Drone", block, beam="d6"),
    )


def stunned(face: int = 10) -> Given:
    fight = gunners().when(ROUND, attack("aniet", "floater"), attack("floater", "bo"), Resolve())
    return fight.rolls("aniet d8=3", f"floater d20={face}")


@pytest.mark.clause("CF-29")
def test_stun_costs_the_next_turn_after_a_failed_body_save() -> None:
    """What was declared for it lapses, and then it is over."""
    fight = stunned().then("floater", has="stunned", HP=7)
    fight.then_told(SaveRolled, score="STR", purpose="effect-save")
    fight.when(Resolve()).then_never(AttackRolled).then("floater", lacks="stunned")
    assert "Floater is stunned" == fight.then_told(Lapsed).why
    fight.when(BeginRound(), attack("floater", "bo"), Resolve(), Resolve()).then_asked("floater d6")


@pytest.mark.clause("CF-29")
def test_a_passed_save_shakes_the_stun_off() -> None:
    """The damage stays."""
    stunned(9).then("floater", lacks="stunned", HP=7).when(Resolve()).then_asked("floater d6")


@pytest.mark.clause("CF-29", "ALL-03")
def test_the_stunned_cannot_declare() -> None:
    """Until the turn they lose is over."""
    stunned().then_refused(
        "Floater is stunned", attack("floater", "bo", instead=True), clause="ALL-03"
    )


@pytest.mark.clause("CF-29")
def test_a_turn_nobody_resolved_is_lost_as_well() -> None:
    """The round ends, and with it the turn the stunned foe would have had."""
    fight = gunners().when(ROUND, attack("aniet", "floater"), Resolve()).rolls(3, 10)
    fight.when(BeginRound()).then("floater", lacks="stunned").when(Act("floater", "hum"))


@pytest.mark.clause("CF-29")
def test_stunned_after_its_own_turn_it_loses_the_one_in_the_next_round() -> None:
    """The end of this round takes nothing off it."""
    fight = gunners().joins(npc("Wasp", sting="d8 stun"))
    fight.when(ROUND, Resolve(), attack("wasp", "bo"), Resolve()).rolls(3, 10)
    fight.when(BeginRound()).then("bo", has="stunned").then_refused("stunned", Act("bo", "a"))
    fight.when(Resolve()).then("bo", lacks="stunned")


@pytest.mark.clause("CF-29")
def test_stunned_twice_is_one_turn_lost() -> None:
    """The second hit before that turn adds nothing."""
    fight = stunned().when(attack("aniet", "floater", overrule="a quick second shot"))
    fight.rolls(3, 20).then_never(ConditionBegan)
    fight.when(Resolve()).then("floater", lacks="stunned")


@pytest.mark.clause("CF-06", "CF-29")
def test_stunned_in_its_own_side_s_turn_it_acts_in_that_turn() -> None:
    """A friend's shot costs the turn after it."""
    fight = gunners().when(ROUND, attack("aniet", "bo"), attack("bo", "floater"), Resolve())
    fight.rolls("aniet d8=3", "bo d10=3", "bo d20=10").then("floater", HP=7).then(
        "bo", has="stunned"
    )


@pytest.mark.clause("CF-05", "CF-29")
def test_option_late_openers_a_turn_of_the_others_takes_no_stun() -> None:
    """Only a turn in which one could have acted is lost."""
    fight = given(
        "plerion",
        pc("Aniet", "9/0/9/9/9"),
        pc("Bo", "9/0/9/9/9"),
        npc("Wasp", sting="d8 stun blast"),
        late_openers=True,
    )
    fight.when(BeginRound()).rolls(1, 20).when(attack("wasp", "aniet", "bo"), Resolve(), Resolve())
    fight.rolls(1, 1, "aniet d20=10", "bo d20=10").then("aniet", has="stunned")
    fight.when(Resolve()).then("aniet", has="stunned").then("bo", lacks="stunned")


@pytest.mark.clause("CF-29")
def test_effects_on_a_target_need_damage_after_armor() -> None:
    """Absorbed, there is no save to make."""
    fight = gunners().when(attack("aniet", "floater"), Resolve()).rolls(1)
    fight.then("floater", HP=9).then_never(SaveRolled)


@pytest.mark.clause("CF-09", "CF-29")
def test_effects_need_the_kept_die_of_a_pool() -> None:
    """The stunning shot was the lower one."""
    fight = gunners().when(attack("aniet", "floater"), attack("bo", "floater"), Resolve())
    fight.rolls(3, 5).then("floater", HP=5).then_never(SaveRolled)


@pytest.mark.clause("CF-29")
@pytest.mark.parametrize(("face", "die"), [(9, "d8"), (10, "d4")])
def test_a_clumsy_weapon_asks_for_a_body_save_before_it_attacks(face: int, die: str) -> None:
    """Failed, the attack is impaired."""
    fight = gunners("d8 clumsy").when(attack("aniet", "floater"), Resolve())
    fight.then_asked("aniet d20").rolls(face).then_asked(f"aniet {die}").rolls(3)
    save = fight.then_told(SaveRolled)
    assert ("STR", "clumsy") == (save.score, save.purpose)


@pytest.mark.clause("CF-10", "CF-29")
def test_failing_with_a_clumsy_weapon_cancels_an_enhancement() -> None:
    """It is a ground like any other."""
    fight = gunners("d8 clumsy").when(attack("aniet", "floater", enhanced="prone"), Resolve())
    fight.rolls(10).then_asked("aniet d8")


@pytest.mark.clause("CF-29")
def test_a_recoilless_weapon_has_one_more_on_the_second_attack() -> None:
    """On the same target, without having moved."""
    fight = gunners("d8 recoilless").when(attack("aniet", "floater"), Resolve()).rolls(3)
    fight.then("floater", HP=7).when(attack("aniet", "floater"), Resolve()).rolls(3)
    fight.then("floater", HP=4)
    assert "d8+1" == fight.then_told(AttackRolled).dice


@pytest.mark.clause("CF-29")
@pytest.mark.parametrize("what", ["moved before", "moves now", "other target", "first attack"])
def test_otherwise_a_recoilless_weapon_has_nothing_more(what: str) -> None:
    """A move, or another target, and it starts anew."""
    fight = gunners("d8 recoilless")
    if what != "first attack":
        fight.when(attack("aniet", "drone" if what == "other target" else "floater"), Resolve())
        fight.rolls(2)
    if what == "moved before":
        fight.when(Move("aniet"), Resolve())
    if what == "moves now":
        fight.when(Move("aniet"))
    fight.when(attack("aniet", "floater"), Resolve()).rolls(3)
    assert 3 == fight.then_told(AttackRolled, target="floater").value


@pytest.mark.clause("CF-29")
def test_standing_still_and_doing_something_else_keeps_the_aim() -> None:
    """Only moving loses it."""
    fight = gunners("d8 recoilless").when(attack("aniet", "floater"), Resolve()).rolls(3)
    fight.when(Act("aniet", "reload"), Resolve(), attack("aniet", "floater"), Resolve()).rolls(3)
    fight.then("floater", HP=4)


@pytest.mark.clause("CF-10", "CF-29")
def test_the_one_more_is_added_to_an_impaired_attack_too() -> None:
    """It is a flat bonus."""
    fight = gunners("d8 recoilless").when(attack("aniet", "floater"), Resolve()).rolls(3)
    fight.when(attack("aniet", "floater", impaired="smoke"), Resolve()).rolls("aniet d4=3")
    fight.then("floater", HP=4)


@pytest.mark.clause("CF-11", "CF-29")
@pytest.mark.parametrize(("faces", "left"), [((5, 2), 5), ((2, 5), 4)])
def test_beside_another_weapon_only_the_recoilless_die_has_one_more(
    faces: tuple[int, ...], left: int
) -> None:
    """The other weapon kicks as before."""
    weapons = (weapon("revolver", "d8"), weapon("needler", "d8 recoilless"))
    fight = given("plerion", pc("Aniet", weapons=weapons), npc("Floater", "9/1/9/9/9"))
    both = attack("aniet", "floater", weapons=("revolver", "needler"))
    fight.when(both, Resolve()).rolls(1, 1).when(both, Resolve()).rolls(*faces)
    fight.then("floater", HP=left)


@pytest.mark.clause("CF-29")
def test_a_flat_bonus_is_part_of_the_weapon() -> None:
    """A smartlink adds one to whatever is kept."""
    fight = gunners("3d10+1").when(attack("aniet", "floater"), Resolve()).rolls(2, 4, 1)
    fight.then("floater", HP=5)


@pytest.mark.clause("CF-29")
def test_poison_on_a_hit_is_told_or_takes_an_ability() -> None:
    """Whatever the weapon's record says."""
    poison = Effect("hit", "lose", "poisoned", dice="d4", score="STR", save="STR")
    fight = gunners("d8", poison).when(attack("aniet", "floater"), Resolve())
    fight.rolls("aniet d8=3", "floater d20=10", "aniet d4=2").then("floater", HP=7, STR=7)
    assert "poisoned" == fight.then_told(EffectTold).text


@pytest.mark.clause("CF-29")
@pytest.mark.parametrize(
    ("effect", "asked", "after"),
    [
        (Effect("hit", "damage", "burning", dice="d6"), ["aniet d6"], {"HP": 5}),
        (Effect("hit", "damage", "burning", dice="3"), [], {"HP": 5}),
        (Effect("hit", "lose", dice="2", score="will"), [], {"WIL": 7}),
        (Effect("hit", "incapacitate"), [], {"HP": 7}),
        (Effect("hit", "enhance"), [], {"HP": 7}),
    ],
)
def test_other_effects_on_a_hit(effect: Effect, asked: list[str], after: dict[str, int]) -> None:
    """Extra damage meets armor again; loss does not; a number needs no die."""
    fight = gunners("d8", effect).when(attack("aniet", "floater"), Resolve()).rolls("aniet d8=3")
    fight.then_asked(*asked).rolls(*[3 for _ in asked]).then("floater", **after)  # type: ignore[arg-type]
    assert (effect.does == "incapacitate") == fight.one("floater").has("incapacitated")
    assert (effect.does == "enhance") == fight.one("aniet").has("next attack enhanced")


@pytest.mark.clause("CF-12", "CF-29")
def test_a_stunning_blast_has_a_save_for_each() -> None:
    """Where damage got through."""
    fight = gunners("d8 stun blast").when(attack("aniet", "floater", Aim("drone")), Resolve())
    fight.rolls(3, 1).then_asked("floater d20").rolls(20)
    fight.then("floater", has="stunned").then("drone", lacks="stunned")


@pytest.mark.clause("CF-29", "ALL-04")
@pytest.mark.parametrize(
    "effect",
    [
        Effect("hit", "lose", dice="d6", score="LUCK"),
        Effect("hit", "lose", dice="d6"),
        Effect("hit", "damage", dice="d7"),
        Effect("hit", "damage"),
        Effect("hit", save="LUCK"),
    ],
)
def test_an_effect_that_cannot_be_carried_out_is_refused_as_it_joins(effect: Effect) -> None:
    """Not in the middle of a turn."""
    with pytest.raises(Refused):
        gunners("d8", effect)


@pytest.mark.clause("CF-15", "CF-29")
def test_who_is_dying_dies_once() -> None:
    """Drained to nothing and then burnt: one death, one burst, and no save."""
    drain = Effect("hit", "lose", "drained", dice="9", score="STR")
    burn = Effect("hit", "damage", "burning", dice="9")
    fight = given(
        "plerion",
        pc("Aniet", weapons=(weapon("gun", "d8", drain, burn, drain),)),
        npc("Floater", "5/0/9/9/9", effects=(Effect("killed", text="it bursts"),)),
    )
    fight.when(attack("aniet", "floater"), Resolve()).rolls(3).then(
        "floater", standing="dead", STR=0
    )
    fight.then_told(EffectTold, text="it bursts")
    fight.then_never(SaveRolled)


def armed_twice(*tags: str, **more: Any) -> Given:
    """Aniet strikes with a d8 and with another d8 that has these tags; a floater in armor."""
    weapons = (weapon("sabre", "d8"), weapon("prod", " ".join(["d8", *tags])))
    fight = given("plerion", pc("Aniet", weapons=weapons), npc("Floater", "9/1/9/9/9"))
    both = attack("aniet", "floater", weapons=("sabre", "prod"), **more)
    return fight.when(both, Resolve())


@pytest.mark.clause("CF-09", "CF-11", "CF-29")
def test_the_dropped_weapon_has_no_effect_though_the_attack_is_enhanced() -> None:
    """Keeping her own dice, the die that is kept speaks for its own weapon."""
    fight = armed_twice("stun", enhanced="prone", keep=True).rolls(5, 2)
    fight.then("floater", HP=5).then_never(SaveRolled)
    armed_twice("stun", enhanced="prone", keep=True).rolls(2, 5).then_asked("floater d20")


@pytest.mark.clause("CF-09", "CF-10", "CF-29")
def test_large_dice_that_are_kept_speak_for_their_own_weapon_too() -> None:
    """A d12 is rolled because it is the weapon's own."""
    weapons = (weapon("maul", "d12"), weapon("prod", "d8 stun"))
    fight = given("plerion", pc("Aniet", weapons=weapons), npc("Floater", "19/1/9/9/9"))
    both = attack("aniet", "floater", weapons=("maul", "prod"), enhanced="prone")
    fight.when(both, Resolve()).rolls("aniet d12=5", "aniet d8=2").then_never(SaveRolled)


@pytest.mark.clause("CF-09", "CF-29")
def test_one_die_for_all_weapons_speaks_for_all_of_them() -> None:
    """Impaired, nobody can say which of them struck."""
    armed_twice("stun", impaired="smoke").rolls("aniet d4=3").then_asked("floater d20")


@pytest.mark.clause("CF-09", "CF-29")
@pytest.mark.parametrize(("faces", "left"), [((5, 2), 5), ((2, 5), 4)])
def test_only_the_kept_weapon_ignores_armor(faces: tuple[int, ...], left: int) -> None:
    """Also where an enhancement changes no dice."""
    armed_twice("ignores-armor", enhanced="prone", keep=True).rolls(*faces).then("floater", HP=left)


@pytest.mark.clause("CF-29")
@pytest.mark.parametrize("said", [Resolve("foes"), PassTime(10), EndFight()])
def test_without_rounds_stun_ends_with_the_turn_it_costs(
    said: EndFight | PassTime | Resolve,
) -> None:
    """Its side is resolved though nobody declared, a round's time passes, or the fight is over."""
    fight = gunners().when(attack("aniet", "floater"), Resolve()).rolls(3, 10)
    fight.then("floater", has="stunned").when(said).then("floater", lacks="stunned")


@pytest.mark.clause("CF-29")
@pytest.mark.parametrize(("before", "seconds"), [((), 9), ((ROUND,), 60)])
def test_less_time_than_a_round_takes_no_stun_and_in_rounds_none_does(
    before: tuple[BeginRound, ...], seconds: int
) -> None:
    """There it is the turn that is lost."""
    fight = gunners().when(*before, attack("aniet", "floater"), Resolve()).rolls(3, 10)
    fight.when(PassTime(seconds)).then("floater", has="stunned")


@pytest.mark.clause("CF-29")
def test_a_move_behind_the_attack_loses_the_aim_for_the_next_turn() -> None:
    """Not for the one it belongs to."""
    fight = gunners("d8 recoilless").when(attack("aniet", "floater"), Resolve()).rolls(3)
    fight.when(attack("aniet", "floater"), Move("aniet", 5), Resolve()).rolls(3)
    fight.then("floater", HP=4)
    kinds = [type(event) for event in fight.events(fight.start)]
    assert kinds.index(AttackRolled) < kinds.index(Moved)
    fight.when(attack("aniet", "floater"), Resolve()).rolls(3).then("floater", HP=2)


@pytest.mark.clause("CF-12", "CF-29")
def test_a_recoilless_blast_remembers_all_its_targets() -> None:
    """Whoever was in its area, and nobody who was not."""
    fight = gunners("d8 recoilless blast").joins(npc("Wasp", "9/1/9/9/9"))
    fight.when(attack("aniet", "floater", "drone"), Resolve()).rolls(1, 1)
    fight.when(attack("aniet", "floater", "drone", "wasp"), Resolve()).rolls(3, 3, 3)
    assert [4, 4, 3] == [rolled.value for rolled in fight.told(AttackRolled)]
    fight.when(attack("aniet", "wasp"), Resolve()).rolls(3).then("wasp", HP=4)
    fight.when(attack("aniet", "floater"), Resolve()).rolls(3).then("floater", HP=4)


@pytest.mark.clause("CF-11", "CF-29")
def test_another_weapon_used_in_between_does_not_lose_the_aim() -> None:
    """Each attack of one who attacks with all of them is a second one."""
    turret = npc("Turret", needler="d8 recoilless", laser="d6 recoilless", each=True)
    fight = given("plerion", pc("Aniet", "9/0/9/9/9"), turret)
    for _ in range(2):
        for made_with in ("needler", "laser"):
            fight.when(attack("turret", "aniet", weapons=made_with))
        fight.when(Resolve()).rolls(1, 1)
    assert [2, 2] == [rolled.value for rolled in fight.told(AttackRolled)]


@pytest.mark.clause("CF-11", "CF-29")
@pytest.mark.parametrize(("version", "dice"), [(0, "d8+1"), (1, "d8")])
def test_each_weapon_remembers_its_own_last_target(version: int, dice: str) -> None:
    """Fired beside another one first, and alone the next time; under version 1 the two together
    had a last target, and neither alone."""
    weapons = (weapon("revolver", "d8"), weapon("needler", "d8 recoilless"))
    fight = given(
        "plerion",
        pc("Aniet", "9/0/9/9/9", weapons=weapons),
        npc("Floater", "9/0/9/9/9"),
        version=version,
    )
    both = attack("aniet", "floater", weapons=("revolver", "needler"))
    fight.when(both, Resolve()).rolls(1, 2)
    fight.when(attack("aniet", "floater", weapons="needler"), Resolve()).rolls(3)
    assert dice == fight.then_told(AttackRolled).dice
