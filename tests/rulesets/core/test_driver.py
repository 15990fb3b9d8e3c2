"""Resuming a play that waits for dice: it has to repeat what was recorded of it."""

from __future__ import annotations

import pytest

from events.errors import Refused
from events.types.declarations import Resolve
from events.types.outcomes import SaveRolled, ScoreChanged, TurnBegan
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.state.fold import fold
from rulesets.core.play import Play, PlayRunner, TypedDice, roll_for
from tests.support.given import Given, attack, given, npc, pc


def stopped() -> tuple[Given, int, list[tuple[int, AnyEvent]]]:
    """Return a fight that waits for the save against critical damage, the seq of its resolve, and
    what was recorded since."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "1/0/9/9/9"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls(3).then_asked("wolf d20")
    rows = fight.fight.history.rows
    seq = next(row.seq for row in rows if isinstance(row.event, Resolve))
    return fight, seq, [(row.seq, row.event) for row in rows if row.seq > seq]


def performed(play: Play[None]) -> None:
    """Resume the recorded turn with another play, as if the rules had changed."""
    fight, seq, record = stopped()
    PlayRunner(fight.fight.compute_state(seq), seq, 99, TypedDice(), record).run(play)


@pytest.mark.clause("ALL-02")
def test_rules_that_tell_less_do_not_go_on() -> None:
    """Neither the recorded beginning of the turn nor the changed score may be missing."""

    def nothing() -> Play[None]:
        yield from ()

    def only_the_turn() -> Play[None]:
        yield TurnBegan("party")

    for play in (nothing, only_the_turn):
        with pytest.raises(Refused, match="does not follow from the present rules"):
            performed(play())


@pytest.mark.clause("ALL-02")
def test_rules_that_leave_out_an_outcome_between_dice_do_not_go_on() -> None:
    """A play may not ask for a die while a recorded outcome before it is missing."""

    def without_the_blow() -> Play[None]:
        yield TurnBegan("party")
        yield from roll_for("wolf", ("d20",), "critical")

    with pytest.raises(Refused, match="does not follow from the present rules"):
        performed(without_the_blow())


@pytest.mark.clause("ALL-02")
def test_rules_that_have_no_use_for_a_die_that_fell_do_not_go_on() -> None:
    """A recorded die that the play never asks for is refused."""
    fight = given("golden-idol", pc("Ada", pair="2d8"), npc("Wolf"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls(3)
    rows = fight.fight.history.rows
    seq = next(row.seq for row in rows if isinstance(row.event, Resolve))
    record = [(row.seq, row.event) for row in rows if row.seq > seq]

    def only_the_turn() -> Play[None]:
        yield TurnBegan("party")

    with pytest.raises(Refused, match="does not follow from the present rules"):
        PlayRunner(fight.fight.compute_state(seq), seq, 99, TypedDice(), record).run(
            only_the_turn()
        )


@pytest.mark.clause("ALL-02")
def test_the_same_rules_go_on() -> None:
    """Recorded outcomes are not recorded twice."""
    fight, _, _ = stopped()
    fight.rolls(9).then("wolf", STR=7).then_told(SaveRolled)
    assert 2 == len(fight.told(ScoreChanged))


@pytest.mark.clause("ALL-02")
def test_draws_that_ran_ahead_leave_nothing_behind_when_they_are_met() -> None:
    """Once all of them are used, no strays are left."""
    drawn = [Rolled(1, "ada", "damage", "d8", 3, draw=draw) for draw in (1, 0, 2)]
    state = fold(FightState(), 1, drawn[:1])
    assert {("ada", "damage", "d8"): frozenset({1})} == state.strays
    fold(state, 2, drawn[1:])
    assert ({}, {("ada", "damage", "d8"): 3}) == (state.strays, state.draws)
