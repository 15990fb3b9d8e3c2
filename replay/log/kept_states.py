"""States of a fight that are kept by their events, so that a state near one is soon folded.

A log only grows, so a state holds for as long as the log does. Threads may share kept states.
"""

from __future__ import annotations

from collections.abc import Sequence

from events.store.envelope import Segment
from projections.state.fight_state import FightState

KeptStates = dict[int, FightState]
"""States by the event that each is at."""

SPACING = 256
"""A state is kept after so many folded events."""

MOST = 24
"""The most states that are kept. Those that were folded first go first."""


def find_kept_state(kept: KeptStates, line: Sequence[Segment]) -> tuple[int, FightState]:
    """Return the last kept state of a line, as a copy, and the event it is at; the state before the
    first event where none is kept."""
    at = max((seq for seq in [*kept] if _is_on(seq, line)), default=0)
    state = kept.get(at)
    return (0, FightState()) if state is None else (at, state.copied())


def keep_state(kept: KeptStates, seq: int, state: FightState) -> None:
    """Keep a copy of the state at an event."""
    kept[seq] = state.copied()
    for oldest in [*kept][:-MOST]:
        kept.pop(oldest, None)


def _is_on(seq: int, line: Sequence[Segment]) -> bool:
    return any(first <= seq <= last for first, last in line)
