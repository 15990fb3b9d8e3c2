"""Folding a million events into the state, against reading and decoding them row by row."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

from bench.given import long_fight
from bench.measure import Figure, in_turns, seconds
from events.serialization.codec import decode
from events.store.campaign_file import SQLiteStore, create_campaign, open_campaign
from events.store.envelope import Entry
from projections.state.fold import fold_line

MILLION = 1_000_000

PEAK = """
import resource, sys
from events.store.campaign_file import open_campaign
from projections.state.fold import fold_line
store = open_campaign(sys.argv[1])
fold_line(store, "f", int(sys.argv[2]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def measure(folder: Path) -> list[Figure]:
    path = folder / "million.combatlog"
    _written(path)
    store = open_campaign(path)
    folding, reading = in_turns(
        3,
        lambda: seconds(lambda: fold_line(store, "f", MILLION)),
        lambda: seconds(lambda: _row_by_row(store)),
    )
    store.close()
    small, large = _peak(path, MILLION // 10), _peak(path, MILLION)
    return [
        Figure(
            "folding a million events, time against reading them row by row", folding / reading, 1.2
        ),
        Figure("the same, memory against a tenth of them", large / small, 1.1),
    ]


def _written(path: Path) -> None:
    store = create_campaign(path)
    entries = (Entry(event) for event in long_fight(MILLION))
    seq = 0
    while chunk := list(islice(entries, 10_000)):
        store.append("f", seq, chunk)
        seq += len(chunk)
    store.close()


def _row_by_row(store: SQLiteStore) -> None:
    rows = store.connection.execute("SELECT body FROM events WHERE fight = 'f' ORDER BY seq")
    for (body,) in rows:
        decode(body)


def _peak(path: Path, head: int) -> int:
    command = [sys.executable, "-c", PEAK, str(path), str(head)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(done.stdout)
