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
"""One injection of so many is made: a build makes them all."""

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
)
"""How a fault of the storage is told."""


class Injectors:
    """Processes among which the injections are shared out."""

    def __init__(self, library: Path) -> None:
        environment = {**os.environ, "LD_PRELOAD": str(library)}
        self._crews = [
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

    def inject(self, evening: str, build: str = "right", sample: int = 1) -> list[dict[str, Any]]:
        """What each of the crews answers about its share, or a sample of it."""
        for share, crew in enumerate(self._crews):
            assert crew.stdin is not None
            crew.stdin.write(json.dumps([evening, build, share, PROCESSES * sample]) + "\n")
            crew.stdin.flush()
        return [json.loads(crew.stdout.readline()) for crew in self._crews if crew.stdout]

    def close(self) -> None:
        """Let them go."""
        for crew in self._crews:
            crew.communicate()


@pytest.fixture(scope="module")
def crews(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Injectors]:
    crews = Injectors(compile_library(tmp_path_factory.mktemp("faults")))
    if not crews.inject("single events", sample=10**6)[0]["calls"]:
        pytest.skip("SQLite's storage calls cannot be caught in this Python")
    yield crews
    crews.close()


@pytest.mark.parametrize("evening", SCENARIOS)
def test_whatever_fails_nothing_answered_is_lost_and_nothing_is_doubled(
    crews: Injectors, evening: str
) -> None:
    """After each fault the file is sound and holds what was answered; said again under its key,
    what was interrupted is there once; and all of it is told in a sentence."""
    for answer in crews.inject(evening, sample=SAMPLE):
        assert [] == answer["wrong"]
        assert len(answer["calls"]) // (PROCESSES * SAMPLE) < answer["injections"]
        assert [] == [text for text in answer["refusals"] if not SENTENCE.fullmatch(text)]
        assert answer["refusals"]


def test_a_session_is_struck_a_thousand_times(crews: Injectors) -> None:
    """Over all evenings it is more than a thousand injections; a share of them is all of them."""
    answers = [answer for name in SCENARIOS for answer in crews.inject(name, sample=1000)]
    assert 1000 < sum(len(answer["calls"]) for answer in answers) // PROCESSES


@pytest.mark.parametrize(
    ("build", "evening", "caught"),
    [
        ("answers before the commit", "single events", "answered is not in the file"),
        ("never syncs", "single events", "POWER .* answered is not in the file"),
        ("records row by row", "several events at once", "its end was cut off"),
        ("forgets keys", "single events", "LATE .* said again, there are"),
    ],
)
def test_a_wrong_build_is_caught(crews: Injectors, build: str, evening: str, caught: str) -> None:
    """A store that answers too early, or forgets, or does things by halves, does not get by."""
    assert build in BUILDS
    wrong = [what for answer in crews.inject(evening, build) for what in answer["wrong"]]
    assert any(re.search(caught, what) for what in wrong), wrong[:5]
