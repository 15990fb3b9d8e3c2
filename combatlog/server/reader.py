"""The reader process: long previews are computed beside the server, from the campaign's file or
database, so that nobody waits for them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from threading import Lock
from typing import NamedTuple

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.server.answers import Preview
from combatlog.server.open_fight import OpenFight
from events.errors import CombatlogError, Conflict, Refused, Unwritable
from events.store.opening import is_database
from events.store.protocol import Store
from events.store.sqlite import SQLiteStore
from replay.cores import end_with_parent

LONG = 500
"""A preview that plays more events again is computed by the reader."""

PATIENCE = 30.0
"""After so many seconds a preview is given up."""


class Task(NamedTuple):
    """A preview to be computed from the campaign at a place: its file, or its address in a
    database."""

    place: str
    fight: str
    head: int
    line: str
    answers: tuple[str, ...]


class Reader:
    """The reader process. It starts with the first preview in a long fight, and ends with the
    table."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._starting = Lock()  # the writer's thread prepares, the loop asks
        self._prepared = ""
        """The id of the fight that was opened there last."""

    def prepare(self, opened: OpenFight) -> None:
        """Let the process open a long fight meanwhile: whoever corrects it may go further back."""
        place, fight = _find_place(opened.campaign.store), opened.fight.id
        if opened.last > LONG and place and fight != self._prepared:
            self._prepared = fight
            self._start().submit(hold_fight, place, fight)

    async def preview(self, task: Task) -> Preview:
        """Return a preview. Raises as `make_preview` does, and `Unwritable` where it takes too
        long."""
        pool, self._prepared = self._start(), task.fight
        loop = asyncio.get_running_loop()
        try:
            computed = loop.run_in_executor(pool, compute_preview, task)
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
            self._pool, self._prepared = None, ""

    def _start(self) -> ProcessPoolExecutor:
        with self._starting:
            if self._pool is None:
                spawn = get_context("spawn")
                self._pool = ProcessPoolExecutor(1, spawn, initializer=end_with_parent)
            return self._pool


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
    campaign is in memory."""
    place = _find_place(opened.campaign.store)
    if opened.last - seq <= LONG or not place:
        return None
    return Task(place, opened.fight.id, head, line, tuple(answers))


def _find_place(store: Store) -> str:
    """Return where a campaign can be opened a second time, empty where it cannot."""
    if isinstance(store, SQLiteStore):
        return str(store.path)
    if not is_database(store.path):
        return ""
    from events.store.postgres import PostgresStore  # psycopg is an extra

    assert isinstance(store, PostgresStore)
    return store.place


class _Held(NamedTuple):
    """A fight that the reader process holds open, because to open one and to check it takes as long
    as a preview."""

    place: str
    campaign: Campaign
    fight: Fight


_held: list[_Held] = []
"""The fight of the last preview, in the reader process."""


def compute_preview(task: Task) -> Preview | Failure:
    """Compute a preview, in the reader process, which goes on holding the fight open. Where the
    held one gives no preview, open it again before telling so."""
    for place, campaign, fight in _held:
        if (place, fight.id) == (task.place, task.fight):
            found = _compute(task, campaign, fight)
            if isinstance(found, Preview):
                return found
    try:
        _hold(task.place, task.fight)
    except CombatlogError as error:
        return Failure(str(error))
    return _compute(task, *_held[0][1:])


def hold_fight(place: str, fight: str) -> None:
    """Open a fight in the reader process, unless it is held. What is wrong with it, the preview
    says."""
    if not any((place, fight) == (each.place, each.fight.id) for each in _held):
        with suppress(CombatlogError):
            _hold(place, fight)


def let_go() -> None:
    """Close the campaign of the fight that is held."""
    while _held:
        _held.pop().campaign.close()


def _hold(place: str, id: str) -> None:
    from combatlog.app.campaign import open

    let_go()
    campaign = open(place)
    try:
        fight = campaign.fight(id)
    except BaseException:
        campaign.close()
        raise
    _held.append(_Held(place, campaign, fight))


def _compute(task: Task, campaign: Campaign, fight: Fight) -> Preview | Failure:
    from combatlog.server.preview import make_preview

    try:
        return make_preview(campaign, fight, task.head, task.line, task.answers)
    except Conflict as conflict:
        return Failure(str(conflict), conflict.actual)
    except CombatlogError as error:
        return Failure(str(error))
