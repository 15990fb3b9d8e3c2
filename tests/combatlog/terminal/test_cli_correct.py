"""Correcting on the command line: shown first, applied with --yes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.combatlog.terminal.test_cli import ROSTER, Folder

ROUND = """\
next ambush
a ada rhino rifle
a ben rhino knife
go !
9 3 4
a rhino ben !
5
"""
"""The attack of the rhinoceros is #22, its die #26."""


@pytest.fixture
def round_one(tmp_path: Path) -> Folder:
    """A round has been played."""
    folder = Folder(tmp_path)
    folder.done("new", "bridge")
    folder.done("start", "--roster", ROSTER)
    folder.done("run", "--quiet", stdin=ROUND)
    return folder


def seq_of(folder: Folder, kind: str, by: str) -> str:
    """The last event of a kind by somebody."""
    log = json.loads(folder.done("log", "--json", "--line"))
    found = [
        each["seq"]
        for each in log
        if (each["event"]["type"], each["event"].get("by")) == (kind, by)
    ]
    return str(found[-1])


def protection(folder: Folder, who: str) -> int:
    """How much somebody has left."""
    state = json.loads(folder.done("state", "--json"))
    return int(state["combatants"][who]["scores"]["HP"])


@pytest.mark.slow
def test_a_correction_is_shown_and_not_recorded_without_yes(round_one: Folder) -> None:
    """Where nobody can be asked, it says how to apply it."""
    die = seq_of(round_one, "rolled", "rhinoceros")
    shown = round_one.done("amend", die, "3", "--why", "misread")
    assert "Nothing is recorded; --yes applies it." in shown
    assert 2 == protection(round_one, "ben")


@pytest.mark.slow
def test_a_correction_is_applied(round_one: Folder) -> None:
    """With --yes it is recorded, by whom and why."""
    die = seq_of(round_one, "rolled", "rhinoceros")
    told = round_one.done("amend", die, "3", "--why", "misread", "--yes", "--by", "Cho")
    assert f"Correction, #{die} said otherwise: misread." in told
    assert 4 == protection(round_one, "ben")
    last = json.loads(round_one.done("log", "--json", "--line"))[-1]
    assert "Cho" == last["by"]


@pytest.mark.slow
def test_a_missing_die_is_given_or_drawn(round_one: Folder) -> None:
    """Without it nothing is recorded, and the sentence says which it is."""
    attack = seq_of(round_one, "attack", "rhinoceros")
    amend = ("amend", attack, "imp:", "mud", "--why", "forgotten")
    refused = round_one.refused(*amend, "--yes")
    assert "d4 (damage)" in refused and "--draw draws them" in refused
    assert 2 == protection(round_one, "ben")
    round_one.done(*amend, "--die", "rhino d4 3", "--yes")
    assert 4 == protection(round_one, "ben")
    round_one.done("undo")
    round_one.done(*amend, "--draw", "--yes")


@pytest.mark.slow
def test_a_correction_can_be_read_as_json(round_one: Folder) -> None:
    """Programs get the changes, the impossible inputs and the missing dice."""
    shown = json.loads(round_one.done("strike", "2", "--why", "not there", "--json"))
    assert "strike" == shown["change"]
    assert {"skip"} == {each["ruling"] for each in shown["impossible"]}
    assert [] == shown["missing"]
    assert any(each["what"] == "standing" for each in shown["changes"])


@pytest.mark.slow
def test_impossible_inputs_are_ruled_on_by_options(round_one: Folder) -> None:
    """With `--conflicts stop` the fight stops at the impossible attack."""
    told = round_one.done("strike", "2", "--why", "not there", "--conflicts", "stop", "--yes")
    assert "Correction, #2 struck out: not there." in told
    assert 1 == json.loads(round_one.done("state", "--json"))["round"]


@pytest.mark.slow
def test_a_what_if_is_a_branch(round_one: Folder) -> None:
    """The present line is unchanged, and both can be compared."""
    die = seq_of(round_one, "rolled", "rhinoceros")
    round_one.done("what-if", die, "1", "--yes")
    assert 6 == protection(round_one, "ben")
    assert "HP" in round_one.done("diff", "main", "branch-2")


@pytest.mark.slow
def test_a_script_that_ends_in_a_correction_is_refused(round_one: Folder) -> None:
    """The error says that the yes is missing; nothing is recorded."""
    die = seq_of(round_one, "rolled", "rhinoceros")
    told = round_one.refused("run", stdin=f"amend {die} 3: misread\n")
    assert "waits: y applies it, n drops it." in told
    assert 2 == protection(round_one, "ben")


