"""Lines from the keyboard, with completion, a toolbar, and keys that save typing."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Iterable

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI

from combatlog.app.completion import complete
from combatlog.app.session import Session
from combatlog.terminal.prompt.keys import (
    LEFT,
    ReasonValidator,
    Remainder,
    bind_reason_keys,
    bind_table_keys,
    describe_answers,
    would_lose_rulings,
)
from combatlog.terminal.prompt.pick_input import (
    InputPicker,
    add_reason,
    describe_reasons,
    lacks_reason,
)
from combatlog.terminal.views.layout import echo, width, wrap
from combatlog.terminal.views.state import describe_awaited_dice
from projections.state.fight_state import FightState
from projections.text.words import describe_turn

MARK = "› "
"""What stands before the line."""


_AWAITED = "AWAITED:"


def render_toolbar(state: FightState) -> str:
    """Return the line below the prompt: the round, whose turn it is, which dice are awaited, who
    has declared something."""
    parts = [describe_turn(state), f"{state.dice} dice"]
    if state.awaited:
        parts.append(f"{_AWAITED} {', '.join(describe_awaited_dice(state))}")
    if state.pending:
        names = dict.fromkeys(state.combatants[each.action.by].name for each in state.pending)
        parts.append(f"declared: {', '.join(names)}")
    return " · ".join(parts)


def fit_terminal(text: str) -> str:
    """Return the text, cut to the width of the terminal with an ellipsis. Awaited dice are never
    cut: where they do not fit, they stand first, on as many lines as they need."""
    columns = shutil.get_terminal_size().columns
    if width(text) <= columns:
        return text
    parts = text.split(" · ")
    awaited = [part.strip() for part in parts if part.strip().startswith(_AWAITED)]
    others = " · ".join(part for part in parts if part.strip() not in awaited)
    lines = [f" {line}" for part in awaited for line in wrap(part, columns - 2)]
    cut = others if width(others) <= columns else f"{others[: columns - 2]}…"
    return "\n".join([*lines, cut])


class Keyboard:
    """Reads the lines that are typed to a session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._picker = InputPicker(session.fight)
        remainder = Remainder()
        self._pasted: deque[str] = deque()
        self._lines: PromptSession[str] = PromptSession(
            completer=TableCompleter(session),
            complete_while_typing=False,
            bottom_toolbar=lambda: fit_terminal(f" {self._render_toolbar()} "),
            key_bindings=bind_table_keys(self._picker, session, remainder, self._pasted),
        )
        self._reasons: PromptSession[str] = PromptSession(
            bottom_toolbar=lambda: fit_terminal(f" {describe_reasons()} "),
            key_bindings=bind_reason_keys(),
            validator=ReasonValidator(),
            validate_while_typing=False,
        )

    def line(self) -> str:
        """Return the next line. Asks for the reason of a correction that has none; where none is
        given, the line can be typed on. Escape leaves the correction; the line is kept in the
        history."""
        line = self._read_typed_line()
        while not self._is_waiting() and lacks_reason(line, self._session):
            reason = self._reasons.prompt(ANSI(click.style("why › ", bold=True)))
            if reason == LEFT:
                line = self._read_typed_line()
            elif reason.strip():
                return add_reason(line, reason)
            else:
                line = self._read_typed_line(line)
        return line

    def drop_pasted(self) -> None:
        """Drop the lines that were pasted behind one that is refused, and say so."""
        left = [line for line in self._pasted if line.strip()]
        self._pasted.clear()
        if left:
            echo([f"  Not entered, because that was refused: {' / '.join(left)}"])

    def _read_typed_line(self, begun: str = "") -> str:
        if self._pasted and not begun:
            begun = self._pasted.popleft()
            if self._pasted:  # behind a whole line there is more, be it an empty one
                click.echo(f"{MARK}{begun}")
                return begun
        self._picker.close()
        self._picker.hint = ""
        return self._lines.prompt(self._render_message, default=begun)

    def _render_message(self) -> ANSI:
        """Return the mark before the line, with the list of inputs above it while it is open."""
        mark = click.style(MARK, bold=True)
        if not self._picker.listed:
            return ANSI(mark)
        return ANSI("\n".join([*map(fit_terminal, self._picker.lines()), mark]))

    def _render_toolbar(self) -> str:
        """Return what the keys do at the moment; where there is nothing special to do, the state
        of the fight."""
        if self._picker.listed:
            return self._picker.keys(shutil.get_terminal_size().columns - 2)
        typed = get_app().current_buffer.text
        if self._is_waiting() and typed == "no" and would_lose_rulings(self._session):
            return "Enter drops it, with its dice and its rulings"
        if self._is_waiting():
            return describe_answers(self._session)
        if self._picker.hint and typed:
            return self._picker.hint
        return render_toolbar(self._session.fight.state)

    def _is_waiting(self) -> bool:
        """Return whether a correction waits to be confirmed."""
        return self._session.correcting is not None


class TableCompleter(Completer):
    """Suggests what may come next in a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield the completions of the text before the cursor."""
        session = self._session
        is_waiting = session.correcting is not None
        for each in complete(session.fight, document.text_before_cursor, is_waiting):
            note = {"display_meta": each.note} if each.note else {}
            yield Completion(each.text, -each.replaces, **note)
