"""Injections, one after the other: asked for on standard input, answered on standard output.

Everything is imported once; each injection is a process forked off, which records an evening, is
struck at one storage call, and tells on a pipe what it has answered before it goes on. Then its
file is looked at, and what was interrupted is said again.
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

assert sqlite_utils.migrations, "imported before anything is forked off"

PATIENCE = 30
"""Seconds after which a session that hangs is ended."""

TRIES = 3


class SessionReport(NamedTuple):
    """What came out of a session: the lines it answered, with the events it told of; the refusals
    it met; what else went wrong; the names of its storage calls."""

    answered: dict[int, list[StoredEvent]]
    refused: list[str]
    wrong: list[str]
    calls: list[str]


class Injector:
    """Injections into one evening, with one build of the store."""

    def __init__(self, name: str, build: str, folder: Path) -> None:
        self._name, self._evening, self._build = name, SCENARIOS[name], BUILDS[build]
        self._start = folder / "start"
        self._at = folder / "now"
        self._start.mkdir()
        (folder / "roster.toml").write_text(BRIDGE, "utf-8")
        self._path = self._at / "a.combatlog"
        prepare(self._evening, self._start / "a.combatlog")
        self._evening.ready()
        self._rehearse()
        told = self._session(0, Fault.NOTHING)
        assert not told.wrong and not told.refused, told
        self.calls = told.calls
        self.refusals: set[str] = set()
        self._wanted = read_tables(self._path)

    def _rehearse(self) -> None:
        """An evening in this process, so that no other has anything left to import."""
        shutil.copytree(self._start, self._at)
        table = Recorder(self._path, self._build)
        for number, line in enumerate(self._evening.lines):
            table.do(number, line)
        table.close()

    def injections(self, share: int, shares: int) -> list[tuple[int, Fault]]:
        """Every call and what can befall it; of these a share."""
        every = [
            (nth, fault)
            for nth, call in enumerate(self.calls, start=1)
            for fault in faults.faults_at(call)
        ]
        return every[share::shares]

    def inject(self, nth: int, fault: Fault) -> list[str]:
        """Strike one call; what is wrong afterwards."""
        told = self._session(nth, fault)
        self.refusals.update(text.replace(str(self._path), "FILE") for text in told.refused)
        wrong = list(told.wrong)
        try:
            wrong += self._looked_at(told, fault)
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
            run_session(self._evening, Recorder(self._path, self._build), writer, nth, fault)
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

    def _looked_at(self, told: SessionReport, fault: Fault) -> list[str]:
        """The file after a session; then what was interrupted is said again."""
        wrong = []
        if told.answered or self._evening.before:
            check_integrity(self._path)
            if not has_events(self._path, [row for rows in told.answered.values() for row in rows]):
                wrong.append("something that was answered is not in the file")
        table = Recorder(self._path, self._build)
        for number, line in enumerate(self._evening.lines):
            if number not in told.answered:
                if fault not in DEADLY:
                    wrong.append(f"“{line}” was never answered")
                table.do(number, line)
        table.close()
        check_integrity(self._path)
        for name, rows in read_tables(self._path).items():
            if rows != self._wanted[name]:
                wrong.append(
                    f"said again, there are {len(rows)} {name}, other than the"
                    f" {len(self._wanted[name])} of a session undisturbed"
                )
        return wrong


def run_session(evening: Scenario, table: Recorder, writer: int, nth: int, fault: Fault) -> None:
    """A session that is struck, in a process of its own, which ends with it."""
    signal.alarm(PATIENCE)

    def tell(kind: str, what: Any) -> None:
        os.write(writer, json.dumps([kind, what]).encode() + b"\n")

    try:
        faults.arm(table.path, nth, fault)
        for number, line in enumerate(evening.lines):
            for _ in range(TRIES):
                try:
                    rows = table.do(number, line)
                except CampaignError as error:
                    tell("refused", str(error))
                    faults.heal()
                else:
                    tell("answered", [number, rows])
                    break
        tell("calls", faults.calls())
        faults.heal()
        if table.at_odds():
            tell("wrong", "the session believes what is not in the file")
    except CombatlogError as error:
        tell("wrong", f"refused as {type(error).__name__}: {error}")
    except BaseException:
        tell("wrong", traceback.format_exc())
    finally:
        os._exit(0)


def _fix_randomness() -> None:
    """What is drawn at random is the same in every session, so that two can be compared."""
    random._urandom = lambda count: b"\x07" * count  # type: ignore[attr-defined]


def main() -> None:
    """Answer what is asked: the evening, the build of the store, the share of the injections."""
    _fix_randomness()
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        name, build, share, shares = json.loads(line)
        # In a process of its own, since an evening may make ready another combatlog.
        child = os.fork()
        if child == 0:
            with tempfile.TemporaryDirectory() as folder:
                crew = Injector(name, build, Path(folder))
                chosen = crew.injections(share, shares)
                wrong = [what for one in chosen for what in crew.inject(*one)]
            answer = {
                "calls": crew.calls,
                "injections": len(chosen),
                "refusals": sorted(crew.refusals),
                "wrong": wrong,
            }
            print(json.dumps(answer), flush=True)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            failed = {"calls": [], "injections": 0, "refusals": [], "wrong": ["it broke down"]}
            print(json.dumps(failed), flush=True)


if __name__ == "__main__":
    main()
