"""Who acts first: the opening saves and the order of a round."""

from __future__ import annotations

from typing import Any

import pytest

from events.types.declarations import Act, BeginRound, Resolve
from events.types.outcomes import Lapsed, Moved, SaveRolled
from events.types.statements import HandOver, SetTrait
from tests.support.given import Given, attack, condition, follower, given, npc, pc

ROUND = BeginRound("ambush")


def meeting(**options: Any) -> Given:
    return given(
        "golden-idol",
        pc("Ada", sword="d8"),
        pc("Ben", bow="d6"),
        follower("Dov"),
        npc("Wolf", "4/1/6/8/6", bite="d6"),
        **options,
    )


@pytest.mark.clause("CF-05")
def test_each_player_character_saves_on_agility_as_the_first_round_begins() -> None:
    """Followers and foes roll nothing."""
    fight = meeting().when(BeginRound()).then_asked("ada d20", "ben d20").rolls(2, 2)
    assert ["DEX", "DEX"] == [save.score for save in fight.told(SaveRolled, purpose="opening")]


@pytest.mark.clause("CF-05")
def test_in_thalassa_the_opening_save_is_on_tek() -> None:
    """The ability is the game's own."""
    fight = given("thalassa", pc("Kleon", "5/0/10/3/10"), npc("Harpyia"))
    fight.when(BeginRound()).rolls("kleon d20=4")
    fight.then_told(SaveRolled, score="TEK", against=3, passed=False)


@pytest.mark.clause("CF-05")
def test_the_quick_act_before_the_opponents_and_the_slow_lose_the_round() -> None:
    """A follower acts with the party as soon as one of its player characters is quick."""
    fight = meeting().when(BeginRound()).rolls(2, 19)
    assert ("party", "foes") == fight.state.order
    fight.then("ada", lacks="lost the round").then("ben", has="lost the round")
    fight.then("dov", lacks="lost the round")
    fight.then_refused("Ben lost round 1", Act("ben", "shout"))
    fight.when(Act("ada", "shout"), Act("dov", "shout"))


@pytest.mark.clause("CF-05")
def test_where_nobody_is_quick_the_opponents_have_the_round() -> None:
    """Followers act with the player characters: not in this round."""
    fight = meeting().when(BeginRound()).rolls(19, 19)
    assert ("foes",) == fight.state.order
    fight.then_refused("Dov lost round 1", Act("dov", "shout"))


@pytest.mark.clause("CF-05")
def test_from_the_second_round_everybody_acts() -> None:
    """The party first, then the opponents, and nobody saves again."""
    fight = meeting().when(BeginRound()).rolls(19, 19).when(BeginRound())
    fight.then_asked().then("ben", lacks="lost the round")
    assert ("party", "foes") == fight.state.order
    fight.when(Act("ben", "shout"), Act("dov", "shout"))


@pytest.mark.clause("CF-05")
def test_option_late_openers_act_after_the_opponents() -> None:
    """Who failed the save has a turn of the first round, the last one."""
    fight = meeting(late_openers=True).when(BeginRound()).rolls(2, 19)
    assert (("party", "foes", "party"), ("ben",)) == (fight.state.order, fight.state.late)
    fight.when(attack("ada", "wolf"), attack("ben", "wolf"), attack("wolf", "ben"))
    fight.when(Resolve()).then_asked("ada d8").rolls(1)
    fight.when(Resolve()).then_asked("wolf d6").rolls(1)
    fight.when(Resolve()).then_asked("ben d6").rolls(1)
    fight.when(BeginRound())
    assert ("party", "foes") == fight.state.order


@pytest.mark.clause("CF-05")
def test_option_late_openers_who_are_felled_first_do_not_act() -> None:
    """Their turn begins after the opponents' blows."""
    fight = meeting(late_openers=True).when(BeginRound()).rolls(2, 19)
    fight.when(attack("ben", "wolf"), attack("wolf", "ben", enhanced="prone"), Resolve(), Resolve())
    fight.rolls("wolf d12=9", "ben d20=20").when(Resolve())
    assert "ben" == fight.then_told(Lapsed).who


@pytest.mark.clause("CF-05")
def test_option_late_openers_where_nobody_is_quick() -> None:
    """The opponents first, then the whole party, in one turn each."""
    fight = meeting(late_openers=True).when(BeginRound()).rolls(19, 19)
    assert (("foes", "party"), ()) == (fight.state.order, fight.state.late)
    fight.when(attack("ada", "wolf"), attack("ben", "wolf"), Resolve(), Resolve())
    fight.then_asked("ada d8", "ben d6")


@pytest.mark.clause("CF-05")
def test_several_opposing_sides_take_their_turns_as_they_joined() -> None:
    """The party before all of them, whenever it joined."""
    fight = given(
        "golden-idol",
        npc("Ghoul", side="the dead"),
        npc("Wolf", side="beasts"),
        pc("Ada"),
        npc("Ghast", side="the dead"),
    ).when(ROUND)
    assert ("party", "the dead", "beasts") == fight.state.order


