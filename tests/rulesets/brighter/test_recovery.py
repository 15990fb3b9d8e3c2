"""BW-15: rest, burdens, recovery; going on as somebody else."""

from __future__ import annotations

import pytest

from events.types.declarations import (
    Aid,
    BeginRound,
    Burden,
    PassTime,
    Recover,
    Resolve,
    Rest,
    TakeOver,
)
from events.types.outcomes import ConditionEnded, ControlPassed, Rested, ScoreChanged, WoundClosed
from events.types.statements import AddCondition, EndCondition, Kill, SetScore
from tests.rulesets.brighter.people import fight, pete, sam, troll
from tests.support.given import condition, follower, npc, pc

HURT = {"Grit": 5, "STR": 8}


@pytest.mark.clause("BW-15")
def test_a_rest_gives_grit_back() -> None:
    """And nothing else; of the players' side, if nobody is named. There is no longer one."""
    on = fight(sam("1/0/6/8/6", max=HURT), troll("1/0/6/8/6", max=HURT))
    on.then_refused("knows no extended rest", Rest(extended=True))
    on.when(Rest()).then("sam", Grit=5, STR=6).then("troll", Grit=1)
    on.when(Rest(("troll",))).then("troll", Grit=5)


@pytest.mark.clause("BW-15")
def test_who_is_deprived_gains_nothing() -> None:
    """They have rested all the same."""
    on = fight(sam("1/0/6/8/6", max=HURT, conditions=(condition("Deprived"),)))
    on.when(Rest()).then("sam", Grit=1, has="deprived").then_told(Rested)


@pytest.mark.clause("BW-15")
def test_there_is_no_rest_in_a_round() -> None:
    """Nor for the dead."""
    on = fight(sam(), pete(), troll()).when(Kill("pete"))
    on.then_refused("Pete is dead", Rest(("pete",)))
    on.then_refused("no rest while a round is open", BeginRound(), Rest(), clause="BW-15")


@pytest.mark.clause("BW-15")
def test_too_much_to_carry_takes_all_grit() -> None:
    """And deprives; put down, the next rest brings it back."""
    on = fight(sam("4/0/8/8/6")).when(Burden("sam")).then("sam", Grit=0, has="full pack, deprived")
    on.then_refused("already carries a full pack", Burden("sam"), clause="BW-15")
    on.when(Rest()).then("sam", Grit=0)
    on.when(Burden("sam", full=False)).then("sam", Grit=0, lacks="full pack, deprived")
    on.then_refused("does not carry a full pack", Burden("sam", full=False))
    on.when(Rest()).then("sam", Grit=4)


@pytest.mark.clause("BW-15")
def test_who_was_deprived_before_the_pack_stays_so_after_it() -> None:
    """The one has nothing to do with the other."""
    on = fight(sam("4/0/8/8/6")).when(AddCondition("sam", "deprived"), Burden("sam"))
    on.when(Burden("sam", full=False)).then("sam", has="deprived", lacks="full pack")


@pytest.mark.clause("BW-15", "ALL-01")
def test_a_pack_that_is_stated_weighs_as_much() -> None:
    """As a condition, or on the sheet of who joins."""
    on = fight(sam("4/0/8/8/6"), pete("4/0/8/8/6", conditions=(condition("full pack"),)))
    on.then("pete", Grit=0, has="deprived")
    on.when(AddCondition("sam", "Full Pack")).then("sam", Grit=0, has="full pack, deprived")
    on.when(EndCondition("sam", "full pack")).then("sam", lacks="full pack, deprived")
    on.then_told(ConditionEnded, condition="deprived")


@pytest.mark.clause("BW-10", "BW-15")
def test_recovering_from_the_wound_brings_str_back() -> None:
    """Once there has been first aid, or the referee insists."""
    on = fight(sam("3/0/0/8/6", max={"STR": 8}), pete())
    wound = Recover("sam", "incapacitating wound")
    on.then_refused("Sam needs first aid before anything heals", wound, clause="BW-10")
    on.then_refused("Sam needs first aid", Recover("sam", "STR"))
    on.when(Aid("pete", "sam"), Resolve(), wound).then("sam", STR=8, lacks="incapacitated")
    on.then_told(WoundClosed, healed=True)
    assert [] == on.one("sam").wounds
    on.when(PassTime(7200)).then("sam")


@pytest.mark.clause("BW-15")
def test_an_attribute_recovers_by_the_referees_word() -> None:
    """To its maximum, and with it what zero had brought."""
    on = fight(sam("3/0/6/0/6", max={"STR": 10, "DEX": 8}))
    on.when(Recover("sam", "dex")).then("sam", DEX=8, lacks="paralysed")
    on.when(Recover("sam", "STR")).then("sam", STR=10)
    assert (6, 10) == (on.then_told(ScoreChanged).was, on.told(ScoreChanged)[0].now)
    on.when(SetScore("sam", "STR", 8)).then("sam", STR=8, max={"STR": 10})


@pytest.mark.clause("BW-15")
def test_what_needs_no_recovery_is_refused() -> None:
    """An attribute at its maximum, no such wound, somebody dead."""
    on = fight(sam(), pete()).when(Kill("pete"))
    on.then_refused("Sam's STR is at its maximum", Recover("sam", "STR"), clause="BW-15")
    on.then_refused("no wound of Sam “scratch”", Recover("sam", "scratch"))
    on.then_refused("Pete is dead", Recover("pete", "STR"))


@pytest.mark.clause("ALL-01")
def test_the_player_of_somebody_dead_goes_on_as_a_hireling() -> None:
    """Who counts as a player character from then on; a foe does not become one."""
    on = fight(pc("Sam", player="Sue"), follower("Dov"), npc("Kin")).when(Kill("sam"))
    on.rolls("dov d8=4")
    on.then_refused("Kin is no hireling", TakeOver("sam", "kin"), clause="ALL-01")
    on.when(TakeOver("sam", "dov")).then_told(ControlPassed)
    assert ("pc", "Sue") == (on.one("dov").kind, on.one("dov").player)
