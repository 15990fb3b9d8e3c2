"""The last inputs of a fight, and the line that begins the correction of one."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from combatlog.grammar.registry import format_line
from combatlog.grammar.writer import FormattedLine, Writer
from events.store.envelope import Recorded
from events.types.declarations import FightStarted, Join
from events.types.log_events import Skipped
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.phrases import describe_event
from replay.log.event_log import History
from replay.log.line_inputs import find_declaration, list_fight_rows

PAGE_LENGTH = 10
"""The inputs listed at once: as many as there are digits to pick with."""

Wish: TypeAlias = Literal["amend", "strike", "insert", "impaired", "enhanced"]
"""The correction of an input; the last two amend it by a modifier."""


class RecentInput(NamedTuple):
    """An input of the present line, and its words."""

    row: Recorded
    words: str


def list_recent_inputs(history: History, page: int = 0) -> list[RecentInput]:
    """Return a page of the last inputs of the present line, the newest first; page 0 has the
    newest."""
    rows = list_fight_rows(history)
    inputs = [row for row in rows if _is_input(row)]
    end = len(inputs) - page * PAGE_LENGTH
    wanted = {row.seq for row in inputs[max(0, end - PAGE_LENGTH) : max(0, end)]}
    listed: list[RecentInput] = []
    state = FightState()
    for row in rows:
        fold_one(state, row.seq, row.event)
        if row.seq in wanted:
            listed.append(RecentInput(row, _describe_input(row, state)))
    return listed[::-1]


def begin_correction(history: History, row: Recorded, wish: Wish) -> FormattedLine:
    """Return the line that begins a correction of an input: what stands before the cursor, and
    the reasons behind it."""
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
        return FormattedLine(
            f"amend {row.seq} {line}{joint} {Writer(state).write_modifier(wish)}: "
        )
    return FormattedLine(f"amend {row.seq} {line.text} ", line.reasons)


def find_state_before(history: History, row: Recorded) -> FightState:
    """Return the state before an input was declared; for a die, before the declaration that it was
    rolled for."""
    return history.state(history.position(find_declaration(history, row).parent))


def _is_input(row: Recorded) -> bool:
    return isinstance(row.event, Declaration | Skipped | Rolled) and not isinstance(
        row.event, FightStarted
    )


def _describe_input(row: Recorded, state: FightState) -> str:
    if isinstance(row.event, Skipped):
        return f"{describe_event(row.event.input, state)} (skipped: {row.event.why})"
    return describe_event(row.event, state)
