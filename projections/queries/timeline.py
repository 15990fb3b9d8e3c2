"""The timeline of a line: each event in words, with its round, turn and time on the clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, get_args

from events.types.outcomes import (
    ConditionBegan,
    ConditionEnded,
    DamageDealt,
    Died,
    Left,
    MaximumChanged,
    RoundBegan,
    ScoreChanged,
    WoundClosed,
    WoundTaken,
    WoundTended,
)
from events.types.unions import AnyEvent, Statement
from projections.queries.causes import describe_blow
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.phrases import describe_event
from projections.text.words import Words, format_reason

CHANGES: tuple[type, ...] = (
    RoundBegan,
    ScoreChanged,
    MaximumChanged,
    WoundTaken,
    WoundTended,
    WoundClosed,
    ConditionBegan,
    ConditionEnded,
    Died,
    Left,
    *get_args(Statement),
)
"""Events that change a combatant, or begin a round: those worth a line of their own."""


class TimelineMoment(NamedTuple):
    """One event: its seq, its round (0 before any), the side whose turn was being resolved (empty
    between turns), the clock in the game's unit (seconds or watches), the event, and its words."""

    seq: int
    round: int
    side: str
    clock: int
    event: AnyEvent
    said: str

    @property
    def changed(self) -> bool:
        """Whether the event is one of `CHANGES`."""
        return isinstance(self.event, CHANGES)


def list_moments(events: Iterable[tuple[int, AnyEvent]]) -> Iterator[TimelineMoment]:
    """Yield the moments of a line, in the names that held at the time."""
    state = FightState()
    before: AnyEvent | None = None
    for seq, event in events:
        fold(state, seq, (event,))
        said = describe_event(event, state) + _describe_blow_before(event, before, state)
        yield TimelineMoment(seq, state.round, state.acting, state.clock, event, said)
        before = event


def _describe_blow_before(event: AnyEvent, before: AnyEvent | None, state: FightState) -> str:
    """Return the blow right before a loss whose reason does not name it: “: Wolf's bite: 8”."""
    match event, before:
        case ScoreChanged(who=who, why=why), DamageDealt(to=to) if why and to == who:
            blow = describe_blow(before, Words(state))
            return format_reason(blow) if why not in blow else ""
    return ""
