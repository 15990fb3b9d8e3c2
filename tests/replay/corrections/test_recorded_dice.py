"""A die rolled more than once, with one identity or one draw: none is lost, and none is another
try."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.errors import Unreadable
from events.types.declarations import Attack, Join, Resolve
from events.types.log_events import Spared
from events.types.rolls import Asked, Rolled
from events.types.statements import Kill, Remove, SetScore
from replay.corrections.plan import CorrectionDie
from replay.validation.log_rules import check_structure
from tests.support.corrections import (
    comparable_state,
    faces_of_line,
    find_seq,
    plan_correction,
    record_correction,
)
from tests.support.given import Given, attack, given, npc, pc

KNIFE = attack("ada", "bear", weapons="knife")


def bears(dice: str = "typed") -> Given:
    return given(
        "golden-idol",
        pc("Ada", "9/0/10/12/9", sword="d8", knife="d8"),
        npc("Bear", "90/0/9/9/9", claws="d6"),
        npc("Boar", "90/0/9/9/9", tusks="d6"),
        dice=dice,  # type: ignore[arg-type]
    )


@pytest.fixture
def twice() -> Given:
    """Ada's attack is resolved with a 7, struck out, and resolved again with a 2."""
    fight = bears().when(KNIFE, Resolve()).rolls("ada d8=7")
    record_correction(fight, "strike", find_seq(fight, Resolve))
    return fight.when(Resolve()).rolls("ada d8=2").then("bear", HP=88)


def faces(fight: Given) -> list[int]:
    rows = fight.fight.history.on_line(fight.fight.history.position())
    return [each.event.face for each in rows if isinstance(each.event, Rolled)]


def first_resolve(fight: Given) -> int:
    """Return the seq of the resolve that was struck out, its first recording."""
    return next(each.seq for each in fight.fight.history.rows if isinstance(each.event, Resolve))


def test_a_correction_of_something_else_keeps_the_die_that_counts(twice: Given) -> None:
    """A correction of something else does not bring back the unused die."""
    state = comparable_state(twice.fight)
    done = record_correction(twice, "amend", find_seq(twice, Attack), KNIFE)
    assert state == comparable_state(twice.fight)
    assert ([2], [7]) == (faces(twice), [each.face for each in done.spared])


def test_what_is_put_back_comes_with_its_own_die(twice: Given) -> None:
    """An input that is put back has its own die; the other die is kept until its input returns."""
    record_correction(twice, "amend", first_resolve(twice))
    twice.then("bear", HP=83)
    assert {7, 2} == set(faces_of_line(twice.fight.history).values())
    record_correction(twice, "strike", first_resolve(twice))
    twice.then("bear", HP=88)
    assert {7, 2} == set(faces_of_line(twice.fight.history).values())


def test_both_are_kept_when_both_are_struck_out(twice: Given) -> None:
    """Neither die overwrites the other."""
    last = find_seq(twice, Resolve)
    done = record_correction(twice, "strike", last)
    assert [2] == [each.face for each in done.spared]
    done = record_correction(twice, "amend", find_seq(twice, Attack), KNIFE)
    assert [7, 2] == [each.face for each in done.spared]
    record_correction(twice, "amend", last)
    twice.then("bear", HP=88)


def test_the_one_that_is_amended_is_the_one_that_changes(twice: Given) -> None:
    """Of several recordings, only the amended one changes."""
    record_correction(twice, "amend", find_seq(twice, Rolled), face=3)
    twice.then("bear", HP=87)
    assert {7, 3} == set(faces_of_line(twice.fight.history).values())


def test_doing_it_again_is_no_other_try() -> None:
    """Struck out, declared again, put back: when the second is gone, the first has its old face."""
    fight = bears("digital").when(KNIFE, Resolve())
    first, was = find_seq(fight, Attack), faces(fight)
    record_correction(fight, "strike", first)
    fight.when(KNIFE, Resolve())
    second = find_seq(fight, Attack)
    assert was == faces(fight)
    record_correction(fight, "amend", first)
    assert was == faces(fight)[1:]
    record_correction(fight, "strike", second)
    record_correction(fight, "amend", find_seq(fight, Attack), KNIFE)
    assert was == faces(fight)


