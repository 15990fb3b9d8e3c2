"""States of a fight that are kept by their events, so that a state near one is soon folded.

A log only grows, so a state holds for as long as the log does. Threads may share kept states.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence

from events.store.envelope import Recorded, Segment
from projections.state.fight_state import FightState

KeptStates = dict[int, FightState]
"""States by the event that each is at."""

SPACING = 256
"""A state is kept after so many folded events."""

LEAST, MOST = 24, 512
"""So many states are kept at most: fewer of a crowd. Those that were folded first go first."""

MOST_COMBATANTS = 6_000
"""The most combatants in the states kept beyond the least."""


def find_kept_state(kept: KeptStates, line: Sequence[Segment]) -> tuple[int, FightState]:
    """Return the last kept state of a line, as a copy, and the event it is at; the state before the
    first event where none is kept."""
    at = next((seq for seq in sorted([*kept], reverse=True) if _is_on(seq, line)), 0)
    state = kept.get(at)
    return (0, FightState()) if state is None else (at, state.copied())


def keep_state(kept: KeptStates, seq: int, state: FightState) -> None:
    """Keep a copy of the state at an event."""
    kept[seq] = state.copied()
    most = max(LEAST, min(MOST, MOST_COMBATANTS // max(1, len(state.combatants))))
    for oldest in [*kept][:-most]:
        kept.pop(oldest, None)


def _is_on(seq: int, line: Sequence[Segment]) -> bool:
    at = bisect_right(line, seq, key=_get_first) - 1
    return at >= 0 and seq <= line[at][1]


def _get_first(segment: Segment) -> int:
    return segment[0]


class ForkStates:
    """The states that other lines of a log begin at, each kept until the last of them has begun."""

    def __init__(self, rows: Iterable[Recorded]) -> None:
        self.left = Counter(row.parent for row in rows if row.parent != row.seq - 1)
        """How many lines begin at each of these events later."""
        self._kept: dict[int, FightState] = {0: FightState()}

    def keep(self, seq: int, state: FightState) -> None:
        """Keep a copy of the state at an event."""
        self._kept[seq] = state.copied()

    def take(self, seq: int) -> FightState:
        """Return the state at an event where another line begins, for that line to change."""
        self.left[seq] -= 1
        return self._kept[seq].copied() if self.left[seq] > 0 else self._kept.pop(seq)
