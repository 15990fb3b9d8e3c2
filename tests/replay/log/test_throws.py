"""Throws that the table is told of: thrown again, known beforehand, seen and left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from combatlog.app.fight import Fight
from events.store.memory import MemoryStore
from events.types.declarations import BeginRound, ChooseDice, EndFight, Resolve
from events.types.statements import SetScore
from projections.text.words import Words
from replay.corrections.plan import Correction
from replay.log.event_log import History
from replay.log.throws import ThrownAgain, ToldThrows, find_told_throws
from replay.text.throw_words import describe_known, describe_replaced
from tests.support.anchored_fights import list_dice, start_anchored, strike
from tests.support.cpu_time import assert_grows_at_most
from tests.support.given import attack


@pytest.fixture
def fight() -> Fight:
    return start_anchored(MemoryStore())


def told(fight: Fight) -> ToldThrows:
    """Return what is told of the fight's throws."""
    return find_told_throws(fight.history)


def counts(fight: Fight) -> tuple[int, int, int, int]:
    """Return how many dice are thrown again, known beforehand, seen and left, and the same deed
    again."""
    found = told(fight)
    return len(found.again), len(found.known), len(found.left), found.same_deeds


def correct(fight: Fight, change: str, seq: int, *said: object, **more: object) -> None:
    """Apply a correction."""
    correction = Correction(change, seq, "so it was", said, **more)  # type: ignore[arg-type]
    fight.correct(fight.plan_correction(correction))


def test_a_straight_fight_tells_nothing(fight: Fight) -> None:
    """Three strikes of one round are three throws of three slots."""
    for _ in range(3):
        strike(fight)
    assert (0, 0, 0, 0) == counts(fight)


def test_the_same_deed_again_is_counted(fight: Fight) -> None:
    """The same action with another reason gets the same die; that is counted, not listed."""
    first = strike(fight, enhanced="from above")
    fight.undo(2)
    assert first.face == strike(fight, enhanced="from the wall").face
    assert (0, 0, 0, 1) == counts(fight)


def test_a_resolution_again_is_nothing(fight: Fight) -> None:
    """An attack that stands was declared before its die fell."""
    strike(fight)
    fight.undo()
    fight.declare(Resolve())
    assert (0, 0, 0, 0) == counts(fight)


def test_going_on_after_the_end_is_the_same_throw(fight: Fight) -> None:
    """Undo, end, undo, go: nothing is thrown again, because an end opens nothing."""
    first = strike(fight)
    fight.undo(2)
    fight.declare(EndFight())
    fight.undo()
    assert first.face == strike(fight).face
    assert (0, 0, 0, 1) == counts(fight)


def test_a_close_between_is_another_throw(fight: Fight) -> None:
    """Undo, close, go: the die is of another epoch."""
    first = strike(fight)
    fight.undo(2)
    fight.close()
    now = strike(fight)
    (again,) = told(fight).again
    assert (first.face, now.face, "closed", "sam") == (
        again.was,
        again.now,
        again.way,
        again.recorder,
    )


def test_an_attack_put_in_before_the_old_one_gets_its_throw(fight: Fight) -> None:
    """The old attack falls away, and its throw was known when the new one was declared."""
    first = strike(fight)
    correct(fight, "insert", 5, attack("ada", "wolf", weapons="knife"))
    assert first.draw == list_dice(fight)[-1].draw
    assert (0, 1, 0, 0) == counts(fight)


def test_an_attack_put_in_beside_the_old_one_is_another_throw(fight: Fight) -> None:
    """Both count, and the one put in takes the slot of the old one."""
    first = strike(fight)
    correct(fight, "insert", 5, attack("ada", "wolf", weapons="knife"), Resolve())
    (again,) = told(fight).again
    assert (first.face, "corrected") == (again.was, again.way)
    assert (1, 0, 0, 0) == counts(fight)


def test_another_weapon_after_an_undo_is_known(fight: Fight) -> None:
    """The throw is the same, read on another die, and was known."""
    strike(fight)
    fight.undo(2)
    strike(fight, "knife")
    (known,) = told(fight).known
    assert ("ada", "d6", "sam") == (known.by, known.die, known.recorder)
    before = next(rolled for rolled in list_dice(fight) if rolled.die == known.was_die)
    assert known.was == before.face
    words = Words(fight.state)
    assert f"fell in #{known.first} as {known.was} on a {known.was_die}, before" in describe_known(
        known, words
    )
    assert (0, 1, 0, 0) == counts(fight)


