"""Along a whole log, every row with the fight as it stood before it on its own line."""

from __future__ import annotations

from collections.abc import Iterator

from events.store.envelope import Recorded
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.log.event_log import History


def walk(history: History) -> Iterator[tuple[FightState, Recorded]]:
    """The rows in the order they were recorded, each with the state of its line before it. The
    state goes on with the walk: whoever keeps it, copies it."""
    targets = {row.parent for row in history.rows if row.parent != row.seq - 1}
    kept: dict[int, FightState] = {0: FightState()}
    state = FightState()
    for row in history.rows:
        if row.parent != row.seq - 1:
            state = kept[row.parent].copied()
        yield state, row
        fold_one(state, row.seq, row.event)
        if row.seq in targets:
            kept[row.seq] = state.copied()
