"""A fight of 500 events corrected at its first action, against recording it; and undo and redo in
a log full of corrections."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from statistics import median

from msgspec.structs import replace

from bench.given import play_round, started
from bench.measure import Figure, p99, seconds
from combatlog.app.fight import Fight
from events.store.campaign_file import create_campaign
from events.types.declarations import Attack
from replay.corrections.plan import Correction

EVENTS, TIMES = 500, 9
BEGUN, FULL, MOVES = 1_000, 5_000, 300


def measure(folder: Path) -> list[Figure]:
    pairs = [_recorded_and_corrected(folder / f"{number}.combatlog") for number in range(TIMES)]
    recording, correcting = (median(times) for times in zip(*pairs, strict=True))
    what = f"a fight of {EVENTS} events, corrected at its first attack"
    return [
        Figure(f"{what} and stored", correcting * 1000, 50, unit="ms"),
        Figure("the same, time against recording that fight", correcting / recording, 0.3),
        *_moves(folder / "full.combatlog"),
    ]


def _recorded_and_corrected(path: Path) -> tuple[float, float]:
    with closing(create_campaign(path)) as store:
        fight = started(store)
        first = len(fight.history)
        return seconds(lambda: _play(fight, EVENTS)), seconds(lambda: _correct(fight, first))


def _moves(path: Path) -> list[Figure]:
    with closing(create_campaign(path)) as store:
        fight = started(store)
        _play(fight, BEGUN)
        while len(fight.history) < FULL:
            _correct(fight, fight.history.position() - 100)
        where = f"in a log of {FULL:,} events full of corrections (p99)"
        return [
            Figure(f"{how}, {where}", p99(seconds(move) for _ in range(MOVES)) * 1000, 5, unit="ms")
            for how, move in (("undo", fight.undo), ("redo", fight.redo))
        ]


def _play(fight: Fight, events: int) -> None:
    while len(fight.history) < events:
        play_round(fight)


def _correct(fight: Fight, after: int) -> None:
    """The first attack on the line after an event was impaired, or was not."""
    line = fight.history.on_line(fight.history.position())
    row = next(row for row in line if row.seq > after and isinstance(row.event, Attack))
    assert isinstance(row.event, Attack), "it was looked for"
    said = replace(row.event, impaired="" if row.event.impaired else "mud")
    fight.correct(fight.plan_correction(Correction("amend", row.seq, "misheard", (said,))))
