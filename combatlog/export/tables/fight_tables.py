"""The rows of one fight in all tables: SQLite and CSV both take them from here."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.tables.combatant_rows import (
    build_combatant_rows,
    build_score_rows,
    build_wound_rows,
    collect_sheets_and_wounds,
)
from combatlog.export.tables.statistics_rows import (
    build_player_rows,
    build_roll_rows,
    build_statistics_rows,
    build_turning_point_rows,
    collect_rolls,
)
from combatlog.export.tables.table_schema import Row, TableRows
from events.serialization.codec import encode
from events.store.envelope import Recorded
from events.types import outcomes as o
from events.types.base import get_tag
from events.types.declarations import FightStarted
from events.types.unions import AnyEvent
from projections.narrative.chronicle import ChronicleOptions, write_chronicle
from projections.queries.statistics import compute_statistics
from projections.queries.visibility import Audience, StatisticsVisibility, sees_all
from projections.state.fight_state import FightState
from replay.log.event_log import META_EVENTS, History, walk
from replay.text.correction_notes import write_footnotes
from replay.text.log_lines import LogLine, describe_log
from replay.text.redaction import filter_revisions, find_hidden_events, find_secret_reasons


def build_event_rows(number: int, history: History, audience: Audience) -> list[Row]:
    """Return a row for each event of fight `number`, in recorded order.

    Moves of the head and notes are recorded beside the fight: they are neither on its line nor
    undone. For players events with hidden numbers are left out or shortened, and no event has its
    JSON, which holds more than its text.
    """
    line = history.on_line(history.position())
    on_line = {row.seq for row in line if not isinstance(row.event, META_EVENTS)}
    kept = find_hidden_events(history, audience)
    lines = describe_log(history, secret=find_secret_reasons(history, audience, kept))
    return [
        _build_row(number, each._replace(text=said), when, each.row.seq in on_line, audience)
        for each, when in zip(lines, _find_event_times(history), strict=True)
        if (said := kept.get(each.row.seq, each.text))
    ]


_EventTime = tuple[int, int, str]
"""Round, turn (counted through the fight; a phase counts as one), and whose turn or which phase."""


def _find_event_times(history: History) -> Iterator[_EventTime]:
    for state, row in walk(history):
        yield _find_event_time(state, row)


def _find_event_time(state: FightState, row: Recorded) -> _EventTime:
    """Return when an event happens, from the state before it."""
    match row.event:
        case o.RoundBegan(number=number):
            return number, state.turns, ""
        case o.TurnBegan(side=side):
            return state.round, state.turns + 1, side
        case o.PhaseBegan(phase=phase):
            return state.round, state.turns + 1, phase
    return state.round, state.turns, state.acting or state.phase


def _build_row(
    number: int, line: LogLine, when: _EventTime, on_line: bool, audience: Audience
) -> Row:
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
        line.text,
        int(on_line),
        int(undone is not None),
        undone.move if undone is not None else None,
        undone.how if undone is not None else "",
        undone.why if undone is not None else "",
        encode(row.event) if sees_all(audience) else None,
    )


MOST_PASSAGES = 1_000_000
"""The most passages a fight may have; ids of passages leave room for that many for each fight."""


def build_fight_tables(
    number: int, id: str, history: History, audience: Audience = "referee"
) -> TableRows:
    """Return the rows of fight `number` by the name of their table.

    `events` holds the whole log, all other tables the present, corrected line. For players
    everything that the visibility rules hide is left out.
    """
    state = history.state(len(history))
    statistics = compute_statistics(_read_line(history))
    unseen = StatisticsVisibility(state, audience)
    came = collect_sheets_and_wounds(_read_line(history))
    return {
        "fights": [_build_fight_row(number, id, history, state)],
        "events": build_event_rows(number, history, audience),
        "combatants": [*build_combatant_rows(number, id, state, audience)],
        "scores": [*build_score_rows(number, state, came, audience)],
        "rolls": [*build_roll_rows(number, collect_rolls(_read_line(history)))],
        "wounds": [*build_wound_rows(number, came)],
        "statistics": [*build_statistics_rows(number, statistics, unseen)],
        "players": [*build_player_rows(number, statistics, unseen)],
        "turning_points": [*build_turning_point_rows(number, statistics, unseen)],
        "chronicle": [*_build_chronicle_rows(number, history, audience)],
    }


def _read_line(history: History) -> Iterator[tuple[int, AnyEvent]]:
    return ((row.seq, row.event) for row in history.on_line(len(history)))


def _build_fight_row(number: int, id: str, history: History, state: FightState) -> Row:
    first, last = history[1], history[len(history)]
    assert isinstance(first.event, FightStarted), "a fight begins with FightStarted"
    return (
        number,
        id,
        state.title,
        state.game.name,
        state.game.id,
        state.dice,
        first.at,
        last.at,
        state.round,
        int(state.ended),
        last.seq,
        last.digest.hex(),
    )


def _build_chronicle_rows(number: int, history: History, audience: Audience) -> Iterator[Row]:
    """Yield the chronicle; for players without corrections of hidden numbers."""
    events = history.interleave_notes(len(history))
    notes = write_footnotes(history, filter_revisions(history, audience))
    passages = write_chronicle(events, notes, ChronicleOptions(audience=audience))
    for place, passage in enumerate(passages, start=1):
        yield (
            number * MOST_PASSAGES + place,
            number,
            place,
            passage.first,
            passage.last,
            passage.heading,
            passage.text,
            "\n".join(passage.notes),
        )
