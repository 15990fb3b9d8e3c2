"""The prompt itself: read a line, do it, show what came of it and how everybody stands."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from combatlog.screen.state import awaited, brief, headline
from combatlog.screen.text import echo, width
from combatlog.session import Session
from combatlog.table.complete import TableCompleter
from events.errors import CombatlogError
from projections.state import FightState
from projections.words import turn_words

MARK = "› "


def run(session: Session) -> None:
    """Talk until somebody leaves; a refused line is told and changes nothing."""
    click.echo(click.style(headline(session.fight.state), bold=True))
    shown = brief(session.fight.state)
    echo(shown)
    click.echo(click.style("help lists the verbs; Ctrl-Z takes back; quit leaves.", dim=True))
    read = _reader(session)
    while True:
        try:
            line = read()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if not answered(session, line):
            return
        if (now := brief(session.fight.state)) != shown:
            echo(now)
            shown = now


def answered(session: Session, line: str) -> bool:
    """Say one line and print what came of it; False to leave."""
    try:
        answer = session.say(line)
    except CombatlogError as error:
        echo([click.style(str(error), fg="red")], "  ")
        return True
    for text in answer.lines:
        echo([text], "  ")
    if answer.refused is not None:
        echo([click.style(str(answer.refused), fg="red")], "  ")
    return not answer.leave


def toolbar(state: FightState) -> str:
    """Round, whose turn, what dice are awaited, who has declared."""
    parts = [turn_words(state), f"{state.dice} dice"]
    if state.awaited:
        parts.append(f"AWAITED: {', '.join(awaited(state))}")
    if state.pending:
        names = dict.fromkeys(state.combatants[each.action.by].name for each in state.pending)
        parts.append(f"declared: {', '.join(names)}")
    return " · ".join(parts)


def fitted(text: str) -> str:
    """The text, cut to the width of the terminal with an ellipsis."""
    columns = shutil.get_terminal_size().columns
    return text if width(text) <= columns else f"{text[: columns - 2]}…"


def _reader(session: Session) -> Callable[[], str]:
    """Lines from the keyboard with completion and toolbar; plainly where there is none."""
    if not sys.stdin.isatty():
        return _plain_line
    keys = KeyBindings()

    @keys.add("c-z")
    def _(event: KeyPressEvent) -> None:
        """On an empty line the fight's undo; while typing, the line's own."""
        typed = event.app.current_buffer
        if typed.text:
            typed.undo()
        else:
            typed.text = "undo"
            typed.validate_and_handle()

    prompt: PromptSession[str] = PromptSession(
        completer=TableCompleter(
            lambda: session.fight.state,
            lambda: [branch.name for branch in session.fight.branches()],
        ),
        complete_while_typing=False,
        bottom_toolbar=lambda: fitted(f" {toolbar(session.fight.state)} "),
        key_bindings=keys,
    )
    return lambda: prompt.prompt(ANSI(click.style(MARK, bold=True)))


def _plain_line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
