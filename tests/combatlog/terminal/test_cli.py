"""The command line as people use it: whole processes, exit codes, one sentence on stderr."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from combatlog.terminal.cli.main import COMMANDS
from tests.support.command_line import run_combatlog

ROOT = Path(__file__).parents[3]
ROSTER = str(ROOT / "examples" / "bridge-ambush.toml")


class Folder:
    """A folder in which commands are run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, *args: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
        """Run a command and give back what it printed."""
        plain = {key: value for key, value in os.environ.items() if not key.startswith("COMBATLOG")}
        own = {
            "USER": "mia",
            "COMBATLOG_KEY": "",
        }  # the key of whoever runs the tests signs nothing
        return run_combatlog(*args, cwd=self.path, stdin=stdin, env={**plain, **own, **env})

    def done(self, *args: str, stdin: str = "", **env: str) -> str:
        """What a command printed that must succeed without a word on stderr."""
        ran = self.run(*args, stdin=stdin, **env)
        assert (0, "") == (ran.returncode, ran.stderr)
        return ran.stdout

    def refused(self, *args: str, stdin: str = "", **env: str) -> str:
        """The one sentence of a command that must fail with exit code 1."""
        ran = self.run(*args, stdin=stdin, **env)
        assert 1 == ran.returncode
        assert "Traceback" not in ran.stderr
        assert 1 == ran.stderr.count("\n")
        return ran.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def bridge(folder: Folder) -> Folder:
    folder.done("new", "harbour")
    folder.done("start", "--roster", ROSTER, "--dice", "digital")
    return folder


def state_of(folder: Folder, *args: str) -> dict[str, object]:
    return json.loads(folder.done("state", "--json", *args))  # type: ignore[no-any-return]


@pytest.mark.slow
def test_a_fight_from_nothing_to_its_export(folder: Folder) -> None:
    """Make, start, join, declare, resolve, look, take back, bring back, end, export, import."""
    assert "harbour.combatlog is ready" in folder.done("new", "harbour")
    folder.done("start", "Bridge", "--game", "golden-idol", "--roster", ROSTER, "--dice", "digital")
    folder.done("join", "wolf", "x2")
    folder.done("declare", "a ada rhino rifle")
    assert "Rhinoceros: " in folder.done("resolve")
    before = state_of(folder)
    assert "Taken back: resolve" in folder.done("undo", "--why", "wrong target")
    assert "Brought back: resolve" in folder.done("redo")
    after = state_of(folder)
    assert before["combatants"] == after["combatants"]
    assert "wrong target" in folder.done("log")
    folder.done("note", "The rope frays.")
    folder.done("declare", "end: they parted")
    lines = folder.done("export")
    folder.done("new", "copy")
    ran = folder.done("import", "-c", "copy.combatlog", stdin=lines)
    assert "Bridge is fight 1 now" in ran
    assert lines == folder.done("export", "-c", "copy")


@pytest.mark.slow
def test_every_reading_command_takes_at_and_json(bridge: Folder) -> None:
    """`--at` shows the fight as of a past event."""
    bridge.done("declare", "set ada hp 1: a bruise")
    head = json.loads(bridge.done("log", "--json"))[-1]["seq"]
    now, then = state_of(bridge), state_of(bridge, "--at", str(head - 1))
    assert 1 == now["combatants"]["ada"]["scores"]["HP"]  # type: ignore[index]
    assert 4 == then["combatants"]["ada"]["scores"]["HP"]  # type: ignore[index]
    for command in ("state", "log", "chronicle", "branches", "replay"):
        assert json.loads(bridge.done(command, "--at", str(head - 1), "--json"))
    assert [4] == [
        each["value"]
        for each in json.loads(bridge.done("why", "ada", "hp", "--at", str(head - 1), "--json"))
    ]
    for command in ("state", "log", "replay"):
        assert "There is no #999" in bridge.refused(command, "--at", "999")


@pytest.mark.slow
def test_the_campaign_is_found(folder: Folder) -> None:
    """By argument, by COMBATLOG_CAMPAIGN, or as the only one in the folder."""
    assert "no campaign in this folder" in folder.refused("fights")
    folder.done("new", "one")
    folder.done("start", "First", "--game", "plerion")
    assert "First" in folder.done("fights")
    folder.done("new", "two")
    assert "choose one with -c" in folder.refused("fights")
    assert "First" in folder.done("fights", "-c", "one.combatlog")
    assert "First" in folder.done("fights", COMBATLOG_CAMPAIGN="one.combatlog")
    assert "First" in folder.done("fights", "-c", "one")
    (folder.path / "one").mkdir()
    assert "First" in folder.done("fights", COMBATLOG_CAMPAIGN="one")
    assert "There is no campaign three" in folder.refused("fights", "-c", "three")
    assert ". is a folder; say which" in folder.refused("fights", "-c", ".")


