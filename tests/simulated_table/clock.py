"""A seeded event loop with virtual time: nobody waits, and the same seed does the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")

MOST_STEPS = 40_000
"""A simulation that takes more steps of the loop goes round in circles."""


class Stuck(Exception):
    """Nothing is left to happen, or it never ends."""


class VirtualLoop(asyncio.BaseEventLoop):
    """An event loop whose time passes at once where everybody waits. What is ready at the same
    moment runs in a random order."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random
        self._seconds = 0.0
        self._steps = 0
        self._selector = self

    def time(self) -> float:
        """Return the virtual time in seconds."""
        return self._seconds

    def select(self, timeout: float | None) -> list[Any]:
        """Let the time pass until the next thing happens."""
        if timeout is None:
            raise Stuck("everybody waits, and nothing is left to happen")
        self._seconds += timeout
        return []

    def _process_events(self, events: list[Any]) -> None:
        """Do nothing; there are no sockets."""

    def _write_to_self(self) -> None:
        """Do nothing; there are no threads."""

    def _run_once(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise Stuck(f"it goes on after {MOST_STEPS} steps")
        ready = self._ready  # type: ignore[attr-defined]
        if len(ready) > 1:
            mixed = [*ready]
            self._random.shuffle(mixed)
            ready.clear()
            ready.extend(mixed)
        super()._run_once()  # type: ignore[misc]


def run_virtually(seed: int, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine in virtual time; return what it returns."""
    random = Random(f"loop {seed}")
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(random)) as runner:
        return runner.run(make())
