"""Writers and readers of a fight at a live table. They go on when the server has died: a command
whose answer was lost is said again under its key, and a reader resumes where they were."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from itertools import count
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from events.store.envelope import Row
from tests.history.checker import History, Said, Seen

MARK = re.compile(r"\b[1-9]\d{6}\b")
"""Marks are numbers of seven digits, which nothing else at the table has."""

MOST = 8
"""The most writers in one fight: each has marks and scores of their own."""

_MARKED = ('{"type":"noted"', '{"type":"set-score"')
"""How the events begin that have a mark."""

PAUSE = 0.05
"""So many seconds pass before something that was not answered is sent again."""


class Answer(NamedTuple):
    """An answer: its status and JSON."""

    status: int
    json: Any


Send = Callable[[str, str, Any], Awaitable[Answer]]
"""Sends a method, a path and JSON. Raises `ConnectionError` where no answer comes."""


def find_mark(words: str) -> str:
    """Return the mark in some words, empty where there is none."""
    found = MARK.search(words)
    return found[0] if found else ""


def read_log(rows: list[Row]) -> list[str]:
    """Return the marks of a stored log."""
    return [find_mark(row.body) if row.body.startswith(_MARKED) else "" for row in rows]


class Writer:
    """Somebody who writes in a fight and reads it. `number`, less than `MOST`, makes their marks
    their own."""

    def __init__(self, number: int, fight: str, send: Send, history: History, seed: int) -> None:
        self._number, self._fight, self._send, self._history = number, fight, send, history
        self._random = Random(seed * 100 + number)
        self._marks = count((number + 1) * 1_000_000)
        self._log: list[str] = []

    async def run(self, is_over: Callable[[], bool]) -> None:
        """Write and read until it is over."""
        while not is_over():
            await self.read()
            await self.write(is_strict=self._random.random() < 0.5)
            await asyncio.sleep(self._random.random() * 0.1)

    async def write(self, *, is_strict: bool) -> None:
        """Say a command at the last event that was read."""
        mark, head = str(next(self._marks)), len(self._log)
        sent = {"do": "note", "text": mark, "head": head, "key": self.make_key(mark)}
        if is_strict:
            # another score than all the last ones, or it would mean the same at every event
            score = 1000 * self._number + int(mark) % 1000 + 1
            sent |= {"do": "say", "line": f"set ada HP {score} max: {mark}"}
            del sent["text"]
        began = monotonic()
        answer = await self.insist("POST", f"/api/fights/{self._fight}/commands", sent)
        said = Said(mark, head, is_strict, began, monotonic())
        if answer.status == 200:
            said = said._replace(seqs=tuple(answer.json["seqs"]))
        else:
            assert answer.status == 409, answer.json
            said = said._replace(is_refused=True)
        self._history.said.append(said)

    async def read(self) -> None:
        """Read what is new."""
        began, after = monotonic(), len(self._log)
        path = f"/api/fights/{self._fight}/frame?after={self.find_resume(after)}"
        answer = await self.insist("GET", path, None)
        assert answer.status == 200, answer.json
        words = [row[1] for row in answer.json["rows"]]
        # a number stands for the words of the event that it names, which are never marked
        marks = [find_mark(each) if isinstance(each, str) else "" for each in words]
        self._log += marks
        reader = f"reader {self._number}"
        self._history.seen.append(Seen(reader, began, monotonic(), marks, after))

    async def insist(self, method: str, path: str, sent: Any) -> Answer:
        """Send a request until it is answered."""
        while True:
            try:
                answer = await self._send(method, path, sent)
            except ConnectionError:
                sent = self.repeat(sent)
            else:
                if answer.status not in (429, 503, 504):
                    return answer
            await asyncio.sleep(PAUSE)

    def make_key(self, mark: str) -> str:
        """Return the key of a command."""
        return f"key {self._fight} {mark}"

    def repeat(self, sent: Any) -> Any:
        """Return what is sent after an answer was lost."""
        return sent

    def find_resume(self, last: int) -> int:
        """Return the event that is read on from."""
        return last


class BlindWriter(Writer):
    """A planted mistake: a command whose answer was lost is said again under another key."""

    def repeat(self, sent: Any) -> Any:
        return sent if sent is None else {**sent, "key": f"{sent['key']} again"}


class LateReader(Writer):
    """A planted mistake: reads on behind an event that was not read."""

    def find_resume(self, last: int) -> int:
        return last + 1 if last else 0


class EarlyReader(Writer):
    """A planted mistake: gets the last event that was read again."""

    def find_resume(self, last: int) -> int:
        return max(0, last - 1)
