"""The whole table on a bad network: every page shows the log, and what was acknowledged is there.

`COMBATLOG_TABLES=10000` simulates so many tables instead of the few hundred of a full run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.simulated_table.mistakes import PLANTS
from tests.simulated_table.page import Broken
from tests.simulated_table.table import FEWEST, simulate

FAST = 4

FULL = int(os.environ.get("COMBATLOG_TABLES", "250"))
"""How many tables a full run simulates."""

GROUP = 25

MOST_TRIES = 80
"""A mistake has to be found within so many tables."""

QUICKLY_FOUND = ("resume_one_too_far", "resume_after_the_next", "forget_what_changed")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FAST))
def test_every_page_shows_the_log(seed: int) -> None:
    """Whatever is cut, delayed, doubled or killed."""
    assert simulate(seed).recorded > 0


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FAST, FULL, GROUP))
def test_every_page_shows_the_log_at_many_tables(first: int) -> None:
    """The same, many times; a bad network may leave one table with few commands, but not all."""
    recorded = []
    for seed in range(first, min(first + GROUP, FULL)):
        try:
            recorded.append(simulate(seed).recorded)
        except Exception as error:
            raise AssertionError(f"table {seed}: {error}") from error
    assert sum(recorded) >= 2 * FEWEST * len(recorded)


def list_cases() -> Iterator[object]:
    """Yield the mistakes; those that take long to find are for a full run."""
    for name in PLANTS:
        marks = () if name in QUICKLY_FOUND else (pytest.mark.slow,)
        yield pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", [*list_cases()])
def test_a_mistake_in_the_server_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation that finds nothing proves nothing."""
    PLANTS[name](monkeypatch)
    with pytest.raises(Broken):
        for seed in range(MOST_TRIES):
            simulate(seed)


@pytest.mark.slow
def test_the_same_seed_does_the_same_in_every_process() -> None:
    """Whatever the order of sets in it."""
    program = (
        "from tests.simulated_table.table import simulate\n"
        "print([simulate(seed) for seed in range(3)])"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert said[0] == said[1] != b""
