"""The writer: everything that touches a campaign is a job, and its jobs run one after the other,
beside the loop that answers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Condition
from typing import Any, Protocol, TypeVar

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

    def make_another(self) -> Writer:
        """Return a writer whose jobs run beside those of this one, and may take long."""
        ...


class ThreadWriter:
    """A writer with a thread of its own. SQLite wants its connection used where it was made, so
    the campaign is opened by a job, too."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="campaign")
        self._is_closed = False

    async def run(self, job: Callable[[], T]) -> T:
        _refuse_closed(self._is_closed)
        return await asyncio.get_running_loop().run_in_executor(self._pool, job)

    def close(self) -> None:
        self._is_closed = True
        self._pool.shutdown()

    def make_another(self) -> Writer:
        return ThreadWriter()


class SharedWriter:
    """A writer whose jobs run in threads that it shares with other writers, and that must outlive
    it. Any of them may run the next job, so what is opened in a job must not belong to its thread,
    as SQLite's connections do."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._jobs: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._is_busy = self._is_closed = False
        self._idle = Condition()

    async def run(self, job: Callable[[], T]) -> T:
        _refuse_closed(self._is_closed)
        # No variable may keep the future: it holds the error, and the error holds this frame.
        return await self._queue(job)

    def close(self) -> None:
        self._is_closed = True
        with self._idle:
            self._idle.wait_for(lambda: not self._is_busy)

    def make_another(self) -> Writer:
        return ThreadWriter()

    def _queue(self, job: Callable[[], T]) -> asyncio.Future[T]:
        done: Future[T] = Future()
        with self._idle:
            self._jobs.append((done, job))
            is_first, self._is_busy = not self._is_busy, True
        if is_first:
            self._threads.submit(self._run_next)
        return asyncio.wrap_future(done)

    def _run_next(self) -> None:
        """Run a job, and let other writers have their turn before the next one."""
        done, job = self._jobs.popleft()
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(job())
            except BaseException as error:
                done.set_exception(error)
        del done, job  # as in `run`
        with self._idle:
            self._is_busy = bool(self._jobs)
            if self._is_busy:
                self._threads.submit(self._run_next)
            else:
                self._idle.notify_all()


class InlineWriter:
    """A writer without a thread, for tests and simulations."""

    async def run(self, job: Callable[[], T]) -> T:
        return job()

    def close(self) -> None:
        """Do nothing; no thread is left."""

    def make_another(self) -> Writer:
        return InlineWriter()


def _refuse_closed(is_closed: bool) -> None:
    if is_closed:
        raise Unwritable("The table has closed; nothing was recorded.")
