"""Blasts strike everybody in the area, as the referee names them."""

from __future__ import annotations

import pytest

from events.types.declarations import Aim, Resolve
from events.types.outcomes import AttackRolled, DamageDealt, TargetsCounted
from tests.support.given import Given, attack, given, npc, pc


def party(bomb: str = "d8 blast") -> Given:
    return given(
        "golden-idol",
        pc("Ada", "9/0/9/9/9", bomb=bomb, sword="d8"),
        pc("Ben", "9/0/9/9/9", bow="d6"),
        npc("Bear", "9/1/9/9/9"),
        npc("Wolf", "9/2/9/9/9"),
    )


@pytest.mark.clause("CF-12")
def test_a_blast_rolls_for_each_target_in_the_order_named() -> None:
    """Friends are struck, too, and each target has its own armor."""
    fight = party().when(attack("ada", "wolf", "ben", "bear", weapons="bomb"), Resolve())
    fight.then_asked("ada d8", "ada d8", "ada d8").rolls(7, 6, 5)
    fight.then("wolf", HP=4).then("ben", HP=3).then("bear", HP=5)
    assert ["wolf", "ben", "bear"] == [rolled.target for rolled in fight.told(AttackRolled)]


@pytest.mark.clause("CF-12")
def test_who_throws_can_stand_in_the_area() -> None:
    """The referee names everybody who is in it."""
    fight = party().when(attack("ada", "bear", "ada", weapons="bomb"), Resolve()).rolls(2, 4)
    fight.then("ada", HP=5).then("bear", HP=8)


@pytest.mark.clause("CF-12")
def test_a_blast_of_several_dice_keeps_the_highest_for_each() -> None:
    """All of its dice are rolled for every target."""
    fight = party("2d8 blast").when(attack("ada", "wolf", "bear", weapons="bomb"), Resolve())
    fight.rolls(7, 1, 2, 5).then("wolf", HP=4).then("bear", HP=5)


@pytest.mark.clause("CF-12")
def test_only_a_blast_strikes_several() -> None:
    """A sword does so only if the referee overrules."""
    fight = party()
    fight.then_refused(
        "strikes one target at a time",
        attack("ada", "bear", "wolf", weapons="sword"),
        clause="CF-12",
    )
    fight.when(attack("ada", "bear", "wolf", weapons="sword", overrule="a great sweep"), Resolve())
    fight.then_asked("ada d8", "ada d8")


@pytest.mark.clause("CF-12")
def test_each_target_is_named_once() -> None:
    """A target that is named twice is refused."""
    party().then_refused("named once", attack("ada", "bear", "bear", weapons="bomb"))


@pytest.mark.clause("CF-12")
@pytest.mark.parametrize(
    ("count", "reached"), [(1, ["bear"]), (2, ["bear", "wolf"]), (8, ["bear", "wolf", "ben"])]
)
def test_on_request_a_die_says_how_many_are_reached(count: int, reached: list[str]) -> None:
    """The first of those named are struck; if the die shows more than were named, all are."""
    targets = ("bear", "wolf", "ben")
    fight = party().when(attack("ada", *targets, weapons="bomb", count=True), Resolve())
    fight.then_asked("ada d8").rolls(count)
    assert count == fight.then_told(TargetsCounted).count
    fight.then_asked(*(["ada d8"] * len(reached))).rolls(*([3] * len(reached)))
    assert reached == [dealt.to for dealt in fight.told(DamageDealt)]


@pytest.mark.clause("CF-12", "CF-10")
def test_the_counting_die_is_the_weapon_s_own_and_has_no_modifier() -> None:
    """For 2d8 it is one d8, enhanced or impaired."""
    fight = party("2d8 blast")
    fight.when(attack("ada", "bear", weapons="bomb", count=True, impaired="dusk"), Resolve())
    fight.then_asked("ada d8").rolls(5).then_asked("ada d4")


@pytest.mark.clause("CF-12", "CF-28")
def test_dice_declared_before_the_blast_come_before_its_count() -> None:
    """Dice declared after it are rolled with its own."""
    fight = party().when(attack("ben", "bear"))
    fight.when(attack("ada", "bear", Aim("wolf"), weapons="bomb", count=True), Resolve())
    fight.then_asked("ben d6", "ada d8").rolls(2, 1).then_asked("ada d8").rolls(4)
    fight.then("bear", HP=6).then("wolf", HP=9)


@pytest.mark.clause("CF-12")
def test_only_a_blast_is_counted() -> None:
    """The number of a sword's targets is known."""
    party().then_refused(
        "Only a blast", attack("ada", "bear", weapons="sword", count=True), clause="CF-12"
    )
