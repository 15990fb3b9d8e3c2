"""BW-03, BW-11: one at a time, in declared order, each by the state the last has left."""

from __future__ import annotations

import pytest

from events.types.declarations import (
    Act,
    Aid,
    BeginRound,
    EndFight,
    Move,
    PassTime,
    Resolve,
    Retreat,
)
from events.types.outcomes import (
    AttackRolled,
    CheckRolled,
    Lapsed,
    Left,
    Moved,
    Overruled,
    TurnBegan,
)
from events.types.statements import AddCondition, Disarm, SetScore
from tests.rulesets.brighter.people import FIRE, fight, pete, sam, strikes, troll
from tests.support.given import attack, follower, npc, pc


@pytest.mark.clause("BW-03")
def test_a_round_is_ten_seconds() -> None:
    """They go by when it ends, by the next or by the end of the fight."""
    on = fight(sam(), troll()).when(BeginRound())
    assert 0 == on.state.clock
    on.when(Resolve(), Resolve(), BeginRound())
    assert 10 == on.state.clock
    on.when(EndFight())
    assert 20 == on.state.clock


@pytest.mark.clause("BW-03")
def test_one_move_and_one_action_each() -> None:
    """A second of either is refused, before the round's first turn and after it; the other one
    stays free."""
    on = fight(sam(), troll()).when(BeginRound(), Move("sam", 40), Act("sam", "shouts"))
    on.then_refused("Sam has declared a move already", Move("sam", 10), clause="BW-03")
    on.then_refused("Sam has declared an action already", attack("sam", "troll"), clause="BW-03")
    on.when(Resolve())
    on.then_refused("the turn of the party in round 1 is done", Move("sam", 10))
    on.when(Resolve(), BeginRound(), Move("sam", 40), Act("sam", "shouts"))


@pytest.mark.clause("BW-03")
def test_an_action_gives_no_second_move() -> None:
    """One who only moves has moved once."""
    on = fight(sam(), troll()).when(BeginRound(), Move("sam", 20))
    on.then_refused("add “instead”", Move("sam", 20))
    on.when(Move("sam", 30, instead=True), Resolve())
    assert [30] == [moved.distance for moved in on.told(Moved)]


@pytest.mark.clause("BW-03")
def test_forty_feet_are_the_most() -> None:
    """Unless the referee insists; a move that is not measured is not."""
    on = fight(sam(), troll()).when(BeginRound())
    on.then_refused("Sam can move 40 ft in a round, not 41", Move("sam", 41), clause="BW-03")
    on.when(Move("sam", 45, overrule="downhill")).then_told(Overruled, clause="BW-03")
    on.when(Move("sam", instead=True))


@pytest.mark.clause("BW-03")
def test_the_referee_can_grant_a_second_action() -> None:
    """It waits with the first, and both are done."""
    on = fight(sam(), troll("9/0/10/6/6")).when(BeginRound(), attack("sam", "troll"))
    on.when(attack("sam", "troll", overrule="a frenzy"), Resolve())
    on.rolls("sam d6=1", "sam d6=2").then("troll", Grit=6)


@pytest.mark.clause("BW-03")
def test_who_is_downed_before_its_action_has_lost_it() -> None:
    """By its own side too: the blast comes first, and Pete's shot is gone."""
    on = fight(sam(weapons=(FIRE,)), pc("Pete", "0/0/4/6/6", bow="d6"), troll("9/0/10/6/6"))
    on.when(attack("sam", "troll", "pete", weapons="fire"), attack("pete", "troll"), Resolve())
    on.rolls("sam d8=4").then("pete", STR=0, has="incapacitated")
    lapsed = on.then_told(Lapsed)
    assert ("pete", "attack") == (lapsed.who, lapsed.what)
    assert "Pete is incapacitated and can only crawl" == lapsed.why


@pytest.mark.clause("BW-03")
def test_who_acted_before_being_downed_has_acted() -> None:
    """Declared order is what counts."""
    on = fight(sam(weapons=(FIRE,)), pc("Pete", "0/0/4/6/6", bow="d6"), troll("9/0/10/6/6"))
    on.when(attack("pete", "troll"), attack("sam", "troll", "pete", weapons="fire"), Resolve())
    on.rolls("pete d6=2", "sam d8=4").then("troll", Grit=3).then("pete", STR=0)


@pytest.mark.clause("BW-03", "BW-11")
def test_several_attackers_are_resolved_one_by_one() -> None:
    """The second meets the Grit and the die that the first has left."""
    on = fight(sam(), pete(), troll("2/0/6/6/6"))
    on.when(attack("pete", "troll"), attack("sam", "troll"), Resolve())
    on.rolls("pete d10=8", "sam d6=3").then_asked("troll d4")
    on.rolls("troll d4=4", "troll d6=5").then("troll", Grit=0, STR=4)


