"""Whose turn an input resolved that names no side: what was said of one side's turn is not said of
another's."""

from __future__ import annotations

from events.errors import Refused
from events.store.envelope import Recorded
from events.types.declarations import Resolve
from events.types.outcomes import TurnBegan
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from projections.text.words import side_words
from replay.log.event_log import History


def refuse_without_turn(
    history: History, row: Recorded, declaration: Declaration, state: FightState
) -> None:
    """Raise `Refused` where a turn would be resolved of a side that has none in this round: it
    would be the next one's, which has an input of its own."""
    if not isinstance(declaration, Resolve) or declaration.side or not state.order:
        return
    now, first = turn_of(history, row.seq), turn_of(history, history.origin(row.seq))
    sides = [side for side in (now, first) if side]  # a correction may have made it another's
    if sides and not any(side in state.order for side in sides):
        raise Refused(f"{side_words(sides[0])} has no turn in this round")


def turn_of(history: History, seq: int) -> str:
    """The side whose turn the input of this event resolved; empty where it was nobody's."""
    for row in history.rows[seq:]:
        if isinstance(row.event, TurnBegan) and row.cause == seq:
            return row.event.side
        if isinstance(row.event, Declaration):
            break
    return ""
