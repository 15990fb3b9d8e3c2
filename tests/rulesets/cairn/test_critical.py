"""Critical damage: crawling, the hour, foes out of action, and effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.types.declarations import (
    Act,
    Aid,
    Aim,
    BeginRound,
    EndFight,
    Move,
    PassTime,
    Recover,
    Resolve,
    Rest,
)
from events.types.outcomes import (
    AttackRolled,
    DamageDealt,
    Died,
    EffectTold,
    SaveRolled,
    WoundTaken,
)
from events.types.sheets import Effect
from events.types.statements import EndCondition, SetTrait
from tests.support.given import Given, attack, follower, given, npc, pc

ROUND = BeginRound("ambush")


def felled(*effects: Effect, **options: Any) -> Given:
    """Return a fight in which a bear with these effects fells Ben, while Ada stands by."""
    fight = given(
        "golden-idol",
        pc("Ada", axe="d12"),
        pc("Ben", "1/0/9/9/9"),
        npc("Bear", "9/0/9/9/9", claws="d8", effects=effects),
        **options,
    )
    return fight.when(attack("bear", "ben"), Resolve()).rolls("bear d8=3", "ben d20=8")


@pytest.mark.clause("CF-14")
def test_a_character_with_critical_damage_can_only_crawl() -> None:
    """Only a move is left; a retreat is refused."""
    fight = felled().then("ben", HP=0, STR=7, has="critical damage")
    fight.then_refused("can only crawl", Act("ben", "shout"), clause="CF-14")
    fight.then_refused("can only crawl", attack("ben", "bear"), clause="CF-14")
    fight.when(Move("ben", to="the wall"), Resolve())


@pytest.mark.clause("CF-14")
def test_untreated_for_an_hour_is_death() -> None:
    """Death comes an hour after the damage, to the second."""
    fight = felled().when(PassTime(3599)).then("ben", standing="in").when(PassTime(1))
    fight.then("ben", standing="dead")
    assert "critical damage, untreated" == fight.then_told(Died).of


@pytest.mark.clause("CF-01", "CF-14")
def test_the_hour_is_three_hundred_and_sixty_rounds() -> None:
    """Rounds advance the clock that kills."""
    fight = felled().when(PassTime(3585), ROUND, BeginRound()).then("ben", standing="in")
    fight.when(EndFight()).then("ben", standing="dead")


@pytest.mark.clause("CF-14")
def test_aid_stops_the_clock_without_a_die() -> None:
    """Aid is another combatant's action; the crawling goes on until a rest."""
    fight = felled().when(Aid("ada", "ben"), Resolve()).then_asked()
    fight.when(PassTime(9999)).then("ben", has="critical damage")
    fight.then_refused("can only crawl", Act("ben", "shout"))
    fight.when(Rest()).then("ben", lacks="critical damage", HP=1, STR=7).when(Act("ben", "shout"))
    assert [] == fight.one("ben").wounds


@pytest.mark.clause("CF-14")
def test_rest_without_aid_changes_nothing_of_it() -> None:
    """The wound waits for aid first."""
    fight = felled().when(Rest(("ben",))).then("ben", has="critical damage")
    assert 3600 == fight.one("ben").wounds[0].due
    fight.then_refused("needs aid", Recover("ben", "critical damage"), clause="CF-14")


@pytest.mark.clause("CF-14")
def test_aid_is_an_action_of_somebody_else() -> None:
    """Nobody aids themselves or the unhurt, or aids besides another action."""
    fight = felled().when(ROUND)
    fight.then_refused("Ada has no wound", Aid("bear", "ada"), clause="CF-14")
    fight.then_refused("somebody else's aid", Aid("ada", "ada"), clause="CF-14")
    fight.when(Aid("ada", "ben")).then_refused("action already", Act("ada", "shout"))


@pytest.mark.clause("CF-14")
def test_a_second_critical_before_aid_does_not_restart_the_hour() -> None:
    """The first clock runs on, alone."""
    fight = felled().when(PassTime(600), attack("bear", "ben"), Resolve()).rolls(1, 20)
    fight.then_never(WoundTaken)
    assert [3600] == [wound.due for wound in fight.one("ben").wounds]


