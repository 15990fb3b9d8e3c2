"""The odds of a fight that is over, as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from combatlog.app.fight_odds import (
    FightComparison,
    describe_roll,
    judge_share,
    list_readable_rolls,
)
from combatlog.terminal.views.layout import align_table, bold, dim
from combatlog.terminal.views.odds import format_chance, format_percent
from projections.queries.visibility import Audience
from replay.log.event_log import History
from replay.odds.comparison import Comparison
from replay.odds.policies import POLICIES

COUNTED = (
    "Worse means more dead of the players' side; of as many, more who are down or fled beaten; of"
    " as many, less strength against the others. Nobody joins in a playout by a policy, and the"
    " referee rules nothing. A policy is no measure of luck; the same declarations come nearer."
)
"""How fights are compared."""


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
    yield (
        f"  Of {found.by_policy.playouts:,} playouts from the moment round 1 began, with those who"
        f" had joined by then and for as many rounds, by the policy “{found.policy}”"
        f" ({POLICIES[found.policy][1]}), {_describe_comparison(found.by_policy)}."
    )
    yield (
        f"  Of {found.by_repeats.playouts:,} with the same declarations and other dice"
        f" ({format_percent(found.by_repeats.said)} of them could be said again),"
        f" {_describe_comparison(found.by_repeats)}."
    )
    yield dim(f"  {COUNTED}")


def _describe_comparison(comparison: Comparison) -> str:
    worse, alike = (
        format_chance(judge_share(comparison, times), False) if times else "none"
        for times in (comparison.worse, comparison.alike)
    )
    return f"{worse} went worse and {alike} as badly"


def _format_fraction(chance: Fraction | None) -> str:
    return "" if chance is None else format_percent(float(chance))