def test_typed_faces_after_an_undo_are_thrown_again(fight: Fight) -> None:
    """Undo, dice typed, and a face: the slot had another throw."""
    first = strike(fight)
    fight.undo(2)
    fight.declare(ChooseDice("typed"))
    fight.declare(attack("ada", "wolf", weapons="sword"))
    fight.declare(Resolve())
    fight.roll(8)
    found = told(fight)
    (again,) = found.again
    assert (first.face, 8, "typed") == (again.was, again.now, again.way)
    assert () == found.left


def test_a_throw_is_listed_once(fight: Fight) -> None:
    """Another weapon, and other dice: the throw that was replaced in its slot is thrown again, with
    the die it was, and not seen and left besides."""
    first = strike(fight)
    fight.undo(2)
    fight.close()
    now = strike(fight, "knife")
    (again,) = told(fight).again
    assert (first.die, first.face, "d6", now.face) == (
        again.was_die,
        again.was,
        again.die,
        again.now,
    )
    assert (1, 0, 0, 0) == counts(fight)


def test_a_throw_again_names_the_old_die_and_the_same_face(fight: Fight) -> None:
    """A d6 never showed 12."""
    again = ThrownAgain(9, 5, "ada", "d6", "d12", 12, 5, "typed", "sam")
    assert ("12 on a d12 in #5", "5") == describe_replaced(again)
    assert ("3 in #5", "3 again") == describe_replaced(again._replace(was_die="d6", was=3, now=3))
    assert ("4 in #5", "3") == describe_replaced(again._replace(was_die="d6", was=4, now=3))


def test_typed_over_typed_is_told(fight: Fight) -> None:
    """A typed die that is undone and typed again is another throw."""
    fight.declare(ChooseDice("typed"))
    fight.declare(attack("ada", "wolf", weapons="sword"))
    fight.declare(Resolve())
    fight.roll(2)
    fight.undo(dice=True)
    fight.roll(8)
    (again,) = told(fight).again
    assert (2, 8, "typed") == (again.was, again.now, again.way)


def test_a_peek_is_seen_and_left(fight: Fight) -> None:
    """Attack, undo, do something else with the same person."""
    seen = strike(fight)
    fight.undo(2)
    assert (0, 0, 0, 0) == counts(fight)
    fight.declare(attack("ben", "wolf", weapons="knife"))
    assert (0, 0, 0, 0) == counts(fight)
    fight.declare(attack("wolf", "ada", weapons="bite"))
    (left,) = told(fight).left
    assert ("ada", "d8", seen.face, len(fight.history)) == (
        left.by,
        left.die,
        left.face,
        left.seq,
    )


def test_a_peek_is_found_behind_its_own_input(fight: Fight) -> None:
    """Later inputs count even where the first since is the one that the die was thrown for."""
    strike(fight)
    correct(fight, "strike", 5)
    fight.declare(attack("wolf", "ada", weapons="bite"))
    assert 1 == len(told(fight).left)


def test_strike_then_insert_is_known(fight: Fight) -> None:
    """A struck attack that is put in again meets its throw again."""
    first = strike(fight)
    correct(fight, "strike", 5)
    strike(fight, "knife")
    assert first.draw == list_dice(fight)[-1].draw
    assert (0, 1, 0, 0) == counts(fight)


def test_an_honest_correction_of_a_modifier_tells_nothing(fight: Fight) -> None:
    """The action was declared before its die fell, so it was not known."""
    strike(fight)
    correct(fight, "amend", 5, attack("ada", "wolf", weapons="sword", impaired="in the dark"))
    assert (0, 0, 0, 0) == counts(fight)
    assert 0 == list_dice(fight)[-1].draw


def test_a_what_if_is_read_alike(fight: Fight) -> None:
    """A what-if that was undone was a look ahead."""
    strike(fight)
    correct(fight, "insert", 5, attack("ben", "wolf", weapons="knife"), apart=True)
    assert all(each.by for each in told(fight).left)


def test_dice_of_the_next_round_have_slots_of_their_own(fight: Fight) -> None:
    """A throw that is met in a later round is known beforehand, not thrown again."""
    strike(fight)
    fight.undo(2)
    fight.declare(attack("wolf", "ada", weapons="bite"))
    fight.declare(Resolve())
    found = told(fight)
    assert () == found.again


