"""Playouts in blocks of a hundred, each with a seed of its own, so that results depend neither on
the number of cores nor on who is first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar

from replay.cores import Progress, map_on_cores

SIZE = 100
"""The playouts of a block."""

FEW = 500
"""So few playouts are not worth another process."""

R = TypeVar("R")


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
    results: list[R] = []
    for result in map_on_cores(partial(_run_block, task), blocks, 1 if count <= FEW else cores):
        results.append(result)
        if progress is not None:
            progress(min(len(results) * SIZE, count), count)
    return results


def _run_block(task: Callable[[Random, int], R], block: tuple[str, int]) -> R:
    text, size = block
    return task(Random(text), size)
