"""Back from the dead: what has killed somebody is over."""

from __future__ import annotations

import pytest

from events.types.declarations import Harm, PassTime, Resolve, Rest
from events.types.outcomes import ConditionEnded, Died, SaveRolled, WoundTended
from events.types.sheets import Effect
from events.types.statements import Kill, Revive, SetScore
from tests.support.given import Given, attack, given, npc, pc

DOOMED = "12/0/15/9/9"


@pytest.mark.clause("ALL-01", "CF-14")
def test_whoever_an_hour_has_killed_lives_on_when_revived() -> None:
    """That clock stands; what rest does after aid, it does now."""
    fight = given("golden-idol", pc("Ada", "0/0/9/9/9")).when(Harm(("ada",), "1")).rolls(20)
    fight.when(PassTime(3600)).then("ada", standing="dead").when(Revive("ada"))
    assert WoundTended("ada", "critical damage", "rest") == fight.then_told(WoundTended)
    fight.when(PassTime(9999)).then("ada", standing="in", has="critical damage")
    fight.when(Rest()).then("ada", lacks="critical damage")


@pytest.mark.clause("ALL-01", "CF-14")
def test_a_clock_that_still_ran_runs_on() -> None:
    """It was not that which killed them."""
    fight = given("golden-idol", pc("Ada", "0/0/9/9/9")).when(Harm(("ada",), "1")).rolls(20)
    fight.when(Kill("ada"), Revive("ada")).then_never(WoundTended)
    fight.when(PassTime(3600)).then("ada", standing="dead")


@pytest.mark.clause("ALL-01", "CF-16")
def test_nobody_is_revived_with_nothing_left_of_the_body() -> None:
    """The number is set first."""
    fight = given("golden-idol", pc("Ada", "0/0/3/9/9")).when(Harm(("ada",), "3"))
    fight.then_refused("set it first, like: set ada STR 1", Revive("ada"), clause="CF-16")
    fight.when(SetScore("ada", "STR", now=1), Revive("ada")).then("ada", standing="in", STR=1)


@pytest.mark.clause("CF-18")
def test_doom_that_has_killed_is_used_up() -> None:
    """Revived, the next failed save is critical damage like anybody's."""
    fight = given("golden-idol", pc("Ada", DOOMED)).when(Harm(("ada",), "12"))
    fight.then("ada", has="doomed").when(Harm(("ada",), "3")).rolls(20)
    fight.then("ada", standing="dead", lacks="doomed")
    assert [] == fight.one("ada").wounds
    kinds = [type(event) for event in fight.events(fight.start)]
    assert kinds.index(Died) < kinds.index(ConditionEnded)
    fight.when(Revive("ada"), Harm(("ada",), "1")).rolls(20)
    fight.then("ada", standing="in", has="critical damage")


def doomed_and_burnt(face: int) -> Given:
    """Ada takes row 12, and the fire of the same blow asks for a save."""
    burning = Effect("hit", "damage", "burning", dice="3")
    fight = given("golden-idol", pc("Ada", DOOMED), npc("Drake", fire="d12", effects=(burning,)))
    fight.when(attack("drake", "ada"), Resolve()).rolls("drake d12=12").then_asked("ada d20")
    return fight.rolls(face)


@pytest.mark.clause("CF-18")
def test_doom_is_in_force_for_the_next_save_of_its_own_turn() -> None:
    """It was taken a moment ago, and it kills."""
    fight = doomed_and_burnt(20).then("ada", standing="dead", STR=12, lacks="doomed")
    assert "doomed" == fight.then_told(Died).of
    assert [] == fight.one("ada").wounds


@pytest.mark.clause("CF-18")
def test_doom_survived_in_its_own_turn_never_takes_hold() -> None:
    """The delayed dice fall at once, and the scar waits for nothing."""
    fight = doomed_and_burnt(1).then_asked("ada d6", "ada d6", "ada d6").rolls(5, 5, 5)
    fight.then("ada", standing="in", lacks="doomed", max={"HP": 15})
    assert [""] == [wound.awaits for wound in fight.one("ada").wounds]


@pytest.mark.clause("CF-18")
def test_doomed_twice_in_one_turn_is_doomed_once() -> None:
    """Two hands full of fire, each of them the twelfth row."""
    again = Effect("hit", "damage", "burning", dice="0")
    fight = given("golden-idol", pc("Ada", DOOMED), npc("Drake", fire="d12", effects=(again,)))
    fight.when(attack("drake", "ada"), Resolve()).rolls(12).then("ada", has="doomed")
    assert ["doomed"] == [each.name for each in fight.one("ada").conditions]
    fight.then_never(SaveRolled)
