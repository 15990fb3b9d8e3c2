"""Corrections can be undone, redone, branched, switched and marked like any other command."""

from __future__ import annotations

import pytest

from events.errors import Refused
from events.types.declarations import Attack, BeginRound, Resolve
from events.types.log_events import Corrected, Noted
from events.types.rolls import Rolled
from events.types.statements import SetScore
from replay.audit.rules import find_differences
from replay.log.branches import Branch
from replay.log.undo import find_undone
from tests.support.corrections import comparable_state, find_seq, record_correction
from tests.support.given import Given, attack, given, npc, pc


@pytest.fixture
def struck() -> Given:
    """Ada strikes a bear, and it strikes back."""
    fight = given(
        "golden-idol", pc("Ada", "9/0/10/12/9", sword="d8"), npc("Bear", "9/0/6/8/6", claws="d8")
    )
    fight.when(BeginRound("ambush"), attack("ada", "bear"), Resolve()).rolls("ada d8=5")
    return fight.when(attack("bear", "ada"), Resolve()).rolls("bear d8=4")


def hp(fight: Given) -> tuple[int, int]:
    return fight.one("bear").scores["HP"], fight.one("ada").scores["HP"]


def amend(fight: Given, face: int) -> None:
    record_correction(fight, "amend", find_seq(fight, Rolled), face=face)


def test_undoing_a_correction_goes_back_to_before_it(struck: Given) -> None:
    """An undo takes back the whole correction and nothing else; a redo brings it back."""
    before = comparable_state(struck.fight)
    amend(struck, 3)
    after = comparable_state(struck.fight)
    struck.fight.undo()
    assert before == comparable_state(struck.fight)
    struck.fight.redo()
    assert after == comparable_state(struck.fight)


def test_undos_go_across_corrections(struck: Given) -> None:
    """Three undos take back a fact, the correction, and the die before it."""
    amend(struck, 3)
    struck.when(SetScore("ada", "HP", 1))
    struck.fight.undo(3)
    assert (4, 9) == hp(struck)
    struck.fight.redo(3)
    assert (6, 1) == hp(struck)


def test_corrections_on_corrections_are_undone_one_by_one(struck: Given) -> None:
    """The last correction is undone first."""
    seen = []
    for face in (1, 2, 3):
        seen.append(hp(struck))
        amend(struck, face)
    for was in seen[::-1]:
        struck.fight.undo()
        assert was == hp(struck)
    struck.fight.redo(2)
    assert (7, 5) == hp(struck)


def test_a_correction_keeps_the_name_of_the_branch(struck: Given) -> None:
    """After a correction there is still one branch, `main`."""
    amend(struck, 3)
    assert [("main", True)] == [(each.name, each.current) for each in struck.fight.list_branches()]


def test_a_what_if_is_a_branch_of_its_own(struck: Given) -> None:
    """The line stays as it was, and the fight can switch between the two."""
    tip = len(struck.fight.history)
    record_correction(struck, "amend", find_seq(struck, Rolled), face=8, apart=True)
    assert (1, 5) == hp(struck)
    main, other = struck.fight.list_branches()
    assert Branch("main", 1, tip, 0, False) == main
    assert ("branch-2", tip + 1, True) == (other.name, other.start, other.current)
    struck.fight.switch("main")
    assert (4, 5) == hp(struck)
    struck.fight.switch("branch-2")
    assert (1, 5) == hp(struck)


def test_a_what_if_is_undone_back_to_the_line(struck: Given) -> None:
    """After an undone what-if everything is as before."""
    before = comparable_state(struck.fight)
    record_correction(struck, "amend", find_seq(struck, Rolled), face=8, apart=True)
    struck.fight.undo()
    assert before == comparable_state(struck.fight)
    assert ["main"] == [each.name for each in struck.fight.list_branches() if each.current]


def test_a_what_if_is_corrected_on_its_branch(struck: Given) -> None:
    """A correction on the what-if's branch does not affect the other line."""
    record_correction(struck, "amend", find_seq(struck, Rolled), face=8, apart=True)
    record_correction(struck, "amend", find_seq(struck, Rolled), face=7)
    assert ["main", "branch-2"] == [each.name for each in struck.fight.list_branches()]
    struck.fight.switch("main")
    assert (4, 5) == hp(struck)


