"""The loop of the prompt: read a line, do it, print the answer and who has changed."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable

import click

from combatlog.app.session import Session
from combatlog.terminal.views.layout import echo
from combatlog.terminal.views.results import render_result
from combatlog.terminal.views.state import render_brief, render_headline
from events.errors import CampaignError, CombatlogError, Damaged, Refused, Replaced

_KEYS = "help lists the verbs; Ctrl-Z undoes, Ctrl-Y redoes, Ctrl-R corrects; quit leaves."


def run_prompt(session: Session) -> None:
    """Read and do lines until the referee leaves.

    A refused line is reported and changes nothing.
    """
    echo([click.style(render_headline(session.fight.state), bold=True)])
    before = session.fight.state
    echo(render_brief(before))
    echo([click.style(_KEYS, dim=True)])
    read, drop_pasted = _choose_reader(session)
    while True:
        save_when_idle(session)
        echo(tell_meanwhile(session), "  ")
        try:
            line = read()
        except KeyboardInterrupt:
            continue
        except EOFError:
            _leave(session)
            return
        if not answer_line(session, line, drop_pasted):
            return
        echo(render_brief(session.fight.state, before))
        before = session.fight.state


def tell_meanwhile(session: Session) -> list[str]:
    """Return what others have recorded in the fight since the last line, in a line; nothing while a
    correction waits, which has been planned for the fight as it was. Where a database is away, say
    so: it may be back for the next line."""
    if session.correcting is not None:
        return []
    try:
        rows = session.fight.refresh()
    except CampaignError as error:
        if isinstance(error, Replaced | Damaged):
            raise
        return [click.style(str(error), fg="red")]
    if not rows:
        return []
    return [click.style(f"Meanwhile: {session.fight.describe_commands(rows)}", dim=True)]


def answer_line(
    session: Session, line: str, drop_pasted: Callable[[], None] = lambda: None
) -> bool:
    """Do one line and print the answer; return False to leave. Where it is refused, the lines that
    were pasted behind it are dropped."""
    try:
        result = session.say(line)
        lines = render_result(session, result)
    except CombatlogError as error:
        echo([click.style(str(error), fg="red")], "  ")
        drop_pasted()
        return True
    echo(lines, "  ")
    if result.refused is not None:
        echo([click.style(str(result.refused), fg="red")], "  ")
        drop_pasted()
    return not result.leave


def _leave(session: Session) -> None:
    """Drop a correction that waits at the end of the input. Raises `Refused` where the input is
    not typed: a script that ends there meant to apply it."""
    if session.correcting is None:
        return
    if not sys.stdin.isatty():
        raise Refused(
            f"This is the end, and {session.correcting.describe_wait()}; nothing of it is kept."
        )
    echo(render_result(session, session.correcting.drop()), "  ")
    session.correcting = None


def _choose_reader(session: Session) -> tuple[Callable[[], str], Callable[[], None]]:
    """Return what reads the next line, from the keyboard or from standard input; and what drops
    lines that were pasted."""
    if not sys.stdin.isatty():
        return _read_plain_line, lambda: None
    from combatlog.terminal.prompt.keyboard import Keyboard  # only a terminal needs it

    keyboard = Keyboard(session)
    return keyboard.line, keyboard.drop_pasted


def _read_plain_line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def save_when_idle(session: Session) -> None:
    """Make a checkpoint, unless more input is waiting already: while nobody types, the campaign's
    one file holds everything."""
    if not _has_input():
        session.campaign.checkpoint()


def _has_input() -> bool:
    """Return whether a line can be read without waiting, as far as the system can tell."""
    if sys.stdin.isatty():
        return False
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):  # Windows asks sockets alone
        return True
