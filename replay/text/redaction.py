"""What of a log is for the referee alone: events that players may not read, and reasons for
corrections and undos of these."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from events.store.envelope import Recorded
from projections.queries.redacted_phrases import redact_event
from projections.queries.visibility import Audience, may_read, sees_all
from projections.state.fight_state import FightState
from replay.log.event_log import History, walk
from replay.log.line_inputs import Input
from replay.log.lineage import Revision, find_revisions
from replay.log.undone import find_undone


def redact_events(history: History, audience: Audience) -> dict[int, str]:
    """Return the events of the whole log that an audience may not read, by seq, with the redacted
    phrase of each (often empty). Visibility is judged by the fight as it stood then."""
    if sees_all(audience):
        return {}
    return {
        row.seq: redact_event(row.event, state)
        for row, state in _walk_with_state(history)
        if not may_read(row.event, state, audience)
    }


def find_secret_reasons(history: History, veiled: Collection[int]) -> frozenset[int]:
    """Return the moves and corrections whose reason is for the referee alone, because they undo or
    change an input that players may not read."""
    if not veiled:
        return frozenset()
    marks = find_undone(history).items()
    moves = {
        mark.move for seq, mark in marks if seq in veiled and isinstance(history[seq].event, Input)
    }
    every = (each for through in find_revisions(history).values() for each in through)
    return frozenset(moves) | {each.correction.seq for each in every if not _is_open(each, veiled)}


def filter_revisions(history: History, audience: Audience) -> Callable[[Revision], bool]:
    """Return a filter: whether an audience may read a revision and its reason."""
    kept = redact_events(history, audience)
    silent = find_secret_reasons(history, kept)
    return lambda each: each.correction.seq not in silent and _is_open(each, kept)


def _is_open(revised: Revision, veiled: Collection[int]) -> bool:
    """Return whether players may read an input both before and after a revision."""
    was = revised.was
    return revised.now.seq not in veiled and (was is None or was.seq not in veiled)


def _walk_with_state(history: History) -> Iterator[tuple[Recorded, FightState]]:
    """Yield every row with the state after it."""
    last: tuple[Recorded, FightState] | None = None
    for state, row in walk(history):
        if last is not None:
            yield last  # by now the walk has folded the row into the state
        last = row, state
    if last is not None:
        yield last
