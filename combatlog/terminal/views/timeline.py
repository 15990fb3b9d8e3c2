"""The timeline of a fight as lines of a terminal."""

from __future__ import annotations

from combatlog.terminal.views.layout import table
from projections.queries.timeline import timeline
from projections.text.words import Words, side_words
from replay.log.event_log import History


def shown(history: History) -> list[str]:
    """Return one line for each moment that changed a combatant."""
    moments = timeline((row.seq, row.event) for row in history.on_line(len(history)))
    words = Words(history.state(len(history)))
    counted = history.state(len(history)).clock > 0
    rows = [
        [
            words.time(moment.clock) if counted else "",
            f"round {moment.round}" if moment.round else "",
            side_words(moment.side) if moment.side else "",
            f"#{moment.seq}",
            moment.said,
        ]
        for moment in moments
        if moment.changed
    ]
    return table(rows) or ["  Nothing has changed yet."]
