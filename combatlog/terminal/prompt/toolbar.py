"""The line below the prompt."""

from __future__ import annotations

import shutil

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