@pytest.mark.clause("CF-14")
def test_a_critical_after_aid_starts_a_new_hour() -> None:
    """The new wound needs aid of its own, and a rest ends only the wound that had aid."""
    fight = felled().when(Aid("ada", "ben"), Resolve("party"), PassTime(600))
    fight.when(attack("bear", "ben"), Resolve()).rolls(1, 20)
    assert [None, 4200] == [wound.due for wound in fight.one("ben").wounds]
    fight.when(Rest()).then("ben", has="critical damage")
    fight.when(PassTime(3600)).then("ben", standing="dead")


@pytest.mark.clause("CF-14")
def test_several_clocks_run_side_by_side() -> None:
    """With a mortal wound first and critical damage later, the first clock that is due kills."""
    fight = given("golden-idol", pc("Ben", "11/0/9/9/9"), npc("Bear", claws="d12"))
    fight.when(attack("bear", "ben"), Resolve()).rolls(11)
    fight.when(PassTime(60), attack("bear", "ben"), Resolve()).rolls(1, 20)
    assert [3600, 3660] == [wound.due for wound in fight.one("ben").wounds]
    fight.when(PassTime(3540)).then("ben", standing="dead")
    assert "mortal wound, untreated" == fight.then_told(Died).of


@pytest.mark.clause("CF-14")
def test_aid_stops_all_clocks_at_once() -> None:
    """One action tends every wound."""
    fight = given("golden-idol", pc("Ada"), pc("Ben", "11/0/9/9/9"), npc("Bear", claws="d12"))
    fight.when(attack("bear", "ben"), Resolve()).rolls(11)
    fight.when(attack("bear", "ben"), Resolve()).rolls(1, 20)
    fight.when(Aid("ada", "ben"), Resolve(), PassTime(9999)).then("ben", standing="in")


@pytest.mark.clause("CF-14", "ALL-01")
def test_struck_down_again_after_a_word_of_the_referee() -> None:
    """A character whom the referee let stand up crawls again at the next critical damage; the hour
    has run on."""
    fight = (
        felled().when(EndCondition("ben", "critical damage")).then("ben", lacks="critical damage")
    )
    fight.when(attack("bear", "ben"), Resolve()).rolls(1, 20).then("ben", has="critical damage")
    assert [3600] == [wound.due for wound in fight.one("ben").wounds]


@pytest.mark.clause("CF-15")
@pytest.mark.parametrize("kind", [npc, follower])
def test_a_foe_or_follower_is_out_of_action_without_a_clock(kind: Callable[..., Any]) -> None:
    """They live and do nothing, however much time passes."""
    fight = given("golden-idol", kind("Dov", "1/0/9/9/9"), npc("Bear", claws="d8", side="beasts"))
    fight.when(attack("bear", "dov"), Resolve()).rolls(3, 8).then("dov", has="out of action")
    fight.then_refused("Dov is out of action", Act("dov", "shout"), clause="ALL-03")
    fight.then_refused("Dov is out of action", Move("dov"), clause="ALL-03")
    fight.when(PassTime(99999)).then("dov", standing="in")


@pytest.mark.clause("CF-15")
def test_option_npc_critical_dead() -> None:
    """The option applies to all foes and followers."""
    fight = given(
        "golden-idol", pc("Ada", axe="d12"), npc("Wolf", "1/0/9/9/9"), npc_critical="dead"
    )
    fight.when(attack("ada", "wolf"), Resolve()).rolls(3, 8).then("wolf", standing="dead", STR=7)


@pytest.mark.clause("CF-15")
@pytest.mark.parametrize(("option", "choice"), [("out", "dead"), ("dead", "out")])
def test_the_referee_s_word_overrules_the_option(option: str, choice: str) -> None:
    """It applies to one foe, from its sheet or by a statement."""
    fight = given(
        "golden-idol", pc("Ada", axe="d12"), npc("Wolf", "1/0/9/9/9"), npc_critical=option
    )
    fight.when(SetTrait("wolf", "critical", choice), attack("ada", "wolf"), Resolve()).rolls(3, 8)
    if choice == "dead":
        fight.then("wolf", standing="dead")
    else:
        fight.then("wolf", has="out of action")


