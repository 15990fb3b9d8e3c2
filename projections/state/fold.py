"""Folding events into the state of a fight.

One handler a type, changing the state in place; `fold` and `fold_one` are the only ways in. From
outside it is pure: whoever needs the state before keeps a copy (`FightState.copied`).
"""

from __future__ import annotations

from collections.abc import Iterable

from events.store.protocol import Store, read_line
from events.types.unions import AnyEvent
from projections.state import fold_combatants as people
from projections.state import fold_rounds as play
from projections.state.fight_state import FightState, Handler

HANDLERS: dict[type, Handler] = {**people.HANDLERS, **play.HANDLERS}
"""By event type. Types without one change nothing: they are for reading."""


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
    """Apply one event: what play does at every step."""
    handler = HANDLERS.get(type(event))
    if handler is not None:
        handler(state, event, seq)
    state.seq = seq


def fold_line(store: Store, fight: str, head: int) -> FightState:
    """The state at event `head`: its line, folded from the beginning."""
    state = FightState()
    for first, events in read_line(store, fight, head):
        fold(state, first, events)
    return state
