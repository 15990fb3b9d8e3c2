"""A correction for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from events.store.envelope import Recorded
from events.types.corrections import Corrected, Spared
from events.types.rolls import Rolled
from projections.queries.state_diff import compared
from replay.corrections.plan import Course
from replay.log.event_log import History


def as_data(course: Course) -> dict[str, Any]:
    """What is asked for, what it changes, what it needs."""
    asked = course.correction
    return {
        "change": asked.change,
        "input": course.target.seq,
        "why": asked.why,
        "apart": asked.apart,
        "changes": [each._asdict() for each in compared(course.was, course.state)],
        "impossible": [
            {**each._asdict(), "row": each.row.seq, "input": each.row.event}
            for each in course.impossible
        ],
        "missing": course.missing,
        "fresh": course.fresh,
        "spared": course.spared,
        "revived": [row.seq for row in course.revived],
        "left": [row.seq for row in course.left],
        "events": [entry.event for entry in course.entries],
    }


def made_data(history: History, rows: Sequence[Recorded]) -> dict[str, Any]:
    """The same of one that was recorded before, as far as the log tells it."""
    corrected, spared = rows[0].event, rows[-1].event
    assert isinstance(corrected, Corrected), "the first event of a correction"
    was, now = (history.state(seq) for seq in (history.before(rows[0].seq), rows[-1].seq))
    return {
        "change": corrected.change,
        "input": corrected.input,
        "why": corrected.why,
        "apart": corrected.apart,
        "changes": [each._asdict() for each in compared(was, now)],
        "missing": [],
        "fresh": [row.event for row in rows if isinstance(row.event, Rolled) and not row.repeats],
        "spared": spared.dice if isinstance(spared, Spared) else (),
        "events": [row.event for row in rows],
        "recorded": [rows[0].seq, rows[-1].seq],
    }
