"""Undo and redo at the prompt: exchanges, single dice, and lines that are said again."""

from __future__ import annotations

import pytest

from events.errors import Refused
from tests.combatlog.app.test_session import refused, said
from tests.support.talk import start_session


def test_one_undo_takes_back_an_attack_resolved_at_once() -> None:
    """An attack with a final ! is one command."""
    at = start_session(dice="digital")
    before = at.fight.state.copied()
    at.say("a ada rhino rifle !")
    at.say("u")
    before.seq = at.fight.state.seq
    assert before == at.fight.state


def test_redo_after_a_new_command_names_the_branch() -> None:
    """What was undone is not lost: the refusal says where it lives."""
    at = start_session()
    at.say("kill wolf: an arrow")
    at.say("u")
    at.say("kill wolf 2: an arrow")
    assert "branch “main”" in refused(at, "redo")
    at.say("switch main")
    assert "dead" == at.fight.state.combatants["wolf"].standing


def test_an_undo_said_again_with_its_key_is_one_undo() -> None:
    """Even after somebody else has recorded something."""
    at = start_session()
    at.say("kill wolf: an arrow")
    first = at.say("undo", key="k")
    at.say("kill wolf 2: a spear")
    again = at.say("undo", key="k")
    assert first.rows == again.rows
    assert "dead" == at.fight.state.combatants["wolf-2"].standing


def test_a_switch_leaves_nothing_to_redo() -> None:
    """And says that it was a switch."""
    at = start_session()
    for line in ("kill wolf", "u", "kill wolf 2", "switch main"):
        at.say(line)
    assert "the fight was switched to “main”" in refused(at, "redo")


def test_one_undone_die_is_counted_by_itself() -> None:
    """With its own number, not its command's before."""
    at = start_session()
    for line in ("a ada rhino rifle", "go", "9"):
        at.say(line)
    assert said(at, "u die") == [
        "Taken back: 1 die (#13).",
        "Awaited: Ada 2d10 (damage).",
    ]


def test_one_undo_takes_back_an_exchange_however_many_lines_its_dice_took() -> None:
    """And one redo brings it back; the attack stays declared meanwhile."""
    at = start_session()
    for line in ("a ada rhino rifle", "go", "9", "3"):
        at.say(line)
    after = at.fight.state.copied()
    assert said(at, "u")[0].endswith("with its 2 dice (#10–18). What Ada declared still stands.")
    assert 20 == at.fight.state.combatants["rhinoceros"].scores["HP"]
    assert said(at, "redo")[0] == "Brought back: resolve, with its 2 dice (#10–18)."
    after.seq = at.fight.state.seq
    assert after == at.fight.state


def test_dice_are_undone_and_redone_one_by_one_where_the_line_says_so() -> None:
    """`u die` and `redo die`; without dice, it is refused."""
    at = start_session()
    for line in ("a ada rhino rifle", "go", "9", "3"):
        at.say(line)
    assert said(at, "u 2 dice")[0] == "Taken back: 2 dice (#13–18)."
    assert said(at, "redo die")[0] == "Brought back: 1 die (#13)."
    with pytest.raises(Refused, match="There is only 1 die to undo here, not 2"):
        at.say("u die 2")
    at.say("u")
    with pytest.raises(
        Refused, match="No die was rolled after #9, the last command; undo takes that back"
    ):
        at.say("u die")


def test_a_redo_stops_where_the_undo_before_it_began() -> None:
    """An exchange that was undone after a rewind comes back without what the rewind took."""
    at = start_session()
    for line in ("a ada rhino rifle", "go", "9 3", "kill wolf"):
        at.say(line)
    end = at.fight.history.position()
    at.say("rewind 18")
    at.say("u")
    at.say("redo")
    assert 18 == at.fight.history.position()
    at.say("redo")
    assert end == at.fight.history.position()


def test_after_a_redo_nothing_is_left_to_redo() -> None:
    """The refusal speaks of no switch."""
    at = start_session()
    for line in ("kill wolf", "u", "redo"):
        at.say(line)
    with pytest.raises(Refused, match="what was undone is already back"):
        at.say("redo")
