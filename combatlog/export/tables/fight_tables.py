"""The rows of one fight, table by table: the one source of whatever writes them."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.tables.combatant_rows import combatant_rows, joined, score_rows, wound_rows
from combatlog.export.tables.event_rows import event_rows
from combatlog.export.tables.statistics_rows import (
    dice,
    player_rows,
    roll_rows,
    statistics_rows,
    turning_rows,
)
from combatlog.export.tables.table_schema import Content, Row
from events.types.declarations import FightStarted
from events.types.unions import AnyEvent
from projections.narrative.chronicle import Telling, chronicle
from projections.queries.statistics import statistics
from projections.queries.visibility import Audience, Unseen
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.text.correction_notes import footnotes
from replay.text.redaction import tellable

MOST_PASSAGES = 1_000_000
"""Passages of a fight; a passage's id is its number after as many for each fight before."""


def content(number: int, id: str, history: History, audience: Audience = "referee") -> Content:
    """The rows of fight `number` of a campaign by their table's name: the whole log in `events`,
    and everything else of the line as it stands, corrected. For players what the visibility rules
    hide is left out."""
    state = history.state(len(history))
    found = statistics(_line(history))
    unseen = Unseen(state, audience)
    came = joined(_line(history))
    return {
        "fights": [_fight(number, id, history, state)],
        "events": event_rows(number, history, audience),
        "combatants": [*combatant_rows(number, id, state, audience)],
        "scores": [*score_rows(number, state, came, audience)],
        "rolls": [*roll_rows(number, dice(_line(history)))],
        "wounds": [*wound_rows(number, came)],
        "statistics": [*statistics_rows(number, found, unseen)],
        "players": [*player_rows(number, found, unseen)],
        "turning_points": [*turning_rows(number, found, unseen)],
        "chronicle": [*_chronicle(number, history, audience)],
    }


def _line(history: History) -> Iterator[tuple[int, AnyEvent]]:
    return ((row.seq, row.event) for row in history.on_line(len(history)))


def _fight(number: int, id: str, history: History, state: FightState) -> Row:
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


def _chronicle(number: int, history: History, audience: Audience) -> Iterator[Row]:
    """The story; for players without what was corrected of numbers that they do not know."""
    events = history.told(len(history))
    notes = footnotes(history, *([tellable(history)] if audience == "players" else []))
    told = chronicle(events, notes, Telling(audience=audience))
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