def test_after_an_undone_correction_the_fight_goes_on_from_before_it(struck: Given) -> None:
    """The undone correction is off the line and does not affect the next one."""
    seq = find_seq(struck, Rolled)
    amend(struck, 3)
    superseded = find_seq(struck, Rolled)
    struck.fight.undo()
    struck.when(SetScore("ada", "HP", 2))
    assert (4, 2) == hp(struck)
    assert seq == find_seq(struck, Rolled)
    record_correction(struck, "amend", superseded, face=6)
    assert (3, 2) == hp(struck)


def test_what_is_superseded_is_marked(struck: Given) -> None:
    """Replaced events are marked as corrected, by whom and why; an undo removes these marks and
    marks the others."""
    attacked = find_seq(struck, Attack)
    record_correction(struck, "amend", attacked, attack("ada", "bear"), why="misheard")
    mark = find_undone(struck.fight.history)[attacked]
    assert (find_seq(struck, Corrected), "misheard", True) == (mark.move, mark.why, mark.corrected)
    again = find_seq(struck, Attack)
    assert again not in find_undone(struck.fight.history)
    struck.fight.undo(why="no")
    marks = find_undone(struck.fight.history)
    assert attacked not in marks
    assert ("no", False) == (marks[again].why, marks[again].corrected)


def test_the_line_before_a_correction_can_be_gone_back_to(struck: Given) -> None:
    """Rewind accepts a seq of the replaced line and restores it."""
    tip = len(struck.fight.history)
    amend(struck, 3)
    amend(struck, 2)
    struck.fight.rewind(tip)
    assert (4, 5) == hp(struck)
    assert [] == list(find_differences(struck.fight.history))


def test_who_said_it_first_is_never_lost(struck: Given) -> None:
    """After any number of corrections an input still names its first recording."""
    first = find_seq(struck, Resolve), find_seq(struck, Rolled)
    for face in (1, 2, 3):
        amend(struck, face)
    history = struck.fight.history
    assert first == (
        history[find_seq(struck, Resolve)].repeats,
        history[find_seq(struck, Rolled)].repeats,
    )


def test_a_note_beside_the_fight_stays_out_of_it(struck: Given) -> None:
    """A correction neither repeats nor loses notes and moves."""
    struck.fight.note("a drink is spilled")
    struck.fight.undo()
    struck.fight.redo()
    amend(struck, 3)
    assert (6, 5) == hp(struck)
    assert 1 == len(struck.told(Noted, since=0))


@pytest.fixture
def awaiting() -> Given:
    """A bear and a wolf strike Ada and wait for their dice, as her own die is corrected."""
    ada, bear = pc("Ada", "20/0/10/12/9", sword="d8"), npc("Bear", "9/0/6/8/6", claws="d8")
    fight = given("golden-idol", ada, bear, npc("Wolf", "4/0/6/8/6", bite="d6"))
    fight.when(BeginRound("ambush"), attack("ada", "bear"), Resolve()).rolls("ada d8=5")
    fight.when(attack("bear", "ada"), attack("wolf", "ada"), Resolve())
    amend(fight, 3)
    return fight.then_asked("bear d8", "wolf d6")


def undo_faces(fight: Given, dice: bool = False) -> list[int]:
    """Undo one step; return the faces that are left on the line."""
    fight.fight.undo(dice=dice)
    line = fight.fight.history.on_line(len(fight.fight.history))
    return [row.event.face for row in line if isinstance(row.event, Rolled)]


def test_dice_typed_after_a_correction_are_undone_without_it(awaiting: Given) -> None:
    """They are an exchange of their own, and the correction is the next."""
    corrected = comparable_state(awaiting.fight)
    awaiting.rolls("bear d8=6", "wolf d6=2")
    rolled = comparable_state(awaiting.fight)
    assert [3] == undo_faces(awaiting)
    assert corrected == comparable_state(awaiting.fight)
    assert [5] == undo_faces(awaiting)
    awaiting.then_asked("bear d8", "wolf d6")
    awaiting.fight.redo()
    assert corrected == comparable_state(awaiting.fight)
    awaiting.fight.redo()
    assert rolled == comparable_state(awaiting.fight)


def test_one_die_typed_after_a_correction_is_undone_by_itself(awaiting: Given) -> None:
    """So is the next; then there is none, because the correction is no die."""
    awaiting.rolls("bear d8=6", "wolf d6=2")
    assert [3, 6] == undo_faces(awaiting, dice=True)
    awaiting.then_asked("wolf d6")
    assert [3] == undo_faces(awaiting, dice=True)
    with pytest.raises(Refused, match=r"its dice itself.*undo takes back all of it"):
        awaiting.fight.undo(dice=True)
    awaiting.then_asked("bear d8", "wolf d6")
