"""Aid, and the wounds that wait for it."""

from __future__ import annotations

import pytest

from events.types.declarations import Aid, BeginRound, Harm, Move, Resolve
from events.types.outcomes import Moved, WoundTended
from tests.support.given import attack, given, npc, pc


@pytest.mark.clause("CF-06", "CF-14", "CF-28")
def test_aid_finds_the_wounds_that_were_there_when_the_turn_began() -> None:
    """A wound from the same turn keeps its clock."""
    fight = given("golden-idol", pc("Ada", bomb="d8 blast"), pc("Ben", "11/0/9/9/9"), pc("Cho"))
    fight.when(Harm(("ben",), "11")).then("ben", has="mortally wounded")
    fight.when(attack("ada", "ben"), Aid("cho", "ben"), Resolve()).rolls("ada d8=1", "ben d20=20")
    assert [("mortal wound", None), ("critical damage", 3600)] == [
        (wound.label, wound.due) for wound in fight.one("ben").wounds
    ]
    assert "mortal wound" == fight.then_told(WoundTended).wound


@pytest.mark.clause("CF-14")
def test_two_who_help_tend_a_wound_once() -> None:
    """The second helper has nothing left to do."""
    fight = given("golden-idol", pc("Ada"), pc("Ben", "0/0/9/9/9"), pc("Cho"))
    fight.when(Harm(("ben",), "1")).rolls(20)
    fight.when(Aid("ada", "ben"), Aid("cho", "ben"), Resolve()).then_told(WoundTended)


@pytest.mark.clause("CF-02", "CF-14")
def test_who_crawls_makes_one_move() -> None:
    """A second move would be the action."""
    fight = given("golden-idol", pc("Ben", "0/0/9/9/9"), npc("Wolf")).when(Harm(("ben",), "1"))
    fight.rolls(20).when(BeginRound("ambush"), Move("ben", 5))
    fight.then_refused("one move a turn", Move("ben", 5), clause="CF-14")
    fight.when(Move("ben", 10, to="the wall", instead=True), Resolve())
    assert 10 == fight.then_told(Moved).distance


@pytest.mark.clause("CF-14")
def test_aid_to_one_wound_leaves_the_other_its_clock() -> None:
    """Aid can name the wound it tends; a wound that nobody has is refused."""
    fight = given("golden-idol", pc("Ben", "11/0/9/9/9"), pc("Cho"))
    fight.when(Harm(("ben",), "11"), Harm(("ben",), "1")).rolls(20)
    fight.then_refused(
        "no wound of Ben that waits for aid “scratch”", Aid("cho", "ben", wound="scratch")
    )
    fight.when(Aid("cho", "ben", wound="Critical Damage"), Resolve())
    assert "critical damage" == fight.then_told(WoundTended).wound
    assert [("mortal wound", "aid"), ("critical damage", "rest")] == [
        (wound.label, wound.awaits) for wound in fight.one("ben").wounds
    ]
