"""What becomes of a ship: what is out, fire on board, controls that explode, the end."""

from __future__ import annotations

import pytest

from events.store.memory import MemoryStore
from events.types import declarations as d
from events.types.declarations import (
    Aid,
    BeginRound,
    EndFight,
    Harm,
    Manoeuvre,
    Recover,
    Resolve,
    Rest,
    Retreat,
)
from events.types.outcomes import Died, SaveRolled
from events.types.rolls import Rolled
from events.types.statements import SetScore, SetTrait
from rulesets.core.registry import load_ruleset
from tests.rulesets.cairn.ships import aniet, courier, fighter, hit_to_nothing, ship
from tests.support.given import attack, given, pc
from tests.support.random_fights import seeded_fight


@pytest.mark.clause("CF-27")
def test_a_ship_adrift_does_not_dodge_ram_or_retreat() -> None:
    """It still fires, locks on and is repaired."""
    fight = hit_to_nothing(4)
    fight.when(BeginRound())
    for said in (
        Manoeuvre("courier", "dodge", "fighter"),
        Manoeuvre("courier", "ram", "fighter"),
        Retreat("courier", "the moon"),
    ):
        fight.then_refused("Courier is adrift and cannot manoeuvre", said, clause="CF-27")
    fight.when(Manoeuvre("courier", "repair"), attack("courier", "fighter"))


@pytest.mark.clause("CF-17", "CF-23", "CF-27")
def test_fire_burns_everybody_aboard_at_each_round_s_end_until_it_is_out() -> None:
    """With a die each, through their armor; nobody who is not aboard, and nobody once it is out."""
    fight = hit_to_nothing(3, crew={"Aniet": "pilot", "Bo": ""})
    fight.when(SetTrait("bo", "armor", "2"), BeginRound()).rolls("aniet d6=1", "bo d6=4")
    fight.then("aniet", HP=2).then("bo", HP=4)
    fight.when(Resolve(), Resolve(), BeginRound()).rolls("aniet d6=1", "bo d6=1")
    fight.when(Recover("courier", "on fire"), EndFight()).then("aniet", HP=1)
    fight.then("courier", lacks="on fire").then_never(Rolled)


@pytest.mark.clause("CF-01", "CF-27")
@pytest.mark.parametrize("dice", ["digital", "typed"])
def test_the_last_round_s_fire_burns_as_the_fight_ends(dice: d.DiceMode) -> None:
    """Whoever throws the dice; the end waits for those that are typed."""
    fight = seeded_fight(MemoryStore(), "plerion", 7, dice)
    entry = {"from": "Courier", "crew": ["Ada"], "conditions": ["On Fire"]}
    fight.declare(d.Join(load_ruleset("cairn").sheet(fight.state.game, entry, "follower")))
    fight.declare(BeginRound("ambush"))
    fight.declare(EndFight())
    while fight.state.awaited:
        fight.roll(2)
    rolled = [row.event for row in fight.history.rows if isinstance(row.event, Rolled)]
    assert ("ada", "harm", "d6") == (rolled[0].by, rolled[0].purpose, rolled[0].die)
    assert fight.state.ended and not fight.state.awaited and fight.state.clock == 600


@pytest.mark.clause("CF-16", "CF-27")
def test_fire_can_kill_and_the_dead_burn_no_more() -> None:
    """By body and save like any damage outside an attack."""
    fight = hit_to_nothing(3, crew={"Aniet": ""})
    fight.when(SetScore("aniet", "HP", 0), SetScore("aniet", "STR", 2), BeginRound())
    fight.rolls("aniet d6=4").then("aniet", STR=0, standing="dead")
    fight.when(BeginRound()).then_never(Rolled)


@pytest.mark.clause("CF-27")
def test_a_wreck_no_longer_burns() -> None:
    """Nor does a ship that has left the fight."""
    fight = hit_to_nothing(3, crew={"Aniet": ""})
    fight.when(SetScore("courier", "INT", 0), EndFight()).then_never(Rolled)
    fight.then("courier", standing="dead").then("aniet", HP=3)


