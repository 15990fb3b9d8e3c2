"""Waiting for something that comes by itself."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 30.0
"""How many seconds something may take on a busy machine."""


def wait_until(is_so: Callable[[], object]) -> None:
    """Wait until something is so; fail after `PATIENCE`."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)
