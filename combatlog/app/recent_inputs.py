"""The last inputs of a fight, to be corrected: each with its words."""

from __future__ import annotations

from typing import NamedTuple

from events.store.envelope import Recorded
from events.types.declarations import FightStarted
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
