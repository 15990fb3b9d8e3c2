"""Corrections at the prompt: picked with a digit, changed, applied with a key."""

from __future__ import annotations

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from combatlog.app.recent_inputs import list_recent_inputs
from combatlog.app.session import Session
from combatlog.terminal.prompt import prompt
from combatlog.terminal.prompt.keyboard import TableCompleter
from combatlog.terminal.prompt.pick_input import (
    REASONS,
    InputPicker,
    add_reason,
    begin_correction,
    lacks_reason,
)
from events.store.envelope import Recorded
from events.types.log_events import Corrected, Skipped
from events.types.rolls import Rolled
from tests.support.talk import start_session

PICK, ESCAPE, ENTER = "\x12", "\x1b", "\r"


ROUND = """\
next ambush
a ada rhino rifle
a ben rhino knife imp: behind the crates
go
9 3 4
a rhino ben
go
6
"""


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Session:
    """A round of a typed fight, at a terminal: Ben has lost five of his six HP to a d8 of 6."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    at = start_session()
    for line in ROUND.splitlines():
        at.say(line)
    return at


def type_in(at: Session, *keys: str) -> int:
    """Press these keys at the prompt and leave; return how many they are."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text("".join(keys) + "\rquit\r")
        prompt.run_prompt(at)
    return len("".join(keys))


def corrected(at: Session) -> list[Corrected]:
    """Return the corrections on record."""
    return [row.event for row in at.fight.history.rows if isinstance(row.event, Corrected)]


def hp(at: Session, who: str) -> int:
    """Return the hit protection that somebody has left."""
    return at.fight.state.combatants[who].scores["HP"]


def test_a_die_of_the_last_round_is_changed_with_fewer_than_ten_keys(at: Session) -> None:
    """Ctrl-R, its digit, the face, Enter, why, Enter, yes."""
    pressed = type_in(at, PICK, "1", "3", ENTER, "2", ENTER, "y")
    assert 7 == pressed
    assert 4 == hp(at, "ben")
    assert ["misread"] == [each.why for each in corrected(at)]


@pytest.mark.slow
def test_an_attack_of_the_last_round_is_impaired_with_fewer_than_ten_keys(at: Session) -> None:
    """Ctrl-R, minus, its digit, Enter, why, yes; and the smaller die, where dice are typed."""
    pressed = type_in(at, PICK, "-", "3", ENTER, "3", ENTER, "3", ENTER, "y")
    assert 9 == pressed
    assert 6 - (3 - 1) == hp(at, "ben")
    assert ["forgotten"] == [each.why for each in corrected(at)]


def test_a_change_goes_before_the_reasons_that_are_there(at: Session) -> None:
    """The cursor stands where targets and weapons end."""
    (attack,) = [each for each in list_recent_inputs(at.fight.history) if "knife" in each.words]
    line = begin_correction(at.fight.history, attack.row, "amend")
    assert f"amend {attack.row.seq} a ben rhinoceros knife " == line.text
    assert " imp: behind the crates" == line.reasons
    type_in(at, PICK, "8", "keep", ENTER, "4", ENTER, "y")
    assert ["ruled otherwise"] == [each.why for each in corrected(at)]


def test_a_modifier_comes_with_a_key_and_takes_a_reason(at: Session) -> None:
    """The modifier stands behind the other reasons, as the game's own word."""
    (attack,) = [each for each in list_recent_inputs(at.fight.history) if "knife" in each.words]
    line = begin_correction(at.fight.history, attack.row, "enhanced")
    said = f"amend {attack.row.seq} a ben rhinoceros knife imp: behind the crates; enh: "
    assert (said, "") == line
    go = next(each for each in list_recent_inputs(at.fight.history) if "esolve" in each.words)
    assert f"amend {go.row.seq} go " == begin_correction(at.fight.history, go.row, "enhanced").text


def test_an_input_is_struck_with_s(at: Session) -> None:
    """The reason is asked for at once."""
    assert 6 == type_in(at, PICK, "s", "3", "1", ENTER, "y")
    assert 6 == hp(at, "ben")
    assert [True] == [r.event.struck for r in at.fight.history.rows if isinstance(r.event, Skipped)]


