"""The statistics of a history."""

from __future__ import annotations

from projections.queries.statistics import Statistics, statistics
from replay.log.event_log import History


def tallies(history: History) -> Statistics:
    """Of the line as it stands, corrected."""
    return statistics((row.seq, row.event) for row in history.on_line(len(history)))
