"""Faces that a person stated for sealed dice: the dice that a correction turned."""

from __future__ import annotations

from typing import NamedTuple

from events.store.envelope import Recorded
from events.types.log_events import Corrected
from events.types.rolls import Rolled
from replay.log.event_log import History


class StatedFace(NamedTuple):
    """A sealed die that was `drawn` with one face and shows another that a person has `said`: in
    event `seq`, first recorded in event `first`, with the reason. `stands`: it shows that face on
    the current line."""

    seq: int
    first: int
    by: str
    die: str
    drawn: int
    said: int
    why: str
    stands: bool


def find_stated_faces(history: History) -> tuple[StatedFace, ...]:
    """Return every face that a person stated for a sealed die, once each, at its first
    recording."""
    found: dict[tuple[int, int], Recorded] = {}
    for row in history.rows:
        if (key := _stated_face_key(history, row)) is not None:
            found.setdefault(key, row)
    if not found:
        return ()
    line = {_stated_face_key(history, row) for row in history.on_line(history.position())}
    return tuple(_make_stated_face(history, row, key in line) for key, row in found.items())


def _stated_face_key(history: History, row: Recorded) -> tuple[int, int] | None:
    """Return a die's first recording and the face that a person stated for it, None for other
    rows."""
    fell = row.event
    if not isinstance(fell, Rolled) or fell.draw is None or not fell.stated:
        return None
    return history.origin(row.seq), fell.face


def _make_stated_face(history: History, row: Recorded, stands: bool) -> StatedFace:
    fell, first = row.event, history[history.origin(row.seq)]
    corrected = history[row.cmd].event
    assert isinstance(fell, Rolled) and isinstance(first.event, Rolled), "dice repeat dice"
    why = corrected.why if isinstance(corrected, Corrected) else ""
    name = history.state(row.seq).combatants[fell.by].name
    return StatedFace(row.seq, first.seq, name, fell.die, first.event.face, fell.face, why, stands)