def test_a_forgotten_input_is_inserted_with_i(at: Session) -> None:
    """The insert goes before the picked input."""
    type_in(at, PICK, "i", "3", "set ben armor 3", ENTER, "3", ENTER, "y")
    assert 3 == hp(at, "ben")


def test_a_sheet_is_amended_by_its_wrong_number(at: Session) -> None:
    """The list goes back by tens; only the number is typed."""
    (ben,) = [each for each in list_recent_inputs(at.fight.history, 1) if "Ben joins" in each.words]
    digit = "1234567890"[list_recent_inputs(at.fight.history, 1).index(ben)]
    type_in(at, PICK, PICK, digit, "armor 3", ENTER, "2", ENTER, "y")
    assert 3 == at.fight.state.combatants["ben"].armor


def test_a_reason_can_be_typed(at: Session) -> None:
    """The reason may begin with any letter; a blank before it lets it begin with a digit."""
    type_in(at, PICK, "1", "3", ENTER, "my mistake", ENTER, "y")
    type_in(at, PICK, "1", "4", ENTER, " 2nd die was read", ENTER, "y")
    assert ["my mistake", "2nd die was read"] == [each.why for each in corrected(at)]


def test_a_refused_line_is_not_asked_for_a_reason(at: Session) -> None:
    """The refusal comes at once, and the next line is a line."""
    type_in(at, "amend 999", ENTER, "kill wolf", ENTER, "amend 9 x", ENTER, "kill wolf 2", ENTER)
    assert {"dead"} == {at.fight.state.combatants[id].standing for id in ("wolf", "wolf-2")}


def test_a_reason_without_why_is_recognized(at: Session) -> None:
    """It may stand behind a sheet's numbers, or behind the new declaration."""
    type_in(at, "amend 3 armor 2, HP 5/7: the wrong sheet", ENTER, "y")
    attack = list_recent_inputs(at.fight.history)[2].row.seq
    type_in(at, f"amend {attack} a rhino ada: the other one", ENTER, "Esc", ESCAPE)
    assert ["the wrong sheet"] == [each.why for each in corrected(at)]
    assert at.correcting is None


@pytest.mark.slow
def test_an_empty_reason_goes_back_to_the_line(at: Session) -> None:
    """The line stands as it was typed and can be changed."""
    type_in(at, PICK, "1", "3", ENTER, ENTER, "\x7f2", ENTER, "2", "y")
    assert 5 == hp(at, "ben")


@pytest.mark.parametrize("answer", ["n", "y", "no"])
def test_an_answer_is_no_reason(at: Session, answer: str) -> None:
    """It is not taken, and the reason is still asked for."""
    rub = "\x7f" * len(answer)
    type_in(at, PICK, "1", "3", ENTER, answer, ENTER, rub, "misheard", ENTER, "y")
    assert ["misheard"] == [each.why for each in corrected(at)]


@pytest.mark.slow
def test_ctrl_y_brings_back_what_ctrl_z_took(at: Session) -> None:
    """Each is one key for an exchange; with nothing undone, the key is the editor's."""
    type_in(at, "\x1a")
    assert 6 == hp(at, "ben")
    type_in(at, "\x19")
    assert 1 == hp(at, "ben")
    length = len(at.fight.history)
    type_in(at, "\x19")
    assert length == len(at.fight.history)


def test_a_die_is_impaired_as_the_attack_it_was_rolled_for(at: Session) -> None:
    """What cannot be modified is refused, and the list stays."""
    type_in(at, PICK, "-", "1", ENTER, "3", "3", ENTER, "y")
    assert 6 - (3 - 1) == hp(at, "ben")
    picker = InputPicker(at.fight)
    picker.open()
    picker.turn("impaired")
    assert picker.pick("2") is None
    assert "2 cannot be impaired. Which one, impaired?" == picker.lines()[0]
    picker.turn("strike")
    assert "Strike which?" == picker.lines()[0]


def test_the_last_ten_inputs_are_the_newest_of_the_line(at: Session) -> None:
    """The list has declarations and dice, no outcomes, and nothing undone."""
    shown = [each.words for each in list_recent_inputs(at.fight.history)]
    assert 10 == len(shown)
    assert "Rhinoceros d8 → 6 (damage)" in shown[0]
    assert "Rhinoceros attacks Ben" in shown[2]
    at.say("undo")
    assert "Rhinoceros attacks Ben" in list_recent_inputs(at.fight.history)[0].words


