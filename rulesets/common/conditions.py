"""Conditions that the rules of a game know by name: how they are written, and how they end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from events.types.names import folded
from events.types.outcomes import ClockAdvanced, ConditionEnded, Died, WoundClosed
from events.types.sheets import Bars, Condition, Wound
from projections.state.fight_state import Combatant, FightState
from rulesets.core.play import Play


def known(condition: Condition, bars: Mapping[str, Bars]) -> Condition:
    """A condition somebody states or brings along: one that the rules know is written as they
    do, and bars what it bars, where nothing else is said."""
    said = folded(condition.name)
    for name, barring in bars.items():
        if folded(name) == said:
            return msgspec.structs.replace(condition, name=name, bars=condition.bars or barring)
    return condition


def over(one: Combatant, condition: Condition) -> ConditionEnded:
    """The end of one condition, whatever it came of and is about."""
    return ConditionEnded(one.id, condition.name, condition.source, condition.about)


def end(one: Combatant, name: str) -> Play[None]:
    """Whatever somebody has of this name ends."""
    while (found := one.condition(name)) is not None:
        yield over(one, found)


def end_conditions_from(one: Combatant, source: str) -> Play[None]:
    """All that came of something ends with it."""
    for condition in [each for each in one.conditions if each.source == source]:
        yield over(one, condition)


def close(one: Combatant, wound: Wound, *, healed: bool = True) -> Play[None]:
    """A wound is over, and with it all that came of it."""
    yield from end_conditions_from(one, wound.label)
    yield WoundClosed(one.id, wound.label, healed)


def name_untreated_death(one: Combatant, wound: Wound) -> str:
    """What somebody dies of whose wound nobody has seen to."""
    return f"{wound.label}, untreated"


def advance(
    state: FightState, by: int, cause: Callable[[Combatant, Wound], str] = name_untreated_death
) -> Play[list[Combatant]]:
    """Advance the clock and return who died of it (CF-14, BW-10).

    Conditions end when their time is up; a combatant with an overdue wound dies of its `cause`.
    """
    died = []
    was = state.clock
    yield ClockAdvanced(was, was + by)
    for one in list(state.combatants.values()):
        for each in list(one.conditions):
            if each.due is not None and each.due <= state.clock:
                yield over(one, each)
        if one.standing == "dead":
            continue
        due = find_overdue_wounds(state, one)
        if due:
            yield Died(one.id, cause(one, due[0]))
            died.append(one)
    return died


def find_overdue_wounds(state: FightState, one: Combatant) -> list[Wound]:
    """The wounds whose hour has come."""
    return [each for each in one.wounds if each.due is not None and each.due <= state.clock]
