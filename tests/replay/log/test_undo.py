"""Undo, redo, rewind, switch."""

from __future__ import annotations

import re

import pytest

from combatlog.app.fight import Fight
from events.errors import Refused
from events.types.declarations import Act, Resolve
from events.types.log_events import HeadMoved, Noted
from events.types.outcomes import DamageDealt
from events.types.statements import SetScore
from replay.log.event_log import META_EVENTS
from tests.support.given import attack


def hp(fight: Fight, who: str = "wolf") -> int:
    return fight.state.combatants[who].scores["HP"]


def sets(fight: Fight, *values: int) -> None:
    """Set the wolf's HP to these values, one command each."""
    for value in values:
        fight.declare(SetScore("wolf", "HP", value))


def test_undo_takes_back_one_command(fight: Fight) -> None:
    """The whole state is what it was before the command."""
    before = fight.state.copied()
    fight.declare(attack("ada", "wolf"), Resolve("party"))
    fight.undo()
    before.seq = fight.state.seq
    assert before == fight.state


def test_an_attack_said_and_resolved_at_once_is_one_undo(fight: Fight) -> None:
    """One command is one undo, however many declarations it holds; two commands are two."""
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    fight.undo()
    assert ["ada"] == [each.action.by for each in fight.state.pending]
    fight.undo()
    assert [] == fight.state.pending


def test_undo_three_is_three_moves(fight: Fight) -> None:
    """Three are taken back by three moves, recorded together."""
    sets(fight, 5, 4, 3, 2)
    rows = fight.undo(3)
    assert [HeadMoved()] * 3 == [row.event for row in rows]
    assert 1 == len({row.cmd for row in rows})
    assert 5 == hp(fight)


def test_redo_goes_one_at_a_time(fight: Fight) -> None:
    """Three undone commands are redone one by one, or together."""
    sets(fight, 5, 4, 3, 2)
    fight.undo(3)
    seen = []
    for _ in range(3):
        fight.redo()
        seen.append(hp(fight))
    assert [4, 3, 2] == seen
    fight.undo(2)
    fight.undo()
    fight.redo(3)
    assert 2 == hp(fight)


def test_a_moves_parent_is_where_the_head_went(fight: Fight) -> None:
    """The parent of a move is the event it goes to, never another move or a note."""
    sets(fight, 5, 4, 3)
    fight.undo(2)
    fight.note("hm")
    fight.undo()
    fight.redo()
    sets(fight, 1)
    fight.rewind(fight.history.rows[-2].seq - 1)
    moves = [row for row in fight.history.rows if isinstance(row.event, HeadMoved)]
    assert 5 == len(moves)
    assert not any(isinstance(fight.history[row.parent].event, META_EVENTS) for row in moves)


def test_more_than_there_is_cannot_be_undone(fight: Fight) -> None:
    """Too many undos are refused as a whole, with the number there are."""
    sets(fight, 5)
    with pytest.raises(Refused, match="only 2 commands to undo, not 3"):
        fight.undo(3)
    assert 5 == hp(fight)


def test_the_start_is_never_undone(fight: Fight) -> None:
    """The start of a fight cannot be undone."""
    fight.undo()
    assert {} == fight.state.combatants
    with pytest.raises(Refused, match="nothing to undo: the fight has just started"):
        fight.undo()


@pytest.mark.parametrize("count", [0, -1])
def test_none_is_no_number_of_undos(fight: Fight, count: int) -> None:
    """Zero or fewer undos and redos are refused."""
    sets(fight, 5, 4)
    fight.undo(2)
    for move in (fight.undo, fight.redo):
        with pytest.raises(Refused, match="1 or more"):
            move(count)
    assert 18 == hp(fight)


def test_nothing_undone_nothing_to_redo(fight: Fight) -> None:
    """A redo without an undo is refused; more redos than undos are refused as a whole."""
    with pytest.raises(Refused, match="nothing has been undone"):
        fight.redo()
    sets(fight, 5)
    fight.undo()
    with pytest.raises(Refused, match="There is only 1 undo to redo, not 2"):
        fight.redo(2)
    assert 18 == hp(fight)


def test_redo_after_a_new_command_names_the_branch(fight: Fight) -> None:
    """Once the fight goes on, what was undone is on a branch, and the refusal names it."""
    sets(fight, 5)
    fight.undo()
    sets(fight, 9)
    with pytest.raises(Refused, match=re.escape("branch “main”: switch main leads there.")):
        fight.redo()
    fight.switch("main")
    assert 5 == hp(fight)


