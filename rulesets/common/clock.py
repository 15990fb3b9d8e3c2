"""The fight's clock, and what comes due on it."""

from __future__ import annotations

from events.outcomes import ClockAdvanced, ConditionEnded, Died
from projections.state import FightState
from rulesets.steps import Play


def advance(state: FightState, by: int) -> Play[None]:
    """The clock goes on: whoever's hour has come is dead (CF-14, BW-10), and conditions whose
    time is up end."""
    was = state.clock
    yield ClockAdvanced(was, was + by)
    for one in list(state.combatants.values()):
        for each in list(one.conditions):
            if each.due is not None and each.due <= state.clock:
                yield ConditionEnded(one.id, each.name, each.source, each.about)
        if one.standing == "dead":
            continue
        due = [w for w in one.wounds if w.due is not None and w.due <= state.clock]
        if due:
            yield Died(one.id, f"{due[0].label}, untreated")
