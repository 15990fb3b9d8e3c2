"""`combatlog replay`: stepping through a fight with the keyboard, or at a given speed."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import check_at, print_json, reading_options
from combatlog.terminal.cli.read import read_history
from combatlog.terminal.views.layout import echo, measure_terminal
from combatlog.terminal.views.steps import ReplayStep, list_steps
from events.errors import Refused
from projections.text.words import describe_seqs

if TYPE_CHECKING:
    from replay.log.event_log import History

KEYS = "→ or space next · ← back · n next round · p previous round · g first · G last · q quit"

_KEY = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])|.", re.DOTALL)
"""One of several keys that arrive together when they are pressed fast."""

_FORWARD = {" ", "\r", "\n", "\x1b[C", "\x1bOC", "l", "j"}
_BACK = {"\x1b[D", "\x1bOD", "h", "k", "\x7f"}


@click.command("replay")
@reading_options
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True, max=1000),
    metavar="X",
    help="Play by itself, X commands a second.",
)
def replay_command(
    campaign: str | None, fight: str, at: int | None, as_json: bool, speed: float | None
) -> None:
    """Step through a fight, command by command (--at SEQ: begin there)."""
    history = read_history(campaign, fight, None)
    check_at(at, len(history))
    every = list_steps(history)
    start = _find_step(every, _find_on_line(history, at)) if at is not None else 0
    if as_json:
        print_json([_convert_step(step) for step in every[start:]])
    elif speed is not None:
        _play(every[start:], 1 / speed)
    elif not (sys.stdin.isatty() and sys.stdout.isatty()):
        _play(every[start:], 0)
    else:
        _step_through(every, start)


def _find_on_line(history: History, seq: int) -> int:
    """Return the event on the present line that stands for event `seq`, if a correction repeats
    it."""
    from replay.log.line_inputs import find_input

    if history.is_ancestor(seq, history.position()):
        return seq
    try:
        return find_input(history, seq).seq
    except Refused:
        return seq


def _find_step(every: list[ReplayStep], seq: int) -> int:
    """Return the index of the step that has this event, or of the last one before it."""
    return max((at for at, step in enumerate(every) if step.first <= seq), default=0)


def _convert_step(step: ReplayStep) -> dict[str, object]:
    from projections.state.fight_state import dump_state

    return {
        "first": step.first,
        "last": step.last,
        "said": step.said,
        "lines": step.lines,
        "state": dump_state(step.state),
    }


def _play(every: list[ReplayStep], pause: float) -> None:
    """Print the steps one after the other."""
    for number, step in enumerate(every):
        if number and pause:
            time.sleep(pause)
        echo(_describe_step(step))
        sys.stdout.flush()


def _describe_step(step: ReplayStep) -> list[str]:
    from combatlog.terminal.views.layout import dim

    return [f"{step.said}  {dim(f'[{describe_seqs(step.first, step.last)}]')}"] + [
        f"  {line}" for line in step.lines
    ]


def _step_through(every: list[ReplayStep], at: int) -> None:
    """Show a step, apply the keys that are pressed, show the next."""
    while True:
        _draw_step(every, at)
        for key in _KEY.findall(click.getchar()):
            if key in ("q", "Q", "\x1b", "\x03", "\x04"):
                return
            at = _apply_key(every, at, key)


def _apply_key(every: list[ReplayStep], at: int, key: str) -> int:
    """Return the step that a key leads to."""
    if key in _FORWARD:
        at += 1
    elif key in _BACK:
        at -= 1
    elif key in ("n", "\x1b[6~"):
        at = _find_other_round(every, at, +1)
    elif key in ("p", "\x1b[5~"):
        at = _find_other_round(every, at, -1)
    elif key in ("g", "\x1b[H", "\x1b[1~"):
        at = 0
    elif key in ("G", "\x1b[F", "\x1b[4~"):
        at = len(every) - 1
    return max(0, min(at, len(every) - 1))


def _find_other_round(every: list[ReplayStep], at: int, step: int) -> int:
    here = every[at].state.round
    at += step
    while 0 < at < len(every) - 1 and every[at].state.round == here:
        at += step
    return at


def _draw_step(every: list[ReplayStep], at: int) -> None:
    click.clear()
    echo(fit_step(every, at, *measure_terminal()))


def fit_step(every: Sequence[ReplayStep], at: int, columns: int, height: int) -> list[str]:
    """Return a step as lines that fit a terminal: everybody in full, or a line a side where that is
    too high, and at last without what does not fit."""
    from combatlog.terminal.views.layout import dim, fit_lines
    from combatlog.terminal.views.state import render_brief, render_headline, render_state

    step = every[at]
    told = fit_lines(_describe_step(step), columns)
    foot = ["", *fit_lines([dim(f"{at + 1} of {len(every)} · {KEYS}")], columns)]
    room = height - len(told) - len(foot) - 2 if height else 0
    brief = [render_headline(step.state), *render_brief(step.state)]
    for state in (render_state(step.state), brief):
        lines = fit_lines(state, columns)
        if not height or len(lines) <= room:
            return [*lines, "", *told, *foot]
    shown = fit_lines(brief, columns)[: max(1, room - 1)]
    most = max(1, height - len(shown) - len(foot) - 3)
    return [*shown, dim("…"), *told[:most], *foot]
