"""The inputs of a line, and the input that a seq refers to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from events.errors import Refused
from events.store.envelope import Recorded
from events.types.corrections import Corrected, Skipped, Spared, UnusedDie
from events.types.declarations import FightStarted
from events.types.rolls import Rolled
from events.types.unions import Declaration, Outcome
from replay.log.event_log import META_EVENTS, History

Input: TypeAlias = Declaration | Skipped | Rolled
"""What people and dice put into the fight; a skipped input counts."""


def list_fight_rows(history: History, seq: int | None = None) -> list[Recorded]:
    """Return the rows of the line of an event (by default of the head), without the events about
    the log."""
    rows = history.on_line(history.position(seq))
    return [row for row in rows if not isinstance(row.event, META_EVENTS)]


def find_input(history: History, seq: int) -> Recorded:
    """Return the input of the current line that an event refers to; raises `Refused` if there is
    none.

    That is the input itself, a die, the cause of an outcome, or the input that a correction
    changed. If the input was corrected since, it is the row that stands for it now.
    """
    if not 1 <= seq <= len(history):
        raise Refused(f"There is no #{seq}; this fight has #1 to #{len(history)}.")
    found = _find_recorded_input(history, history[seq])
    origin = history.origin(found.seq)
    for row in list_fight_rows(history):
        if origin == history.origin(row.seq) and isinstance(row.event, Input):
            return row
    if any(die.first == origin for die in _list_unused_dice(history)):
        raise Refused(
            f"#{seq} is a die that is kept, and not used as the fight stands; put back what it was"
            f" thrown for, #{find_declaration(history, found).seq}, and then amend it."
        )
    stands = "" if found.seq == seq else f" means #{found.seq}, and that"
    raise Refused(
        f"#{seq}{stands} is not part of the fight as it stands; the log shows who took it back."
    )


def _list_unused_dice(history: History) -> Iterator[UnusedDie]:
    """Yield the dice that the corrections of the current line have left unused."""
    for row in list_fight_rows(history):
        if isinstance(row.event, Spared):
            yield from row.event.dice


def find_declaration(history: History, row: Recorded) -> Recorded:
    """Return the declaration a die was thrown for, and any other input itself."""
    if isinstance(row.event, Rolled) and row.cause is not None:
        return history[row.cause]
    return row


def find_amendments(history: History, position: int) -> dict[int, Recorded]:
    """Return the last row that each input was amended to on the trail of `position`, by its first
    recording.

    Other changes that corrections make to an input (a number added to a name, an overruling to keep
    it) are not what a person entered, so they are left out.
    """
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


def find_entered_declaration(
    history: History, row: Recorded, amended: Mapping[int, Recorded]
) -> Declaration:
    """Return an input of the line as a person entered it: first, or in the last amendment."""
    origin = history.origin(row.seq)
    said = amended.get(origin, history[origin]).event
    assert isinstance(said, Declaration), "only those are said"
    return said


def _find_recorded_input(history: History, row: Recorded) -> Recorded:
    """Return the input that an event of any line comes from; raises `Refused` if there is none."""
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
    """Return the row of the input that a correction changes, strikes out or inserts."""
    assert isinstance(correction.event, Corrected), "the first event of a correction"
    origin = history.origin(correction.event.input)
    for row in history.rows[correction.seq :]:
        if isinstance(row.event, Input):
            inserted = correction.event.change == "insert" and row.repeats is None
            if inserted or row.repeats == origin:
                return row
    raise Refused(f"#{correction.seq} left nothing to correct; name the input itself.")
