"""The strength of a combatant: whether they can act, and what is left of them."""

from __future__ import annotations

from projections.state.fight_state import DISABLING, LOST_ROUND, Combatant

_BEATEN = ("fled", "routed", "surrendered")
"""The ways to leave a fight that count as a loss; others leave of their own will, and are as strong
as they went."""


def measure_strength(one: Combatant, falls: bool = False) -> float:
    """Return the strength of a combatant in the fight, 0 to 1. Who `falls` can act no more, though
    their condition has not been recorded yet."""
    return 0.5 * (is_able(one) and not falls) + 0.5 * _measure_score_left(one)


def has_left_unbeaten(one: Combatant | None) -> bool:
    """Return whether a combatant has left of their own will."""
    return one is not None and one.standing == "gone" and one.how not in _BEATEN


def is_able(one: Combatant) -> bool:
    """Return whether no condition keeps a combatant from acting, but for a lost first round."""
    return not any(
        condition.bars in DISABLING and condition.name != LOST_ROUND for condition in one.conditions
    )


def _measure_score_left(one: Combatant) -> float:
    """Return what is left of the score that wears down first: 0 to 1 of its maximum."""
    first = next(iter(one.scores), "")
    most = one.maxima.get(first, 0)
    return min(1.0, max(0.0, one.scores[first] / most)) if most else 0.0
