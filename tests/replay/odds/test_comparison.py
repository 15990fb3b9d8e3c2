"""How a fight went against playouts of it, and against its own declarations with other dice."""

from __future__ import annotations

from random import Random
from typing import NoReturn

import pytest

from combatlog.app.fight_odds import compare_fight
from events.errors import Refused
from events.types.declarations import BeginRound, EndFight, Join, Resolve
from events.types.statements import Kill
from replay.odds.chances import compute_odds, find_chance
from replay.odds.comparison import (
    Comparison,
    compare_with_policy,
    compare_with_repeats,
    find_played_fight,
    judge,
)
from replay.odds.declared import start_said
from replay.odds.policies import POLICIES
from replay.odds.repeats import repeat
from rulesets.core.sealed_dice import EpochDice
from tests.support.given import Given, attack, given, npc, pc

BEN = pc("Ben", "9/0/9/9/9", sword="d8")
WOLF = npc("Wolf", "9/1/9/9/9", bite="d6")


def play_one_bite(face: int, *people: object) -> Given:
    """A wolf surprises Ben and bites, and the fight ends."""
    fight = given("golden-idol", BEN, WOLF, morale=False)
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve()).rolls(face)
    return fight.when(EndFight())


def is_near(times: int, comparison: Comparison, share: float) -> bool:
    chance = find_chance(times, comparison.playouts)
    return chance.low < share < chance.high


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("face", [1, 4, 6])
def test_one_bite_is_worse_as_often_as_its_die_says(face: int) -> None:
    """Each face costs Ben another HP; the policy and the declarations are the same here."""
    played = find_played_fight(play_one_bite(face).fight.history)
    for comparison in (
        compare_with_policy(played, "focus", 2000, cores=1),
        compare_with_repeats(played, 2000, cores=1),
    ):
        assert comparison.said == 1
        assert 2000 == comparison.worse + comparison.alike + comparison.better
        assert is_near(comparison.alike, comparison, 1 / 6)
        assert face == 6 or is_near(comparison.worse, comparison, (6 - face) / 6)
        assert face < 6 or not comparison.worse


def test_dead_count_before_losses_and_losses_before_strength() -> None:
    """Of two states of one fight each."""
    people = (BEN, pc("Ada"), WOLF)
    before = given("golden-idol", *people).state
    hurt = before.copied()
    hurt.combatants["ben"].scores["HP"] = 1
    fled = before.copied()
    fled.combatants["ben"].standing, fled.combatants["ben"].how = "gone", "fled"
    away = before.copied()
    away.combatants["ben"].standing, away.combatants["ben"].how = "gone", "retreated"
    dead = before.copied()
    dead.combatants["ben"].standing = "dead"
    won = before.copied()
    won.combatants["wolf"].standing = "dead"
    verdicts = [judge(before, each) for each in (won, before, hurt, fled, dead)]
    assert sorted(verdicts) == verdicts and len(set(verdicts)) == 5
    assert judge(before, away) == judge(before, before)


def test_who_came_later_and_what_was_ruled_does_not_count() -> None:
    """Neither a death of a newcomer, nor what comes after the end; with a policy nobody comes."""
    fight = given("golden-idol", BEN, WOLF, morale=False)
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve()).rolls(4)
    fight.when(Join(pc("Zoe").sheet(fight.game)), Kill("zoe", "a rockfall"), EndFight())
    played = find_played_fight(fight.fight.history)
    assert "zoe" not in played.before.combatants and "zoe" in played.after.combatants
    assert (0, 0) == judge(played.before, played.after)[:2]
    state, said = repeat(played.before, played.declarations, Random(1))
    assert "dead" == state.combatants["zoe"].standing
    assert len(played.declarations) == said == 5


def test_declarations_that_became_impossible_are_left_out() -> None:
    """The dead do not attack again."""
    fight = given("golden-idol", pc("Ben", "2/0/1/9/9", sword="d8"), WOLF, morale=False)
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve()).rolls(1)
    fight.when(BeginRound(), attack("ben", "wolf"), Resolve()).rolls(3)
    played = find_played_fight(fight.fight.history)
    saids = {repeat(played.before, played.declarations, Random(seed))[1] for seed in range(20)}
    assert max(saids) == len(played.declarations) > min(saids)


@pytest.mark.parametrize("begun", [False, True])
def test_a_fight_without_a_round_or_foes_is_not_compared(begun: bool) -> None:
    """In one sentence."""
    fight = given("golden-idol", BEN)
    if begun:
        fight.when(BeginRound("ambush"))
    with pytest.raises(Refused, match="only one side" if begun else "no round"):
        find_played_fight(fight.fight.history)


def test_no_die_is_drawn_from_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for chances nor for playouts, also where the program draws the dice."""
    fight = given("golden-idol", BEN, WOLF, dice="digital", morale=False)
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve(), EndFight())

    def refuse(*args: object) -> NoReturn:
        raise AssertionError("a die was drawn from the secret")

    for name in ("draw", "roll"):
        monkeypatch.setattr(EpochDice, name, refuse)
    for policy in POLICIES:
        compare_fight(find_played_fight(fight.fight.history), policy, 100)
    other = given("golden-idol", BEN, WOLF, dice="digital", morale=False)
    assert compute_odds(start_said(other.state, [attack("ben", "wolf")])).is_exact