def test_a_draw_goes_to_the_spare_where_the_line_has_no_use_for_it() -> None:
    """Whether the line uses a draw is known only after all inputs are replayed."""
    fight = bears("digital").when(KNIFE, Resolve())
    first, was = find_seq(fight, Attack), faces(fight)
    record_correction(fight, "strike", first)
    fight.when(attack("ada", "boar", weapons="knife"), Resolve())
    record_correction(fight, "amend", first)
    assert 2 == len(faces(fight))
    record_correction(fight, "insert", find_seq(fight, Attack), Remove("boar", "it ran"))
    assert was == faces(fight)
    assert 3 == len(
        faces_of_line(fight.fight.history)
    )  # its own, the other's, and the one drawn instead


def test_a_typed_die_answers_the_die_it_was_typed_for() -> None:
    """Under another ruling other dice are asked for, and it is not used for them; asked for again,
    it is there."""
    fight = bears()
    fight.when(SetScore("bear", "HP", 90), KNIFE, Resolve()).rolls("ada d8=4")
    fight.when(attack("bear", "ada"), Resolve()).rolls("bear d6=1")
    said = (attack("boar", "ada"), Resolve("foes"))
    asking = plan_correction(fight, "insert", find_seq(fight, SetScore), Kill("bear"), *said)
    assert (Asked(-2, "boar", "damage", "d6"),) == asking.sought
    typed = [CorrectionDie(5, "boar", "d6", asking.sought[0])]
    done = fight.fight.plan_correction(asking.correction, typed_dice=typed)
    assert ([], 4) == (done.unasked, done.state.combatants["ada"].scores["HP"])
    done = fight.fight.plan_correction(
        asking.correction._replace(declarations=said), typed_dice=typed
    )
    assert (typed, (Asked(-1, "boar", "damage", "d6"),)) == (done.unasked, done.sought)


def test_a_die_of_the_line_is_sought_by_the_first_recording_of_its_root() -> None:
    """A die is found by its root's first recording, whatever is inserted before."""
    fight = bears().when(KNIFE, Resolve()).rolls("ada d8=4")
    root = find_seq(fight, Attack)
    record_correction(fight, "amend", root, KNIFE)
    smaller = Join(pc("Ada", "9/0/10/12/9", sword="d8", knife="d6").sheet(fight.game))
    asking = plan_correction(fight, "amend", find_seq(fight, Join), smaller)
    assert (Asked(root, "ada", "damage", "d6"),) == asking.sought
    done = fight.fight.plan_correction(
        asking.correction, typed_dice=[CorrectionDie(5, asked=asking.sought[0])]
    )
    assert [5] == [each.face for each in done.fresh]


def test_a_draw_that_is_kept_for_nobody_is_found_out() -> None:
    """A forged correction cannot choose among the recorded dice."""
    fight = bears("digital").when(KNIFE, Resolve())
    first = find_seq(fight, Attack)
    record_correction(fight, "strike", first)
    fight.when(attack("ada", "boar", weapons="knife"), Resolve())
    record_correction(fight, "amend", first)
    instead = fight.fight.history[find_seq(fight, Rolled)]
    record_correction(fight, "insert", find_seq(fight, Attack), Remove("boar", "it ran"))
    rows = [*fight.fight.history.rows]
    check_structure(rows)
    at = find_seq(fight, Rolled)
    own, last = rows[at - 1], rows[-1]
    assert isinstance(last.event, Spared)
    assert isinstance(own.event, Rolled)
    assert isinstance(instead.event, Rolled)
    spares = {each.first: each for each in last.event.dice}
    kept = replace(spares.pop(instead.seq), first=own.repeats, face=own.event.face, draw=0)
    dice = sorted((kept, *spares.values()), key=lambda each: each.first)
    other = replace(own.event, face=instead.event.face, draw=instead.event.draw)
    rows[at - 1] = replace(own, event=other, repeats=instead.seq)
    rows[-1] = replace(last, event=Spared(tuple(dice)))
    with pytest.raises(Unreadable, match="keeps a draw for"):
        check_structure(rows)