@pytest.mark.clause("BW-11")
def test_an_attack_on_the_dead_is_refused_whoever_insists() -> None:
    """Nothing is recorded."""
    on = fight(sam(), pc("Rue", "0/0/0/6/6"), troll())
    strikes(on, attack("troll", "rue"), "troll d10=1").then("rue", standing="dead")
    words = "Rue is dead"
    on.then_refused(words, attack("troll", "rue", overrule="to be sure"), clause="BW-11")


@pytest.mark.clause("BW-11")
def test_an_attack_that_finds_its_target_dead_can_be_declared_anew() -> None:
    """It lapses without dice; whoever lost it strikes somebody else, at once, and only once."""
    on = fight(sam(), pete(), npc("Rat", "0/0/0/6/6", side="vermin"), troll("9/0/10/6/6")).when(
        BeginRound()
    )
    on.when(attack("sam", "rat"), attack("pete", "rat"), Resolve()).rolls("sam d6=1")
    on.then("rat", standing="dead").then("pete", has="attack left")
    assert ("pete", "Rat is dead") == (on.then_told(Lapsed).who, on.told(Lapsed)[0].why)
    on.then_refused("the turn of the party", Act("pete", "shouts"))
    on.then_refused("the turn of the party", attack("sam", "troll"))
    on.when(attack("pete", "troll")).rolls("pete d10=3").then("troll", Grit=6)
    on.then("pete", lacks="attack left").then_told(TurnBegan, alone="pete")
    on.then_refused("the turn of the party", attack("pete", "troll"))


@pytest.mark.clause("BW-11")
def test_the_chance_to_declare_anew_ends_with_the_next_turn() -> None:
    """Or with the round."""
    on = fight(sam(), pete(), npc("Rat", "0/0/0/6/6", side="vermin"), troll()).when(BeginRound())
    on.when(attack("sam", "rat"), attack("pete", "rat"), Resolve()).rolls("sam d6=1")
    on.then("pete", has="attack left")
    on.when(Resolve()).then("pete", lacks="attack left")
    on.then_refused("the turn of the party in round 1 is done", attack("pete", "troll"))


@pytest.mark.clause("BW-11", "BW-12")
def test_a_blast_goes_on_without_the_dead() -> None:
    """Those left are struck; it lapses only where nobody is."""
    on = fight(
        sam(weapons=(FIRE,)), pete(), npc("Rat", "0/0/0/6/6", side="vermin"), troll("9/0/10/6/6")
    )
    on.when(attack("pete", "rat"), attack("sam", "rat", "troll", weapons="fire"), Resolve())
    on.rolls("pete d10=1", "sam d8=5").then("troll", Grit=4).then_never(Lapsed)


@pytest.mark.clause("BW-03")
def test_before_any_round_a_resolve_is_one_sides_turn() -> None:
    """Of the side that declared first, if none is named; no time goes by."""
    on = fight(sam(), troll()).when(attack("troll", "sam"), attack("sam", "troll"), Resolve())
    on.rolls("troll d10=1").then("sam", Grit=2)
    assert (0, 1) == (on.state.clock, len(on.state.pending))
    on.when(Resolve()).rolls("sam d6=1")
    on.then_refused("Nobody has declared anything", Resolve())


@pytest.mark.clause("BW-03", "ALL-01")
def test_a_late_declaration_is_resolved_by_itself_if_the_referee_insists() -> None:
    """The turn of the party is done, and Sam strikes all the same."""
    on = fight(sam(), troll("9/0/10/6/6")).when(BeginRound(), Resolve())
    on.then_refused("Sam declares too late", attack("sam", "troll"))
    on.when(attack("sam", "troll", overrule="she had her hand up")).rolls("sam d6=3")
    on.then("troll", Grit=6)


@pytest.mark.clause("BW-02", "BW-03")
def test_a_retreat_past_somebody_takes_a_save_against_them() -> None:
    """Failed, they stay and have acted; passed, they are out as their side's turn ends."""
    on = fight(sam(), troll()).when(BeginRound())
    on.when(Retreat("sam", "the ford", versus="troll"), Resolve())
    on.rolls("sam d8=4", "troll d6=4").then("sam").then_never(Left)
    assert ("retreat", "DEX") == (on.told(CheckRolled)[0].purpose, on.told(CheckRolled)[0].what)
    on.then_refused("the turn of the party", Act("sam", "shouts"))
    on.when(Resolve(), BeginRound(), Retreat("sam", "the ford", versus="troll"))
    on.when(Resolve()).rolls("sam d8=5", "troll d6=4").then("sam", standing="gone")
    assert "the ford" == on.then_told(Left, how="retreated").to


