"""Conditions, wounds and the clock: names of conditions, and when conditions and wounds end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from events.types.names import fold_case
from events.types.outcomes import ClockAdvanced, ConditionEnded, Died, WoundClosed
from events.types.sheets import Bars, Condition, Wound
from projections.state.fight_state import Combatant, FightState
from rulesets.core.play import Play

DEPRIVED = "deprived"
FULL_PACK = "full pack"
NEXT_ENHANCED = "next attack enhanced"


def normalize_condition(condition: Condition, bars: Mapping[str, Bars]) -> Condition:
    """Return a condition as the rules write it.

    A condition that the rules know gets their spelling, and their bar unless it brings its own.
    """
    said = fold_case(condition.name)
    for name, barring in bars.items():
        if fold_case(name) == said:
            return msgspec.structs.replace(condition, name=name, bars=condition.bars or barring)
    return condition


def make_condition_end(one: Combatant, condition: Condition) -> ConditionEnded:
    """Return the end of one condition, with the source and subject that identify it."""
    return ConditionEnded(one.id, condition.name, condition.source, condition.about)


def end_conditions(one: Combatant, name: str) -> Play[None]:
    """End every condition with this name."""
    while (found := one.condition(name)) is not None:
        yield make_condition_end(one, found)


def end_conditions_from(one: Combatant, source: str) -> Play[None]:
    """End every condition with this source."""
    for condition in [each for each in one.conditions if each.source == source]:
        yield make_condition_end(one, condition)


def close_wound(one: Combatant, wound: Wound, *, healed: bool = True) -> Play[None]:
    """Close a wound and end every condition that came from it."""
    yield from end_conditions_from(one, wound.label)
    yield WoundClosed(one.id, wound.label, healed)


def name_untreated_death(one: Combatant, wound: Wound) -> str:
    """Return the cause of death by a wound that nobody treated."""
    return f"{wound.label}, untreated"


def advance_clock(
    state: FightState, by: int, cause: Callable[[Combatant, Wound], str] = name_untreated_death
) -> Play[list[Combatant]]:
    """Advance the clock by some seconds and return who died of it (CF-14, BW-10).

    Conditions end when their time is up. A combatant whose wound has run out of time dies of its
    `cause`.
    """
    died = []
    was = state.clock
    yield ClockAdvanced(was, was + by)
    for one in list(state.combatants.values()):
        for each in list(one.conditions):
            if each.due is not None and each.due <= state.clock:
                yield make_condition_end(one, each)
        if one.standing == "dead":
            continue
        due = find_expired_wounds(state, one)
        if due:
            yield Died(one.id, cause(one, due[0]))
            died.append(one)
    return died


def find_expired_wounds(state: FightState, one: Combatant) -> list[Wound]:
    """Return the wounds whose time has run out."""
    return [each for each in one.wounds if each.due is not None and each.due <= state.clock]
