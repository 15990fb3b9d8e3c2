"""The last inputs of the fight, at hand to be corrected."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from combatlog.grammar.formatter import format_line
from combatlog.grammar.writer import FormattedLine, Writer
from events.store.envelope import Recorded
from events.types.corrections import Skipped
from events.types.declarations import FightStarted, Join
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.phrases import phrase
from replay.log.event_log import History
from replay.log.line_inputs import declaration_of, on_line

PAGE_LENGTH = 10
"""As many as there are digits to pick with."""

Wish: TypeAlias = Literal["amend", "strike", "insert", "impaired", "enhanced"]
"""What is to become of an input: the last two amend it by a modifier."""


class RecentInput(NamedTuple):
    """An input of the line, and what it is in words."""

    row: Recorded
    words: str


def list_recent_inputs(history: History, page: int = 0) -> list[RecentInput]:
    """The last inputs of the present line, the newest first; or those before, by `page`."""
    rows = on_line(history)
    inputs = [row for row in rows if _is_input(row)]
    end = len(inputs) - page * PAGE_LENGTH
    wanted = {row.seq for row in inputs[max(0, end - PAGE_LENGTH) : max(0, end)]}
    found: list[RecentInput] = []
    state = FightState()
    for row in rows:
        fold_one(state, row.seq, row.event)
        if row.seq in wanted:
            found.append(RecentInput(row, _words(row, state)))
    return found[::-1]


def begin_correction(history: History, row: Recorded, wish: Wish) -> FormattedLine:
    """The line that a correction of an input begins with, up to where one types on, and what
    stands behind that."""
    event = row.event.input if isinstance(row.event, Skipped) else row.event
    if wish == "strike":
        return FormattedLine(f"strike {row.seq}")
    if wish == "insert":
        return FormattedLine(f"insert {row.seq} ")
    if isinstance(event, Rolled | Join) or not isinstance(event, Declaration):
        return FormattedLine(f"amend {row.seq} ")
    state = find_state_before(history, row)
    line = format_line(event, state)
    if wish != "amend" and getattr(event, wish, None) == "":
        joint = ";" if line.reasons else ""
        return FormattedLine(f"amend {row.seq} {line}{joint} {Writer(state).modifier(wish)}: ")
    return FormattedLine(f"amend {row.seq} {line.said} ", line.reasons)


def find_state_before(history: History, row: Recorded) -> FightState:
    """The fight as it stood when something was declared (of a die, that for which it fell)."""
    return history.state(history.position(declaration_of(history, row).parent))


def _is_input(row: Recorded) -> bool:
    return isinstance(row.event, Declaration | Skipped | Rolled) and not isinstance(
        row.event, FightStarted
    )


def _words(row: Recorded, state: FightState) -> str:
    if isinstance(row.event, Skipped):
        return f"{phrase(row.event.input, state)} (skipped: {row.event.why})"
    return phrase(row.event, state)
