"""Whoever comes, or changes sides, while a round is under way; and heirs."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, BeginRound, Resolve, TakeOver
from events.types.outcomes import Acted
from events.types.statements import HandOver, Kill, Revive, SetTrait
from tests.support.given import attack, follower, given, npc, pc

ROUND = BeginRound("ambush")


@pytest.mark.clause("CF-05", "CF-19")
def test_a_newcomer_gives_no_turn_to_a_side_that_lost_the_round() -> None:
    """Where the party was ambushed, who joins it waits with it."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf")).when(BeginRound("ambushed"))
    fight.joins(pc("Eve"))
    assert ("foes",) == fight.state.order
    fight.then_refused("party has no turn in round 1", Act("eve", "shout"), clause="CF-05")


@pytest.mark.clause("CF-05")
def test_who_changes_sides_gives_it_no_turn_either() -> None:
    """Neither by the referee's word nor with a change of hands."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"), npc("Bear")).when(BeginRound("ambushed"))
    fight.when(SetTrait("wolf", "side", "party"), HandOver("bear", "Kim", side="party"))
    assert ("foes",) == fight.state.order


@pytest.mark.clause("CF-05", "CF-19")
def test_option_late_openers_a_newcomer_acts_in_the_turn_still_to_come() -> None:
    """After the side's first turn that is its second one."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), npc("Wolf"), late_openers=True)
    fight.when(BeginRound()).rolls(1, 20).when(Act("ada", "a"), Resolve())
    fight.joins(pc("Eve")).when(Act("eve", "shout"), Resolve(), Resolve())
    assert ["eve"] == [acted.who for acted in fight.told(Acted)]


@pytest.mark.clause("CF-05", "CF-19")
def test_option_late_openers_a_newcomer_before_the_first_turn_acts_in_it() -> None:
    """Not in both."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), npc("Wolf"), late_openers=True)
    fight.when(BeginRound()).rolls(1, 20).joins(pc("Eve")).when(Act("eve", "shout"), Resolve())
    assert ["eve"] == [acted.who for acted in fight.told(Acted)]
    fight.then_refused("too late", Act("eve", "shout again"), clause="CF-03")


@pytest.mark.clause("CF-05")
def test_option_late_openers_the_turns_of_a_side_stay_apart() -> None:
    """The only late one goes over to the foes: there is one turn for the others, and one for it."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), npc("Wolf"), late_openers=True)
    fight.when(BeginRound()).rolls(1, 20).when(SetTrait("ben", "side", "foes"))
    fight.when(Act("ada", "a"), Act("ben", "b"), Resolve(), Resolve())
    assert ["ada", "ben"] == [acted.who for acted in fight.told(Acted)]
    fight.then_refused("too late", Act("ada", "shout again"), clause="CF-03")


@pytest.mark.clause("CF-05", "CF-19")
def test_an_heir_is_quick_also_where_the_first_round_is_yet_to_begin() -> None:
    """Ada's player goes on with Dov: no save, and the others act with him."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), follower("Dov"), npc("Wolf"))
    fight.when(Kill("ada"), TakeOver("ada", "dov"), BeginRound()).then_asked("ben d20").rolls(20)
    fight.then("dov", lacks="lost the round").then("ben", has="lost the round")
    fight.when(Act("dov", "shout"), Resolve())


@pytest.mark.clause("CF-05", "CF-19")
def test_an_heir_is_ambushed_like_everybody() -> None:
    """That is no save failed."""
    fight = given("golden-idol", pc("Ada"), follower("Dov"), npc("Wolf"))
    fight.when(Kill("ada"), TakeOver("ada", "dov"), BeginRound("ambushed"))
    fight.then("dov", has="lost the round")


@pytest.mark.clause("CF-19")
def test_a_dead_character_is_succeeded_once() -> None:
    """Unless they die again."""
    fight = given("golden-idol", pc("Ada"), follower("Dov"), follower("Eli"))
    fight.when(Kill("ada"), TakeOver("ada", "dov"))
    fight.then_refused("gone on as Dov already", TakeOver("ada", "eli"), clause="CF-19")
    fight.when(Revive("ada"), Kill("ada"), TakeOver("ada", "eli"))
    fight.when(Kill("eli"), TakeOver("eli", "dov", overrule="back to Dov"))


@pytest.mark.clause("CF-25")
def test_who_comes_and_goes_counts_once_among_those_who_joined() -> None:
    """Four wolves, one of them tamed for a while: two lost are half of them."""
    wolves = [npc("Wolf", "1/0/1/9/9") for _ in range(4)]
    fight = given("golden-idol", pc("Ada", bomb="d8 blast"), *wolves)
    for side in ("party", "foes", "party", "foes"):
        fight.when(SetTrait("wolf", "side", side))
    assert ("wolf", "wolf-2", "wolf-3", "wolf-4") == fight.state.sides["foes"]
    assert ("ada", "wolf") == fight.state.sides["party"]
    fight.when(attack("ada", "wolf-2"), Resolve()).rolls(8, 1, 1, 1)
    fight.when(attack("ada", "wolf-3"), Resolve()).rolls(8).then_asked("wolf d20", "wolf-4 d20")


@pytest.mark.clause("CF-25")
def test_a_charmed_character_saves_for_no_morale() -> None:
    """On the foes' side, but none of them."""
    fight = given("golden-idol", pc("Ada", bomb="d8 blast"), pc("Ben"), npc("Wolf", "1/0/1/9/9"))
    fight.joins(npc("Bear")).when(HandOver("ben", side="foes", why="charmed"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls(8).then_asked("bear d20")


@pytest.mark.clause("CF-25")
def test_the_party_has_no_morale_though_its_character_is_charmed() -> None:
    """Its followers stay with it."""
    fight = given("golden-idol", pc("Ada"), follower("Dov", "1/0/1/9/9"), follower("Eli"))
    fight.joins(npc("Bear", claws="d8")).when(HandOver("ada", side="foes", why="charmed"))
    fight.when(attack("bear", "dov"), Resolve()).rolls(8).then("eli", standing="in")
