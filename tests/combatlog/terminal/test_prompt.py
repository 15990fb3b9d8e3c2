"""The prompt: completion, toolbar, keys."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from combatlog.app.campaign import create, open as open_campaign
from combatlog.app.session import Session
from combatlog.grammar.registry import complete_line
from combatlog.terminal.prompt import prompt
from combatlog.terminal.prompt.keyboard import render_toolbar
from events.errors import CampaignError, Replaced
from events.store.envelope import Recorded
from events.types.declarations import Harm
from events.types.statements import Kill
from tests.support.talk import start_session

OFFERED = {
    "": "attack",
    "re": "resolve",
    "a ": "Ada",
    "a ad": "Ada",
    "a ada ": "Rhinoceros",
    "a ada rhino ": "rifle",
    "a ada rhino ri": "rifle",
    "a ada rhino rifle im": "impaired",
    "save ada ": "DEX",
    "why ada ": "HP",
    "next ": "ambush",
    "join ": "Bear",
    "dice ": "typed",
    "artifact ": "Ben",
}


@pytest.mark.parametrize("line", OFFERED)
def test_completion_suggests_the_next_word(line: str) -> None:
    """Verbs, then names, then weapons and modifiers."""
    found, _ = complete_line(line, start_session().fight.state)
    wanted = OFFERED[line] if OFFERED[line] != "resolve" else "retreat"
    assert wanted in found


def test_friends_are_not_offered_as_targets() -> None:
    """Only combatants of other sides are suggested."""
    found, _ = complete_line("a ada ", start_session().fight.state)
    assert ["Rhinoceros", "Wolf", "Wolf 2"] == found


def test_the_toolbar_tells_round_turn_and_awaited_dice() -> None:
    """The toolbar shows what a referee glances at."""
    at = start_session()
    for line in ("next ambush", "a ada wolf knife", "go"):
        at.say(line)
    assert render_toolbar(at.fight.state) == (
        "round 1 · the party's turn · typed dice · AWAITED: Ada d6 (damage) · declared: Ada"
    )


@pytest.mark.slow
def test_ctrl_z_undoes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-Z at the prompt is an undo."""
    at = start_session()
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("kill wolf: an arrow\r\x1aquit\r")
        prompt.run_prompt(at)
    assert "in" == at.fight.state.combatants["wolf"].standing
    assert "Taken back: Wolf is dead: an arrow" in capsys.readouterr().out


def _paste(text: str) -> str:
    """What a terminal sends when a text is pasted."""
    return f"\x1b[200~{text}\x1b[201~"


def test_each_pasted_line_is_a_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line without its end can be typed on."""
    at = start_session()
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text(_paste("kill wolf: an arrow\r\n\nharm 3 ada\nharm 2 b") + "en\rquit\r")
        prompt.run_prompt(at)
    said = [row.event for row in at.fight.history.rows if isinstance(row.event, Kill | Harm)]
    assert [Kill("wolf", "an arrow"), Harm(("ada",), "3"), Harm(("ben",), "2")] == said


def test_pasted_lines_end_at_one_that_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not entered is shown."""
    at = start_session()
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text(_paste("kill wolf\nkill bear\nkill ada\nkill b") + "quit\r")
        prompt.run_prompt(at)
    told = capsys.readouterr().out
    assert "There is no combatant “bear” here" in told
    assert "Not entered, because that was refused: kill ada / kill b" in told
    assert "in" == at.fight.state.combatants["ada"].standing


def test_the_prompt_tells_what_others_recorded(tmp_path: Path) -> None:
    """Once, in a line, before the next line is read; nothing while a correction waits."""
    path = tmp_path / "bridge.combatlog"
    with create(path, by="Sam") as mine, open_campaign(path, by="Anna") as hers:
        mine.start("Bridge", "golden-idol")
        at = Session(mine, mine.fight())
        assert [] == prompt.tell_meanwhile(at)
        hers.fight().note("the rope is cut")
        told = [click.unstyle(line) for line in prompt.tell_meanwhile(at)]
        assert ["Meanwhile: #2 Anna: note: the rope is cut"] == told
        assert [] == prompt.tell_meanwhile(at)
        at.say("note: I see")


def test_the_prompt_stays_while_a_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so, and goes on with the next line. A fight that was replaced is another matter."""
    at = start_session()
    errors: list[CampaignError] = [CampaignError("It is away."), Replaced("It was replaced.")]

    def refresh() -> list[Recorded]:
        raise errors.pop(0)

    monkeypatch.setattr(at.fight, "refresh", refresh)
    assert ["It is away."] == [click.unstyle(line) for line in prompt.tell_meanwhile(at)]
    with pytest.raises(Replaced):
        prompt.tell_meanwhile(at)
