"""How likely each roll of a fight was."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from functools import cache
from random import Random

import icepool
import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.examples import Example, list_examples, play_example
from events.store.memory import MemoryStore
from events.types.declarations import CallMorale, CallSave, Resolve
from events.types.outcomes import (
    AttackRolled,
    CheckRolled,
    ContestDecided,
    ContestRolled,
    SaveRolled,
)
from events.types.rolls import FACES, Rolled, parse_dice
from replay.log.event_log import History
from replay.odds.rolls import LikelyRoll, list_rolls
from rulesets.core.courses import MOST_COMPARISONS
from rulesets.definitions.shipped import load_game
from rulesets.paraverse.definition import definition
from tests.rulesets.brighter import people as brighter
from tests.rulesets.paraverse import people as paraverse
from tests.support.given import Given, attack, given, npc, pc
from tests.support.random_fights import play_randomly, seeded_fight

EXAMPLES = list_examples()


def judge(fight: Given) -> list[LikelyRoll]:
    return list(list_rolls(fight.fight.history))


@cache
def judge_example(example: Example) -> tuple[History, list[LikelyRoll]]:
    """Return an example and its rolls."""
    campaign = Campaign(MemoryStore())
    deque(play_example(example, campaign), 0)
    history = campaign.fight("").history
    return history, list(list_rolls(history))


def count_dice(rolls: list[LikelyRoll]) -> int:
    return sum(len(faces) for roll in rolls for faces in roll.faces)


@pytest.mark.sampled
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_die_of_the_examples_is_judged(example: Example) -> None:
    """Each once, and each save, check, attack and contest stands beside its dice."""
    history, rolls = judge_example(example)
    events = [event for _, event in history.line_events()]
    assert count_dice(rolls) == sum(isinstance(event, Rolled) for event in events)
    told = [event for roll in rolls for _, event in roll.rows]
    results = [event for event in events if _has_dice(event)]
    assert sorted(map(repr, results)) == sorted(map(repr, filter(_has_dice, told)))
    assert all(roll.chance and 0 < roll.chance <= 1 for roll in rolls)


def _has_dice(event: object) -> bool:
    if isinstance(event, SaveRolled):
        return event.face > 0
    return isinstance(event, CheckRolled | AttackRolled) and bool(event.faces)


@pytest.mark.sampled
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_saves_and_damage_are_as_likely_as_combinatorics_say(example: Example) -> None:
    """A d20 up to the score, 1 and 20 by themselves; the highest of an attack's dice."""
    for roll in judge_example(example)[1]:
        event = roll.rows[0][1] if roll.rows else None
        if isinstance(event, SaveRolled):
            passes = Fraction(min(19, max(1, event.against)), 20)
            assert roll.chance == (passes if event.passed else 1 - passes)
        if isinstance(event, AttackRolled) and roll.asks[0].purpose == "damage" and not event.kept:
            dice = parse_dice(event.dice)
            best = icepool.highest([icepool.d(FACES[die]) for die in dice.dice]) + dice.bonus
            assert best.probability(">=", event.value) == roll.or_more


def test_a_contest_is_as_likely_as_a_sum_says() -> None:
    """Fay strikes with +4 against +0, with a margin that doubles the damage or not."""
    fight = paraverse.fight(
        paraverse.pc("Fay", "sword 6", Melee=4), paraverse.npc("Ogre", "club 5")
    ).when(paraverse.ROUND, attack("fay", "ogre"), paraverse.GO)
    fight.rolls(15, 3, 4)
    contest, place = judge(fight)[:2]
    decided = contest.rows[-1][1]
    assert isinstance(decided, ContestDecided) and decided.winner == "fay"
    bonus = fight.told(ContestRolled, who="fay")[0].bonus
    margin = 15 + bonus - 3
    assert decided.margin == margin
    alike = [
        (one, other)
        for one in range(1, 21)
        for other in range(1, 21)
        if (one + bonus, one) > (other, other)
        and _multiply(max(0, one + bonus - other)) == _multiply(margin)
    ]
    assert Fraction(len(alike), 400) == contest.chance
    assert Fraction(1, 4) == place.chance or Fraction(1, 2) == place.chance


def _multiply(margin: int) -> int:
    return definition(load_game("paraverse")).multiplier(margin)


def test_of_saves_rolled_together_each_has_its_own_chance() -> None:
    """Against an opponent each, and without one."""
    bat = npc("Bat", "1/0/4/4/4")
    fight = brighter.fight(brighter.sam(), brighter.pete(), brighter.troll(), bat)
    fight.when(CallMorale(("troll", "bat"), "the roof falls")).rolls(5, 2)
    troll, fled = judge(fight)
    assert [Fraction(3, 6), Fraction(3, 4)] == [troll.chance, fled.chance]
    fight.when(CallSave(("sam", "pete"), "STR", versus="troll")).rolls(8, 3, 2, 9)
    sam, pete = judge(fight)[2:]
    more = Fraction(sum(one > other for one in range(1, 9) for other in range(1, 11)), 80)
    assert [more, 1 - more] == [sam.chance, pete.chance]


def test_a_fight_that_waits_for_dice_is_judged_as_far_as_they_fell() -> None:
    """The group that lacks a die is left out."""
    fight = given("golden-idol", pc("Ben", sword="d8"), npc("Wolf", "1/0/9/9/9"))
    fight.when(attack("ben", "wolf"), Resolve()).rolls(5).then_asked("wolf d20")
    (blow,) = judge(fight)
    assert (Fraction(1, 8), Fraction(4, 8)) == (blow.chance, blow.or_more)


def test_throws_that_are_too_many_have_no_chance() -> None:
    """But they are listed."""
    fight = given("golden-idol", pc("Ben", storm="7d20"), npc("Wolf", "9/0/9/9/9"), morale=False)
    fight.when(attack("ben", "wolf"), Resolve()).rolls(1, 2, 3, 4, 5, 6, 7)
    (blow,) = judge(fight)
    assert 20**7 > MOST_COMPARISONS
    assert blow.chance is None and blow.or_more is None


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["golden-idol", "plerion", "brighter-worlds", "paraverse"])
def test_random_fights_are_judged_die_by_die(game: str) -> None:
    """Whatever was declared, overruled and undone."""
    for seed in range(6):
        fight = seeded_fight(MemoryStore(), game, seed)
        play_randomly(fight, Random(seed), 60)
        events = [event for _, event in fight.history.line_events()]
        rolls = list(list_rolls(fight.history, 2000))
        assert count_dice(rolls) == sum(isinstance(event, Rolled) for event in events)
