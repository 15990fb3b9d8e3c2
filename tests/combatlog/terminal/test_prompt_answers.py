"""Leaving and answering a correction at the prompt: y, n, Escape, Ctrl-C, and its dice."""

from __future__ import annotations

import io

import click
import pytest

from combatlog.app.recent_inputs import list_recent_inputs
from combatlog.app.session import Session
from combatlog.terminal.cli.correct import _ask_until_settled
from combatlog.terminal.prompt import prompt
from combatlog.terminal.prompt.keys import describe_answers
from events.errors import Refused
from events.types.log_events import Noted
from tests.combatlog.terminal.test_prompt_corrections import (
    ENTER,
    ESCAPE,
    PICK,
    ROUND,
    _last,
    at,
    completions,
    corrected,
    hp,
    type_in,
)
from tests.support.talk import start_session

__all__ = ["at"]


def test_escape_drops_the_correction(at: Session) -> None:
    """One key leaves the fight as it was."""
    length = len(at.fight.history)
    type_in(at, PICK, "1", "3", ENTER, "2", ENTER, ESCAPE)
    assert (length, None) == (len(at.fight.history), at.correcting)


@pytest.mark.slow
def test_n_drops_at_once_as_y_applies(at: Session) -> None:
    """Enter behind it does nothing, and the word may be written out."""
    length = len(at.fight.history)
    for answer in (["n"], ["n", ENTER], ["no", ENTER]):
        type_in(at, PICK, "1", "3", ENTER, "2", *answer, "kill wolf", ENTER)
        assert ("dead", []) == (at.fight.state.combatants["wolf"].standing, corrected(at))
        at.say("undo")
    assert length + 3 * 2 == len(at.fight.history)


def test_n_drops_no_typed_dice_at_once(at: Session) -> None:
    """They are confirmed, as with Escape."""
    waiting = (PICK, "-", "3", ENTER, "3", "3", ENTER, "n")
    type_in(at, *waiting, "\x7f\x7f", "y")
    assert 1 == len(corrected(at))


def test_typed_dice_are_not_lost_with_one_key(at: Session) -> None:
    """Escape puts `no` on the line, and Enter confirms it."""
    waiting = (PICK, "-", "3", ENTER, "3", ENTER, "3", ENTER, ESCAPE)
    type_in(at, *waiting, "\x7f\x7f", "y")
    assert 1 == len(corrected(at))
    at.say("undo")
    type_in(at, *waiting, ENTER)
    assert 1 == len(corrected(at))


