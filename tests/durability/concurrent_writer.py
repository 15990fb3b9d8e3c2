"""A process that records on a file while others do: `concurrent_writer.py FILE NAME TASK`.

It prints `ready`, waits for a line on standard input, and prints each outcome as a line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from events.errors import CampaignError, CombatlogError, Conflict, Refused
from events.store.campaign_file import create_campaign, open_campaign

SECONDS = 3.0

IMPATIENCE = 0.3
"""Seconds that the task `wait` waits for another writer."""

LINES = ("note {} {}", "harm rhino 1: {} {}", "aid ben: {} {}", "undo", "undo", "redo", "undo 2")


def open_session(path: Path, name: str, busy: float = 30.0) -> Session:
    """Open the latest fight of a campaign."""
    campaign = Campaign(open_campaign(path, busy=busy), by=name)
    return Session(campaign, campaign.fight())


def say(session: Session, line: str, key: str = "") -> tuple[str, object]:
    """Say a line; return `recorded` with its events, or the kind of error with its message."""
    try:
        rows = session.say(line, key).rows
        return "recorded", [(row.seq, row.digest.hex()) for row in rows]
    except CombatlogError as error:
        kinds = (Conflict, Refused, CampaignError)
        return next(kind.__name__ for kind in kinds if isinstance(error, kind)), str(error)


def play(path: Path, name: str) -> Iterator[tuple[str, object]]:
    """Say random lines for some seconds; now and then open the file again."""
    random, session, number = Random(name), open_session(path, name), 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        number += 1
        yield say(session, random.choice(LINES).format(name, number))
        if random.random() < 0.05:
            session.campaign.close()
            session = open_session(path, name)


def same(path: Path, name: str) -> Iterator[tuple[str, object]]:
    """Say what all others say, under the same keys."""
    session = open_session(path, name)
    for number in range(10):
        session.fight.refresh()
        yield say(session, f"note said once {number}", key=f"key {number}")


def wait(path: Path, name: str) -> Iterator[tuple[str, object]]:
    """Say a line with little patience, then repeat it until it is recorded."""
    session = open_session(path, name, IMPATIENCE)
    yield say(session, f"note {name}")
    while True:
        outcome, what = say(session, f"note {name}")
        if outcome == "recorded":
            yield outcome, what
            return


def make(path: Path, name: str) -> Iterator[tuple[str, object]]:
    """Create the campaign."""
    try:
        with closing(create_campaign(path)):
            yield "made", name
    except CampaignError as error:
        yield "CampaignError", str(error)


TASKS: dict[str, Callable[[Path, str], Iterator[tuple[str, object]]]] = {
    task.__name__: task for task in (play, same, wait, make)
}


def main() -> None:
    """Run one task."""
    path, name, task = sys.argv[1:]
    print("ready", flush=True)
    sys.stdin.readline()
    for outcome in TASKS[task](Path(path), name):
        print(json.dumps(outcome), flush=True)


if __name__ == "__main__":
    main()
