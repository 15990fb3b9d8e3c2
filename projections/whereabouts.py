"""Folding where everybody is: areas, who is locked in a fight with whom, who is aboard."""

from __future__ import annotations

from events.types import outcomes as o
from events.types import statements as s
from projections.state.fight_state import Combatant, FightState, Handler


def _moved(state: FightState, event: o.Moved, seq: int) -> None:
    one = state.combatants[event.who]
    one.last = {}
    if event.to in state.areas:
        one.area = event.to


def _placed(state: FightState, event: s.Place, seq: int) -> None:
    state.combatants[event.who].area = event.area


def _crew(state: FightState, event: s.Crew, seq: int) -> None:
    one = state.combatants[event.who]
    others = {id: post for id, post in one.crew.items() if id != event.member}
    one.crew = others if event.ashore else {**others, event.member: event.post}


def _engaged(state: FightState, event: o.EngagementBegan, seq: int) -> None:
    for id in event.opponents:
        _lock(state.combatants[event.who], id)
        _lock(state.combatants[id], event.who)


def _lock(one: Combatant, other: str) -> None:
    if other not in one.engaged:
        one.engaged += (other,)


def _free(state: FightState, event: o.EngagementEnded, seq: int) -> None:
    _release(state, event.who)


def _release(state: FightState, who: str) -> None:
    """Engagement is mutual, and so is its end."""
    for id in state.combatants[who].engaged:
        other = state.combatants[id]
        other.engaged = tuple(each for each in other.engaged if each != who)
    state.combatants[who].engaged = ()


def _engagement_stated(state: FightState, event: s.Engage, seq: int) -> None:
    _release(state, event.who)
    for id in event.opponents:
        _lock(state.combatants[event.who], id)
        _lock(state.combatants[id], event.who)


WHEREABOUTS: dict[type, Handler] = {
    o.Moved: _moved,
    o.EngagementBegan: _engaged,
    o.EngagementEnded: _free,
    s.Place: _placed,
    s.Crew: _crew,
    s.Engage: _engagement_stated,
}