def test_an_answer_may_be_written_out(at: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first letter is enough; the other letters are dropped and begin no line."""
    heard: list[str] = []

    def say(line: str) -> object:
        heard.append(line)
        return Session.say(at, line)

    monkeypatch.setattr(at, "say", say)
    type_in(at, PICK, "1", "3", ENTER, "2", "full", ENTER, "yes", ENTER)
    assert 1 == len(corrected(at))
    assert ["full", "yes", "", "quit"] == heard[1:]


def test_letters_like_those_of_an_answer_are_not_lost(at: Session) -> None:
    """“end” begins like the rest of “yes” and is still a line."""
    type_in(at, PICK, "1", "3", ENTER, "2", ENTER, "y", "end", ENTER)
    assert at.fight.state.ended


@pytest.mark.slow
def test_ctrl_r_does_nothing_while_a_correction_waits(at: Session) -> None:
    """It opens neither the list nor a search."""
    type_in(at, PICK, "1", "3", ENTER, "2", ENTER, PICK, "y")
    assert 4 == hp(at, "ben")


def test_a_correction_that_waits_at_the_end_is_refused(
    at: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script that ends there meant to apply it."""
    monkeypatch.setattr(
        "sys.stdin", io.StringIO(f"amend {list_recent_inputs(at.fight.history)[0].row.seq} 3: x\n")
    )
    with pytest.raises(Refused, match="waits: y applies it, n drops it; nothing of it is kept"):
        prompt.run_prompt(at)


def test_escape_leaves_the_list(at: Session) -> None:
    """What is typed after it is a line again."""
    type_in(at, PICK, "s", ESCAPE, "kill wolf", ENTER)
    assert "dead" == at.fight.state.combatants["wolf"].standing


@pytest.mark.slow
def test_ctrl_c_leaves_the_list_and_not_the_prompt(at: Session) -> None:
    """Ctrl-C and Ctrl-D close the list like Escape."""
    type_in(at, PICK, "\x03", PICK, "\x04", "kill wolf", ENTER)
    assert "dead" == at.fight.state.combatants["wolf"].standing


@pytest.mark.slow
def test_escape_leaves_at_each_stage(at: Session) -> None:
    """The list, the line that a pick began, the reason, the preview: then a line is a line."""
    for number, begun in enumerate(
        [
            [PICK],
            [PICK, "1"],
            [PICK, "1", "3"],
            [PICK, "1", "3", ENTER],
            [PICK, "1", "3", ENTER, "1"],
        ]
    ):
        type_in(at, *begun, ESCAPE, f"note {number}", ENTER)
        assert number + 1 == sum(isinstance(r.event, Noted) for r in at.fight.history.rows)
        assert ([], None) == (corrected(at), at.correcting)


def test_escape_on_an_empty_line_loses_no_letter(at: Session) -> None:
    """`u` right behind it is no Alt-U."""
    type_in(at, ESCAPE, "u die", ENTER)
    assert 6 == hp(at, "ben")


def test_while_dice_are_missing_letters_are_letters(at: Session) -> None:
    """A letter may begin a roller's name."""
    at = start_session()
    for line in ("rename rhino Nora", *ROUND.replace("rhino", "nora").splitlines()):
        at.say(line)
    type_in(at, PICK, "3", "imp", ENTER, "3", ENTER, "nora d4 3", ENTER, "y")
    assert 4 == hp(at, "ben")


def test_missing_dice_are_drawn_with_a_key(at: Session) -> None:
    """`r` draws where no roller's name begins with it; Escape drops the correction there, too."""
    at = start_session()
    for line in ("rename rhino Zora", *ROUND.replace("rhino", "zora").splitlines()):
        at.say(line)
    assert 7 == type_in(at, PICK, "-", "3", ENTER, "3", ENTER, ESCAPE)
    assert 8 == type_in(at, PICK, "-", "3", ENTER, "3", ENTER, "r", "y")
    assert 1 == len(corrected(at))


def test_ctrl_z_drops_a_correction_that_waits(at: Session) -> None:
    """Ctrl-Z drops a correction that waits."""
    length = len(at.fight.history)
    type_in(at, PICK, "1", "3", ENTER, "2", ENTER, "\x1a")
    assert (length, None) == (len(at.fight.history), at.correcting)


def test_the_toolbar_tells_what_answers_a_correction(at: Session) -> None:
    """Answers have keys; a letter that begins a roller's name is no key."""
    attack = list_recent_inputs(at.fight.history)[2].row.seq
    at.say(f"amend {attack} imp: mud; why: forgotten")
    assert "type what the dice show · roll draws them · n or Esc drops" == describe_answers(at)
    at.say("3")
    assert "y applies · n or Esc drops · f shows it event by event" == describe_answers(at)


def test_answers_are_completed_while_a_correction_waits(at: Session) -> None:
    """Only the answers are suggested."""
    at.say(f"strike {_last(at)[1].seq}: she slept")
    assert ["skip", "stop"] == completions(at, "s")


def test_a_stopped_question_drops_the_correction(
    at: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C at the preview of a command says so, and not that something is recorded."""

    def stop(*args: object, **options: object) -> str:
        raise click.Abort

    die = list_recent_inputs(at.fight.history)[0].row.seq
    at.say(f"amend {die} 3: misread")
    monkeypatch.setattr("click.prompt", stop)
    with pytest.raises(Refused, match="the correction is dropped, and nothing is changed"):
        _ask_until_settled(at)
