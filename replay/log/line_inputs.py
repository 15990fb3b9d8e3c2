"""The inputs of a line, and which of them somebody means who names an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from events.errors import Refused
from events.store.envelope import Recorded
from events.types.corrections import Corrected, Skipped, Spare, Spared
from events.types.declarations import FightStarted
from events.types.rolls import Rolled
from events.types.unions import Declaration, Outcome
from replay.log.event_log import ASIDE, History

Input: TypeAlias = Declaration | Skipped | Rolled
"""What people and dice said, on the line or skipped on it."""


def on_line(history: History, seq: int | None = None) -> list[Recorded]:
    """The rows of the line of an event (by default the present one), without what is written
    beside the fight."""
    rows = history.on_line(history.position(seq))
    return [row for row in rows if not isinstance(row.event, ASIDE)]


def meant(history: History, seq: int) -> Recorded:
    """The input of the present line that is meant by an event: the input itself, the die that was
    rolled, the cause of an outcome, what a correction changed; of something that was corrected
    since, what it is now. Raises `Refused` where there is none."""
    if not 1 <= seq <= len(history):
        raise Refused(f"There is no #{seq}; this fight has #1 to #{len(history)}.")
    found = _find_recorded_input(history, history[seq])
    origin = history.origin(found.seq)
    for row in on_line(history):
        if origin == history.origin(row.seq) and isinstance(row.event, Input):
            return row
    if any(die.first == origin for die in _list_unused_dice(history)):
        raise Refused(
            f"#{seq} is a die that is kept, and not used as the fight stands; put back what it was"
            f" thrown for, #{declaration_of(history, found).seq}, and then amend it."
        )
    stands = "" if found.seq == seq else f" means #{found.seq}, and that"
    raise Refused(
        f"#{seq}{stands} is not part of the fight as it stands; the log shows who took it back."
    )


def _list_unused_dice(history: History) -> Iterator[Spare]:
    """The dice that corrections of the present line have freed."""
    for row in on_line(history):
        if isinstance(row.event, Spared):
            yield from row.event.dice


def declaration_of(history: History, row: Recorded) -> Recorded:
    """The declaration a die was thrown for; of any other input, itself."""
    if isinstance(row.event, Rolled) and row.cause is not None:
        return history[row.cause]
    return row


def amendments(history: History, position: int) -> dict[int, Recorded]:
    """The rows that inputs were amended to, by their first recording, on the way to a position.
    What else corrections make of an input (a name that was taken, an overruling to keep it) is not
    what was said, and may pass again."""
    said: dict[int, Recorded] = {}
    for row in history.rows[:position]:
        corrected = row.event
        if not isinstance(corrected, Corrected) or corrected.change != "amend":
            continue
        if history.is_earlier(row.seq, position):
            origin = history.origin(corrected.input)
            first, last = history.command(row.seq)
            for again in history.rows[first:last]:
                if again.repeats == origin and isinstance(again.event, Declaration):
                    said[origin] = again
    return said


def as_said(history: History, row: Recorded, amended: Mapping[int, Recorded]) -> Declaration:
    """What was said of an input of the line, first or by the last that amended it."""
    origin = history.origin(row.seq)
    said = amended.get(origin, history[origin]).event
    assert isinstance(said, Declaration), "only those are said"
    return said


def _find_recorded_input(history: History, row: Recorded) -> Recorded:
    """The input behind an event of any line."""
    if isinstance(row.event, FightStarted):
        raise Refused(f"#{row.seq} starts the fight, and that stays; start another fight instead.")
    if isinstance(row.event, Input):
        return row
    if isinstance(row.event, Corrected | Spared):
        return _find_corrected_input(history, history[row.cmd])
    attack: int = getattr(row.event, "attack", 0) if isinstance(row.event, Outcome) else 0
    if attack or row.cause is not None:
        return history[attack or row.cause or 0]
    raise Refused(f"#{row.seq} is no input: name a declaration, a die, or what came of one.")


def _find_corrected_input(history: History, correction: Recorded) -> Recorded:
    """What a correction says otherwise, takes out or puts in."""
    assert isinstance(correction.event, Corrected), "the first event of a correction"
    origin = history.origin(correction.event.input)
    for row in history.rows[correction.seq :]:
        if isinstance(row.event, Input):
            inserted = correction.event.change == "insert" and row.repeats is None
            if inserted or row.repeats == origin:
                return row
    raise Refused(f"#{correction.seq} left nothing to correct; name the input itself.")
