"""The timeline of a fight as lines of a terminal."""

from __future__ import annotations

from combatlog.terminal.views.layout import align_table
from projections.queries.timeline import list_moments
from projections.text.words import Words, describe_side
from replay.log.event_log import History


def render_timeline(history: History) -> list[str]:
    """Return one line for each moment that changed a combatant."""
    moments = list_moments((row.seq, row.event) for row in history.on_line(len(history)))
    words = Words(history.state(len(history)))
    counted = history.state(len(history)).clock > 0
    rows = [
        [
            words.time(moment.clock) if counted else "",
            f"round {moment.round}" if moment.round else "",
            describe_side(moment.side) if moment.side else "",
            f"#{moment.seq}",
            moment.said,
        ]
        for moment in moments
        if moment.changed
    ]
    return align_table(rows) or ["  Nothing has changed yet."]
