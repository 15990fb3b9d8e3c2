"""What is recorded while storage fails: short scenarios, each on a file prepared before."""

from __future__ import annotations

import os
import signal
import traceback
from pathlib import Path
from typing import NamedTuple

from events.store.campaign_file import SQLiteStore
from tests.durability.recorder import Recorder

ROUND = ("next ambush", "a ada rhino rifle", "a ben rhino knife", "go", "9 3 4", "a rhino ben")


class Scenario(NamedTuple):
    """The lines that prepare a file, and the lines to record in it. Lines in brackets are steps
    outside the prompt. `ready` prepares the process that records."""

    before: tuple[str, ...]
    lines: tuple[str, ...]
    killed: bool = False
    """Whether the process that prepared the file was killed, so that it was never closed."""


PLAYED = ("(make)", "(start)", *ROUND)

SCENARIOS = {
    "a campaign is made": Scenario((), ("(make)", "(close)")),
    "a fight is started": Scenario(("(make)",), ("(start)", "note so it begins", "(close)")),
    "single events": Scenario(PLAYED[:3], ("note one", "a ada rhino rifle", "note two")),
    "several events at once": Scenario(PLAYED[:3], ("a ada rhino rifle", "go")),
    "dice are typed": Scenario(PLAYED[:6], ("9 3 4", "note done")),
    "undo and redo": Scenario(PLAYED, ("undo 2: a slip", "redo", "undo", "note on")),
    "a correction": Scenario(PLAYED, ("strike 11: she slept !", "note on")),
    "a correction is taken back": Scenario(
        (*PLAYED, "strike 11: she slept !"), ("undo", "note on")
    ),
    "an import": Scenario(PLAYED[:3], ("(import)", "note on", "(close)")),
    "after a kill": Scenario(PLAYED, ("note on", "undo 2"), killed=True),
    "checkpoints": Scenario(
        PLAYED, ("(checkpoints)", "note one", "go", "6", "undo", "(close)"), killed=True
    ),
    "a whole evening": Scenario(
        (), ("(make)", "(start)", *ROUND, "go", "6", "undo", "redo", "note end", "(close)")
    ),
}


def unchanged(store: SQLiteStore) -> SQLiteStore:
    """Return the store as it is."""
    return store


def prepare(scenario: Scenario, path: Path) -> None:
    """Prepare the file of a scenario, in a process of its own, which may be killed."""
    child = os.fork()
    if child == 0:
        try:
            table = Recorder(path, unchanged)
            for number, line in enumerate(scenario.before):
                table.do(-1 - number, line)
            if not scenario.killed:
                table.close()
        except BaseException:
            traceback.print_exc()
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
