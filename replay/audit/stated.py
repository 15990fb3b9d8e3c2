"""Sealed dice that a correction has overruled: they show what somebody said."""

from __future__ import annotations

from typing import NamedTuple

from events.store.envelope import Recorded
from events.types.corrections import Corrected
from events.types.rolls import Rolled
from replay.log.event_log import History


class Stated(NamedTuple):
    """A die that was `drawn` with one face and shows another, which somebody has `said` (with
    the reason): in event `seq`, having fallen in event `first`. `stands`: it shows that on the
    present line."""

    seq: int
    first: int
    by: str
    die: str
    drawn: int
    said: int
    why: str
    stands: bool


def stated(history: History) -> tuple[Stated, ...]:
    """Every face that was said of a sealed die, once each, where it was said first."""
    found: dict[tuple[int, int], Recorded] = {}
    for row in history.rows:
        if (key := _overruled(history, row)) is not None:
            found.setdefault(key, row)
    if not found:
        return ()
    line = {_overruled(history, row) for row in history.on_line(history.position())}
    return tuple(_told(history, row, key in line) for key, row in found.items())


def _overruled(history: History, row: Recorded) -> tuple[int, int] | None:
    """The die by its first recording, and the face that somebody has said of it."""
    fell = row.event
    if not isinstance(fell, Rolled) or fell.draw is None or not fell.stated:
        return None
    return history.origin(row.seq), fell.face


def _told(history: History, row: Recorded, stands: bool) -> Stated:
    fell, first = row.event, history[history.origin(row.seq)]
    corrected = history[row.cmd].event
    assert isinstance(fell, Rolled) and isinstance(first.event, Rolled), "dice repeat dice"
    why = corrected.why if isinstance(corrected, Corrected) else ""
    name = history.state(row.seq).combatants[fell.by].name
    return Stated(row.seq, first.seq, name, fell.die, first.event.face, fell.face, why, stands)
