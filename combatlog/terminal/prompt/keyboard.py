"""Lines from the keyboard: with completion, a toolbar, and keys that spare typing."""

from __future__ import annotations

import shutil

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.formatted_text import ANSI

from combatlog.app.session import Session
from combatlog.terminal.prompt.ask_reason import lacks_reason, offered, with_reason
from combatlog.terminal.prompt.completer import TableCompleter
from combatlog.terminal.prompt.keys import Remainder, is_touched, reason_keys, table_keys, told
from combatlog.terminal.prompt.pick_input import Picker
from combatlog.terminal.views.layout import width
from combatlog.terminal.views.state import awaited
from projections.state.fight_state import FightState
from projections.text.words import turn_words


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


MARK = "› "


class Keyboard:
    """Reads what is typed to a session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._picker = Picker(session.fight)
        remainder = Remainder()
        self._lines: PromptSession[str] = PromptSession(
            completer=TableCompleter(session),
            complete_while_typing=False,
            bottom_toolbar=lambda: fitted(f" {self._toolbar()} "),
            key_bindings=table_keys(self._picker, session, remainder),
        )
        self._reasons: PromptSession[str] = PromptSession(
            bottom_toolbar=lambda: fitted(f" {offered()} "), key_bindings=reason_keys()
        )

    def line(self) -> str:
        """The next line; a correction that does not say why is asked for it."""
        line = self._typed()
        while not self._waiting() and lacks_reason(line, self._session):
            reason = self._reasons.prompt(ANSI(click.style("why › ", bold=True)))
            if reason.strip():
                return with_reason(line, reason)
            line = self._typed(line)
        return line

    def _typed(self, begun: str = "") -> str:
        self._picker.close()
        self._picker.hint = ""
        return self._lines.prompt(self._message, default=begun)

    def _message(self) -> ANSI:
        """The mark before the line, and above it the list while somebody picks."""
        mark = click.style(MARK, bold=True)
        if not self._picker.shown:
            return ANSI(mark)
        return ANSI("\n".join([*map(fitted, self._picker.lines()), mark]))

    def _toolbar(self) -> str:
        """What the keys do just now; else how the fight stands."""
        if self._picker.shown:
            return self._picker.keys(shutil.get_terminal_size().columns - 2)
        if self._waiting() and get_app().current_buffer.text == "no" and is_touched(self._session):
            return "Enter drops it, and what was said of its dice and of what is impossible"
        if self._waiting():
            return told(self._session)
        if self._picker.hint and get_app().current_buffer.text:
            return self._picker.hint
        return toolbar(self._session.fight.state)

    def _waiting(self) -> bool:
        """Is a correction being looked at?"""
        return self._session.correcting is not None