@pytest.mark.slow
def test_a_fight_is_found_by_number_title_or_beginning(folder: Folder) -> None:
    """The latest by default, any other by name."""
    folder.done("new", "c")
    folder.done("start", "Bridge ambush", "--game", "golden-idol")
    folder.done("start", "Stoa", "--game", "thalassa")
    assert "Stoa" == state_of(folder)["title"]
    assert "Bridge ambush" == state_of(folder, "-f", "1")["title"]
    assert "Bridge ambush" == state_of(folder, "-f", "bri")["title"]
    assert "There is no fight “" in folder.refused("state", "-f", "zzz")


@pytest.mark.slow
def test_a_script_runs_line_by_line(bridge: Folder) -> None:
    """Table grammar and JSON in one script; the first refused line stops it and is named."""
    script = 'a ada rhino rifle\n{"type":"resolve"}\n# a remark\nu\n'
    assert "Taken back: resolve" in bridge.done("run", stdin=script)
    (bridge.path / "s.fight").write_text("u\na zoe rhino\nu\n")
    assert "s.fight, line 2: There is no attacker “zoe”" in bridge.refused("run", "s.fight")


@pytest.mark.slow
def test_a_command_with_a_key_is_done_once(bridge: Folder) -> None:
    """Said again with the same key it answers what was recorded; another command is refused."""
    bridge.done("declare", "harm ada 1: a splinter", "--key", "k1")
    length = len(json.loads(bridge.done("log", "--json")))
    bridge.done("declare", "harm ada 1: a splinter", "--key", "k1")
    assert length == len(json.loads(bridge.done("log", "--json")))
    assert "k1" in bridge.refused("declare", "harm ada 2: a splinter", "--key", "k1")


@pytest.mark.slow
def test_a_fight_waits_for_a_die_across_restarts(bridge: Folder) -> None:
    """Each command is a process of its own; the dice stay awaited."""
    bridge.done("declare", "dice typed")
    bridge.done("declare", "a ada rhino rifle")
    assert "Awaited: Ada 2d10 (damage)" in bridge.done("resolve")
    assert "Awaited: Ada d10 (damage)." in bridge.done("roll", "9")
    assert "HP 20 → 14" in bridge.done("roll", "3")


def test_usage_errors_leave_with_2(folder: Folder) -> None:
    """An option nobody knows is a usage error."""
    assert 2 == folder.run("state", "--nonsense").returncode
    assert 2 == folder.run("nonsense").returncode
    assert 2 == folder.run("undo", "zero").returncode


WRONG = {
    "a game that does not exist": (
        ("start", "X", "--game", "golden-idle"),
        "did you mean golden-idol",
    ),
    "no game": (("start", "X"), "Say which game"),
    "a file to import that is not there": (("import", "no.jsonl"), "no.jsonl cannot be read"),
    "a campaign over another": (("new", "harbour"), "exists already"),
    "a campaign without a name": (("new", ""), "Name the campaign"),
    "a campaign above all": (("new", "/"), "Name the campaign"),
    "a campaign in no folder": (("new", "nowhere/x"), "There is no folder"),
    "an example nobody wrote": (("demo", "zzz"), "There is no example"),
    "a game to show that is none": (("games", "show", "chess"), "There is no game"),
}


@pytest.mark.sampled
@pytest.mark.parametrize("what", WRONG)
def test_an_error_is_one_sentence(bridge: Folder, what: str) -> None:
    """The exit code is 1, and there is no traceback."""
    args, words = WRONG[what]
    assert words in bridge.refused(*args)


BAD_ROSTERS = {
    "nix.toml": "nix.toml cannot be read: No such file",
    "folder.toml": "folder.toml cannot be read: Is a directory",
    "broken.toml": "broken.toml: this is not TOML",
    "latin.toml": "latin.toml is not text in UTF-8",
}


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("name", BAD_ROSTERS)
@pytest.mark.parametrize("game", [(), ("--game", "plerion")])
def test_an_unreadable_roster_is_named_as_the_cause(
    bridge: Folder, name: str, game: tuple[str, ...]
) -> None:
    """Whether or not a game was named, too."""
    (bridge.path / "folder.toml").mkdir()
    (bridge.path / "broken.toml").write_text("game = \n")
    (bridge.path / "latin.toml").write_bytes('game = "thálassa"'.encode("latin-1"))
    assert BAD_ROSTERS[name] in bridge.refused("start", "--roster", name, *game)
    assert 1 == len(json.loads(bridge.done("fights", "--json")))


