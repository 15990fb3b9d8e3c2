"""The rows of one fight in all tables: SQLite and CSV both take them from here."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.tables.combatant_rows import (
    build_combatant_rows,
    build_score_rows,
    build_wound_rows,
    collect_sheets_and_wounds,
)
from combatlog.export.tables.event_rows import build_event_rows
from combatlog.export.tables.statistics_rows import (
    build_player_rows,
    build_roll_rows,
    build_statistics_rows,
    build_turning_point_rows,
    find_dice,
)
from combatlog.export.tables.table_schema import Row, TableRows
from events.types.declarations import FightStarted
from events.types.unions import AnyEvent
from projections.narrative.chronicle import ChronicleOptions, write_chronicle
from projections.queries.statistics import compute_statistics
from projections.queries.visibility import Audience, StatisticsVisibility
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.text.correction_notes import write_footnotes
from replay.text.redaction import filter_revisions

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
    found = compute_statistics(_read_line(history))
    unseen = StatisticsVisibility(state, audience)
    came = collect_sheets_and_wounds(_read_line(history))
    return {
        "fights": [_build_fight_row(number, id, history, state)],
        "events": build_event_rows(number, history, audience),
        "combatants": [*build_combatant_rows(number, id, state, audience)],
        "scores": [*build_score_rows(number, state, came, audience)],
        "rolls": [*build_roll_rows(number, find_dice(_read_line(history)))],
        "wounds": [*build_wound_rows(number, came)],
        "statistics": [*build_statistics_rows(number, found, unseen)],
        "players": [*build_player_rows(number, found, unseen)],
        "turning_points": [*build_turning_point_rows(number, found, unseen)],
        "chronicle": [*_build_chronicle_rows(number, history, audience)],
    }


def _read_line(history: History) -> Iterator[tuple[int, AnyEvent]]:
    return ((row.seq, row.event) for row in history.on_line(len(history)))


def _build_fight_row(number: int, id: str, history: History, state: FightState) -> Row:
    first, last = history[1], history[len(history)]
    assert isinstance(first.event, FightStarted), "every fight begins with that"
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
    events = history.told(len(history))
    notes = write_footnotes(history, filter_revisions(history, audience))
    told = write_chronicle(events, notes, ChronicleOptions(audience=audience))
    for place, passage in enumerate(told, start=1):
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
