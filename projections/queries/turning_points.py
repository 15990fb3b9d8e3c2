"""Turning points: where a side lost much of its strength."""

from __future__ import annotations

from typing import NamedTuple

from events.types import declarations as d
from events.types import outcomes as o
from events.types import statements as s
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import DISABLING, LOST_ROUND, Combatant, FightState

MOST_TURNS = 3
"""The most turning points that are named of a fight."""

LEAST_LOSS = 0.1
"""The smallest loss that makes a turning point, as a part of the side's full strength."""

_BEATEN = ("fled", "routed", "surrendered")
"""The ways to leave a fight that count as a loss; others leave of their own will."""


class TurningPoint(NamedTuple):
    """A turn, a phase, or harm between turns that cost a side much of its strength.

    `seq` is its last event. `before` and `after` are the side's strength: each member in the fight
    adds 0.5 for being able to act, and up to 0.5 for what is left of the score that wears down
    first. Members who left of their own will count neither before nor after.
    """

    round: int
    seq: int
    side: str
    before: float
    after: float


class TurningPointFinder:
    """Measures the strength of the sides through a fight.

    The caller folds the events into `state`, and calls `before` and `after` around each.
    """

    def __init__(self, state: FightState) -> None:
        self._state = state
        self._strength: dict[str, tuple[str, float]] | None = None
        self._between = False
        self._points: list[TurningPoint] = []

    def before(self, event: AnyEvent) -> None:
        """Take an event that is not folded yet; it may end a span of harm between turns."""
        begins = isinstance(event, Declaration | o.TurnBegan | o.PhaseBegan | o.RoundBegan)
        if begins and self._between:
            self._compare_strengths(self._state.seq)
        if isinstance(event, d.Harm | s.Kill):
            self._strength, self._between = self._measure_strengths(), True

    def after(self, seq: int, event: AnyEvent) -> None:
        """Take an event after it is folded: begin or end the measurement of a turn or phase."""
        if isinstance(event, o.TurnBegan | o.PhaseBegan):
            self._strength = self._measure_strengths()
        elif isinstance(event, o.TurnEnded | o.PhaseEnded):
            self._compare_strengths(seq)

    def points(self) -> list[TurningPoint]:
        """Return the greatest losses, the greatest first, at most `MOST_TURNS`."""
        if self._between:
            self._compare_strengths(self._state.seq)
        return sorted(self._points, key=lambda turn: turn.after - turn.before)[:MOST_TURNS]

    def _compare_strengths(self, seq: int) -> None:
        """Note what a turn cost each side, unless the fight is over."""
        was, self._strength, self._between = self._strength, None, False
        if was is None or self._state.ended:
            return
        everybody = self._state.combatants
        stayed = [of for id, of in was.items() if not has_left_unbeaten(everybody.get(id))]
        now = [*self._measure_strengths().values()]
        for side in dict(stayed):
            before, after = (sum(each for of, each in all if of == side) for all in (stayed, now))
            full = sum(one.side == side for one in everybody.values())
            if before - after >= LEAST_LOSS * full:
                self._points.append(TurningPoint(self._state.round, seq, side, before, after))

    def _measure_strengths(self) -> dict[str, tuple[str, float]]:
        """Return the side and the strength of everybody in the fight, by id."""
        return {
            id: (one.side, measure_strength(one))
            for id, one in self._state.combatants.items()
            if one.standing == "in"
        }


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
