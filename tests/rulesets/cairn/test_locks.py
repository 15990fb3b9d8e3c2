"""Locking a weapon on another ship, and precise shots."""

from __future__ import annotations

import pytest

from events.types.declarations import Aim, BeginRound, Manoeuvre, Resolve
from events.types.outcomes import (
    AttackRolled,
    ConditionBegan,
    ConditionEnded,
    DamageDealt,
    EffectTold,
    Lapsed,
    SaveRolled,
)
from events.types.rolls import Rolled
from events.types.statements import AddCondition, SetScore
from tests.rulesets.cairn.ships import ROUND, ship
from tests.rulesets.cairn.test_manoeuvres import conditions, locked, manoeuvre, two_ships
from tests.support.given import attack


@pytest.mark.clause("CF-10", "CF-27")
def test_a_lock_enhances_the_weapon_s_next_attack_on_that_ship() -> None:
    """A SYS save now, a d12 next turn; then the lock is spent."""
    fight = locked()
    assert [("lance locked on", "raider")] == conditions(fight, "courier")
    fight.when(attack("courier", "raider", weapons="lance"), Resolve()).rolls("courier d12=3")
    assert [("enhanced", "locked on")] == [
        (ground.modifier, ground.why) for ground in fight.then_told(AttackRolled).grounds
    ]
    fight.then("raider", Hull=7).then_told(ConditionEnded)
    assert [] == conditions(fight, "courier")


@pytest.mark.clause("CF-27")
def test_a_failed_lock_is_no_lock() -> None:
    """The SYS save decides; the gunner's round is spent all the same."""
    fight = two_ships().when(ROUND, manoeuvre("lock on", weapon="lance"), Resolve())
    fight.rolls("courier d20=13")
    save = fight.then_told(SaveRolled)
    assert ("SYS", 12, "manoeuvre", "lock on") == (save.score, save.against, save.purpose, save.why)
    assert "Courier's SYS save failed" == fight.then_told(Lapsed).why
    assert [] == conditions(fight, "courier")


@pytest.mark.clause("CF-11", "CF-27")
def test_locking_on_takes_the_gunner_s_whole_round() -> None:
    """That weapon does nothing else; the others fire, without the lock's help."""
    fight = two_ships().when(ROUND, manoeuvre("lock on", weapon="lance"))
    shot = attack("courier", "raider", weapons="lance")
    fight.then_refused("Courier locks on with lance already", shot, clause="CF-11")
    fight.then_refused("locks on with lance", manoeuvre("lock on", weapon="lance"), clause="CF-11")
    fight.when(attack("courier", "raider"), Resolve()).rolls("courier d20=1", "courier d8=2")
    assert "gun" == fight.then_told(AttackRolled).weapon
    fight = two_ships().when(ROUND, shot)
    said = manoeuvre("lock on", weapon="lance")
    fight.then_refused("has attacked with lance already", said, clause="CF-11")


@pytest.mark.clause("CF-27")
def test_a_lock_helps_no_other_weapon_and_against_no_other_ship() -> None:
    """Nor does an attack on somebody else spend it."""
    fight = two_ships().joins(ship("Wing"))
    fight.when(ROUND, manoeuvre("lock on", weapon="lance"), Resolve()).rolls(12)
    fight.when(Resolve(), BeginRound(), attack("courier", "wing", weapons="lance"))
    fight.when(attack("courier", "raider", weapons="gun"), Resolve())
    fight.rolls("courier d10=1", "courier d8=1")
    assert [("lance locked on", "raider")] == conditions(fight, "courier")


@pytest.mark.clause("CF-27")
def test_a_weapon_that_is_locked_on_fires_by_itself() -> None:
    """Together with another one it is refused; without a word the others fire first."""
    fight = locked()
    both = attack("courier", "raider", weapons=("gun", "lance"))
    fight.then_refused("lance is locked on Raider; let it fire by itself", both, clause="CF-27")
    fight.when(attack("courier", "raider"), attack("courier", "raider"), Resolve())
    fight.rolls("courier d8=2", "courier d12=1")
    assert (2, (1,)) == (fight.then_told(DamageDealt).rolled, fight.then_told(DamageDealt).dropped)


