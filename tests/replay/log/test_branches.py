"""Branches, and the marks on what was undone."""

from __future__ import annotations

import pytest

from combatlog.app.fight import Fight
from events.errors import Refused
from events.types.statements import SetScore
from replay.log.branches import Branch
from replay.log.undo import UndoneMark, find_undone


def sets(fight: Fight, *values: int) -> list[int]:
    """Set the wolf's HP to these values, one command each; return their seqs."""
    return [fight.declare(SetScore("wolf", "HP", value))[-1].seq for value in values]


def hp(fight: Fight) -> int:
    return fight.state.combatants["wolf"].scores["HP"]


def names(fight: Fight) -> list[str]:
    return [branch.name for branch in fight.list_branches()]


def test_a_fight_has_one_branch(fight: Fight) -> None:
    """The first branch is called `main`."""
    assert [Branch("main", 1, 4, 0, True)] == fight.list_branches()


def test_going_on_elsewhere_makes_a_branch(fight: Fight) -> None:
    """A branch says where it began, where it left, where it ends, and whether it is current."""
    sets(fight, 5)
    fight.undo()
    (first,) = sets(fight, 9)
    (last,) = sets(fight, 8)
    assert [
        Branch("main", 1, 5, 0, False),
        Branch("branch-2", first, last, 4, True),
    ] == fight.list_branches()


def test_an_undo_alone_makes_no_branch(fight: Fight) -> None:
    """There is one branch until something new is recorded."""
    sets(fight, 5, 4)
    fight.undo()
    fight.note("hm")
    fight.redo()
    fight.undo(2)
    assert ["main"] == names(fight)


def test_names_stay_as_the_tree_grows(fight: Fight) -> None:
    """A branch keeps its name, given or automatic, wherever the tree grows."""
    sets(fight, 5)
    for value in (9, 8):
        fight.undo()
        sets(fight, value)
    fight.name_branch("branch-2", "the wolf lives")
    assert ["main", "the wolf lives", "branch-3"] == names(fight)
    for name, value in (("main", 1), ("the wolf lives", 2), ("branch-3", 3)):
        fight.switch(name)
        sets(fight, value)
    fight.undo(2)
    sets(fight, 7)
    assert ["main", "the wolf lives", "branch-3", "branch-4"] == names(fight)
    fight.switch("the wolf lives")
    assert 2 == hp(fight)


def test_branch_names_survive_an_undo(fight: Fight) -> None:
    """A branch name belongs to the whole log, so an undo does not remove it."""
    sets(fight, 5)
    fight.name_branch("main", "the bridge")
    fight.undo(2)
    assert ["the bridge"] == names(fight)


def test_branches_are_found_by_how_their_names_begin(fight: Fight) -> None:
    """An unambiguous beginning is enough, without case and accents; otherwise the names are
    listed."""
    sets(fight, 5)
    fight.name_branch("main", "Église")
    fight.undo()
    sets(fight, 9)
    fight.switch("eg")
    assert 5 == hp(fight)
    fight.name_branch("branch-2", "Eglantine")
    with pytest.raises(Refused, match="“eg” fits several branches; there are: Église, Eglantine"):
        fight.switch("eg")


@pytest.mark.parametrize("name", ["main", "Branch-7", "branch-2"])
def test_names_that_come_by_themselves_are_not_given(fight: Fight, name: str) -> None:
    """No branch can be given a name that a later one would get automatically."""
    with pytest.raises(Refused, match="reserved for automatic names"):
        fight.name_branch("main", name)


def test_two_branches_never_share_a_name(fight: Fight) -> None:
    """A name that is taken, or invisible, is refused."""
    fight.name_branch("main", "the bridge")
    sets(fight, 5)
    fight.undo()
    sets(fight, 9)
    with pytest.raises(Refused, match="already"):
        fight.name_branch("branch-2", "The Bridge")
    with pytest.raises(Refused, match="visible"):
        fight.name_branch("branch-2", "\u200b")


def test_what_is_undone_is_marked_with_who_and_why(fight: Fight) -> None:
    """Each event off the line has the move that took it off, its author, and the reason."""
    first, second = sets(fight, 5, 4)
    fight.by = "kim"
    (move,) = fight.undo(why="wrong wolf")
    assert {second: UndoneMark(move.seq, "kim", "wrong wolf")} == find_undone(fight.history)
    (also,) = fight.undo()
    assert {
        second: UndoneMark(move.seq, "kim", "wrong wolf"),
        first: UndoneMark(also.seq, "kim", ""),
    } == find_undone(fight.history)


def test_what_is_redone_is_not_marked(fight: Fight) -> None:
    """A redo removes the marks, the nearest first."""
    _, second = sets(fight, 5, 4)
    fight.undo(2)
    fight.redo()
    assert [second] == list(find_undone(fight.history))
    fight.redo()
    assert {} == find_undone(fight.history)


def test_a_switch_marks_what_it_leaves(fight: Fight) -> None:
    """Events off the line of the new branch are marked, those on it are not."""
    (left,) = sets(fight, 5)
    fight.undo()
    other = sets(fight, 9, 8)
    (move,) = fight.switch("main", why="as it was")
    assert dict.fromkeys(other, UndoneMark(move.seq, "sam", "as it was")) == find_undone(
        fight.history
    )
    fight.switch("branch-2")
    assert [left] == list(find_undone(fight.history))


def test_notes_moves_and_names_are_never_undone(fight: Fight) -> None:
    """Events about the log are never marked."""
    (said,) = sets(fight, 5)
    fight.note("hm")
    fight.name_branch("main", "the bridge")
    fight.undo(2)
    assert {2, 3, 4, said} == set(find_undone(fight.history))