@pytest.mark.clause("CF-15", "ALL-01")
def test_the_referee_lets_a_fallen_foe_rise_and_it_can_fall_again() -> None:
    """A statement ends out of action; the next critical damage begins it again."""
    fight = given("golden-idol", pc("Ada", axe="d12"), npc("Wolf", "1/0/9/9/9"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls(3, 8)
    fight.when(EndCondition("wolf", "out of action"), attack("ada", "wolf"), Resolve()).rolls(1, 9)
    fight.then("wolf", has="out of action")


@pytest.mark.clause("CF-15")
def test_fail_makes_the_critical_save_fail_by_itself() -> None:
    """No die is rolled, and the save counts as failed."""
    fight = given(
        "golden-idol",
        pc("Ben", "1/0/9/9/9"),
        npc("Cetus", claws="d8", effects=(Effect("critical", "fail", "no escape"),)),
    )
    fight.when(attack("cetus", "ben"), Resolve()).rolls("cetus d8=3")
    fight.then("ben", has="critical damage").then_never(EffectTold)
    save = fight.then_told(SaveRolled)
    assert (0, False, "critical") == (save.face, save.passed, save.purpose)


@pytest.mark.clause("CF-15")
def test_incapacitate_keeps_from_acting_until_the_referee_ends_it() -> None:
    """They cannot even crawl; aid and rest do not help."""
    fight = felled(Effect("critical", "incapacitate", "held")).then("ben", has="incapacitated")
    fight.then_refused("incapacitated", Move("ben"), clause="ALL-03")
    fight.when(Aid("ada", "ben"), Resolve(), Rest()).then("ben", has="incapacitated")
    fight.when(EndCondition("ben", "incapacitated")).then("ben", lacks="incapacitated")


@pytest.mark.clause("CF-15")
def test_lose_takes_from_an_ability() -> None:
    """The bearer's dice are rolled; there is no armor and no save."""
    fight = felled(Effect("critical", "lose", "venom", dice="d6", score="DEX"))
    fight.then_asked("bear d6").rolls(4).then("ben", DEX=5)


@pytest.mark.clause("CF-15")
def test_damage_is_a_new_application() -> None:
    """It has its own armor, hit protection, body and save."""
    fight = felled(Effect("critical", "damage", "shaken", dice="d6")).rolls("bear d6=2")
    fight.then_asked("ben d20").rolls(1).then("ben", STR=5, has="critical damage")
    assert [3, 2] == [dealt.dealt for dealt in fight.told(DamageDealt)]


@pytest.mark.clause("CF-15", "CF-13")
def test_extra_damage_can_kill() -> None:
    """A body at 0 is death, not critical damage."""
    fight = felled(Effect("critical", "damage", dice="d8")).rolls("bear d8=7")
    fight.then("ben", STR=0, standing="dead")


@pytest.mark.clause("CF-15")
def test_extra_damage_does_not_set_itself_off_again() -> None:
    """The effect happens once for each critical damage of the attack."""
    fight = felled(Effect("critical", "damage", "shaken", dice="d6")).rolls(2, "ben d20=20")
    fight.then("ben", STR=5, has="critical damage").then_told(EffectTold, text="shaken")


@pytest.mark.clause("CF-15")
def test_enhance_gives_the_bearer_s_next_attack_a_d12() -> None:
    """It enhances one attack only."""
    fight = felled(Effect("critical", "enhance")).then("bear", has="next attack enhanced")
    fight.then_never(EffectTold)
    fight.when(attack("bear", "ada"), Resolve()).then_asked("bear d12").rolls(1)
    fight.then("bear", lacks="next attack enhanced")
    fight.when(attack("bear", "ada"), Resolve()).then_asked("bear d8")


@pytest.mark.clause("CF-10", "CF-15")
def test_the_enhancement_is_a_ground_that_impairment_cancels() -> None:
    """After that attack it is gone."""
    fight = felled(Effect("critical", "enhance"))
    fight.when(attack("bear", "ada", impaired="smoke"), Resolve()).then_asked("bear d8").rolls(1)
    fight.then("bear", lacks="next attack enhanced")


@pytest.mark.clause("CF-15")
def test_only_the_first_of_several_attacks_is_the_next_one() -> None:
    """A creature that attacks with everything has one of its attacks enhanced."""
    fight = given(
        "golden-idol",
        pc("Ada", "9/0/9/9/9"),
        pc("Ben", "1/0/9/9/9"),
        npc("Hydra", tail="d10", bite="d8", each=True, effects=(Effect("critical", "enhance"),)),
    )
    fight.when(attack("hydra", "ben", weapons="bite"), Resolve()).rolls(3, 8)
    fight.when(attack("hydra", "ada", weapons="bite"), attack("hydra", "ada", weapons="tail"))
    fight.when(Resolve()).then_asked("hydra d12", "hydra d10").rolls(1, 1)
    assert ["enhanced", ""] == [rolled.modifier for rolled in fight.told(AttackRolled)]


@pytest.mark.clause("CF-15")
def test_stun_on_critical_costs_the_next_turn() -> None:
    """Even crawling is refused in it."""
    felled(Effect("critical", "stun", "stunned")).then("ben", has="stunned, critical damage")


@pytest.mark.clause("CF-15")
def test_what_has_no_mechanics_is_told_of_the_target() -> None:
    """It is reported, and the table plays it."""
    fight = felled(Effect("critical", text="dragged under"))
    assert EffectTold("ben", "dragged under", "bear") == fight.then_told(EffectTold)


@pytest.mark.clause("CF-15")
def test_a_passed_save_sets_nothing_off() -> None:
    """Effects on critical damage need critical damage."""
    fight = given(
        "golden-idol",
        pc("Ben", "1/0/9/9/9"),
        npc("Bear", claws="d8", effects=(Effect("critical", text="dragged under"),)),
    )
    fight.when(attack("bear", "ben"), Resolve()).rolls(3, 7).then_never(EffectTold)


def own(effect: Effect, **more: Any) -> Given:
    """Return a fight in which Ada fells an assassin with this effect."""
    fight = given(
        "golden-idol",
        pc("Ada", "9/0/9/9/9", axe="d12"),
        npc("Assassin", "1/0/9/9/9", effects=(effect,), **more),
    )
    return fight.when(attack("ada", "assassin"), Resolve()).rolls(3)


@pytest.mark.clause("CF-15")
def test_its_own_critical_calls_backup() -> None:
    """The effect is reported for the one who was struck."""
    fight = own(Effect("own-critical", text="calls backup")).rolls(8)
    assert EffectTold("assassin", "calls backup", "assassin") == fight.then_told(EffectTold)


@pytest.mark.clause("CF-15")
def test_its_own_critical_strikes_back() -> None:
    """The attacker takes the damage, by the bearer's die."""
    fight = own(Effect("own-critical", "damage", "acid", dice="d6")).rolls(8)
    fight.then_asked("assassin d6").rolls(4).then("ada", HP=5)


@pytest.mark.clause("CF-15")
def test_its_own_critical_enhances_its_next_attack() -> None:
    """The condition is there if the bearer ever acts again."""
    own(Effect("own-critical", "enhance")).rolls(8).then("assassin", has="next attack enhanced")


@pytest.mark.clause("CF-15")
def test_when_killed_it_bursts() -> None:
    """It damages its killer, once."""
    fight = given(
        "golden-idol",
        pc("Ada", "9/1/9/9/9", axe="d12"),
        npc("Spore", "1/0/1/9/9", effects=(Effect("killed", "damage", "it bursts", dice="d8"),)),
    )
    fight.when(attack("ada", "spore"), Resolve()).rolls(3, "spore d8=5").then("ada", HP=5)
    assert "spore" == fight.then_told(EffectTold, text="it bursts").of
    fight.then("spore", standing="dead")


@pytest.mark.clause("CF-15")
def test_killed_by_critical_damage_it_bursts_as_well() -> None:
    """This is with the option that critical damage kills."""
    fight = own(Effect("killed", text="it bursts"), choices={"critical": "dead"}).rolls(8)
    assert "assassin" == fight.then_told(EffectTold).who


@pytest.mark.clause("CF-15")
def test_what_was_not_killed_does_not_burst() -> None:
    """Being out of action is not being dead."""
    own(Effect("killed", text="it bursts")).rolls(8).then_never(EffectTold)


@pytest.mark.clause("CF-15")
def test_an_effect_can_offer_a_save() -> None:
    """If the save passes, nothing happens."""
    held = Effect("critical", "incapacitate", "held", save="DEX")
    felled(held).then_asked("ben d20").rolls(9).then("ben", lacks="incapacitated")
    felled(held).rolls(10).then("ben", has="incapacitated")


@pytest.mark.clause("CF-09", "CF-15")
def test_a_blast_sets_its_effects_off_for_every_critical() -> None:
    """Each target has them by itself."""
    fight = given(
        "golden-idol",
        pc("Ada", "1/0/9/9/9"),
        pc("Ben", "1/0/9/9/9"),
        npc("Bear", roar="d8 blast", effects=(Effect("critical", text="deafened"),)),
    )
    fight.when(attack("bear", "ada", Aim("ben")), Resolve()).rolls(3, 3, "ada d20=9")
    fight.rolls("ben d20=9")
    assert ["ada", "ben"] == [told.who for told in fight.told(EffectTold)]
