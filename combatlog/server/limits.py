"""How fast somebody may send requests: what comes back, and what is left."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """How many requests somebody can send at once, and how many a second on average. Who has no
    seat counts by their address."""

    burst: int = 60
    rate: float = 20.0


class Allowances:
    """What is left to everybody."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._spent: dict[str, tuple[float, float]] = {}

    def take(self, who: str, now: float) -> bool:
        """Take a request from what somebody has left at this second; return whether there was
        any. What is refused takes nothing."""
        burst, rate = self._limits
        left, before = self._spent.get(who, (float(burst), now))
        left = min(float(burst), left + (now - before) * rate)
        if len(self._spent) > 10_000:
            self.forget()
        self._spent[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1

    def forget(self) -> None:
        """Leave everybody what they may send at most."""
        self._spent.clear()