@pytest.mark.clause("BW-03")
def test_a_retreat_that_nobody_opposes_takes_no_save() -> None:
    """It takes a place to go to."""
    on = fight(sam(), troll())
    on.then_refused("needs somewhere to retreat to", Retreat("sam", "  "), clause="BW-03")
    on.when(Retreat("sam", "the ford"), Resolve()).then("sam", standing="gone")


@pytest.mark.clause("BW-03", "BW-10")
def test_who_is_downed_after_getting_away_does_not() -> None:
    """The departure takes hold as the turn ends, and Sam lies in the fire."""
    on = fight(sam("0/0/4/6/6"), pete(weapons=(FIRE,)), troll("9/0/10/6/6"))
    on.when(Retreat("sam", "the ford"), attack("pete", "troll", "sam", weapons="fire"), Resolve())
    on.rolls("pete d8=4").then("sam", has="incapacitated").then_never(Left)
    assert "retreat" == on.then_told(Lapsed).what


@pytest.mark.clause("BW-03", "ALL-03")
def test_somebody_who_is_out_of_it_declares_nothing() -> None:
    """The dead, the gone, the helpless; who crawls may crawl, and who is held may not. A retreat
    does not lapse for the very reason that was overruled."""
    on = fight(sam("3/0/0/6/6"), pete(), pc("Rue"), troll())
    on.when(AddCondition("pete", "webbed", "everything"), AddCondition("rue", "tied", "moving"))
    on.then_refused("Sam is incapacitated and can only crawl", attack("sam", "troll"))
    on.when(Move("sam", 5))
    on.then_refused("Pete is webbed", Move("pete"), clause="ALL-03")
    on.then_refused("Rue is tied and can barely move", Move("rue"))
    on.when(Act("rue", "shouts"), Retreat("pete", "the ford", overrule="dragged"), Resolve())
    on.then("pete", standing="gone").then_never(Lapsed)


@pytest.mark.clause("BW-03")
def test_a_weapon_lost_by_then_lapses_the_attack() -> None:
    """Nobody strikes with what they no longer have."""
    on = fight(sam(), troll()).when(attack("sam", "troll"), Disarm("sam", "dagger"), Resolve())
    assert "Sam no longer has the dagger" == on.then_told(Lapsed).why


@pytest.mark.clause("BW-03")
def test_what_is_not_resolved_lapses_with_the_round() -> None:
    """If the referee insists on the next one."""
    on = fight(sam(), troll()).when(BeginRound(), attack("sam", "troll"))
    on.then_refused("not resolved yet", BeginRound())
    on.when(BeginRound(overrule="she hesitates"))
    assert "round 1 ended" == on.then_told(Lapsed).why


@pytest.mark.clause("BW-03")
def test_the_fight_being_over_only_first_aid_is_left() -> None:
    """The hour runs on after it."""
    on = fight(sam("3/0/0/6/6"), pete(), troll()).when(EndFight())
    on.then_refused("The fight is over", Act("pete", "shouts"))
    on.then_refused("The fight is over", attack("pete", "troll"))
    on.when(Aid("pete", "sam")).then("sam", lacks="incapacitated")
    on.then_refused("over already", EndFight())


@pytest.mark.clause("BW-03")
def test_time_passes_forward() -> None:
    """And not by centuries."""
    on = fight(sam()).when(PassTime(60))
    assert 60 == on.state.clock
    on.then_refused("Time cannot pass backward", PassTime(0))
    on.then_refused("ten years", PassTime(10**9))


@pytest.mark.clause("BW-03")
def test_hirelings_act_with_the_party() -> None:
    """Each with an action of their own."""
    on = fight(sam(), follower("Dov", club="d6"), troll("9/0/10/6/6")).when(BeginRound())
    on.when(attack("sam", "troll"), attack("dov", "troll"), Resolve())
    on.rolls("sam d6=1", "dov d6=2").then("troll", Grit=6)
    assert ["sam", "dov"] == [rolled.by for rolled in on.told(AttackRolled)]


@pytest.mark.clause("BW-03", "ALL-01")
def test_a_stated_score_between_two_actions_counts_for_the_second() -> None:
    """Each action goes by what is so when it comes."""
    on = fight(sam(), troll("9/0/10/6/6")).when(attack("sam", "troll"))
    on.when(SetScore("troll", "Grit", 1), Resolve()).rolls("sam d6=6", "troll d10=5")
    assert 5 == on.then_told(CheckRolled, purpose="critical").against
