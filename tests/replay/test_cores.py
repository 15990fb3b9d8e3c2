"""Work spread over all cores."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from replay.cores import AHEAD, map_on_cores


def _square(number: int) -> int:
    if number < 0:
        raise ValueError(f"{number} is too small")
    return number * number


@pytest.mark.parametrize("cores", [1, 2])
def test_results_come_in_the_order_of_the_items(cores: int) -> None:
    assert [n * n for n in range(50)] == list(map_on_cores(_square, range(50), cores))


@pytest.mark.parametrize("cores", [1, 2])
def test_what_the_task_raises_is_raised(cores: int) -> None:
    found = map_on_cores(_square, [3, -1, 2], cores)
    with pytest.raises(ValueError, match="-1 is too small"):
        list(found)


def test_only_a_few_items_are_held_at_once() -> None:
    """So a large campaign needs no more memory than a small one."""
    taken = []

    def take() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    found = map_on_cores(_square, take(), 2)
    assert 0 == next(found)
    assert len(taken) <= AHEAD * 2 + 1
    found.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_processes_end_with_the_one_that_started_them() -> None:
    """Also where that is killed."""
    program = (
        "import os, time\n"
        "from replay.cores import map_on_cores\n"
        "def work(number):\n"
        "    os.write(1, b'%d\\n' % os.getpid())\n"  # at once: both write to one pipe
        "    time.sleep(60)\n"
        "list(map_on_cores(work, range(2), 2))\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        children = [int(started.stdout.readline()) for _ in range(2)]
        started.kill()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < until
        time.sleep(0.05)