def test_a_new_command_is_found_by_its_branch_too(fight: Fight) -> None:
    """The name given to the branch is the one the refusal uses."""
    sets(fight, 5)
    fight.name_branch("main", "the wolf bleeds")
    fight.undo()
    sets(fight, 9)
    with pytest.raises(Refused, match="the wolf bleeds"):
        fight.redo()


def test_rewind_ends_at_the_end_of_a_command(fight: Fight) -> None:
    """Rewinding to any event of a command goes to that command's last."""
    rows = fight.declare(attack("ada", "wolf"), Resolve("party"))
    after = fight.state.copied()
    sets(fight, 5, 4)
    for row in rows:
        fight.rewind(row.seq)
        after.seq = fight.state.seq
        assert after == fight.state
        assert rows[-1].seq == fight.history.position()
        fight.redo()


def test_rewind_can_be_redone(fight: Fight) -> None:
    """A rewind is one move, and one redo brings back all it took."""
    (first,) = fight.declare(SetScore("wolf", "HP", 5))
    sets(fight, 4, 3, 2)
    fight.rewind(first.seq)
    assert 5 == hp(fight)
    fight.redo()
    assert 2 == hp(fight)


def test_rewind_to_a_note_goes_to_where_the_fight_stood(fight: Fight) -> None:
    """Rewinding to a note or a move goes to the fight's position there."""
    sets(fight, 5)
    (note,) = fight.note("here")
    sets(fight, 4)
    fight.rewind(note.seq)
    assert 5 == hp(fight)


@pytest.mark.parametrize("seq", [0, -1, 99])
def test_rewind_to_what_is_not_there(fight: Fight, seq: int) -> None:
    """Rewinding to an unknown event is refused, and the message says which exist."""
    with pytest.raises(Refused, match=f"no #{seq}; this fight has #1 to #4"):
        fight.rewind(seq)


def test_going_where_one_is(fight: Fight) -> None:
    """Rewinding or switching to the present position is refused."""
    with pytest.raises(Refused, match="already at #4"):
        fight.rewind(4)
    with pytest.raises(Refused, match="already on main"):
        fight.switch("main")


def test_switch_ends_the_run_of_undos(fight: Fight) -> None:
    """After a switch there is nothing to redo."""
    sets(fight, 5)
    fight.undo()
    sets(fight, 9, 8)
    fight.undo()
    fight.switch("main")
    with pytest.raises(Refused):
        fight.redo()
    fight.undo()
    fight.redo()
    assert 5 == hp(fight)


def test_notes_between_undos_change_nothing(fight: Fight) -> None:
    """Notes between undos and redos do not end the run."""
    sets(fight, 5, 4, 3)
    fight.undo()
    fight.note("one")
    fight.undo()
    fight.note("two")
    fight.note("three")
    fight.redo()
    fight.note("four")
    fight.redo()
    assert 3 == hp(fight)
    notes = [row.event.text for row in fight.history.rows if isinstance(row.event, Noted)]
    assert ["one", "two", "three", "four"] == notes


def test_a_note_is_not_undone_as_a_command(fight: Fight) -> None:
    """An undo passes over a note to the command before it."""
    sets(fight, 5)
    fight.note("he hit hard")
    fight.undo()
    assert 18 == hp(fight)
    assert 1 == sum(isinstance(row.event, Noted) for row in fight.history.rows)


def test_the_same_undo_said_twice_is_one(fight: Fight) -> None:
    """An undo sent again with its key returns what was recorded, and is not done again."""
    sets(fight, 5, 4, 3)
    first = fight.undo(2, key="k")
    assert first == fight.undo(2, key="k")
    assert 5 == hp(fight)
    fight.undo(2, key="all")
    assert 2 == len(fight.undo(2, key="all"))


def test_undo_and_redo_across_a_whole_fight(fight: Fight) -> None:
    """Every command of a fight can be undone, one by one, and redone to the same state."""
    for _ in range(4):
        fight.declare(attack("ada", "wolf"), Resolve("party"))
        fight.declare(Act("ben", "shouts"), Resolve("party"))
    states = [fight.state.copied()]
    while fight.history.find_position_before(fight.history.position()):
        fight.undo()
        states.append(fight.state.copied())
    states.pop()
    for state in reversed(states):
        fight.redo()
        state.seq = fight.state.seq
        assert state == fight.state
    assert any(isinstance(row.event, DamageDealt) for row in fight.history.rows)
