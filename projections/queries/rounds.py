"""A span of rounds, for which something is counted."""

from __future__ import annotations

from typing import NamedTuple

from projections.state.fight_state import FightState

AFTER = 1_000_000
"""The number of the time after the fight, behind every round."""


class Rounds(NamedTuple):
    """The rounds from `first` to `last`; round 0 is before the first, `AFTER` is after the fight,
    and no `last` means to the end."""

    first: int = 0
    last: int | None = None

    def includes(self, number: int) -> bool:
        """Return whether a round is in the span."""
        return self.first <= number and (self.last is None or number <= self.last)


WHOLE = Rounds()
"""The whole fight, and what came after it."""


def find_round(state: FightState) -> int:
    """Return the number of the round that a fight is in; `AFTER` when it is over."""
    return AFTER if state.ended else state.round
