"""The hub: who is here, and waking those who watch a fight when there is something new."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Watcher:
    """A reader who watches a fight. `wake` is set when there may be something new for them."""

    def __init__(self) -> None:
        self.wake = asyncio.Event()


class Hub:
    """All who are at a table."""

    def __init__(self) -> None:
        self._present: Counter[str] = Counter()
        self._here: frozenset[str] = frozenset()
        self._elsewhere: frozenset[str] = frozenset()
        self._callbacks: dict[Callable[[str], None], None] = {}
        """In the order they came, so that they are called in that order."""
        self.is_closed = False
        """Whether the table has closed, so that every stream ends."""

    def listen(self, on_ring: Callable[[str], None]) -> None:
        """Call this with the id of each fight that may have something new; with an empty one where
        all may."""
        self._callbacks[on_ring] = None

    @contextmanager
    def be_here(self, seat: str, *, is_quiet: bool = False) -> Iterator[None]:
        """Count a seat as present within the context. All are woken when a reader comes or goes,
        unless that is `is_quiet`, as for spectators, who may be many."""
        self._count(seat, 1, is_quiet)
        try:
            yield
        finally:
            self._count(seat, -1, is_quiet)

    @contextmanager
    def watch(self, seat: str, fight: str) -> Iterator[Watcher]:
        """Be here, and watch a fight within the context."""
        watcher = Watcher()

        def wake(rung: str) -> None:
            if rung in ("", fight):
                watcher.wake.set()

        self.listen(wake)
        try:
            with self.be_here(seat):
                yield watcher
        finally:
            del self._callbacks[wake]

    def list_here(self) -> frozenset[str]:
        """Return the ids of the seats that are present, at this server or at another."""
        return self._here | self._elsewhere if self._elsewhere else self._here

    def list_own(self) -> frozenset[str]:
        """Return the ids of the seats that are present at this server."""
        return self._here

    def count_streams(self) -> int:
        """Return how many streams are open."""
        return self._present.total()

    def note_elsewhere(self, seats: frozenset[str]) -> None:
        """Note who is present at other servers; wake all where that is new."""
        before = self.list_here()
        self._elsewhere = seats
        if self.list_here() != before:
            self.ring()

    def ring(self, fight: str = "") -> None:
        """Wake those who watch a fight; without one, all."""
        for each in [*self._callbacks]:
            each(fight)

    def close(self) -> None:
        """End every stream."""
        self.is_closed = True
        self.ring()

    def _count(self, seat: str, change: int, is_quiet: bool) -> None:
        before = self._present[seat]
        self._present[seat] = before + change
        if before and before + change:
            return
        self._present += Counter()  # drops those who have gone
        self._here = frozenset(self._present)
        if not is_quiet:
            self.ring()
