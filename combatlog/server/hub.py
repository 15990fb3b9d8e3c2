"""The hub: who has a stream open, and waking them when there is something new."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Watcher:
    """An open stream: whose it is, and the id of the fight that it shows. `wake` is set when there
    may be something new for it."""

    def __init__(self, seat: str, fight: str) -> None:
        self.seat, self.fight = seat, fight
        self.wake = asyncio.Event()


class Hub:
    """All open streams of a table."""

    def __init__(self) -> None:
        self._watchers: dict[Watcher, None] = {}
        """In the order they came, so that they are woken in that order."""
        self.is_closed = False
        """Whether the table has closed, so that every stream ends."""

    @contextmanager
    def watch(self, seat: str, fight: str, *, is_quiet: bool = False) -> Iterator[Watcher]:
        """Count a stream as open. The others are woken where somebody comes or goes, unless that is
        `is_quiet`, as for spectators, who may be many."""
        watcher = Watcher(seat, fight)
        before = self.list_here()
        self._watchers[watcher] = None
        self._ring_if_changed(before, is_quiet)
        try:
            yield watcher
        finally:
            before = self.list_here()
            del self._watchers[watcher]
            self._ring_if_changed(before, is_quiet)

    def list_here(self) -> frozenset[str]:
        """Return the ids of the seats that have a stream open."""
        return frozenset(each.seat for each in [*self._watchers])

    def ring(self, fight: str = "") -> None:
        """Wake the streams of a fight; without one, all."""
        for each in self._watchers:
            if fight in ("", each.fight):
                each.wake.set()

    def close(self) -> None:
        """End every stream."""
        self.is_closed = True
        self.ring()

    def _ring_if_changed(self, before: frozenset[str], is_quiet: bool) -> None:
        if not is_quiet and self.list_here() != before:
            self.ring()
