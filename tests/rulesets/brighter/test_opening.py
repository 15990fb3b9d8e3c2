"""BW-04: who goes first."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, BeginRound, Resolve
from events.types.outcomes import CheckRolled
from events.types.statements import Remove
from tests.rulesets.brighter.people import fight, pete, sam, troll
from tests.support.given import follower, npc


@pytest.mark.clause("BW-04")
def test_the_players_side_goes_first_in_every_round() -> None:
    """Without dice, whoever joined first."""
    on = fight(troll(), sam()).when(BeginRound())
    assert ("party", "foes") == on.state.order
    on.when(Resolve(), Resolve(), BeginRound()).then_never(CheckRolled)
    assert ("party", "foes") == on.state.order


@pytest.mark.clause("BW-04")
def test_only_players_save_to_act_first() -> None:
    """A hireling acts with the party, also where the players are too slow."""
    on = fight(sam(), follower("Dov"), npc("Guide", side="party"), troll())
    on.when(BeginRound(versus="troll")).then_asked("sam d8", "troll d6")
    on.rolls("sam d8=2", "troll d6=2").then("sam", has="lost the round")
    on.then_refused("Sam lost round 1", Act("sam", "shouts"), clause="ALL-03")
    on.when(Act("dov", "shouts"), Act("guide", "shouts"))
    assert ["opening"] == [check.purpose for check in on.told(CheckRolled, since=0)]


@pytest.mark.clause("BW-04")
def test_the_round_that_was_lost_is_the_first_alone() -> None:
    """It is over with it."""
    on = fight(sam(), troll()).when(BeginRound(versus="troll")).rolls("sam d8=1", "troll d6=2")
    on.when(Resolve(), Resolve(), BeginRound()).then("sam", lacks="lost the round")
    on.when(Act("sam", "shouts"))


@pytest.mark.clause("BW-04")
def test_in_an_ambush_nobody_saves() -> None:
    """One by the players lets all act, one on them none."""
    on = fight(sam(), follower("Dov"), troll()).when(BeginRound("ambush"))
    on.then("sam", lacks="lost the round")
    on = fight(sam(), follower("Dov"), troll()).when(BeginRound("ambushed"))
    on.then("sam", has="lost the round").then("dov", has="lost the round")
    on.then("troll", lacks="lost the round").then_never(CheckRolled)
    assert ("party", "foes") == on.state.order


@pytest.mark.clause("BW-04")
def test_whom_nobody_can_save_against_is_refused() -> None:
    """A friend, somebody gone, an ambush at the same time, a round that is not the first."""
    on = fight(sam(), pete(), troll(), npc("Kin")).when(Remove("kin"))
    on.then_refused("Pete is on the players' side", BeginRound(versus="pete"), clause="BW-04")
    on.then_refused("Kin is out of the fight", BeginRound(versus="kin"), clause="BW-02")
    on.then_refused("say one or the other", BeginRound("ambush", versus="troll"), clause="BW-04")
    on.then_refused("only open the first", BeginRound(), BeginRound(versus="troll"))
