"""How often a disk keeps its promise: the floor of everything that is durable."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from time import perf_counter

PAGE = b"x" * 8192
"""What is written each time: as much as a page of PostgreSQL's write-ahead log."""


def count_syncs(folder: Path, seconds: float = 2.0) -> float:
    """Return how many times a second a page is written into a file in this folder and waited for,
    one after the other, over the same page as PostgreSQL does within its segments."""
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        os.pwrite(file.fileno(), PAGE * 64, 0)
        os.fsync(file.fileno())
        begun, count = perf_counter(), 0
        while (taken := perf_counter() - begun) < seconds:
            os.pwrite(file.fileno(), PAGE, count % 64 * len(PAGE))
            os.fdatasync(file.fileno())
            count += 1
    return count / taken
