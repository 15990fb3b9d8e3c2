"""The prompt itself: read a line, do it, show what came of it and how everybody stands."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from combatlog.app.session import Session
from combatlog.terminal.prompt.keyboard import Keyboard
from combatlog.terminal.views.layout import echo
from combatlog.terminal.views.state import brief, headline
from events.errors import CombatlogError, Refused

_KEYS = "help lists the verbs; Ctrl-Z takes back, Ctrl-R corrects; quit leaves."


def run(session: Session) -> None:
    """Talk until somebody leaves; a refused line is told and changes nothing."""
    click.echo(click.style(headline(session.fight.state), bold=True))
    shown = brief(session.fight.state)
    echo(shown)
    click.echo(click.style(_KEYS, dim=True))
    read = _reader(session)
    while True:
        try:
            line = read()
        except KeyboardInterrupt:
            continue
        except EOFError:
            _leave(session)
            return
        if not answer_line(session, line):
            return
        if (now := brief(session.fight.state)) != shown:
            echo(now)
            shown = now


def answer_line(session: Session, line: str) -> bool:
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


def _leave(session: Session) -> None:
    """At the end of what is typed: a correction that waits is dropped; read from elsewhere it was
    to be made, and that is refused."""
    if session.correcting is None:
        return
    if not sys.stdin.isatty():
        raise Refused(f"This is the end, and {session.correcting.waits()}; nothing of it is kept.")
    echo(session.correcting.drop().lines, "  ")
    session.correcting = None


def _reader(session: Session) -> Callable[[], str]:
    """Lines from the keyboard; plainly where there is none."""
    return Keyboard(session).line if sys.stdin.isatty() else _plain_line


def _plain_line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
