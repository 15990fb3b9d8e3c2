"""The process that computes long previews."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="it reads /proc")

ROOT = Path(__file__).parents[3]

SERVER = """
import asyncio, time
from combatlog.server.reader import Reader, Task
from events.errors import Refused

async def work(reader):
    try:
        await reader.preview(Task("nowhere.combatlog", "f", 1, "correct 1", ()))
    except Refused:
        pass
    print(*reader._pool._processes, flush=True)

if __name__ == "__main__":
    asyncio.run(work(Reader()))
    time.sleep(60)
"""


@pytest.mark.slow
def test_the_reader_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """Nothing of the server is left."""
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    server = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=env)
    assert server.stdout is not None
    reader = int(server.stdout.readline())
    assert is_there(reader)
    server.kill()
    server.wait()
    until = time.monotonic() + 10
    while is_there(reader) and time.monotonic() < until:
        time.sleep(0.05)
    try:
        assert not is_there(reader)
    finally:
        with suppress(ProcessLookupError):
            os.kill(reader, signal.SIGKILL)


def is_there(process: int) -> bool:
    """Return whether a process runs: one that has ended and waits for its parent does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
