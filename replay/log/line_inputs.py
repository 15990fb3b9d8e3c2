"""The inputs of a line, and the input that a seq refers to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, get_args

from events.errors import Refused
from events.store.envelope import Recorded, check_seq
from events.types.declarations import FightStarted
from events.types.log_events import Corrected, Skipped, Spared, UnusedDie
from events.types.rolls import Rolled
from events.types.unions import Declaration, is_declaration, is_outcome
from replay.log.event_log import META_EVENTS, History

Input: TypeAlias = Declaration | Skipped | Rolled
"""What people and dice put into the fight; a skipped input counts."""

INPUT_KINDS = frozenset(get_args(Input))
"""The same, to look an event's type up in."""


def list_fight_rows(history: History, seq: int | None = None, *, since: int = 1) -> list[Recorded]:
    """Return the rows of the line of an event (by default of the head) from event `since` on,
    without the events about the log."""
    rows = (row for row in history.on_line(history.position(seq)) if row.seq >= since)
    return [row for row in rows if not isinstance(row.event, META_EVENTS)]


def find_input(history: History, seq: int) -> Recorded:
    """Return the input of the current line that an event refers to; raises `Refused` if there is
    none.

    That is the input itself, a die, the cause of an outcome, or the input that a correction
    changed. If the input was corrected since, it is the row that stands for it now.
    """
    check_seq(seq, len(history))
    found = _find_recorded_input(history, history[seq])
    origin = history.origin(found.seq)
    for row in history.on_line(history.position()):
        if origin == (row.repeats or row.seq) and isinstance(row.event, Input):
            return row
    if any(die.first == origin for die in _list_unused_dice(history)):
        raise Refused(
            f"#{seq} is a die that the fight does not use now; first put back"
            f" #{find_declaration(history, found).seq}, which it was rolled for."
        )
    belongs = "" if found.seq == seq else f" belongs to #{found.seq}, which"
    raise Refused(
        f"#{seq}{belongs} is not part of the fight now; the log shows who undid or corrected it."
    )


def _list_unused_dice(history: History) -> Iterator[UnusedDie]:
    """Yield the dice that the corrections of the current line have left unused."""
    for row in list_fight_rows(history):
        if isinstance(row.event, Spared):
            yield from row.event.dice


def find_declaration(history: History, row: Recorded) -> Recorded:
    """Return the declaration a die was rolled for, and any other input itself."""
    if isinstance(row.event, Rolled) and row.cause is not None:
        return history[row.cause]
    return row


def find_amendments(history: History, position: int) -> dict[int, Recorded]:
    """Return the last row that each input was amended to on the trail of `position`, by its first
    recording.

    Other changes that corrections make to an input (a number added to a name, an overruling to keep
    it) are not what a person entered, so they are left out.
    """
    amended: dict[int, Recorded] = {}
    for row in history.corrections:
        corrected = row.event
        assert isinstance(corrected, Corrected), "a correction begins with this event"
        if row.seq > position or corrected.change != "amend":
            continue
        if history.is_earlier(row.seq, position):
            origin = history.origin(corrected.input)
            first, last = history.command(row.seq)
            for again in history.rows[first:last]:
                if again.repeats == origin and is_declaration(again.event):
                    amended[origin] = again
    return amended


def find_entered_declaration(
    history: History, row: Recorded, amended: Mapping[int, Recorded]
) -> Declaration:
    """Return an input of the line as a person entered it: first, or in the last amendment."""
    origin = history.origin(row.seq)
    declaration = amended.get(origin, history[origin]).event
    assert is_declaration(declaration), "people enter declarations only"
    return declaration


def _find_recorded_input(history: History, row: Recorded) -> Recorded:
    """Return the input that an event of any line comes from; raises `Refused` if there is none."""
    if isinstance(row.event, FightStarted):
        raise Refused(
            f"#{row.seq} starts the fight and cannot be corrected; start another fight instead."
        )
    if isinstance(row.event, Input):
        return row
    if isinstance(row.event, Corrected | Spared):
        return _find_corrected_input(history, history[row.cmd])
    attack: int = getattr(row.event, "attack", 0) if is_outcome(row.event) else 0
    if attack or row.cause is not None:
        return history[attack or row.cause or 0]
    raise Refused(f"#{row.seq} is not an input; name a declaration, a die, or an outcome of one.")


def _find_corrected_input(history: History, correction: Recorded) -> Recorded:
    """Return the row of the input that a correction changes, strikes out or inserts."""
    assert isinstance(correction.event, Corrected), "a correction begins with this event"
    origin = history.origin(correction.event.input)
    for row in history.rows[correction.seq :]:
        if isinstance(row.event, Input):
            inserted = correction.event.change == "insert" and row.repeats is None
            if inserted or row.repeats == origin:
                return row
    raise Refused(f"#{correction.seq} left nothing to correct; name the input itself.")
