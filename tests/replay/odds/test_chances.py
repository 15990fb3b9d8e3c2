"""Chances of what is declared: where they start, and how sure they are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from events.errors import Refused
from events.types.declarations import Act, Resolve
from replay.odds.chances import compute_odds, find_chance
from replay.odds.declared import start_declared, start_said
from replay.odds.fates import Fate
from tests.support.given import attack, given, npc, pc

BEN = pc("Ben", "6/1/9/9/11", sword="d8")
WOLF = npc("Wolf", "3/1/4/8/6", bite="d6")


def test_an_interval_holds_the_share() -> None:
    """Wilson's interval, compared with a table: 10 of 100 is 5.52 to 17.44 %."""
    chance = find_chance(10, 100)
    assert (0.1, 0.0552, 0.1744) == pytest.approx(chance, abs=5e-5)
    assert (0, 0) == (find_chance(0, 100).value, find_chance(0, 100).low)
    assert 0.037 == pytest.approx(find_chance(0, 100).high, abs=5e-4)
    assert 1 == find_chance(100, 100).high
    assert (0.25, 0.25, 0.25) == find_chance(1, 4, is_exact=True)


def test_fates_add_up_and_say_how() -> None:
    """A wolf with 3 HP, armor 1 and STR 4 against a d8: unhurt by a 1, hurt at 2 to 4, past HP from
    5 on."""
    fight = given("golden-idol", BEN, WOLF, morale=False).when(attack("ben", "wolf"))
    odds = compute_odds(start_declared(fight.fight.history))
    tally = odds.tally
    assert odds.is_exact
    assert Fraction(1, 8) == Fraction(tally.count("wolf", "unhurt"), tally.total)
    down = sum(
        Fraction(1, 8) * Fraction(20 - max(1, 4 - over), 20) for over in (1, 2, 3)
    )  # an 8 leaves STR 0
    out = Fraction(tally.fates["wolf"][Fate("down", "out of action")], tally.total)
    dead = Fraction(tally.count("wolf", "dead"), tally.total)
    assert (down, Fraction(1, 8)) == (out, dead)
    assert ["wolf"] == tally.list_touched()


@pytest.mark.slow
def test_playouts_come_near_the_exact_chance() -> None:
    """Within their interval, with a fixed seed, and the same on any number of cores."""
    fight = given("golden-idol", BEN, WOLF).when(attack("ben", "wolf"))
    start = start_declared(fight.fight.history)
    exact = compute_odds(start)
    played = compute_odds(start, 2000, most=1, cores=1)
    assert exact.is_exact and not played.is_exact
    for end in ("unhurt", "hurt", "down"):
        low, high = played.chance(played.tally.count("wolf", end))[1:]
        assert low < exact.chance(exact.tally.count("wolf", end)).value < high
    again = compute_odds(start, 2000, most=1, cores=2)
    assert played.tally.fates == again.tally.fates


def test_a_play_that_waits_goes_on_from_its_dice() -> None:
    """Of a save that is left, only that; the tally is of the fight before the turn."""
    fight = given("golden-idol", BEN, WOLF, morale=False)
    fight.when(attack("ben", "wolf"), Resolve()).rolls(6).then_asked("wolf d20")
    odds = compute_odds(start_declared(fight.fight.history))
    assert 2 == odds.courses
    assert Fraction(18, 20) == Fraction(odds.tally.count("wolf", "down"), odds.tally.total)


def test_a_save_of_an_action_has_a_chance() -> None:
    """It shows in nobody's numbers."""
    fight = given("golden-idol", BEN, WOLF)
    odds = compute_odds(start_said(fight.state, [Act("ben", "climbs", "DEX")]))
    (check,) = odds.tally.rolled
    assert ("ben", "DEX", "climbs") == check[:3]
    assert Fraction(9, 20) == Fraction(odds.tally.passed[check], odds.tally.total)


@pytest.mark.parametrize(
    ("said", "words"), [((), "Nothing is declared yet"), ((Resolve(),), "Nobody has declared")]
)
def test_nothing_has_no_odds(said: Any, words: str) -> None:
    """In one sentence."""
    fight = given("golden-idol", BEN, WOLF)
    with pytest.raises(Refused, match=words):
        start_said(fight.state, said) if said else start_declared(fight.fight.history)
