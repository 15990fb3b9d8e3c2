"""A process that injects storage faults: requests on standard input, results on standard output.

It imports everything once and forks a process for each injection. That process records a scenario
and meets a fault at one storage call; on a pipe it reports what it has answered before it goes on.
Then the file is checked, and what was interrupted is said again.
"""

from __future__ import annotations

import gc
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any, NamedTuple

import sqlite_utils.migrations

from events.errors import CampaignError, CombatlogError
from tests.durability import faults
from tests.durability.faults import DEADLY, Fault
from tests.durability.faulty_stores import BUILDS
from tests.durability.integrity import check_integrity, has_events, read_tables
from tests.durability.recorder import Recorder, StoredEvent
from tests.durability.scenarios import SCENARIOS, Scenario, prepare
from tests.support.talk import BRIDGE

assert sqlite_utils.migrations, "imported before the first fork"

PATIENCE = 30
"""Seconds after which a session that hangs is killed."""

TRIES = 3


class SessionReport(NamedTuple):
    """What a session reported: the lines it answered with their events, the refusals, other errors,
    and the names of its storage calls."""

    answered: dict[int, list[StoredEvent]]
    refused: list[str]
    wrong: list[str]
    calls: list[str]


class Injector:
    """Injects faults into one scenario, with one build of the store."""

    def __init__(self, name: str, build: str, folder: Path) -> None:
        self._name, self._scenario, self._build = name, SCENARIOS[name], BUILDS[build]
        self._start = folder / "start"
        self._at = folder / "now"
        self._start.mkdir()
        (folder / "roster.toml").write_text(BRIDGE, "utf-8")
        self._path = self._at / "a.combatlog"
        prepare(self._scenario, self._start / "a.combatlog")
        self._rehearse()
        told = self._session(0, Fault.NOTHING)
        assert not told.wrong and not told.refused, told
        self.calls = told.calls
        self.refusals: set[str] = set()
        self._wanted = read_tables(self._path)

    def _rehearse(self) -> None:
        """Record the scenario in this process, so that the forked ones have nothing to import."""
        shutil.copytree(self._start, self._at)
        recorder = Recorder(self._path, self._build)
        for number, line in enumerate(self._scenario.lines):
            recorder.do(number, line)
        recorder.close()

    def injections(self, share: int, shares: int) -> list[tuple[int, Fault]]:
        """Return a share of all injections: number of a call (from 1), and the fault."""
        every = [
            (nth, fault)
            for nth, call in enumerate(self.calls, start=1)
            for fault in faults.faults_at(call)
        ]
        return every[share::shares]

    def inject(self, nth: int, fault: Fault) -> list[str]:
        """Let one call fail; return what is wrong afterwards."""
        told = self._session(nth, fault)
        self.refusals.update(text.replace(str(self._path), "FILE") for text in told.refused)
        wrong = list(told.wrong)
        try:
            wrong += self._check(told, fault)
        except Exception:
            wrong.append(f"afterwards: {traceback.format_exc()}")
        where = f"{self._name}: {fault.name} at call {nth}, {self.calls[nth - 1]}"
        return [f"{where}: {what}" for what in wrong]

    def _session(self, nth: int, fault: Fault) -> SessionReport:
        shutil.rmtree(self._at, ignore_errors=True)
        shutil.copytree(self._start, self._at)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            run_session(self._scenario, Recorder(self._path, self._build), writer, nth, fault)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as lines:
            said = [json.loads(line) for line in lines]
        status = os.waitpid(child, 0)[1]
        told = SessionReport({}, [], [], [])
        for kind, what in said:
            match kind:
                case "answered":
                    told.answered[what[0]] = [tuple(each) for each in what[1]]
                case "calls":
                    told.calls.extend(what)
                case _:
                    (told.refused if kind == "refused" else told.wrong).append(what)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        if killed != (fault in DEADLY):
            told.wrong.append(f"the process ended with {status}")
        return told

    def _check(self, told: SessionReport, fault: Fault) -> list[str]:
        """Check the file after a session and say again what was interrupted; return the errors."""
        wrong = []
        if told.answered or self._scenario.before:
            check_integrity(self._path)
            if not has_events(self._path, [row for rows in told.answered.values() for row in rows]):
                wrong.append("something that was answered is not in the file")
        recorder = Recorder(self._path, self._build)
        for number, line in enumerate(self._scenario.lines):
            if number not in told.answered:
                if fault not in DEADLY:
                    wrong.append(f"“{line}” was never answered")
                recorder.do(number, line)
        recorder.close()
        check_integrity(self._path)
        for name, rows in read_tables(self._path).items():
            if rows != self._wanted[name]:
                wrong.append(
                    f"said again, there are {len(rows)} {name}, other than the"
                    f" {len(self._wanted[name])} of a session undisturbed"
                )
        return wrong


def run_session(
    scenario: Scenario, recorder: Recorder, writer: int, nth: int, fault: Fault
) -> None:
    """Record a scenario with one fault, report on a pipe, and end this process."""
    signal.alarm(PATIENCE)

    def tell(kind: str, what: Any) -> None:
        os.write(writer, json.dumps([kind, what]).encode() + b"\n")

    try:
        faults.arm(recorder.path, nth, fault)
        for number, line in enumerate(scenario.lines):
            for _ in range(TRIES):
                try:
                    rows = recorder.do(number, line)
                except CampaignError as error:
                    tell("refused", str(error))
                    faults.heal()
                else:
                    tell("answered", [number, rows])
                    break
        tell("calls", faults.calls())
        faults.heal()
        if recorder.differs_from_file():
            tell("wrong", "the session believes what is not in the file")
    except CombatlogError as error:
        tell("wrong", f"refused as {type(error).__name__}: {error}")
    except BaseException:
        tell("wrong", traceback.format_exc())
    finally:
        os._exit(0)


def _fix_randomness() -> None:
    """Make random numbers the same in every session, so that two can be compared."""
    random._urandom = lambda count: b"\x07" * count  # type: ignore[attr-defined]
    os.urandom = random._urandom  # type: ignore[attr-defined]


def main() -> None:
    """Answer requests: scenario, build of the store, and which share of the injections."""
    _fix_randomness()
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        name, build, share, shares = json.loads(line)
        # In a process of its own, since a scenario may change the format of files.
        child = os.fork()
        if child == 0:
            with tempfile.TemporaryDirectory() as folder:
                injector = Injector(name, build, Path(folder))
                chosen = injector.injections(share, shares)
                wrong = [what for one in chosen for what in injector.inject(*one)]
            answer = {
                "calls": injector.calls,
                "injections": len(chosen),
                "refusals": sorted(injector.refusals),
                "wrong": wrong,
            }
            print(json.dumps(answer), flush=True)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            failed = {"calls": [], "injections": 0, "refusals": [], "wrong": ["it broke down"]}
            print(json.dumps(failed), flush=True)


if __name__ == "__main__":
    main()
