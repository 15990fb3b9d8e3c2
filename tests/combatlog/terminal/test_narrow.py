"""A narrow or low terminal: nothing is cut that matters, and nothing breaks inside a word."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import click
import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.examples import find_example, play_example
from combatlog.app.highlights import TITLES
from combatlog.terminal.cli.replay import fit_step
from combatlog.terminal.prompt.keyboard import fit_terminal, render_toolbar
from combatlog.terminal.prompt.prompt import run_prompt
from combatlog.terminal.views import layout
from combatlog.terminal.views.audit import render_report
from combatlog.terminal.views.audit_fight import ReportPart
from combatlog.terminal.views.layout import Cells, echo, split_columns, width
from combatlog.terminal.views.stats import render_statistics
from combatlog.terminal.views.steps import list_steps
from events.store.memory import MemoryStore
from replay.log.event_log import History
from tests.support.talk import start_session


@pytest.fixture(scope="module")
def ambush() -> History:
    """The bridge ambush."""
    campaign = Campaign(MemoryStore(), by="the referee")
    for _ in play_example(find_example("bridge-ambush"), campaign):
        pass
    return campaign.fight().history


@pytest.mark.sampled
@pytest.mark.parametrize(("columns", "height"), [(60, 24), (40, 16), (80, 24), (200, 60)])
def test_every_step_of_a_replay_fits(ambush: History, columns: int, height: int) -> None:
    """With the keys below it; on a large terminal everybody is shown in full."""
    steps = list_steps(ambush)
    for at in range(len(steps)):
        lines = fit_step(steps, at, columns, height)
        assert len(lines) <= height
        assert all(width(click.unstyle(line)) <= columns for line in lines), at
        assert "q quit" in lines[-1]
        assert (height < 60) or any("STR" in line for line in lines) or at == 0


@pytest.mark.parametrize("columns", [60, 40])
def test_statistics_fit(ambush: History, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several tables below each other; each has the names, and all columns are there once. The
    highlights are sentences, which the terminal breaks."""
    whole = "\n".join(render_statistics(ambush))
    monkeypatch.setattr(layout, "measure_terminal", lambda *_: (columns, 24))
    lines = [click.unstyle(line) for line in render_statistics(ambush)]
    told = ("  Round", *(f"  {title}:" for title in TITLES.values()))
    tables = [line for line in lines if line.startswith("  ") and not line.startswith(told)]
    assert all(width(line) <= columns for line in tables)
    for title in ("hits", "felled", "dice"):
        assert 1 == sum(title in line.split() for line in tables)
    assert "10.5 ± 9.2" in whole
    assert any("10.5 ± 9.2" in line for line in lines)


def test_the_tables_of_an_audit_fit(ambush: History, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several tables below each other, as in statistics."""
    monkeypatch.setattr(layout, "measure_terminal", lambda *_: (60, 24))
    columns = ["by", "commands", "dice typed", "taken back", "corrected", "overruled", "notes"]
    part = ReportPart(
        "Who did what", rows=[["referee", *"1234567"][: len(columns)]], columns=columns
    )
    _, *lines = [click.unstyle(line) for line in render_report([part])]
    assert all(width(line) <= 60 for line in lines)
    assert sorted(columns[1:]) == sorted(
        name for line in lines for name in columns[1:] if name in line
    )
    overruled = ReportPart(
        "Overruled", rows=[["#158", "demo", "said " * 12]], columns=["event", "by", "what"]
    )
    _, _, *lines = render_report([overruled])
    assert 2 == len(lines)  # the heads, and one that wraps


def test_a_table_is_whole_where_it_fits() -> None:
    """And where there is no width at all."""
    rows = [["", "one", "two"], ["Ada", "1", "2"]]
    assert [rows] == split_columns(rows, 0) == split_columns(rows, 60)
    assert [[["", "one"], ["Ada", "1"]], [["", "two"], ["Ada", "2"]]] == split_columns(rows, 12)


def test_awaited_dice_are_never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """They come first, on as many lines as they need; the rest is cut."""
    at = start_session()
    for line in ("next ambush", "a ada wolf rifle", "a ben rhino knife", "a dov wolf", "go !"):
        at.say(line)
    text = render_toolbar(at.fight.state)
    with monkeypatch.context() as narrow:  # and not while pytest itself writes
        narrow.setattr(shutil, "get_terminal_size", lambda *_: os.terminal_size((40, 24)))
        lines = fit_terminal(f" {text} ").split("\n")
    assert all(width(line) <= 40 for line in lines)
    awaited = text.partition("AWAITED: ")[2].partition(" · ")[0]
    assert awaited in " ".join(" ".join(lines).split())
    assert lines[-1].endswith("…")
    assert " round 1" in lines[-1]


@pytest.mark.parametrize(
    "line",
    [
        "state",
        "state --for players",
        "tabel",
        "new b2",
        "state --fihgt 2",
        "state --at 99999",
        "backup b2",
        "export --to replay -o the-replay-of-the-bridge-ambush-by-the-river.html",
        "demo --keep the-bridge-ambush-as-a-campaign-to-try-things-on",
        "games new a-hack-with-a-long-name",
        "campaign title",
        "key mine",
    ],
)
def test_a_command_breaks_nothing_inside_a_word(
    line: str, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither its answer nor its refusal; a seal or a name without blanks is one word."""
    run("new", "b")
    run("start", "The ambush at the bridge by the river", "--game", "golden-idol")
    run("join", "Ada", "pc", "HP", 4, "STR", 10, "weapons", "rifle,", "knife,", "sniper rifle")
    monkeypatch.setattr(layout, "measure_terminal", lambda *_: (60, 24))
    told = run(*line.split())
    printed = (told.out + told.err).splitlines()
    assert printed
    assert all(width(each) <= 60 for each in printed if " " in each.strip())


def test_the_prompt_begins_with_whole_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line with its keys, too."""
    monkeypatch.setattr(layout, "measure_terminal", lambda *_: (60, 24))
    monkeypatch.setattr("combatlog.terminal.prompt.prompt._read_plain_line", lambda: "quit")
    run_prompt(start_session())
    printed = capsys.readouterr().out.splitlines()
    assert any("Ctrl-R" in each for each in printed)
    assert all(width(each) <= 60 for each in printed)


def test_a_wrapped_line_hangs_below_its_own_beginning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where its colour begins before its indent; and an empty last cell leaves no empty
    line."""
    monkeypatch.setattr(layout, "measure_terminal", lambda *_: (30, 24))
    echo(
        [
            click.style("    longbow 10 marksman, dagger 4", dim=True),
            Cells("Mira  PHY 10  " * 3, ""),
        ],
        "  ",
    )
    longbow, dagger, *mira = capsys.readouterr().out.splitlines()
    assert "      longbow 10 marksman," == click.unstyle(longbow)
    assert "        dagger 4" == click.unstyle(dagger)
    assert ["  Mira  PHY 10  Mira  PHY 10", "    Mira  PHY 10"] == mira
