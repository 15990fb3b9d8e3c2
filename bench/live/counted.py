"""`combatlog serve` that says how many tasks its loop has: `python -m bench.live.counted PATH …`.

It prints a line at each SIGUSR1. Its fights fall asleep soon, so that a soak sees many of them
come and go.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from types import FrameType

from combatlog.server import table

IDLE = 15.0
"""The seconds after which a fight that nobody uses falls asleep."""


def _tell_tasks(number: int, frame: FrameType | None) -> None:
    print("tasks", len(asyncio.all_tasks()), flush=True)


def main() -> None:
    """Serve a campaign."""
    from combatlog.terminal.cli.main import main as run

    table.IDLE = IDLE
    signal.signal(signal.SIGUSR1, _tell_tasks)
    run(["serve", *sys.argv[1:]])


if __name__ == "__main__":
    main()
