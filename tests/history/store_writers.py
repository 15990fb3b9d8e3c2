"""Writers of a store itself, in threads, and the history of what they were answered. They go on
when the database was away: what was not answered is said again under its key."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from random import Random
from threading import Event
from typing import TypeVar

from events.errors import CampaignError, Conflict
from events.store.envelope import Entry, Row
from events.store.protocol import Store
from events.store.statements import Request
from events.types.log_events import Noted
from tests.history.checker import History, Said, Seen

T = TypeVar("T")

PATIENCE = 60.0
"""How many seconds something is said again that is not answered."""


def read_marks(rows: Sequence[Row]) -> list[str]:
    """Return the marks of a log of notes: their texts."""
    return [json.loads(row.body)["text"] for row in rows]


class StoreWriter:
    """Somebody who appends notes to a fight, and reads it. `name` makes their marks their own."""

    def __init__(self, name: str, fight: str, open: Callable[[], Store], history: History) -> None:
        self.name, self.fight, self._open, self._history = name, fight, open, history
        self._random = Random(name)
        self.log: list[str] = []
        self.digest = b""
        self.answered = 0
        self.unanswered = 0
        """How many tries were not answered with what is recorded."""

    def run(self, is_over: Callable[[], bool], pause: float = 0.0) -> None:
        """Write and read until it is over."""
        with closing(self._insist_open()) as store:
            number = 0
            while not is_over():
                self.write(store, f"{self.name}-{number}")
                number += 1
                if number % 20 == 0:
                    self.read(store)
                if pause:
                    time.sleep(pause * self._random.random())
            self.read(store)

    def _insist_open(self) -> Store:
        while True:
            with suppress(CampaignError):
                return self._open()
            time.sleep(0.1)

    def write(self, store: Store, mark: str) -> None:
        """Append a note behind what was read, until it is answered."""
        began, is_sure, tries = time.monotonic(), True, 0
        while True:
            head = len(self.log)
            try:
                rows = store.append(
                    self.fight,
                    head,
                    [Entry(Noted(mark))],
                    key=self.make_key(mark, tries),
                    request=Request("line", mark),
                    digest=self.digest,
                )
            except Conflict:
                with suppress(CampaignError):
                    self.read(store)
                continue
            except CampaignError:
                self.unanswered += 1
                if time.monotonic() > began + PATIENCE:
                    raise
                is_sure, tries = False, tries + 1
                time.sleep(0.05)
                continue
            break
        ended = time.monotonic()
        seqs = tuple(row.seq for row in rows)
        self._history.said.append(Said(mark, head, is_sure, began, ended, seqs))
        self.answered += 1
        if seqs[0] == head + 1:
            self.log.append(mark)
            self.digest = rows[-1].digest

    def read(self, store: Store) -> None:
        """Read what is new."""
        began, after = time.monotonic(), len(self.log)
        rows = [*store.rows(self.fight, self.find_resume(after))]
        marks = read_marks(rows)
        if rows:
            self.log += marks
            self.digest = rows[-1].digest
        self._history.seen.append(Seen(self.name, began, time.monotonic(), marks, after))

    def make_key(self, mark: str, tries: int) -> str:
        """Return the key of a command."""
        return f"key {mark}"

    def find_resume(self, last: int) -> int:
        """Return the event that is read on from."""
        return last


class BlindWriter(StoreWriter):
    """A planted mistake: what was not answered is said again under another key."""

    def make_key(self, mark: str, tries: int) -> str:
        return f"key {mark} {tries}"


class LateReader(StoreWriter):
    """A planted mistake: reads on behind an event that was not read, and writes nothing."""

    def find_resume(self, last: int) -> int:
        return last + 1 if last else 0

    def write(self, store: Store, mark: str) -> None:
        self.read(store)
        time.sleep(0.02)


def run_together(
    writers: Sequence[StoreWriter], meanwhile: Callable[[], T], pause: float = 0.0
) -> T:
    """Let writers write while something is done, and end then; return what it returned. Raises what
    they raise."""
    is_over = Event()
    with ThreadPoolExecutor(len(writers)) as pool:
        running = [pool.submit(each.run, is_over.is_set, pause) for each in writers]
        try:
            done = meanwhile()
        finally:
            is_over.set()
        for each in running:
            each.result()
    return done
