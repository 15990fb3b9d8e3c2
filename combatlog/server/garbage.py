"""The garbage collector of a server: what has lived long is not looked at again and again.

A table that is open has some thousands of objects, and Python's full collections look at all of
them at once: 0.3 seconds with a few hundred tables, in which nobody is answered. What a fight holds
is let go of without the collector. So whatever survives a full collection is set aside, and the
next one looks at what was made since. What becomes garbage there, such as a connection in a cycle,
waits for the next cleaning of everything.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Any

FULL_AFTER = 3
"""A full collection comes after so many of the middle generation, each of some 7,000 new objects:
Python's own 10 would make each pause three times as long."""

CLEAN_SECONDS = 6 * 3600.0
"""How often everything is looked at."""


def begin_setting_aside() -> None:
    """Collect garbage, and set aside all that lives from now on."""
    gc.enable()
    first, second, _ = gc.get_threshold()
    gc.set_threshold(first, second, FULL_AFTER)
    if _set_aside not in gc.callbacks:
        gc.callbacks.append(_set_aside)
    gc.freeze()


def end_setting_aside() -> None:
    """Let the collector look at everything again."""
    if _set_aside in gc.callbacks:
        gc.callbacks.remove(_set_aside)
    gc.unfreeze()


async def clean_again_and_again() -> None:
    """Look at everything, again and again, seldom."""
    while True:
        await asyncio.sleep(CLEAN_SECONDS)
        clean()


def clean() -> None:
    """Collect all garbage, also what was set aside."""
    gc.unfreeze()
    gc.collect()


def _set_aside(phase: str, info: dict[str, Any]) -> None:
    """Set aside what has survived a full collection."""
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()
