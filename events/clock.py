"""What time it is, in the one form that is stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone

import msgspec

Clock = Callable[[], str]


def utc_now() -> str:
    """UTC to the millisecond, as `2026-11-20T19:30:00.000Z`."""
    now = datetime.now(timezone.utc)
    text: str = msgspec.to_builtins(now)  # half the time of isoformat, which an append can feel
    return f"{text[:19]}.{now.microsecond // 1000:03d}Z"
