"""What the command line offers programs: answers as JSON, the log since an event, the view of
players; and what it says to somebody who mistypes a command."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from combatlog.terminal.cli.main import COMMANDS, cli

RECORDING = (
    ("join wolf", "declared"),
    ("declare next ambush", "declared"),
    ("declare a ada wolf knife", "declared"),
    ("roll 3", "rolled"),
    ("undo --why misheard", "undone"),
    ("redo", "redone"),
    ("rewind 9", "moved"),
    ("switch main", "moved"),
    ("note hello", "noted"),
    ("resolve", "declared"),
)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs a command line on a campaign with a fight of typed dice."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMBATLOG_KEY", "")

    def run_line(line: str, *more: str) -> Result:
        return CliRunner().invoke(cli, [*line.split(), *more], standalone_mode=True)

    assert 0 == run_line("new k").exit_code
    assert 0 == run_line("start Bridge --game golden-idol --dice typed").exit_code
    sheet = "join Ada pc HP 9 armor 1 STR 10 DEX 12 WIL 9 weapons knife"
    assert 0 == run_line(sheet).exit_code
    return run_line


def test_every_recording_command_answers_as_json(run: Any) -> None:
    """With what was recorded, what is awaited, and the last event of the fight."""
    head = 2
    for line, kind in RECORDING:
        ran = run(line, "--json")
        if line == "roll 3":
            assert 1 == ran.exit_code  # nothing is resolved yet
            assert 0 == run("resolve", "--json").exit_code
            head = json.loads(run("state --json").stdout)["seq"]
            ran = run(line, "--json")
        if line == "resolve":
            continue
        assert 0 == ran.exit_code, (line, ran.output)
        told = json.loads(ran.stdout)
        assert kind == told["kind"], line
        assert [each["seq"] for each in told["events"]] == [*range(head + 1, told["head"] + 1)]
        assert all({"event", "said", "digest", "by"} <= {*each} for each in told["events"])
        head = told["head"]
    started = json.loads(run("start Two --game cairn", "--json").stdout)
    assert (2, 1) == (started["number"], started["head"])
    assert started["seal"].startswith("combatlog:2:")


def test_an_import_a_title_and_a_seal_answer_as_json(run: Any) -> None:
    """An import as `fights` lists the fight."""
    assert {"title": "", "head": 2} == json.loads(run("campaign title --json").stdout)
    named = json.loads(run("campaign title --json", "The bridge").stdout)
    assert {"title": "The bridge", "head": 3} == named
    run("export -o f.jsonl")
    run("new other")
    (imported,) = [json.loads(run("import f.jsonl -c other --json").stdout)]
    assert [imported] == json.loads(run("fights -c other --json").stdout)
    assert (1, "Bridge", 3) == (imported["number"], imported["title"], imported["events"])
    (seal,) = json.loads(run("seal -c other --json").stdout)
    assert run("seal -c other").stdout == f"{seal['seal']}\n  {seal['words']}\n"
    assert (imported["id"], 3) == (seal["fight"], seal["seq"])


def test_awaited_dice_are_among_the_answer(run: Any) -> None:
    """Each with what identifies it."""
    for line in ("join wolf", "declare next ambush", "declare a ada wolf knife"):
        run(line)
    (asked,) = json.loads(run("resolve", "--json").stdout)["awaited"]
    assert ("ada", "damage", "d6") == (asked["by"], asked["purpose"], asked["die"])


def test_a_script_answers_a_line_of_json_for_each_line(run: Any, tmp_path: Path) -> None:
    """Blank lines and comments are answered by nothing."""
    (tmp_path / "s.fight").write_text("join wolf\n\n# a pause\nnote: so far\n")
    lines = run("run s.fight", "--json").stdout.splitlines()
    assert ["declared", "noted"] == [json.loads(line)["kind"] for line in lines]


def test_the_log_begins_behind_an_event(run: Any) -> None:
    """A program asks for what is new; behind the last event there is nothing."""
    run("join wolf")
    seqs = [each["seq"] for each in json.loads(run("log --json").stdout)]
    assert [1, 2, 3] == seqs
    assert [3] == [each["seq"] for each in json.loads(run("log --since 2 --json").stdout)]
    assert [] == json.loads(run("log --since 3 --json").stdout)
    assert "" == run("log --since 3").stdout.strip()


def test_players_read_no_number_of_a_stranger(run: Any) -> None:
    """In the state, the log and the timeline, as text and as JSON."""
    run("declare join Hydra HP 871 armor 3 STR 763 DEX 654 WIL 549 weapons bite d12")
    run("declare set hydra HP 438: I said so")
    for command in ("state", "log", "timeline"):
        for form in ([], ["--json"]):
            whole = run(command, *form).stdout
            seen = run(f"{command} --for players", *form).stdout.partition("Seal,")[0]
            seen = re.sub(r'"at": "[^"]*"|[0-9a-f]{16,}', "", seen)
            assert "Hydra" in whole
            assert not any(number in seen for number in ("871", "763", "654", "549", "438")), (
                command
            )
    state = json.loads(run("state --for players --json").stdout)
    assert state["combatants"]["hydra"]["hidden"] is True
    assert 9 == state["combatants"]["ada"]["scores"]["HP"]
    assert "hurt" in run("state --for players").stdout


def test_without_a_command_the_help_is_shown() -> None:
    """On standard output, as with --help and help."""
    bare = CliRunner().invoke(cli, [])
    assert 0 == bare.exit_code
    assert bare.stdout == CliRunner().invoke(cli, ["--help"]).stdout
    assert bare.stdout == CliRunner().invoke(cli, ["help"]).stdout
    undo = CliRunner().invoke(cli, ["help", "undo"])
    assert "Undo the last command" in undo.stdout


@pytest.mark.parametrize(
    ("typed", "meant"), [("tabel", "table"), ("fight", "fights"), ("udno", "undo")]
)
def test_a_mistyped_command_is_told_the_near_one(typed: str, meant: str) -> None:
    """With exit code 2."""
    ran = CliRunner().invoke(cli, [typed])
    assert 2 == ran.exit_code
    assert f"There is no command “{typed}” (did you mean {meant}" in ran.stderr
    assert meant in COMMANDS


def test_a_demonstration_can_be_kept(run: Any, tmp_path: Path) -> None:
    """In a new campaign, which is never replaced."""
    assert "try.combatlog holds the fight" in run("demo althea --keep try").stdout
    assert "Althea" in run("fights -c try.combatlog").stdout
    before = (tmp_path / "try.combatlog").read_bytes()
    assert 0 != run("demo --keep try").exit_code
    assert before == (tmp_path / "try.combatlog").read_bytes()


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (
            "next ambush",
            "“next” is said at the prompt (combatlog table), or with: combatlog declare next",
        ),
        ("a ada wolf", "“a” is said at the prompt (combatlog table), or with: combatlog declare a"),
        ("hp ada +2", "There is no command “hp”; combatlog help lists them."),
    ],
)
def test_a_verb_of_the_prompt_is_no_command(run: Any, line: str, hint: str) -> None:
    """And the error says how it is said."""
    ran = run(line)
    assert 2 == ran.exit_code
    assert f"Error: {hint}" in ran.stderr