@pytest.mark.slow
def test_a_state_is_shown_without_what_it_does_not_need(bridge: Folder) -> None:
    """The command that is called most imports no campaign, no rules, and little else."""
    script = (
        "import sys; from combatlog.terminal.cli.main import cli;"
        "cli(sys.argv[1:], standalone_mode=False);"
        "print([name for name in ('combatlog.app.campaign', 'rulesets', 'difflib', 'shutil')"
        " if name in sys.modules])"
    )
    for fight in ("", "1", "bridge"):  # click itself imports difflib for -f
        ran = subprocess.run(
            [sys.executable, "-c", script, "state", "--fight", fight],
            cwd=bridge.path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
        assert (0, "[]") == (ran.returncode, ran.stdout.splitlines()[-1])


@pytest.mark.slow
def test_a_file_that_is_no_campaign_is_refused(folder: Folder) -> None:
    """Text, another program's database, and a campaign of a newer version."""
    (folder.path / "text.combatlog").write_text("Dear diary, " * 500)
    assert "not a campaign" in folder.refused("state", "-c", "text.combatlog")
    other = sqlite3.connect(folder.path / "other.combatlog")
    other.execute("CREATE TABLE t (x)")
    other.close()
    assert "not a campaign" in folder.refused("state", "-c", "other.combatlog")
    folder.done("new", "newer")
    newer = sqlite3.connect(folder.path / "newer.combatlog")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    assert "install a newer combatlog" in folder.refused("state", "-c", "newer.combatlog")


@pytest.mark.slow
def test_the_table_reads_a_pipe(bridge: Folder) -> None:
    """Without a keyboard the prompt reads lines; a refusal is told and the rest goes on."""
    told = bridge.done("table", stdin="a ada rhino rifle\nfly\ngo\nq\nnever read\n")
    assert "There is no verb “fly”" in told
    assert "Rhinoceros: " in told
    assert "never read" not in told


@pytest.mark.slow
def test_replay_plays_without_a_keyboard(bridge: Folder) -> None:
    """It prints every command of the line with its outcome."""
    bridge.done("declare", "a ada rhino rifle")
    bridge.done("resolve")
    told = bridge.done("replay", "--speed", "1000")
    assert " join  [#2–" in told
    assert "Ada attacks Rhinoceros with rifle" in told


def test_games_are_listed_and_shown(folder: Folder) -> None:
    """With their words, weapons and scars."""
    assert {"golden-idol", "thalassa", "plerion"} <= set(folder.done("games").split())
    shown = folder.done("games", "show", "plerion")
    assert "psionics" in shown
    assert "energy rifle" in shown
    assert "doomed" in shown
    assert "plerion" == json.loads(folder.done("games", "show", "plerion", "--json"))["id"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(folder: Folder, command: str) -> None:
    """--help says what it does."""
    assert "Usage: combatlog" in folder.done(command, "--help")


def test_the_demo_plays(folder: Folder) -> None:
    """It needs no campaign and leaves nothing behind."""
    assert "HP 20 → 14" in folder.done("demo")
    assert "bridge-ambush" in folder.done("demo", "--list")
    assert [] == list(folder.path.iterdir())


@pytest.mark.slow
def test_a_key_is_made_and_shown_and_signs(folder: Folder) -> None:
    """`key` prints its public half and its id and never overwrites; `bind` and `revoke` say for
    whom it speaks."""
    mine = {"COMBATLOG_KEY": str(folder.path / "own.pem")}
    made = folder.done("key", **mine)
    assert "Your key is in" in made and "own.pem" in made and "combatlog bind" in made
    [public, id] = [line for line in made.splitlines() if line.startswith(("public", "id"))]
    assert [public, id] == folder.done("key", "--show", **mine).splitlines()
    assert [64, 32] == [len(line.split()[1]) for line in (public, id)]
    assert "is there already, and is not overwritten" in folder.refused("key", **mine)
    assert "COMBATLOG_KEY is empty" in folder.refused("key")
    folder.done("new", "harbour")
    folder.done("start", "Yard", "--game", "golden-idol", "--by", "Sam")
    assert "speaks for Anna" in folder.done("bind", "--by", "Anna", **mine)
    assert "Anna signs in this fight" in folder.refused("note", "hi", "--by", "Anna")
    folder.done("note", "it is me", "--by", "Anna", **mine)
    assert "2 signatures checked" in folder.done("audit")
    revoke = ("revoke", "Anna", "--why", "lost")
    assert "by Sam, who started the fight" in folder.refused(*revoke, "--by", "Tom")
    assert "lost" in folder.done(*revoke, "--by", "Sam")
    assert "and bind it (combatlog bind --by Anna)" in folder.refused(
        "note", "hi", "--by", "Anna", **mine
    )
