"""The fight's clock, and what comes due on it."""

from __future__ import annotations

from collections.abc import Callable

from events.types.outcomes import ClockAdvanced, Died
from events.types.sheets import Wound
from projections.state.fight_state import Combatant, FightState
from rulesets.common.conditions import over
from rulesets.core.play import Play


def untreated(one: Combatant, wound: Wound) -> str:
    """What somebody dies of whose wound nobody has seen to."""
    return f"{wound.label}, untreated"


def advance(
    state: FightState, by: int, cause: Callable[[Combatant, Wound], str] = untreated
) -> Play[None]:
    """The clock goes on: whoever's hour has come is dead of its `cause` (CF-14, BW-10), and
    conditions whose time is up end."""
    was = state.clock
    yield ClockAdvanced(was, was + by)
    for one in list(state.combatants.values()):
        for each in list(one.conditions):
            if each.due is not None and each.due <= state.clock:
                yield over(one, each)
        if one.standing == "dead":
            continue
        due = overdue(state, one)
        if due:
            yield Died(one.id, cause(one, due[0]))


def overdue(state: FightState, one: Combatant) -> list[Wound]:
    """The wounds whose hour has come."""
    return [each for each in one.wounds if each.due is not None and each.due <= state.clock]