@pytest.mark.clause("CF-27")
def test_a_lock_is_for_the_next_turn() -> None:
    """Not used in the round that follows, it is gone."""
    fight = locked().when(Resolve(), Resolve(), BeginRound())
    assert [] == conditions(fight, "courier")


@pytest.mark.clause("CF-10", "CF-27")
@pytest.mark.parametrize("choice", ["fire", "3", "Fire"])
def test_a_precise_shot_is_impaired_past_armor_and_brings_the_effect(choice: str) -> None:
    """Instead of the enhancement; the effect's name or its face says which."""
    fight = locked(choice)
    assert [("lance locked on for fire", "raider")] == conditions(fight, "courier")
    fight.when(attack("courier", "raider", weapons="lance"), Resolve()).rolls("courier d4=2")
    assert (2, 0, 2) == (
        fight.then_told(DamageDealt).rolled,
        fight.then_told(DamageDealt).armor,
        fight.then_told(DamageDealt).dealt,
    )
    fight.then("raider", Hull=7, has="on fire").then_never(Rolled, purpose="ship-effect")
    assert [] == conditions(fight, "courier")


@pytest.mark.clause("CF-09", "CF-27")
def test_a_precise_shot_whose_die_is_dropped_brings_nothing() -> None:
    """Only the attack that lands has its effects, and armor counts against it."""
    fight = locked("fire").when(attack("courier", "raider", weapons="lance"))
    fight.when(attack("courier", "raider", weapons="gun"), Resolve())
    fight.rolls("courier d4=2", "courier d8=5").then("raider", Hull=5, lacks="on fire")


@pytest.mark.clause("CF-27")
def test_a_precise_shot_on_a_weapon_silences_the_first_that_works() -> None:
    """And one that takes the last of the hull rolls its effect besides."""
    fight = locked("weapon").when(SetScore("raider", "Hull", 2))
    fight.when(attack("courier", "raider", weapons="lance"), Resolve())
    fight.rolls("courier d4=2", "raider d6=1").then("raider", Hull=0, has="module out, weapon out")
    assert ("weapon out", "cannon") in conditions(fight, "raider")
    assert 2 == len(fight.told(EffectTold))


@pytest.mark.clause("CF-27")
def test_a_weapon_is_locked_on_one_thing() -> None:
    """Locking on anew lets the old lock go."""
    fight = locked("fire").joins(ship("Wing"))
    fight.when(manoeuvre("lock on", "wing", weapon="lance"), Resolve()).rolls(5)
    assert [("lance locked on", "wing")] == conditions(fight, "courier")


@pytest.mark.clause("CF-27", "CF-28")
def test_who_is_dodged_saves_for_its_locks_again() -> None:
    """After all saves of the turn, one SYS save for each; what fails is lost."""
    fight = two_ships()
    fight.when(ROUND, manoeuvre("lock on", weapon="gun"), manoeuvre("lock on", weapon="lance"))
    fight.when(Resolve()).rolls(1, 1)
    fight.when(Manoeuvre("raider", "dodge", "courier"), Resolve())
    fight.rolls("courier d20=13", "courier d20=12", "courier d20=13")
    assert [("gun locked on", "raider"), ("thrown off", "")] == conditions(fight, "courier")
    assert ["dodge", "gun locked on", "lance locked on"] == [s.why for s in fight.told(SaveRolled)]


@pytest.mark.clause("CF-10", "CF-27")
def test_a_lock_and_being_thrown_off_cancel() -> None:
    """Two grounds like any others."""
    fight = locked().when(AddCondition("courier", "thrown off"))
    fight.when(attack("courier", Aim("raider"), weapons="lance"), Resolve())
    fight.rolls("courier d10=4").then("raider", Hull=6).then_never(ConditionBegan)
