"""Events that show that a clause of every game was used in play (ALL-01 to ALL-04)."""

from __future__ import annotations

from events.types.declarations import Join
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, is_statement
from projections.state.fight_state import FightState
from rulesets.core.ruleset import Evidence


def _stated(state: FightState, event: AnyEvent) -> bool:
    return is_statement(event)


def _typed(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, Rolled) and event.draw is None


def refused_only(state: FightState, event: AnyEvent) -> bool:
    """A clause that is seen in what it refuses, or in what the referee overrules."""
    return False


def _numbered(state: FightState, event: AnyEvent) -> bool:
    return isinstance(event, Join) and event.sheet.name[-1].isdigit()


EVERY_GAME: dict[str, Evidence] = {
    "ALL-01": _stated,
    "ALL-02": _typed,
    "ALL-03": refused_only,
    "ALL-04": _numbered,
}
