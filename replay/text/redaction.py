"""What of a log is for the referee alone: events that players may not read, reasons for corrections
and undos of these, and words that tell a stranger's number.

A surface first makes the history that its audience may read (`redact_words`), and asks everything
else of that one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec.structs import replace

from events.store.envelope import Recorded
from events.types.declarations import FightStarted
from events.types.log_events import Corrected, HeadMoved
from events.types.unions import AnyEvent
from projections.queries.number_words import (
    may_hold_number,
    may_mean_stranger,
    tells_strangers_number,
)
from projections.queries.visibility import (
    Audience,
    drop_secret_words,
    may_read,
    redact_event,
    sees_all,
)
from projections.state.fight_state import FightState
from replay.log.event_log import History, walk
from replay.log.line_inputs import Input
from replay.log.lineage import Revision, find_revisions
from replay.log.undo import list_moves
from rulesets.definitions.shipped import hide_creatures


def redact_words(history: History, audience: Audience) -> History:
    """Return the log as an audience may read it: whatever somebody wrote with an input, and the
    outcomes that repeat it, without words that tell a stranger's number. Judged by the fight as it
    stood then, and what a correction enters also by the fight before the correction. A game of
    one's own has none of its creatures. The rows keep their digests; the same history if nothing
    is dropped."""
    if sees_all(audience):
        return history
    corrected: dict[int, FightState] = {}
    dropped: dict[int, Recorded] = {}
    for row, state in _walk_with_state(history):
        if isinstance(row.event, Corrected):
            corrected[row.seq] = history.state(row.seq - 1)
        event = drop_secret_words(row.event, state)
        if row.cmd in corrected:
            event = drop_secret_words(event, corrected[row.cmd])
        if isinstance(event, FightStarted):
            game = hide_creatures(event.game)
            event = event if game is event.game else replace(event, game=game)
        if event is not row.event:
            dropped[row.seq] = replace(row, event=event)
    if not dropped:
        return history
    return History(dropped.get(row.seq, row) for row in history.rows)


def find_hidden_events(history: History, audience: Audience) -> dict[int, str]:
    """Return the events of the whole log that an audience may not read, by seq, with the redacted
    phrase of each (often empty). Visibility is judged by the fight as it stood then."""
    if sees_all(audience):
        return {}
    return {
        row.seq: redact_event(row.event, state)
        for row, state in _walk_with_state(history)
        if not may_read(row.event, state, audience)
    }


def find_secret_reasons(
    history: History, audience: Audience, hidden: Collection[int]
) -> frozenset[int]:
    """Return the moves and corrections whose reason is for the referee alone: they took back,
    brought back or changed an input that players may not read, or their reason itself tells a
    stranger's number. A move with hidden outcomes does that with any number that is not said of
    somebody else (`undo: he had 7 left`). The moves of one command have one reason. No later move
    or correction changes that. `hidden` are the events that the audience may not read."""
    if sees_all(audience):
        return frozenset()
    moves = [*list_moves(history)]
    secret = {
        row.cmd
        for row, *touched in moves
        if _touches_input(history, hidden, *touched)
        or _tells_number(history, row, tells_strangers_number)
        or (_moves_hidden(row, hidden, *touched) and _tells_number(history, row, may_mean_stranger))
    }
    told = {move.row.seq for move in moves if move.row.cmd in secret}
    every = (each for through in find_revisions(history).values() for each in through)
    return frozenset(told) | {each.correction.seq for each in every if not _is_open(each, hidden)}


def drop_reason(event: AnyEvent) -> AnyEvent:
    """Return a move or correction without its reason; any other event as it is."""
    return replace(event, why="") if isinstance(event, HeadMoved | Corrected) else event


def _touches_input(history: History, hidden: Collection[int], *touched: Sequence[int]) -> bool:
    return any(
        seq in hidden and isinstance(history[seq].event, Input) for seqs in touched for seq in seqs
    )


def _moves_hidden(row: Recorded, hidden: Collection[int], *touched: Sequence[int]) -> bool:
    """Return whether a move, not a correction, takes back or brings back a hidden event."""
    return isinstance(row.event, HeadMoved) and any(
        seq in hidden for seqs in touched for seq in seqs
    )


def _tells_number(
    history: History, row: Recorded, tells: Callable[[str, FightState], bool]
) -> bool:
    """Return whether the reason of a move or correction tells a number of somebody whom players do
    not know, before or after it; `tells` decides that of a text."""
    why: str = getattr(row.event, "why", "")
    return may_hold_number(why) and any(
        tells(why, history.state(seq)) for seq in (row.seq - 1, row.seq)
    )


def filter_revisions(history: History, audience: Audience) -> Callable[[Revision], bool]:
    """Return a filter: whether an audience may read a revision and its reason."""
    kept = find_hidden_events(history, audience)
    silent = find_secret_reasons(history, audience, kept)
    return lambda each: each.correction.seq not in silent and _is_open(each, kept)


def _is_open(revised: Revision, hidden: Collection[int]) -> bool:
    """Return whether players may read an input both before and after a revision."""
    was = revised.was
    return revised.now.seq not in hidden and (was is None or was.seq not in hidden)


def _walk_with_state(history: History) -> Iterator[tuple[Recorded, FightState]]:
    """Yield every row with the state after it."""
    last: tuple[Recorded, FightState] | None = None
    for state, row in walk(history):
        if last is not None:
            yield last  # by now the walk has folded the row into the state
        last = row, state
    if last is not None:
        yield last
