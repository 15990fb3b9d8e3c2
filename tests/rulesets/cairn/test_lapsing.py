"""What was declared and cannot be done any more as the turn begins."""

from __future__ import annotations

import pytest

from events.types.declarations import Aim, BeginRound, Harm, Move, Resolve
from events.types.outcomes import AttackRolled, Lapsed, Moved
from events.types.statements import AddCondition, Arm, Disarm
from tests.support.given import Given, attack, given, npc, pc, weapon

ROUND = BeginRound("ambush")


def bombers() -> Given:
    return given(
        "golden-idol",
        pc("Ada", "9/0/9/9/9", bomb="d8 blast", bow="d6"),
        pc("Ben", sword="d8"),
        npc("Wolf", "9/0/9/9/9"),
        npc("Bear", "9/0/9/9/9"),
    )


@pytest.mark.clause("CF-03", "CF-28")
def test_an_attack_lapses_with_the_weapon_it_was_declared_with() -> None:
    """The others' are resolved all the same."""
    fight = bombers().when(ROUND, attack("ben", "wolf"), attack("ada", "wolf", weapons="bow"))
    fight.when(Disarm("ben", "sword"), Resolve()).rolls("ada d6=3").then("wolf", HP=6)
    assert Lapsed("ben", "attack", "Ben no longer has the sword") == fight.then_told(Lapsed)


@pytest.mark.clause("CF-03", "CF-11")
def test_an_attack_with_two_weapons_lapses_with_either() -> None:
    """It was declared as one."""
    fight = bombers().when(ROUND, attack("ada", "wolf", weapons=("bow", "bomb")))
    fight.when(Disarm("ada", "bomb"), Resolve()).then_nobody_changed()
    assert "Ada no longer has the bomb" == fight.then_told(Lapsed).why


@pytest.mark.clause("CF-03")
@pytest.mark.parametrize("with_what", ["d6", "fists"])
def test_bare_hands_and_plain_dice_are_never_lost(with_what: str) -> None:
    """Nobody carries them."""
    fight = bombers().when(attack("ben", "wolf", weapons=with_what), Disarm("ben", "sword"))
    fight.when(Resolve()).rolls(2).then("wolf", HP=7)


@pytest.mark.clause("CF-12", "CF-28")
def test_a_blast_that_is_none_any_more_lapses() -> None:
    """One target at a time is all that the weapon can strike now."""
    fight = bombers().when(ROUND, attack("ada", "wolf", "bear", weapons="bomb"))
    fight.when(Arm("ada", weapon("bomb", "d8")), Resolve()).then_nobody_changed()
    assert "only a blast strikes several" in fight.then_told(Lapsed).why


@pytest.mark.clause("CF-12", "ALL-01")
def test_what_the_referee_overruled_strikes_several_still() -> None:
    """The word was given for this very attack."""
    volley = attack("ada", "wolf", "bear", weapons="bow", overrule="a volley")
    fight = bombers().when(ROUND, volley, Arm("ada", weapon("bow", "d4")), Resolve())
    fight.rolls("ada d4=1", "ada d4=2").then("wolf", HP=8).then("bear", HP=7)


@pytest.mark.clause("CF-12", "CF-06")
def test_one_target_left_is_no_several() -> None:
    """Whoever is out by then does not count."""
    fight = bombers().when(ROUND, attack("ada", "wolf", "bear", weapons="bomb"))
    fight.when(Harm(("wolf",), "18"), Arm("ada", weapon("bomb", "d8")), Resolve())
    fight.rolls("ada d8=4", "bear d20=1").then("bear", HP=5)


@pytest.mark.clause("CF-07", "CF-12")
def test_nobody_strikes_themselves_with_what_is_no_blast_any_more() -> None:
    """Also where they are the only one named."""
    fight = bombers().when(ROUND, attack("ada", "ada", weapons="bomb"))
    fight.when(Arm("ada", weapon("bomb", "d8")), Resolve()).then_nobody_changed()
    assert "Ada would attack themselves" == fight.then_told(Lapsed).why


@pytest.mark.clause("CF-12")
def test_there_is_nothing_to_count_without_a_blast() -> None:
    """The attack on one of an unknown number lapses too."""
    fight = bombers().when(ROUND, attack("ada", Aim("wolf"), weapons="bomb", count=True))
    fight.when(Arm("ada", weapon("bomb", "d8")), Resolve()).then_never(AttackRolled)
    assert "Only a blast has its targets counted" == fight.then_told(Lapsed).why


@pytest.mark.clause("CF-26")
def test_a_weapon_of_shorter_range_does_not_reach_any_more() -> None:
    """The band is judged by the weapon as it is."""
    fight = given("plerion", pc("Aniet", rifle="d8"), npc("Drone"))
    fight.when(ROUND, attack("aniet", "drone", weapons="rifle", band="distant"))
    fight.when(Arm("aniet", weapon("rifle", "d8", range="close")), Resolve())
    assert "The rifle reaches close, not distant" == fight.then_told(Lapsed).why


@pytest.mark.clause("CF-14")
def test_who_has_begun_to_crawl_makes_one_of_two_moves() -> None:
    """The second lapses."""
    fight = bombers().when(ROUND, Move("ben", 20), Move("ben", 30), Move("ada", 10))
    fight.when(AddCondition("ben", "critical damage"), Resolve())
    assert [("ben", 20), ("ada", 10)] == [
        (moved.who, moved.distance) for moved in fight.told(Moved)
    ]
    assert Lapsed("ben", "move", "Ben can only crawl, one move a turn") == fight.then_told(Lapsed)
