"""Random fights that are corrected, played on and corrected again: no die is lost, and inputs keep
what was typed."""

from __future__ import annotations

from random import Random

import pytest

from combatlog.app.fight import Fight
from events.errors import Refused
from events.store.envelope import Recorded
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode, Join
from events.types.rolls import Rolled
from events.types.statements import Rename
from events.types.unions import Declaration
from replay.audit.rules import find_differences
from replay.corrections.plan import Correction, Rulings
from replay.validation.log_rules import check_structure
from tests.support.corrections import (
    comparable_state,
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
    without_only_weapon,
)
from tests.support.random_fights import play_randomly, seeded_fight


def heard(fight: Fight) -> dict[int, Declaration]:
    """Return a map that collects the fight's inputs from now on, as typed, by seq. Inputs with new
    names are left out, and attackers with one weapon name none."""
    verbatim: dict[int, Declaration] = {}
    declare = fight.declare

    def listening(*said: Declaration, **more: str) -> list[Recorded]:
        before = fight.state.copied()
        rows = declare(*said, **more)
        (row,) = [row for row in rows if isinstance(row.event, Declaration)]
        if not isinstance(row.event, Join | Rename):
            verbatim[row.seq] = without_only_weapon(before, said[0], row.event)  # type: ignore[arg-type]
        return rows

    fight.declare = listening  # type: ignore[method-assign]
    return verbatim


@pytest.mark.parametrize("rule", ["skip", "keep"])
@some
@fights
def test_what_counts_is_what_was_said(rule: str, seed: int, game: str, mode: DiceMode) -> None:
    """A correction does not count what the rules had filled in: a maximum, the only weapon."""
    fight, rng = seeded_fight(MemoryStore(), game, seed, mode), Random(seed)
    verbatim = heard(fight)
    play_randomly(fight, rng, 40)
    roll_awaited_dice(fight, rng)
    course = plan_random_correction(fight, rng, Rulings(rule))  # type: ignore[arg-type]
    before = Fight(fight._store, fight.id)
    fight.correct(course)
    faces = faces_in(fight.history, fight.history.on_line(fight.history.position()))
    insisting = WHY if rule == "keep" else ""
    draft = record_right_at_once(before, course, faces, insisting, verbatim)
    once = with_first_seqs(draft.state, draft.origins.__getitem__)
    assert without_dice_source(once) == without_dice_source(comparable_state(fight))


@some
@fights
def test_no_die_is_ever_lost_or_changed(seed: int, game: str, mode: DiceMode) -> None:
    """After several corrections every recorded die is in use or spared, with its face; two plans of
    one correction are equal."""
    fight, rng = play_fight(seed, game, mode, 20), Random(seed)
    for _ in range(4):
        before = faces_of_line(fight.history)
        course = plan_random_correction(fight, rng, Rulings(rng.choice(["skip", "keep"])))
        again = plan_with_dice(fight, course.correction, course.rulings)
        if not course.secrets:  # a new secret differs each time
            assert [each.event for each in course.entries] == [each.event for each in again.entries]
        if course.correction.face is not None:
            before[fight.history.origin(course.target.seq)] = course.correction.face
        fight.correct(course)
        after = faces_of_line(fight.history)
        assert before.items() <= after.items()
        assert len(after) == len(before) + len(course.fresh)
        play_randomly(fight, rng, 4)
        roll_awaited_dice(fight, rng)
    check_structure(fight.history.rows)
    assert [] == list(find_differences(fight.history))


@some
@fights
def test_what_is_put_back_is_as_it_was(seed: int, game: str, mode: DiceMode) -> None:
    """An input is struck, the fight goes on, the input is put back: up to the strike the fight is
    as before, with the same dice."""
    fight, rng = play_fight(seed, game, "typed", 25), Random(seed)
    state, last = comparable_state(fight), len(fight.history)
    faces = faces_of_line(fight.history)
    row = rng.choice(inputs(fight))
    fight.correct(plan_with_dice(fight, Correction("strike", row.seq, WHY)))
    play_randomly(fight, rng, 8)
    roll_awaited_dice(fight, rng)
    origins = {fight.history.origin(each.seq): each.seq for each in inputs(fight)}
    back = Correction("amend", origins[fight.history.origin(row.seq)], "it was right")
    try:
        fight.correct(plan_with_dice(fight, back))
    except Refused:
        return
    history = fight.history
    if any(isinstance(row.event, Rolled) and row.event.draw is not None for row in history.rows):
        return  # a draw that was used meanwhile is not met again
    since = [each for each in inputs(fight) if history.origin(each.seq) > last]
    then = history.state(since[0].parent) if since else fight.state
    assert without_dice_source(state) == without_dice_source(with_first_seqs(then, history.origin))
    assert faces.items() <= faces_of_line(history).items()