@pytest.mark.slow
def test_a_correction_without_a_reason_is_refused(round_one: Folder) -> None:
    """The error names --why."""
    assert "Say why" in round_one.refused("strike", "2", "--yes")


@pytest.mark.slow
def test_without_a_terminal_the_preview_names_options(round_one: Folder) -> None:
    """Options rule on impossible inputs and supply dice."""
    shown = round_one.done("strike", "2", "--why", "not there")
    assert "--skip SEQ or --stop SEQ rules otherwise; --conflicts rules on every one." in shown
    attack = seq_of(round_one, "attack", "rhinoceros")
    asked = round_one.done("amend", attack, "imp:", "mud", "--why", "forgotten")
    assert "--die says what one shows, --draw draws them." in asked
    assert "y applies" not in shown + asked
    assert "with --why." in round_one.refused("strike", "2", "--yes")


@pytest.mark.slow
def test_with_yes_nothing_is_asked(round_one: Folder) -> None:
    """The command shows what changes, and that it is recorded."""
    die = seq_of(round_one, "rolled", "rhinoceros")
    told = round_one.done("amend", die, "3", "--why", "misread", "--yes")
    assert "--yes" not in told and "HP" in told


@pytest.mark.slow
def test_given_dice_are_used_before_drawn_ones(round_one: Folder) -> None:
    """With --draw the rest is drawn; a die that nothing asks for is refused."""
    attack = seq_of(round_one, "attack", "rhinoceros")
    amend = ("amend", attack, "imp:", "mud", "--why", "forgotten")
    assert "No d20 is missing" in round_one.refused(*amend, "--die", "d20 2", "--yes")
    round_one.done(*amend, "--die", "d4 3", "--draw", "--yes")
    assert 4 == protection(round_one, "ben")


@pytest.mark.slow
@pytest.mark.parametrize("ruling", ["--keep", "--skip", "--stop"])
def test_a_ruling_on_a_possible_input_is_refused(round_one: Folder, ruling: str) -> None:
    """Nothing is recorded."""
    die = seq_of(round_one, "rolled", "rhinoceros")
    amend = ("amend", die, "3", "--why", "misread", "--yes")
    assert "Nothing is impossible after this correction" in round_one.refused(
        *amend, ruling, "9999"
    )
    assert 2 == protection(round_one, "ben")


@pytest.mark.slow
def test_a_repeated_key_gives_the_same_answer(round_one: Folder) -> None:
    """As JSON, too; the correction is recorded once."""
    die = seq_of(round_one, "rolled", "rhinoceros")
    amend = ("amend", die, "3", "--why", "misread", "--yes", "--key", "abc", "--json")
    first, again = (json.loads(round_one.done(*amend)) for _ in range(2))
    assert again == {key: first[key] for key in again}
    assert {"change", "changes", "events", "recorded", "spared"} <= set(again)


@pytest.mark.slow
def test_the_same_key_with_other_dice_is_refused(round_one: Folder) -> None:
    """A key stands for the whole request with its options."""
    attack = seq_of(round_one, "attack", "rhinoceros")
    amend = ("amend", attack, "imp:", "mud", "--why", "forgotten", "--yes", "--key", "abc")
    round_one.done(*amend, "--die", "d4 3")
    assert "abc" in round_one.refused(*amend, "--die", "d4 2")
    round_one.done(*amend, "--die", "d4 3")
    assert 4 == protection(round_one, "ben")


@pytest.mark.slow
def test_a_preview_has_no_face_that_has_not_fallen(round_one: Folder) -> None:
    """As JSON, with --draw: the need and the range; with --yes the die that was drawn."""
    attack = seq_of(round_one, "attack", "rhinoceros")
    amend = ("amend", attack, "imp:", "mud", "--why", "forgotten", "--draw", "--json")
    first, again = (json.loads(round_one.done(*amend)) for _ in range(2))
    assert first == again
    assert ([], True, ["d4"]) == (
        first["fresh"],
        first["draws"],
        [each["die"] for each in first["missing"]],
    )
    assert ["Ben"] == sorted({each["who"] for each in first["ranges"]} - {"Rhinoceros"})
    applied = json.loads(round_one.done(*amend, "--yes"))
    assert ["d4"] == [each["die"] for each in applied["fresh"]]
    assert not applied["missing"] and not applied["ranges"] and applied["recorded"]