def test_the_list_has_the_newest_input_last(at: Session) -> None:
    """The title names the correction, the toolbar the other keys."""
    picker = InputPicker(at.fight)
    picker.open()
    lines = picker.lines()
    assert "Amend which?" == lines[0]
    assert lines[-1].startswith("  1  #") and lines[1].startswith("  0  #")
    keys = "0–9 picks · s strike · i insert · - impaired · + enhanced · ^R older · Esc leaves"
    assert keys == picker.keys(98)
    keys = "0–9 picks · s strike · i insert · - imp · + enh · ^R older · Esc leaves"
    assert keys == picker.keys(78)
    assert "0–9 · s str · i ins · - imp · + enh · ^R older · Esc leaves" == picker.keys(58)
    picker.listed = picker.listed[:3]
    assert picker.keys(78).startswith("1–3 picks")
    picker.turn("strike")
    assert "Strike which?" == picker.lines()[0]


def test_only_a_correction_without_a_reason_is_asked_for_one(at: Session) -> None:
    """A what-if needs none."""
    die, attack = (row.seq for row in _last(at))
    asked = [f"strike {attack}", f"amend {attack} imp", f"amend {die} 2", "strike 3"]
    asked = [line.replace("imp", "a rhino ben imp") for line in asked]
    assert asked == [line for line in asked if lacks_reason(line, at)]
    others = [f"strike {attack}: she slept", f"what-if strike {attack}", "undo", "amend", "a ada"]
    others += ["", "amend 3 armor 2: the wrong sheet", f"amend {attack} a rhino ada: misheard"]
    others += [f"amend {attack} imp: mud", f"insert {attack} a wolf ada overrule: it may"]
    others += ["amend 999", f"amend {die} five", f"amend {die} 9", f"amend {attack} x", "strike 1"]
    assert [] == [line for line in others if lacks_reason(line, at)]


def test_a_reason_goes_before_the_exclamation_mark() -> None:
    """A final exclamation mark stays at the end."""
    assert "amend 9 6; why: misread !" == add_reason("amend 9 6 !", REASONS[1])
    assert "strike 9; why: so there" == add_reason("strike 9; ", "so there!")


def completions(at: Session, line: str) -> list[str]:
    """Return the completions of a line."""
    document = Document(line)
    return [each.text for each in TableCompleter(at).get_completions(document, CompleteEvent())]


def test_corrections_are_completed_with_the_words_of_their_time(at: Session) -> None:
    """First the numbers of events are suggested, then words of that moment."""
    die, attack = (row.seq for row in _last(at))
    assert str(die) == completions(at, "amend ")[0]
    assert str(die) in completions(at, f"strike {str(die)[0]}")
    at.say("kill wolf: an arrow")
    assert "Wolf" in completions(at, f"amend {attack} a ada ")
    assert "Wolf" not in completions(at, "a ada ")
    assert "armor" in completions(at, "amend 3 ar")
    assert ["amend"] == completions(at, "ame")


def _last(at: Session) -> tuple[Recorded, Recorded]:
    """The last die, and the declaration that it fell for."""
    rows = [each.row for each in list_recent_inputs(at.fight.history)]
    die = next(row for row in rows if isinstance(row.event, Rolled))
    return die, rows[2]


def test_a_reason_in_the_correction_is_its_reason(at: Session) -> None:
    """Nobody is asked twice; a reason that stood there before is none."""
    pressed = type_in(at, PICK, "-", "3", "mud", ENTER, "3", ENTER, "y")
    assert ("mud", 10) == (corrected(at)[0].why, pressed)
    attack = next(e for e in list_recent_inputs(at.fight.history) if "attacks Ben" in e.words)
    assert lacks_reason(f"amend {attack.row.seq} a rhino ada imp: mud", at)


@pytest.mark.slow
def test_only_who_has_changed_is_shown(at: Session, capsys: pytest.CaptureFixture[str]) -> None:
    """`s` shows all."""
    type_in(at, "set wolf hp -1", ENTER)
    shown = capsys.readouterr().out.splitlines()
    assert ["  The foes: Wolf HP 3/4"] == [line for line in shown[4:] if ": Wolf" in line][-1:]
    assert not any("Ada" in line for line in shown[4:])
