"""A round of ten attacks resolved and stored, against the append of its rows alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.given import started, ten_attacks
from bench.measure import Figure, seconds
from events.store.campaign_file import SQLiteStore, create_campaign
from events.store.envelope import Entry, Recorded
from events.types.unions import Declaration

ROUNDS = 60


def measure(folder: Path) -> list[Figure]:
    singly = [[declaration] for declaration in ten_attacks()]
    return [
        _compared(folder / "singly", singly, "each declaration a command"),
        _compared(folder / "at-once", [ten_attacks()], "all in one command"),
    ]


def _compared(path: Path, commands: Sequence[Sequence[Declaration]], how: str) -> Figure:
    fight = started(create_campaign(path.with_suffix(".combatlog")))
    beside = create_campaign(path.with_suffix(".beside"))
    recorded: list[list[Recorded]] = []

    def play() -> float:
        recorded.clear()
        return seconds(lambda: recorded.extend(fight.declare(*command) for command in commands))

    def append() -> float:
        appends = [[Entry(row.event, cause=row.cause) for row in rows] for rows in recorded]
        seq = beside.head("f").seq
        return seconds(lambda: _append(beside, seq, appends))

    pairs = [(play(), append()) for _ in range(ROUNDS)]  # played first: its rows are appended
    playing, appending = (median(times) for times in zip(*pairs, strict=True))
    what = f"a round of ten attacks ({how}), time against its append alone"
    return Figure(what, playing / appending, 3)


def _append(store: SQLiteStore, seq: int, appends: list[list[Entry]]) -> None:
    for entries in appends:
        seq += len(store.append("f", seq, entries, by="sam"))
