"""Stepping through a fight, and lines that fit the screen."""

from __future__ import annotations

import click
import pytest

from combatlog.terminal.cli import replay
from combatlog.terminal.views.layout import bold, wrap
from combatlog.terminal.views.steps import ReplayStep, list_steps
from tests.support.talk import start_session


def told() -> list[ReplayStep]:
    """Joining, two rounds of two turns each, and what lies between."""
    at = start_session()
    for line in ("next ambush", "a ada wolf knife", "go", "4", "go", "next", "go", "go"):
        at.say(line)
    return list_steps(at.fight.history)


@pytest.mark.parametrize(
    ("at", "key", "goes_to"),
    [
        (0, " ", 1),
        (3, "\x1b[C", 4),
        (3, "\x1b[D", 2),
        (0, "\x1b[D", 0),
        (9, " ", 9),
        (4, "g", 0),
        (4, "\x1b[1~", 0),
        (4, "G", 9),
        (0, "n", 2),
        (3, "n", 7),
        (8, "p", 6),
        (4, "x", 4),
    ],
)
def test_keys_lead_from_step_to_step(at: int, key: str, goes_to: int) -> None:
    """By command, by round, to either end, and never beyond."""
    assert goes_to == replay._apply_key(told(), at, key)


def test_each_step_shows_the_fight_after_it() -> None:
    """The declaration, its outcomes, and the state afterwards."""
    every = told()
    assert ["Test: a fight of Golden Idol, typed dice", "6 join"] == [s.said for s in every[:2]]
    (fell,) = [step for step in every if "HP 4 → 1" in " ".join(step.lines)]
    assert 1 == fell.state.combatants["wolf"].scores["HP"]
    assert 4 == every[every.index(fell) - 1].state.combatants["wolf"].scores["HP"]


def test_the_step_of_an_event_is_found() -> None:
    """Or the last one before it, where the event is not on the line."""
    every = told()
    assert 1 == replay._find_step(every, every[1].last)
    assert len(every) - 1 == replay._find_step(every, 10_000)


def test_keys_are_read_until_q(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each key shows another step."""
    keys = iter([" ", " ", "q"])
    monkeypatch.setattr(click, "getchar", lambda: next(keys))
    replay._step_through(told(), 0)
    assert "3 of 10" in capsys.readouterr().out


def test_long_lines_break_between_words() -> None:
    """What follows is indented; colours and wide characters are measured as they look."""
    assert ["  a bb", "    ccc", "    dd"] == wrap("  a bb ccc dd", 7)
    assert ["short"] == wrap("short", 5)
    assert [bold("two words")] == wrap(bold("two words"), 9)
    assert ["漢字", "  漢字"] == wrap("漢字 漢字", 8)
    assert ["a  bb cc", "   dd"] == wrap("a  bb cc dd", 9, hang=3)
    assert ["    two", "      words"] == [click.unstyle(x) for x in wrap(bold("    two words"), 11)]


def test_keys_that_arrive_together_all_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """They were pressed fast, or held down."""
    shown: list[int] = []
    bursts = iter(["\x1b[C\x1b[C n", "\x1bOD\x1b[5~", "  q  "])
    monkeypatch.setattr(click, "getchar", lambda: next(bursts))
    monkeypatch.setattr(replay, "_draw_step", lambda every, at: shown.append(at))
    replay._step_through(told(), 0)
    assert [0, 7, 1] == shown
