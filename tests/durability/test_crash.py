"""Every storage call of a recording session fails in turn, in every way it can."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.durability.faults import compile_library, reason_to_skip
from tests.durability.faulty_stores import BUILDS
from tests.durability.scenarios import SCENARIOS

ROOT = Path(__file__).parents[2]

PROCESSES = 2

SAMPLE = 1 if os.environ.get("CI") else 5
"""One of so many injections is made; CI makes them all."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(reason_to_skip()), reason=reason_to_skip()),
]

SENTENCE = re.compile(
    r"(Nothing was recorded: |Not taken: [\d, ]+\. Nothing was recorded: |FILE cannot be \w+: )"
    r"(the disk is full|the disk reports an error;.*|the file, or its folder, .*"
    r"|the campaign file, or its folder, is read-only;.*|Input/output error"
    r"|SQLite says “locking protocol”)\."
    r"|FILE is damaged: SQLite says “database disk image is malformed”; combatlog rescue FILE .*\."
    r"|(?:Not taken: [0-9, ]*\. )?FILE(?:-wal|-shm)?(?:, which belongs to the campaign,)? was"
    r" (?:moved|replaced)[a-z, ]* while it was open, and nothing was recorded; .*\."
)
"""The sentences that report a storage fault."""


class Injectors:
    """Processes that share the injections."""

    def __init__(self, library: Path) -> None:
        environment = {**os.environ, "LD_PRELOAD": str(library)}
        self._processes = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.durability.injections"],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(PROCESSES)
        ]

    def inject(self, scenario: str, build: str = "right", sample: int = 1) -> list[dict[str, Any]]:
        """Return what each process answers about its share of the injections, or a sample of it."""
        for share, process in enumerate(self._processes):
            assert process.stdin is not None
            process.stdin.write(json.dumps([scenario, build, share, PROCESSES * sample]) + "\n")
            process.stdin.flush()
        return [
            json.loads(process.stdout.readline()) for process in self._processes if process.stdout
        ]

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.communicate()


@pytest.fixture(scope="module")
def injectors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Injectors]:
    injectors = Injectors(compile_library(tmp_path_factory.mktemp("faults")))
    if not injectors.inject("single events", sample=10**6)[0]["calls"]:
        pytest.skip("SQLite's storage calls cannot be caught in this Python")
    yield injectors
    injectors.close()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_fault_loses_or_doubles_an_answered_event(injectors: Injectors, scenario: str) -> None:
    """After each fault the file is intact and has every answered event. An interrupted command
    that is repeated under its key is recorded once. Every refusal is one sentence."""
    for answer in injectors.inject(scenario, sample=SAMPLE):
        assert [] == answer["wrong"]
        assert len(answer["calls"]) // (PROCESSES * SAMPLE) < answer["injections"]
        assert [] == [text for text in answer["refusals"] if not SENTENCE.fullmatch(text)]
        assert answer["refusals"]


def test_more_than_a_thousand_faults_are_injected(injectors: Injectors) -> None:
    """Over all scenarios; no process leaves out a part of them."""
    answers = [answer for name in SCENARIOS for answer in injectors.inject(name, sample=1000)]
    assert 1000 < sum(len(answer["calls"]) for answer in answers) // PROCESSES


@pytest.mark.parametrize(
    ("build", "scenario", "caught"),
    [
        ("answers before the commit", "single events", "answered is not in the file"),
        ("never syncs", "single events", "POWER .* answered is not in the file"),
        (
            "records row by row",
            "several events at once",
            "its end was cut off|keys of the commands",
        ),
        ("forgets keys", "single events", "LATE .* said again, there are"),
    ],
)
def test_a_wrong_build_is_caught(
    injectors: Injectors, build: str, scenario: str, caught: str
) -> None:
    """A store that answers too early, does not sync, commits by halves or forgets keys."""
    assert build in BUILDS
    wrong = [what for answer in injectors.inject(scenario, build) for what in answer["wrong"]]
    assert any(re.search(caught, what) for what in wrong), wrong[:5]