@pytest.mark.slow
@pytest.mark.alone
def test_the_cost_is_linear() -> None:
    """Twice the rows take no more than about twice the time, with many undos and one slot."""

    def make_work(times: int) -> Callable[[], object]:
        fight = start_anchored(MemoryStore())
        for at in range(times):
            strike(fight, "sword" if at % 2 else "knife")
            fight.undo(2)
        fight.declare(attack("wolf", "ada", weapons="bite"))
        return partial(find_told_throws, fight.history)

    assert_grows_at_most(6, make_work(400), make_work(1600))


@pytest.mark.slow
@pytest.mark.alone
def test_the_cost_of_switches_does_not_grow_with_the_lines() -> None:
    """Twice the switches between lines twice as long take no more than about twice the time."""

    def make_work(times: int) -> Callable[[], object]:
        fight = start_anchored(MemoryStore())
        start = len(fight.history)
        tips = []
        for _ in range(2):
            fight.declare(*(SetScore("wolf", "HP", at) for at in range(times)))
            strike(fight)
            tips.append(len(fight.history))
            fight.rewind(start)
        rows = list(fight.history.rows)
        for at in range(times):
            seq = len(rows) + 1
            rows.append(replace(rows[-1], seq=seq, cmd=seq, parent=tips[at % 2]))
        return partial(find_told_throws, History(rows))

    assert_grows_at_most(6, make_work(400), make_work(1600))


def test_another_weapon_while_the_die_is_taken_back_is_known(fight: Fight) -> None:
    """An attack that is amended while its die is off the line meets a throw that was known."""
    strike(fight)
    fight.undo()
    correct(fight, "amend", 5, attack("ada", "wolf", weapons="knife"))
    fight.declare(Resolve())
    (known,) = told(fight).known
    assert ("d6", 0) == (known.die, known.back)
    assert (0, 1, 0, 0) == counts(fight)


def test_the_same_deed_a_round_later_is_seen_and_left(fight: Fight) -> None:
    """The old slot stays empty, so the die of another round does not come in its place."""
    strike(fight)
    fight.undo(2)
    fight.declare(BeginRound("ambush"))
    fight.declare(ChooseDice("typed"))
    assert (0, 0, 0, 0) == counts(fight)
    fight.declare(attack("ada", "wolf", weapons="sword"))
    assert (0, 0, 1, 0) == counts(fight)
    fight.declare(Resolve())
    fight.roll(8)
    assert (0, 0, 1, 0) == counts(fight)


def test_a_die_of_the_other_side_is_no_stand_in(fight: Fight) -> None:
    """A foe who bites since does not act in Ada's place."""
    strike(fight)
    fight.undo(2)
    fight.declare(attack("wolf", "ben", weapons="bite"))
    fight.declare(Resolve())
    assert (0, 0, 0, 0) == counts(fight)


def test_the_same_throw_again_is_no_stand_in(fight: Fight) -> None:
    """What fell before the die in question is nothing new where it falls again."""
    fight.declare(attack("ben", "wolf", weapons="knife"))
    strike(fight)
    fight.undo(3)
    fight.declare(attack("ben", "wolf", weapons="knife"))
    fight.declare(Resolve())
    assert () == told(fight).left


def test_a_die_that_follows_another_deed_is_known(fight: Fight) -> None:
    """Another weapon meets the throws of the blow and of the wolf's save after it: both were known,
    though the save is that of a resolution, which is said in the same words."""
    fight.declare(SetScore("wolf", "HP", 0))
    strike(fight)
    fight.undo(2)
    strike(fight, "knife")
    found = told(fight)
    assert [("ada", "d6"), ("wolf", "d20")] == [(each.by, each.die) for each in found.known]
    assert 0 == found.same_deeds


def test_a_die_that_follows_the_same_deed_is_counted(fight: Fight) -> None:
    """The same blow and the same save are the same deed again."""
    fight.declare(SetScore("wolf", "HP", 0))
    strike(fight)
    fight.undo(2)
    strike(fight)
    assert (0, 0, 0, 2) == counts(fight)


def test_a_die_is_left_where_the_fight_ends_without_it(fight: Fight) -> None:
    """A foe's bite that was taken back and never came again is listed when the fight is over."""
    fight.declare(attack("wolf", "ada", weapons="bite"))
    fight.declare(Resolve())
    fight.undo(2)
    assert (0, 0, 0, 0) == counts(fight)
    fight.declare(EndFight())
    found = told(fight).left
    assert "wolf" == found[0].by
    assert {("declared", len(fight.history))} == {(each.how, each.seq) for each in found}
