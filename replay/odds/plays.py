"""The plays of a fight's line: each declaration with the outcomes and dice that followed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from events.types.log_events import Skipped
from events.types.outcomes import Overruled
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, is_declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.log.event_log import History
from rulesets.core.courses import Start


class LinePlay(NamedTuple):
    """A declaration of a line about to be played, the events with their seqs that followed up to
    the next declaration, and the fight after them."""

    start: Start
    events: list[tuple[int, AnyEvent]]
    after: FightState


def list_plays(history: History) -> Iterator[LinePlay]:
    """Yield the plays of the present line, in their order."""
    rows = list(history.on_line(len(history)))
    state = FightState()
    at = 0
    while at < len(rows):
        row = rows[at]
        fold_one(state, row.seq, row.event)
        at += 1
        if not is_declaration(row.event) or isinstance(row.event, Skipped):
            continue
        played = []
        start = None
        while at < len(rows) and not is_declaration(rows[at].event):
            if start is None and not isinstance(rows[at].event, Overruled):
                start = state.copied()
            played.append((rows[at].seq, rows[at].event))
            fold_one(state, *played[-1])
            at += 1
        fallen = {event.asked: event.face for _, event in played if isinstance(event, Rolled)}
        after = state.copied()
        yield LinePlay(Start(start or after, row.event, row.seq, fallen), played, after)