@pytest.mark.clause("CF-05")
def test_others_on_a_player_s_side_act_with_it() -> None:
    """An ally is no opponent, whatever kind it is."""
    fight = given("golden-idol", pc("Ada"), npc("Guard", side="party"), npc("Wolf"))
    fight.when(BeginRound()).then_asked("ada d20").rolls(1)
    fight.when(Act("guard", "shout"))
    assert ("party", "foes") == fight.state.order


@pytest.mark.clause("CF-05")
def test_two_sides_of_player_characters_are_judged_by_their_own() -> None:
    """Where all of one side are slow, its followers are, and the other side is not."""
    fight = given(
        "golden-idol",
        pc("Ada"),
        pc("Rue", side="rivals"),
        follower("Tom", side="rivals"),
        npc("Wolf"),
    )
    fight.when(BeginRound()).rolls(2, 19)
    assert ("party", "foes") == fight.state.order
    fight.then("tom", has="lost the round").then("ada", lacks="lost the round")


@pytest.mark.clause("CF-05")
def test_an_ambush_by_the_party_waives_the_save() -> None:
    """All of them act before the opponents."""
    fight = meeting().when(BeginRound("ambush", "from the ledge")).then_asked()
    fight.when(Act("ada", "a"), Act("ben", "b"), Act("dov", "c"))
    assert ("party", "foes") == fight.state.order


@pytest.mark.clause("CF-05")
@pytest.mark.parametrize("late", [False, True])
def test_an_ambush_on_the_party_costs_it_the_first_round(late: bool) -> None:
    """None of them acts in it, whatever the option says of failed saves."""
    fight = meeting(late_openers=late).when(BeginRound("ambushed"))
    assert ("foes",) == fight.state.order
    for who in ("ada", "ben", "dov"):
        fight.then_refused("lost round 1", Act(who, "shout"), clause="ALL-03")
    fight.when(BeginRound(), Act("ada", "shout"))


@pytest.mark.clause("CF-05")
def test_only_the_first_round_can_be_an_ambush() -> None:
    """Later it is refused."""
    meeting().when(ROUND).then_refused("only open the first round", ROUND, clause="CF-05")


@pytest.mark.clause("CF-05")
def test_without_opponents_nobody_saves() -> None:
    """There is nobody to act before."""
    fight = given("golden-idol", pc("Ada"), follower("Dov")).when(BeginRound()).then_asked()
    assert 1 == fight.state.round


@pytest.mark.clause("CF-05", "CF-14")
@pytest.mark.parametrize("bars", ["everything", "all but crawling"])
def test_who_can_only_crawl_or_nothing_makes_the_opening_save_too(bars: str) -> None:
    """Each player character does: by theirs the followers are quick."""
    bound = condition("bound", bars)
    fight = given("golden-idol", pc("Ada", conditions=(bound,)), follower("Dov"), npc("Wolf"))
    fight.when(BeginRound()).then_asked("ada d20").rolls(1).when(Act("dov", "shout"))


@pytest.mark.clause("CF-05")
def test_followers_without_a_player_character_are_a_players_side() -> None:
    """They act before the opponents, and nobody has a save to make."""
    fight = given("golden-idol", npc("Wolf"), follower("Dov")).when(BeginRound()).then_asked()
    assert ("party", "foes") == fight.state.order


@pytest.mark.clause("CF-05", "CF-25")
def test_a_charmed_character_takes_no_side_along() -> None:
    """Foes stay foes, and the party without its character is the party."""
    fight = given("golden-idol", npc("Ogre"), pc("Ada"), follower("Dov"))
    fight.when(HandOver("ada", side="foes", why="charmed"), BeginRound()).then_asked()
    assert ("party", "foes") == fight.state.order
    assert ("party",) == fight.state.players


@pytest.mark.clause("CF-05")
def test_who_becomes_a_player_character_makes_their_side_the_players() -> None:
    """By the referee's word."""
    fight = given("golden-idol", npc("Ogre"), npc("Guard", side="watch"))
    fight.when(SetTrait("guard", "kind", "pc"), BeginRound()).then_asked("guard d20").rolls(1)
    assert ("watch", "foes") == fight.state.order


@pytest.mark.clause("CF-05")
def test_it_is_refused_to_resolve_a_side_out_of_turn() -> None:
    """The party's turn comes first."""
    fight = meeting().when(ROUND, attack("wolf", "ada"))
    fight.then_refused("turn of the party, not of the foes", Resolve("foes"), clause="CF-05")


@pytest.mark.clause("CF-05", "CF-06")
def test_it_is_refused_to_resolve_more_turns_than_a_round_has() -> None:
    """Both sides have had theirs."""
    fight = meeting().when(ROUND, Resolve(), Resolve())
    fight.then_refused("begin the next round", Resolve(), clause="CF-06")


@pytest.mark.clause("CF-05")
def test_a_side_that_joins_later_acts_at_the_round_s_end() -> None:
    """A newcomer's side has its turn after those that were there."""
    fight = meeting().when(ROUND).joins(npc("Ghoul", side="the dead"))
    assert ("party", "foes", "the dead") == fight.state.order
    fight.then_never(Moved)
