"""Two lines compared event by event: nothing is lost, and equal events are paired."""

from __future__ import annotations

from random import Random

import pytest

from combatlog.app.fight import Fight
from events.store.memory import MemoryStore
from events.types.declarations import Attack, BeginRound, Resolve
from events.types.outcomes import AttackRolled, Awaited, DamageDealt
from events.types.rolls import Rolled
from events.types.statements import SetScore
from events.types.unions import TurnAction
from replay.corrections.line_diff import (
    EventPair,
    LineEvent,
    diff_events,
    encode_content,
    fork_lines,
    fork_plan,
    is_input,
    read_line_after,
)
from replay.corrections.plan import Correction, CorrectionDie
from rulesets.definitions.shipped import GAMES
from tests.support.given import Given, attack, given, npc, pc
from tests.support.random_fights import play_randomly, seeded_fight


def a_round() -> Given:
    """Ada strikes the wolf, then the wolf strikes Ada."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/0/6/8/6", bite="d6"))
    fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve()).rolls("ada d8=5")
    return fight.when(attack("wolf", "ada"), Resolve()).rolls("wolf d6=4")


def seq_of(fight: Given, by: str) -> int:
    """Return the seq of a combatant's last attack."""
    rows = fight.fight.history.rows
    return max(row.seq for row in rows if isinstance(row.event, Attack) and row.event.by == by)


def between(fight: Fight, then: int, now: int) -> list[EventPair]:
    """Return the events that differ between two points of a fight."""
    parted = fork_lines(fight.history, then, now)
    return diff_events(parted.then, parted.now)


def gone(pairs: list[EventPair]) -> list[LineEvent]:
    return [pair.then for pair in pairs if pair.then is not None and not pair.alike]


def come(pairs: list[EventPair]) -> list[LineEvent]:
    return [pair.now for pair in pairs if pair.now is not None and not pair.alike]


def test_what_lines_have_in_common_at_the_beginning_is_left_out() -> None:
    """On one line only the events after the earlier point are left."""
    fight = a_round()
    at = seq_of(fight, "wolf")
    pairs = between(fight.fight, at, len(fight.fight.history))
    assert [] == gone(pairs)
    assert at + 1 == come(pairs)[0].seq
    assert [] == between(fight.fight, at, at)
    assert come(pairs) == gone(between(fight.fight, len(fight.fight.history), at))


def test_what_was_undone_and_said_again_is_alike() -> None:
    """Events with other seqs but the same content and the same die are alike."""
    fight = a_round()
    end = fight.fight.history.position()
    fight.fight.undo(2)
    fight.when(attack("wolf", "ada"), Resolve()).rolls("wolf d6=4")
    pairs = between(fight.fight, end, len(fight.fight.history))
    assert {True} == {pair.alike for pair in pairs}
    assert 8 == len(pairs)


def test_a_line_taken_otherwise_differs_where_it_parts() -> None:
    """Another die after an undo differs, with what follows from it."""
    fight = a_round()
    end = fight.fight.history.position()
    fight.fight.undo(dice=True)
    fight.rolls("wolf d6=5")
    pairs = between(fight.fight, end, len(fight.fight.history))
    assert [4, 5] == [each.event.face for each in (gone(pairs)[0], come(pairs)[0])]  # type: ignore[union-attr]
    assert 4 == len(gone(pairs)) == len(come(pairs))


def test_a_correction_differs_in_what_it_changed_and_what_came_of_that() -> None:
    """The wolf's attack is alike, though every seq differs."""
    fight = a_round()
    then = fight.fight.history.position()
    change = Correction(
        "amend", seq_of(fight, "ada"), "mud", (attack("ada", "wolf", impaired="x"),)
    )
    course = fight.fight.plan_correction(change, typed_dice=[CorrectionDie(2)])
    proposed = fork_plan(fight.fight.history, course)
    pairs = diff_events(proposed.then, proposed.now)
    amended = next(pair for pair in pairs if not pair.alike)
    assert ["", "x"] == [each.event.impaired for each in (amended.then, amended.now)]  # type: ignore[union-attr]
    assert 5 == len(gone(pairs)) == len(come(pairs))
    wolfs = [pair for pair in pairs if pair.now and getattr(pair.now.event, "by", "") == "wolf"]
    assert {Attack, Rolled, AttackRolled, DamageDealt} == {type(each.now.event) for each in wolfs}  # type: ignore[union-attr]
    assert all(pair.alike for pair in wolfs)
    fight.fight.correct(course)
    assert pairs == between(fight.fight, then, fight.fight.history.position())


def test_an_amended_die_takes_only_its_outcomes_along() -> None:
    """The declaration that the die was thrown for is alike."""
    fight = a_round()
    die = next(row.seq for row in fight.fight.history.rows if isinstance(row.event, Rolled))
    course = fight.fight.plan_correction(Correction("amend", die, "misread", face=6))
    pairs = diff_events(*fork_plan(fight.fight.history, course)[1:])
    assert not [each for each in gone(pairs) if is_input(each)]
    assert {5, 6} == {
        each.event.face for each in gone(pairs) + come(pairs) if isinstance(each.event, Rolled)
    }


