"""What time it is, in the one form that is stored."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache

Clock = Callable[[], str]


def utc_now() -> str:
    """UTC to the millisecond, as `2026-11-20T19:30:00.000Z`."""
    second, rest = divmod(time.time_ns(), 1_000_000_000)
    return f"{_second(second)}.{rest // 1_000_000:03d}Z"


@lru_cache(maxsize=1)
def _second(second: int) -> str:
    """A whole second in words; appends come in bursts, and an append can feel it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