@pytest.mark.clause("CF-04", "CF-23", "CF-27")
def test_controls_that_explode_strike_those_who_use_them() -> None:
    """Who has a post saves on agility; failed, a d6 through armor. Who is only aboard is safe."""
    fight = given("plerion", aniet(), pc("Bo"), pc("Cy"))
    fight.joins(courier(crew={"Aniet": "pilot", "Bo": "gunner", "Cy": ""})).joins(fighter())
    fight.when(attack("fighter", "courier"), Resolve())
    fight.rolls(5, 3, "courier d6=6", "aniet d20=13", "bo d20=11", "bo d6=2")
    fight.then("aniet", HP=3).then("bo", HP=4).then("cy", HP=6)
    assert {"effect-save"} == {save.purpose for save in fight.told(SaveRolled)}


@pytest.mark.clause("CF-13", "CF-15", "CF-27")
@pytest.mark.parametrize("kind", ["npc", "pc"])
def test_a_failed_int_save_puts_a_ship_out_of_action_with_one_effect(kind: str) -> None:
    """Whoever flies it; somebody's repairs and then a workshop bring it back."""
    fight = given("plerion", aniet(), courier(), fighter())
    fight.when(SetTrait("courier", "kind", kind), attack("fighter", "courier"), Resolve())
    fight.rolls(7, 3, "courier d20=7", "courier d6=5")
    fight.then("courier", Hull=0, INT=6, has="out of action, breached")
    assert None is fight.one("courier").wounds[0].due
    fight.then_refused("Courier is out of action", attack("courier", "fighter"), clause="ALL-03")
    fight.when(Aid("aniet", "courier"), Resolve())
    assert "a workshop" == fight.one("courier").wounds[0].awaits
    fight.when(Recover("courier", "critical damage")).then("courier", lacks="out of action")


@pytest.mark.clause("CF-15", "CF-27")
def test_a_ship_out_of_action_that_fails_again_rolls_another_effect() -> None:
    """It is out of action once."""
    fight = given("plerion", courier(), fighter())
    fight.when(attack("fighter", "courier"), Resolve()).rolls(7, 3, "courier d20=7", "courier d6=5")
    fight.when(attack("fighter", "courier"), Resolve()).rolls(
        4, 3, "courier d20=20", "courier d6=3"
    )
    fight.then("courier", INT=5, has="on fire")
    assert 1 == len(fight.one("courier").wounds)


@pytest.mark.clause("CF-13", "CF-16", "CF-27")
def test_int_at_nothing_is_the_end_of_a_ship() -> None:
    """Without a save, by a shot or by the referee's word."""
    fight = given("plerion", ship("Courier", "1/0/3/10/10", "party"), fighter())
    fight.when(attack("fighter", "courier"), Resolve()).rolls(9, 3)
    fight.then("courier", INT=0, standing="dead").then_never(SaveRolled).then_told(Died)
    fight = given("plerion", courier()).when(SetScore("courier", "INT", 0))
    fight.then("courier", standing="dead")


@pytest.mark.clause("CF-17", "CF-27")
def test_damage_outside_an_attack_rolls_the_effect_too() -> None:
    """An asteroid is as good as a shot: it goes through armor to the hull."""
    fight = given("plerion", courier()).when(Harm(("courier",), "5", "an asteroid"))
    fight.rolls("courier d6=1").then("courier", Hull=0, has="module out")
    fight = (
        given("plerion", courier()).when(Harm(("courier",), "3", "dust")).then("courier", Hull=2)
    )


@pytest.mark.clause("CF-24", "CF-27")
def test_a_ship_gains_nothing_by_rest() -> None:
    """A rest of the party leaves it out; naming it is refused."""
    fight = given("plerion", aniet(), ship("Courier", "1/3/8/15/12", "party", max={"Hull": 2}))
    fight.when(Rest()).then("aniet", HP=5).then("courier", Hull=1)
    fight.then_refused(
        "Courier is a starship and gains nothing", Rest(("courier",)), clause="CF-27"
    )
    fight.when(Rest(("courier",), overrule="in dock")).then("courier", Hull=2)