def test_an_input_that_is_struck_out_stands_beside_its_skipped_self() -> None:
    """The attack is paired with itself as skipped, and its outcomes with nothing."""
    fight = a_round()
    course = fight.fight.plan_correction(Correction("strike", seq_of(fight, "wolf"), "never said"))
    pairs = diff_events(*fork_plan(fight.fight.history, course)[1:])
    first = next(pair for pair in pairs if not pair.alike)
    assert isinstance(first.then and first.then.event, Attack)
    assert first.then and first.now and first.then.origin == first.now.origin
    assert 1 == len(come(pairs))


def test_what_is_put_in_has_nothing_beside_it() -> None:
    """An insertion is paired with nothing; the inputs around it keep their pairs."""
    fight = a_round()
    change = Correction("insert", seq_of(fight, "wolf"), "forgotten", (SetScore("wolf", "WIL", 5),))
    course = fight.fight.plan_correction(change)
    pairs = diff_events(*fork_plan(fight.fight.history, course)[1:])
    assert [None] == [
        pair.then for pair in pairs if pair.now and not pair.alike and is_input(pair.now)
    ]


def test_two_fights_are_compared_by_what_they_say() -> None:
    """Two equal fights are alike to the last event, whatever their seqs; an equal seq is no
    identity."""
    one, other = a_round(), a_round()
    other.fight.note("a raven")
    other.fight.undo(dice=True)
    other.rolls("wolf d6=4")
    then, now = (
        read_line_after(each.fight.history, 0, len(each.fight.history)) for each in (one, other)
    )
    assert {True} == {pair.alike for pair in diff_events(then, now, one_fight=False)}
    shorter = [each for each in now if not isinstance(each.event, BeginRound)]
    pairs = diff_events(then, shorter, one_fight=False)
    assert [BeginRound] == [type(each.event) for each in gone(pairs) if is_input(each)]
    assert [] == [each for each in come(pairs) if is_input(each)]


def test_waiting_for_dice_is_no_event_of_the_fight() -> None:
    """A die that was awaited and one that was there at once are alike."""
    fight = a_round()
    assert any(isinstance(row.event, Awaited) for row in fight.fight.history.rows)
    change = Correction("amend", seq_of(fight, "ada"), "the same", (attack("ada", "wolf"),))
    course = fight.fight.plan_correction(change)
    assert not any(isinstance(entry.event, Awaited) for entry in course.entries)
    assert [] == [
        pair for pair in diff_events(*fork_plan(fight.fight.history, course)[1:]) if not pair.alike
    ]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_lost_or_out_of_order_in_any_game(game: str) -> None:
    """Both lines can be read back from the pairs, and alike pairs have equal content, for random
    fights and for two lines of one."""
    one, other = (seeded_fight(MemoryStore(), game, seed) for seed in (3, 4))
    for seed, fight in enumerate((one, other)):
        play_randomly(fight, Random(seed), 60)
    then, now = (read_line_after(each.history, 0, len(each.history)) for each in (one, other))
    check(then, now, one_fight=False)
    middle = len(one.history) // 2
    tip = one.history.position()
    one.rewind(middle)
    play_randomly(one, Random(9), 30)
    parted = fork_lines(one.history, tip, one.history.position())
    check(parted.then, parted.now)


@pytest.mark.parametrize("game", GAMES)
def test_saying_the_same_again_makes_no_difference_in_any_game(game: str) -> None:
    """After amending an action to what it was, every event of the plan is alike, apart from
    seqs."""
    fight = seeded_fight(MemoryStore(), game, 5)
    play_randomly(fight, Random(5), 100)
    line = fight.history.on_line(fight.history.position())
    action = next(row for row in line if isinstance(row.event, TurnAction))
    course = fight.plan_correction(Correction("amend", action.seq, "the same", (action.event,)))  # type: ignore[arg-type]
    _, then, now = fork_plan(fight.history, course)
    pairs = diff_events(then, now)
    assert len(pairs) > 50
    assert all(pair.alike for pair in pairs)
    assert not {each.seq for each in then} & {each.seq for each in now}


def check(then: list[LineEvent], now: list[LineEvent], one_fight: bool = True) -> None:
    """Check that the pairs give back both lines, and that each line is alike to itself."""
    pairs = diff_events(then, now, one_fight)
    for line, side in ((then, 0), (now, 1)):
        themselves = diff_events(line, line, one_fight)
        assert all(pair.alike for pair in themselves)
        assert [pair[0] for pair in themselves] == [pair[side] for pair in pairs if pair[side]]
    assert any(pair.alike for pair in pairs)
    assert all(
        (encode_content(pair.then.event) == encode_content(pair.now.event)) == pair.alike
        for pair in pairs
        if pair.then and pair.now
    )
