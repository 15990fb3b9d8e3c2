"""The writer: everything that touches a campaign runs in one thread, one job after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from events.errors import Unwritable

T = TypeVar("T")


class Writer(Protocol):
    """Runs jobs one after the other."""

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job; return what it returns, or raise what it raises. Raises `Unwritable` after
        the end."""
        ...

    def close(self) -> None:
        """Let the jobs that were begun end, and run no more."""
        ...


class ThreadWriter:
    """A writer with a thread of its own. SQLite wants its connection used where it was made, so
    the campaign is opened by a job, too."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="campaign")
        self._is_closed = False

    async def run(self, job: Callable[[], T]) -> T:
        if self._is_closed:
            raise Unwritable("The table has closed; nothing was recorded.")
        return await asyncio.get_running_loop().run_in_executor(self._pool, job)

    def close(self) -> None:
        self._is_closed = True
        self._pool.shutdown()


class InlineWriter:
    """A writer without a thread, for tests and simulations."""

    async def run(self, job: Callable[[], T]) -> T:
        return job()

    def close(self) -> None:
        """Do nothing; no thread is left."""
