"""A span of rounds, for which something is counted."""

from __future__ import annotations

from typing import NamedTuple


class Rounds(NamedTuple):
    """The rounds from `first` to `last`; round 0 is before the first, and no `last` means to the
    end."""

    first: int = 0
    last: int | None = None

    def includes(self, number: int) -> bool:
        """Return whether a round is in the span."""
        return self.first <= number and (self.last is None or number <= self.last)


WHOLE = Rounds()
"""The whole fight."""
