"""The odds of a fight that is over, as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from combatlog.app.fight_odds import (
    COUNTED,
    FightComparison,
    describe_comparison,
    describe_roll,
    list_readable_rolls,
)
from combatlog.app.odds import format_percent
from combatlog.terminal.views.layout import align_table, bold, dim
from projections.queries.visibility import Audience
from replay.log.event_log import History


def render_rolls(history: History, audience: Audience = "referee") -> Iterator[str]:
    """Yield every roll of a fight with how likely its result was."""
    rolls = list(list_readable_rolls(history, audience))
    if not rolls:
        yield "  Nothing has been rolled that could be judged."
        return
    yield bold("How likely each roll was")
    yield from align_table(
        [
            [
                _format_fraction(roll.chance if roll.or_more is None else roll.or_more),
                describe_roll(roll) + (" (this or more)" if roll.or_more is not None else ""),
            ]
            for roll in rolls
        ]
    )


def render_comparison(found: FightComparison) -> Iterator[str]:
    """Yield how a fight went against playouts by a policy, and against its own declarations with
    other dice."""
    yield bold("How the fight went")
    yield from (f"  {said}" for said in describe_comparison(found))
    yield dim(f"  {COUNTED}")


def _format_fraction(chance: Fraction | None) -> str:
    return "" if chance is None else format_percent(float(chance))
