"""Playouts in blocks of a hundred, each with a seed of its own, so that results depend neither on
the number of cores nor on who is first."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import TypeVar

SIZE = 100
"""The playouts of a block."""

FEW = 500
"""So few playouts are not worth another process."""

R = TypeVar("R")

Progress = Callable[[int, int], None]
"""Hears how many playouts are done, and of how many."""

_task: Callable[[Random, int], object] | None = None
"""What a process does with each block."""


def run_blocks(
    task: Callable[[Random, int], R],
    count: int,
    seed: int = 0,
    cores: int = 0,
    progress: Progress | None = None,
) -> list[R]:
    """Run `task(random, how many)` for each block of `count` playouts, on all cores or on so many;
    return the results in order. The task has to be one that can be sent to another process."""
    sizes = [min(SIZE, count - first) for first in range(0, count, SIZE)]
    blocks = [(f"{seed} {number}", size) for number, size in enumerate(sizes)]
    cores = min(cores or os.cpu_count() or 1, len(blocks))
    results: list[R] = []
    if cores < 2 or count <= FEW:
        for text, size in blocks:
            results.append(task(Random(text), size))
            _tell(progress, len(results), count)
        return results
    with ProcessPoolExecutor(cores, initializer=_take_task, initargs=(task,)) as pool:
        try:
            for result in pool.map(_run_block, blocks):
                results.append(result)  # type: ignore[arg-type]
                _tell(progress, len(results), count)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return results


def _take_task(task: Callable[[Random, int], object]) -> None:
    global _task
    _task = task


def _run_block(block: tuple[str, int]) -> object:
    text, size = block
    assert _task is not None, "taken as the process began"
    return _task(Random(text), size)


def _tell(progress: Progress | None, blocks: int, count: int) -> None:
    if progress is not None:
        progress(min(blocks * SIZE, count), count)
