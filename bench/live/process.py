"""A server in a process of its own: its memory and CPU time."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


class ServerProcess:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self._process, self.port = process, port

    def kill(self) -> None:
        """Kill it, and wait until it has ended."""
        self._process.kill()
        self._process.wait()

    def measure_cpu(self) -> float:
        """Return the seconds that it has computed."""
        after_name = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2]
        return sum(map(int, after_name.split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def measure_memory(self) -> float:
        """Return the megabytes that it holds."""
        fields = Path(f"/proc/{self._process.pid}/statm").read_text().split()
        return int(fields[1]) * _PAGE / 2**20

    def count_files(self) -> int:
        """Return how many files and connections it has open."""
        return len(os.listdir(f"/proc/{self._process.pid}/fd"))

    def count_threads(self) -> int:
        """Return how many threads it has."""
        return len(os.listdir(f"/proc/{self._process.pid}/task"))

    def count_tasks(self) -> int:
        """Return how many tasks its loop has, if it is `bench.live.counted`."""
        assert self._process.stdout is not None, "it is piped"
        self._process.send_signal(signal.SIGUSR1)
        for line in self._process.stdout:
            if found := re.match(r"tasks (\d+)", line):
                return int(found[1])
        raise RuntimeError("the server has ended")


@contextmanager
def run_server(command: Sequence[str], folder: Path) -> Iterator[ServerProcess]:
    """Run a Python module that prints a line with its address, until the context ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if found := re.search(r"http://[^:]+:(\d+)", line):
                yield ServerProcess(process, int(found[1]))
                return
        raise RuntimeError(f"the server in {folder} has said no address")
    finally:
        process.kill()
        process.wait()


def serve_campaign(path: Path | str, port: int = 0) -> Sequence[str]:
    """Return the command that serves a campaign, or all of a database, at any free port unless one
    is given. All phones of a bench share a few seats, so these may send requests as fast as they
    like."""
    address = ("--host", "127.0.0.1", "--port", str(port), "--no-browser")
    return ("combatlog", "serve", str(path), *address, "--burst", "1000000", "--rate", "1000000")


def serve_counted(path: Path) -> Sequence[str]:
    """Return the command that serves a campaign whose fights fall asleep soon, and that says how
    many tasks it has."""
    return ("bench.live.counted", *serve_campaign(path)[2:])
