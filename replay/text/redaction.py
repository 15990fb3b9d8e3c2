"""What of a log is the referee's alone: the events players may not read, each by the fight as it
stood then, and the reasons that were given for taking such things back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from events.store.envelope import Recorded
from projections.queries.redacted_phrases import unnumbered
from projections.queries.visibility import Audience, may_read, sees_all
from projections.state.fight_state import FightState
from replay.log.event_log import History, walk
from replay.log.line_inputs import Input
from replay.log.lineage import Revised, revisions
from replay.log.undone import undone


def veiled(history: History, audience: Audience) -> dict[int, str]:
    """The events that players may not read, of the whole log, undone ones among them, and what
    can be said of each without its numbers (often nothing); none for the referee."""
    if sees_all(audience):
        return {}
    return {
        row.seq: unnumbered(row.event, state)
        for row, state in _told(history)
        if not may_read(row.event, state, audience)
    }


def untold(history: History, veiled: Collection[int]) -> frozenset[int]:
    """The moves and corrections whose reason is the referee's, too: they took back or changed what
    somebody has said that players may not read."""
    if not veiled:
        return frozenset()
    marks = undone(history).items()
    moves = {
        mark.move for seq, mark in marks if seq in veiled and isinstance(history[seq].event, Input)
    }
    every = (each for through in revisions(history).values() for each in through)
    return frozenset(moves) | {each.correction.seq for each in every if not _is_open(each, veiled)}


def tellable(history: History, audience: Audience) -> Callable[[Revised], bool]:
    """Says of a revision whether the audience may read of it in words, and why it was made."""
    kept = veiled(history, audience)
    silent = untold(history, kept)
    return lambda each: each.correction.seq not in silent and _is_open(each, kept)


def _is_open(revised: Revised, veiled: Collection[int]) -> bool:
    """May players read what is said now, and what was?"""
    was = revised.was
    return revised.now.seq not in veiled and (was is None or was.seq not in veiled)


def _told(history: History) -> Iterator[tuple[Recorded, FightState]]:
    """Every row with the fight as it stands with it."""
    last: tuple[Recorded, FightState] | None = None
    for state, row in walk(history):
        if last is not None:
            yield last  # the walk has taken it in by now
        last = row, state
    if last is not None:
        yield last
