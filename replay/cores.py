"""Work spread over all cores, in processes of its own."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import parent_process
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Progress = Callable[[int, int], None]
"""Hears how much is done, and of how much."""

FEW = 5_000
"""So few events are not worth another process."""

AHEAD = 3
"""So many items for each core are computed before the first of them is asked for."""

_task: Callable[[Any], Any] | None = None
"""What a process does with each item."""


def map_on_cores(
    task: Callable[[T], R], items: Iterable[T], cores: int = 0
) -> Generator[R, None, None]:
    """Yield `task(item)` of each item, in their order, computed on all cores or on so many. The
    task, the items and the results have to be ones that can be sent to another process. Of the
    items only a few are held at once. Raises what the task raises."""
    cores = cores or os.cpu_count() or 1
    if cores < 2:
        yield from map(task, items)
        return
    with ProcessPoolExecutor(cores, initializer=_take_task, initargs=(task,)) as pool:
        waiting: deque[Future[R]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(_run_task, item))
                if len(waiting) > AHEAD * cores:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def choose_cores(fights: int, events: int, cores: int = 0) -> int:
    """Return on how many cores to work on fights of so many events in all: on one if they are
    few, else on as many as asked for (0: all)."""
    return 1 if events <= FEW or fights < 2 else cores


def _take_task(task: Callable[[Any], Any]) -> None:
    global _task
    _task = task
    end_with_parent()


def end_with_parent() -> None:
    """Let this process end when the one that started it does, also when that is killed."""
    parent = parent_process()
    assert parent is not None, "this is a process that another one has started"

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()


def _run_task(item: Any) -> Any:
    assert _task is not None, "taken as the process began"
    return _task(item)
