"""Conditions that the rules of a game know by name: how they are written, and how they end."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from events.types.names import folded
from events.types.outcomes import ConditionEnded, WoundClosed
from events.types.sheets import Bars, Condition, Wound
from projections.state.fight_state import Combatant
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


def end_from(one: Combatant, source: str) -> Play[None]:
    """All that came of something ends with it."""
    for condition in [each for each in one.conditions if each.source == source]:
        yield over(one, condition)


def close(one: Combatant, wound: Wound, *, healed: bool = True) -> Play[None]:
    """A wound is over, and with it all that came of it."""
    yield from end_from(one, wound.label)
    yield WoundClosed(one.id, wound.label, healed)
