"""Values that the rules filled in were not entered: a correction fills them in again."""

from __future__ import annotations

import pytest

from events.types.declarations import Attack, Join, Resolve
from events.types.log_events import Skipped
from events.types.statements import Disarm, SetScore
from projections.queries.causes import explain_score
from replay.validation.log_rules import check_structure
from tests.support.corrections import comparable_state, find_seq, plan_correction, record_correction
from tests.support.given import Given, Person, attack, given, npc, pc

WOLF = npc("Wolf", "40/0/6/8/6", bite="d6")


def ben(score: int, **weapons: str) -> Person:
    return pc("Ben", f"{score}/0/9/9/9", **weapons)  # type: ignore[arg-type]


def joined(fight: Given, person: Person) -> Given:
    """Amend the first join to this person, and return the fight."""
    record_correction(fight, "amend", find_seq(fight, Join), Join(person.sheet(fight.game)))
    check_structure(fight.fight.history.rows)
    return fight


@pytest.mark.parametrize(
    ("stated", "now", "maximum"),
    [
        (SetScore("ben", "HP", 6), 6, 10),
        (SetScore("ben", "HP", 12), 12, 12),
        (SetScore("ben", "HP", maximum=5), 5, 5),
        (SetScore("ben", "HP", maximum=20), 10, 20),
        (SetScore("ben", "HP", 3, 5), 3, 5),
    ],
)
def test_a_score_brings_no_maximum_along_from_before(
    stated: SetScore, now: int, maximum: int
) -> None:
    """Ben joined with 10 instead of 4, and the state is as if he had from the start."""
    fight = joined(given("golden-idol", ben(4)).when(stated), ben(10))
    once = given("golden-idol", ben(10)).when(stated)
    for each in (fight, once):
        assert (now, maximum) == (each.one("ben").scores["HP"], each.one("ben").maxima["HP"])
    assert once.one("ben") == fight.one("ben")


def test_a_statement_of_both_numbers_means_what_it_says() -> None:
    """A statement of score and maximum sets both, as older versions recorded statements of one."""
    fight = joined(given("golden-idol", ben(4)).when(SetScore("ben", "HP", 6, 6)), ben(10))
    assert (6, 6) == (fight.one("ben").scores["HP"], fight.one("ben").maxima["HP"])


def test_why_tells_of_a_maximum_that_lowers_the_score() -> None:
    """A maximum that lowers a score is a cause of that score."""
    fight = given("golden-idol", ben(9)).when(SetScore("ben", "HP", maximum=20))
    fight.when(SetScore("ben", "HP", maximum=5, why="cursed"))
    reasons = explain_score(
        fight.fight.history.interleave_notes(len(fight.fight.history)), "ben", "HP"
    )
    assert [(9, "joined with 9"), (5, "maximum 5, set: cursed")] == [
        (each.value, each.said) for each in reasons
    ]


@pytest.mark.parametrize(("game", "score"), [("golden-idol", "DEX"), ("brighter-worlds", "DEX")])
def test_a_maximum_of_zero_is_a_score_of_zero(game: str, score: str) -> None:
    """A maximum of 0 lowers the score to 0, with the consequences."""
    fight = given(game, pc("Ben", "4/0/8/8/8"))
    fight.when(SetScore("ben", score, maximum=0))
    assert 0 == fight.one("ben").scores[score]
    assert "everything" in [each.bars for each in fight.one("ben").conditions]


def test_the_only_weapon_is_the_only_weapon_they_have_now() -> None:
    """If Ben joined with an axe he strikes with that, and with the sword again when he has it."""
    fight = given("golden-idol", ben(4, sword="d8"), WOLF)
    fight.when(attack("ben", "wolf"), Resolve()).rolls("ben d8=3")
    state = comparable_state(fight.fight)
    asking = plan_correction(
        fight, "amend", find_seq(fight, Join), Join(ben(4, axe="d10").sheet(fight.game))
    )
    assert ([], ["d10"]) == (asking.impossible, [each.die for each in asking.missing])
    record_correction(
        fight, "amend", find_seq(fight, Join), asking.correction.declarations[0], dice=[9]
    )
    fight.then("wolf", HP=31)
    check_structure(fight.fight.history.rows)
    joined(fight, ben(4, sword="d8"))
    assert state == comparable_state(fight.fight)


def test_a_weapon_that_was_named_is_not_another() -> None:
    """Ben named the sword, so with only an axe he does not strike."""
    fight = given("golden-idol", ben(4, sword="d8", knife="d6"), WOLF)
    fight.when(attack("ben", "wolf", weapons="sword"), Resolve()).rolls("ben d8=3")
    joined(fight, ben(4, axe="d10")).then("wolf", HP=40)
    assert find_seq(fight, Skipped)


def test_a_weapon_that_is_still_there_stays() -> None:
    """With two weapons he still strikes with the one he struck with."""
    fight = given("golden-idol", ben(4, sword="d8"), WOLF)
    fight.when(attack("ben", "wolf"), Resolve()).rolls("ben d8=3")
    joined(fight, ben(4, sword="d8", axe="d10")).then("wolf", HP=37)
    record_correction(fight, "insert", find_seq(fight, Attack), Disarm("ben", "sword"), dice=[5])
    fight.then("wolf", HP=35)
