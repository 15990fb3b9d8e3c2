"""Random corrections of random fights give the fight that the right inputs would have given."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example

from combatlog.app.fight import Fight
from events.errors import Refused
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode
from events.types.rolls import Rolled
from events.types.unions import Declaration
from replay.audit.rules import find_differences
from replay.corrections.plan import Correction, Rulings
from tests.support.corrections import (
    Origin,
    chronicle_without_corrections,
    comparable_state,
    declaration_in,
    faces_in,
    faces_of_line,
    inputs,
    plan_with_dice,
    with_first_seqs,
    without_dice_source,
)
from tests.support.random_corrections import (
    WHY,
    fights,
    plan_random_correction,
    play_fight,
    record_right_at_once,
    roll_awaited_dice,
    some,
)
from tests.support.random_fights import play_randomly, say_something, seeded_fight


@pytest.mark.parametrize("rule", ["skip", "keep"])
@some
@fights
def test_a_correction_makes_the_fight_as_if_it_had_been_right_at_once(
    rule: str, seed: int, game: str, mode: DiceMode
) -> None:
    """With the same dice, amended, struck and inserted inputs give the fight that would have been
    recorded with them, several times in a row; all of it follows from the rules."""
    fight, rng = play_fight(seed, game, mode), Random(seed)
    for _ in range(3):
        fell = faces_in(fight.history, fight.history.on_line(fight.history.position()))
        course = plan_random_correction(fight, rng, Rulings(rule))  # type: ignore[arg-type]
        if course.correction.face is not None:
            amended = next(iter(faces_in(fight.history, [course.target])))
            fell[amended] = course.correction.face
        before = Fight(fight._store, fight.id)
        fight.correct(course)
        faces = faces_in(fight.history, fight.history.on_line(fight.history.position()))
        assert fell == {asked: faces[asked] for asked in fell}
        draft = record_right_at_once(before, course, faces, WHY if rule == "keep" else "")
        once = with_first_seqs(draft.state, draft.origins.__getitem__)
        assert without_dice_source(once) == without_dice_source(comparable_state(fight))
        assert fight.state == fight.history.state(len(fight.history))
        assert [] == list(find_differences(fight.history))


@some
@fights
def test_amending_to_what_it_was_changes_nothing(seed: int, game: str, mode: DiceMode) -> None:
    """State and chronicle are equal; no die is thrown or spared, also after other corrections."""
    fight, rng = play_fight(seed, game, mode), Random(seed)
    fight.correct(plan_random_correction(fight, rng))
    play_randomly(fight, rng, 8)
    roll_awaited_dice(fight, rng)
    state, told = comparable_state(fight), chronicle_without_corrections(fight)
    said = [each for each in inputs(fight) if isinstance(each.event, Declaration)]
    for row in rng.sample(said, 3):
        origin = fight.history.origin(row.seq)
        again = next(each.seq for each in inputs(fight) if fight.history.origin(each.seq) == origin)
        dice = faces_of_line(fight.history)
        course = fight.plan_correction(Correction("amend", again, WHY, (declaration_in(row),)))
        assert ((), [], []) == (course.missing, course.fresh, course.revived)
        assert all(each.before for each in course.impossible)
        fight.correct(course)
        assert state == comparable_state(fight)
        assert told == chronicle_without_corrections(fight)
        assert dice == faces_of_line(fight.history)


@pytest.mark.parametrize("rule", ["skip", "keep"])
@example(seed=18246, game="golden-idol", mode="typed")  # a turn that becomes another side's
@example(seed=1000000, game="plerion", mode="typed")
@some
@fights
def test_a_correction_and_its_reverse_restore_the_state(
    rule: str, seed: int, game: str, mode: DiceMode
) -> None:
    """Amended back, put back, struck again: state and chronicle are as before."""
    fight, rng = play_fight(seed, game, mode), Random(seed)
    state, told = comparable_state(fight), chronicle_without_corrections(fight)
    course = plan_random_correction(fight, rng, Rulings(rule))  # type: ignore[arg-type]
    correction, target = course.correction, course.target
    rows = fight.correct(course)
    back = Correction("amend", rows[0].seq, "no, it was right")
    match correction.change:
        case "amend" if isinstance(target.event, Rolled):
            back = back._replace(face=target.event.face)
        case "amend":
            assert isinstance(target.event, Declaration)
            back = back._replace(declarations=(target.event,))
        case "insert":
            back = back._replace(change="strike")
    fight.correct(plan_with_dice(fight, back))
    assert without_dice_source(state) == without_dice_source(comparable_state(fight))
    if not course.fresh:
        assert state == comparable_state(fight)
    assert told == chronicle_without_corrections(fight)


def known(fight: Fight, twin: Fight) -> Origin:
    """Map inputs of a twin to their seqs in the original fight; 0 where they are new."""

    def origin(seq: int) -> int:
        first = twin.history.origin(seq)
        return first if first <= len(fight.history) else 0

    return origin


@some
@fights
def test_corrections_may_come_in_any_order(seed: int, game: str, mode: DiceMode) -> None:
    """Two corrections of two inputs give the same fight in either order."""
    rng = Random(seed)
    fight = play_fight(seed, game, "typed")
    first, second = (
        plan_random_correction(fight, rng).correction,
        plan_random_correction(fight, rng).correction,
    )
    if first.seq == second.seq or {first.change, second.change} == {"insert"}:
        return
    ends = []
    for order in ((first, second), (second, first)):
        twin = play_fight(seed, game, "typed")
        try:
            for correction in order:
                twin.correct(plan_with_dice(twin, correction))
        except Refused:
            return
        if any(
            isinstance(row.event, Rolled) and row.event.draw is not None
            for row in twin.history.rows
        ):
            return  # who draws first draws the lower number
        ends.append(
            (
                without_dice_source(with_first_seqs(twin.state, known(fight, twin))),
                chronicle_without_corrections(twin),
            )
        )
    assert ends[0] == ends[1]


@some
@fights
def test_no_draw_is_met_twice(seed: int, game: str, mode: DiceMode) -> None:
    """No two dice of a line are the same draw, however often a sealed fight is corrected."""
    fight, rng = play_fight(seed, game, "digital", 20), Random(seed)
    for _ in range(5):
        fight.correct(plan_random_correction(fight, rng))
        play_randomly(fight, rng, 3)
        drawn = [
            (row.event.by, row.event.purpose, row.event.die, row.event.draw)
            for row in fight.history.on_line(fight.history.position())
            if isinstance(row.event, Rolled) and row.event.draw is not None
        ]
        assert len(drawn) == len(set(drawn))
    assert [] == list(find_differences(fight.history))


@some
@fights
def test_what_was_open_is_gone_on_with_as_if_nothing_had_been(
    seed: int, game: str, mode: DiceMode
) -> None:
    """An input amended to itself while a resolve waits for dice: the fight waits for the same dice,
    and goes on as it would have."""
    fight, twin = (seeded_fight(MemoryStore(), game, seed, "typed") for _ in range(2))
    for each in (fight, twin):
        rng = Random(seed)
        while not each.state.awaited and len(each.history) < 300:
            play_randomly(each, rng, 1)
        for _ in range(rng.randint(0, len(each.state.awaited))):
            say_something(each, rng)
    rng = Random(seed)
    row = rng.choice(inputs(fight))
    fight.correct(fight.plan_correction(Correction("amend", row.seq, WHY, (declaration_in(row),))))
    assert comparable_state(twin) == comparable_state(fight)
    for each in (fight, twin):
        rng = Random(seed)
        while each.state.awaited:
            say_something(each, rng)
    assert without_dice_source(comparable_state(twin)) == without_dice_source(
        comparable_state(fight)
    )
    assert chronicle_without_corrections(twin) == chronicle_without_corrections(fight)
