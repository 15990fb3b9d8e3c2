"""The fold: applies events to the state of a fight.

Each event type has one handler, which changes the state in place. Call `fold` or `fold_one`, never
a handler; to keep the state before, copy it first (`FightState.copied`).
"""

from __future__ import annotations

from collections.abc import Iterable

from events.store.protocol import Store, read_line
from events.types.unions import AnyEvent
from projections.state import fold_combatants as people
from projections.state import fold_rounds as play
from projections.state.fight_state import FightState, Handler

HANDLERS: dict[type, Handler] = {**people.HANDLERS, **play.HANDLERS}
"""The handlers by event type. An event without one changes no state: it is there to be read."""


def fold(state: FightState, first: int, events: Iterable[AnyEvent]) -> FightState:
    """Apply consecutive events, the first with seq `first`, to the state, and return it."""
    find = HANDLERS.get
    seq = first - 1
    for seq, event in enumerate(events, start=first):
        handler = find(type(event))
        if handler is not None:
            handler(state, event, seq)
    if seq >= first:
        state.seq = seq
    return state


def fold_one(state: FightState, seq: int, event: AnyEvent) -> None:
    """Apply one event, as live play does at every step."""
    handler = HANDLERS.get(type(event))
    if handler is not None:
        handler(state, event, seq)
    state.seq = seq


def fold_line(store: Store, fight: str, head: int) -> FightState:
    """Return the state at event `head`, folded from the beginning of its line."""
    state = FightState()
    for first, events in read_line(store, fight, head):
        fold(state, first, events)
    return state
