"""Rounds and the fight's clock."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, Aid, BeginRound, EndFight, PassTime, Resolve
from events.types.outcomes import ClockAdvanced, Lapsed, Moved, Overruled, RoundBegan, RoundEnded
from events.types.statements import SetTrait
from tests.support.given import Given, attack, given, npc, pc

ROUND = BeginRound("ambush")


def duel() -> Given:
    return given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "4/1/6/8/6", bite="d6"))


@pytest.mark.clause("CF-01")
def test_an_attack_before_any_round_is_resolved() -> None:
    """Rounds are optional."""
    fight = duel().when(attack("ada", "wolf"), Resolve()).rolls("ada d8=4").then("wolf", HP=1)
    assert (0, 0) == (fight.state.round, fight.state.clock)


@pytest.mark.clause("CF-01")
def test_without_rounds_one_resolve_is_one_side_s_turn() -> None:
    """What the other side has declared waits for its own resolve."""
    fight = duel().when(attack("ada", "wolf"), attack("wolf", "ada"), Resolve())
    fight.then_asked("ada d8").rolls(1)
    assert ["wolf"] == [waiting.action.by for waiting in fight.state.pending]
    fight.when(Resolve()).then_asked("wolf d6")


@pytest.mark.clause("CF-01")
def test_without_rounds_somebody_acts_once_in_each_resolve() -> None:
    """After the side's turn they can act again."""
    fight = duel().when(attack("ada", "wolf"))
    fight.then_refused("declared an action already", attack("ada", "wolf"), clause="CF-02")
    fight.when(Resolve()).rolls(1).when(attack("ada", "wolf"), Resolve()).then_asked("ada d8")


@pytest.mark.clause("CF-01")
def test_a_round_adds_its_ten_seconds_when_the_next_begins() -> None:
    """While it is open, its time has not passed."""
    fight = duel().when(ROUND)
    assert 0 == fight.state.clock
    fight.when(BeginRound())
    assert (2, 10) == (fight.state.round, fight.state.clock)
    assert (RoundEnded(1), ClockAdvanced(0, 10), RoundBegan(2, ("party", "foes"))) == tuple(
        fight.events(fight.start)[1:]
    )


@pytest.mark.clause("CF-01")
def test_closing_the_fight_ends_the_open_round() -> None:
    """Its ten seconds pass as well."""
    fight = duel().when(ROUND, EndFight())
    assert (10, True) == (fight.state.clock, fight.state.ended)


@pytest.mark.clause("CF-01")
def test_closing_a_fight_without_rounds_takes_no_time() -> None:
    """There is no round to end."""
    fight = duel().when(EndFight())
    assert 0 == fight.state.clock


@pytest.mark.clause("CF-01")
@pytest.mark.parametrize("before", [(), (ROUND,), (ROUND, EndFight())])
def test_time_passes_by_an_event(before: tuple[BeginRound | EndFight, ...]) -> None:
    """Before rounds, in one, and after the fight."""
    fight = duel().when(*before)
    was = fight.state.clock
    fight.when(PassTime(90, "they wait"))
    assert was + 90 == fight.state.clock


@pytest.mark.clause("CF-01")
@pytest.mark.parametrize("seconds", [0, -10])
def test_time_never_passes_backward(seconds: int) -> None:
    """Nothing, or less, is no time to pass."""
    duel().then_refused("Time cannot pass backward", PassTime(seconds), clause="CF-01")


@pytest.mark.clause("CF-01")
def test_after_its_end_a_fight_goes_on_only_by_an_undo() -> None:
    """No action, round or second end is taken."""
    fight = duel().when(EndFight())
    fight.then_refused("The fight is over", Act("ada", "shout"))
    fight.then_refused("The fight is over", BeginRound())
    fight.then_refused("over already", EndFight())


@pytest.mark.clause("CF-01")
def test_a_round_needs_somebody_in_the_fight() -> None:
    """Nobody has joined, so nobody could act."""
    given("golden-idol").then_refused("Nobody has joined", BeginRound(), clause="CF-01")


@pytest.mark.clause("CF-01", "CF-03")
def test_what_is_declared_keeps_the_round_from_ending() -> None:
    """The next round is refused; overruled, the declaration lapses."""
    fight = duel().when(ROUND, Act("ada", "listen"))
    fight.then_refused("Ada has declared", BeginRound(), clause="CF-03")
    fight.when(BeginRound(overrule="she only hesitates"))
    assert "ada" == fight.then_told(Lapsed).who
    assert "she only hesitates" == fight.then_told(Overruled).why
    assert ([], 2) == (fight.state.pending, fight.state.round)
    fight.then_never(Moved)


@pytest.mark.clause("CF-01", "CF-03")
def test_what_no_turn_is_left_for_does_not_keep_the_round_from_ending() -> None:
    """It has gone over to a side whose turn is done; its declaration lapses."""
    fight = duel()
    fight.when(ROUND, Resolve(), attack("wolf", "ada"), SetTrait("wolf", "side", "party"))
    fight.when(BeginRound())
    lapsed = fight.then_told(Lapsed)
    assert ("wolf", "round 1 ended") == (lapsed.who, lapsed.why)
    assert ([], 2) == (fight.state.pending, fight.state.round)


@pytest.mark.clause("CF-01", "CF-03")
@pytest.mark.parametrize(("before", "why"), [((), "the fight ended"), ((ROUND,), "round 1 ended")])
def test_the_end_comes_whatever_is_declared(before: tuple[BeginRound, ...], why: str) -> None:
    """All of it lapses, in a round and without one."""
    fight = duel().when(*before, attack("ada", "wolf"), attack("wolf", "ada"), EndFight())
    assert [("ada", why), ("wolf", why)] == [(each.who, each.why) for each in fight.told(Lapsed)]
    assert [] == fight.state.pending
    fight.when(Aid("ada", "wolf", overrule="a kind heart")).then("wolf", HP=4)


@pytest.mark.clause("CF-01")
def test_ten_years_are_the_most_that_pass_at_once() -> None:
    """More is a slip of the keyboard."""
    fight = duel().when(PassTime(10 * 365 * 86400))
    fight.then_refused("ten years", PassTime(10 * 365 * 86400 + 1))
