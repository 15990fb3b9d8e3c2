"""The reader process: long previews are computed beside the server, from the campaign's file, so
that nobody waits for them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import NamedTuple

from combatlog.server.answers import Preview
from combatlog.server.open_fight import OpenFight
from events.errors import CombatlogError, Conflict, Refused, Unwritable
from events.store.sqlite import SQLiteStore

LONG = 500
"""A preview that plays more events again is computed by the reader."""

PATIENCE = 30.0
"""After so many seconds a preview is given up."""


class Task(NamedTuple):
    """A preview to be computed from a campaign's file."""

    path: str
    fight: str
    head: int
    line: str
    answers: tuple[str, ...]


class Reader:
    """The reader process. It starts with the first task, and ends with the table."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def preview(self, task: Task) -> Preview:
        """Return a preview. Raises as `make_preview` does, and `Unwritable` where it takes too
        long."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"))
        loop = asyncio.get_running_loop()
        try:
            computed = loop.run_in_executor(self._pool, compute_preview, task)
            found = await asyncio.wait_for(computed, PATIENCE)
        except (TimeoutError, BrokenProcessPool):
            self.close()
            raise Unwritable("The preview takes too long; say it again in a moment.") from None
        if isinstance(found, Preview):
            return found
        raise found.make_error(task)

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class Failure(NamedTuple):
    """Why there is no preview. Errors do not travel between processes as they are."""

    said: str
    last: int = 0

    def make_error(self, task: Task) -> CombatlogError:
        """Return the error."""
        if self.last:
            return Conflict(task.fight, task.head, self.last)
        return Refused(self.said)


def make_task(opened: OpenFight, seq: int, head: int, line: str, answers: list[str]) -> Task | None:
    """Return the task of a preview of a correction of event `seq`; None where it is short, or the
    campaign is no file."""
    store = opened.campaign.store
    if opened.last - seq <= LONG or not isinstance(store, SQLiteStore):
        return None
    return Task(str(store.path), opened.fight.id, head, line, tuple(answers))


def compute_preview(task: Task) -> Preview | Failure:
    """Compute a preview, in the reader process."""
    from combatlog.app.campaign import open
    from combatlog.server.preview import make_preview

    try:
        with open(task.path) as campaign:
            fight = campaign.fight(task.fight)
            return make_preview(campaign, fight, task.head, task.line, task.answers)
    except Conflict as conflict:
        return Failure(str(conflict), conflict.actual)
    except CombatlogError as error:
        return Failure(str(error))
