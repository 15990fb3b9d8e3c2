"""The rows of a fight's whole log; undone events are among them, and marked."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.tables.table_schema import Row
from events.serialization.codec import encode
from events.store.envelope import Recorded
from events.types import outcomes as o
from events.types.base import get_tag
from projections.queries.visibility import Audience, sees_all
from projections.state.fight_state import FightState
from replay.log.event_log import META_EVENTS, History, walk
from replay.text.log_lines import LogLine, describe_log
from replay.text.redaction import find_secret_reasons, redact_events


def build_event_rows(number: int, history: History, audience: Audience) -> list[Row]:
    """Return a row for each event of fight `number`, in recorded order.

    Moves of the head and notes are recorded beside the fight: they are neither on its line nor
    undone. For players events with hidden numbers are left out or shortened, and no event has its
    JSON, which holds more than its text.
    """
    line = history.on_line(history.position())
    on_line = {row.seq for row in line if not isinstance(row.event, META_EVENTS)}
    kept = redact_events(history, audience)
    told = describe_log(history, untold=find_secret_reasons(history, kept))
    return [
        _build_row(number, each._replace(said=said), when, each.row.seq in on_line, audience)
        for each, when in zip(told, _find_moments(history), strict=True)
        if (said := kept.get(each.row.seq, each.said))
    ]


_Moment = tuple[int, int, str]
"""Round, turn (counted through the fight; a phase counts as one), and whose turn or which phase."""


def _find_moments(history: History) -> Iterator[_Moment]:
    for state, row in walk(history):
        yield _find_moment(state, row)


def _find_moment(state: FightState, row: Recorded) -> _Moment:
    """Return when an event happens, from the state before it."""
    match row.event:
        case o.RoundBegan(number=number):
            return number, state.turns, ""
        case o.TurnBegan(side=side):
            return state.round, state.turns + 1, side
        case o.PhaseBegan(phase=phase):
            return state.round, state.turns + 1, phase
    return state.round, state.turns, state.acting or state.phase


def _build_row(number: int, line: LogLine, when: _Moment, on_line: bool, audience: Audience) -> Row:
    row, undone = line.row, line.undone
    return (
        number,
        row.seq,
        row.parent,
        row.cmd,
        row.cause,
        row.repeats,
        row.at,
        row.by,
        get_tag(row.event),
        *when,
        line.said,
        int(on_line),
        int(undone is not None),
        undone.move if undone is not None else None,
        undone.how if undone is not None else "",
        undone.why if undone is not None else "",
        encode(row.event) if sees_all(audience) else None,
    )
