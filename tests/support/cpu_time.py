"""CPU time of some work, as tests compare it."""

from __future__ import annotations

import time
from collections.abc import Callable

TRIES = 3
"""How often a comparison is made anew. Other programs disturb a measurement, and a processor may
change its speed between two."""


def assert_grows_at_most(
    times: float, small: Callable[[], object], large: Callable[[], object], slack: float = 0.01
) -> None:
    """Fail where `large` takes more than so many times the CPU time of `small` and `slack` more
    seconds, in each of three tries."""
    for _ in range(TRIES):
        was, now = measure_cpu_time(small), measure_cpu_time(large)
        if now < times * was + slack:
            return
    raise AssertionError(f"{now:.4f} s are more than {times} times {was:.4f} s")


def measure_cpu_time(work: Callable[[], object]) -> float:
    """Return the seconds of CPU time of some work, the best of three."""
    taken = []
    for _ in range(3):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)
