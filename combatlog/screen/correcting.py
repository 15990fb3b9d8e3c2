"""A correction on the screen, before it is made and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from combatlog.screen.diff import event_lines, state_lines
from combatlog.screen.text import dim, seqs
from events.corrections import Corrected, Skipped
from events.rolls import Rolled
from events.rows import Recorded
from events.vocabulary import Declaration
from projections.compare import compared
from projections.corrected import spare_words
from projections.phrases import phrase
from projections.state import FightState
from projections.words import Words, asked_words, because, capital, joined
from replay.course import Course, Impossible
from replay.history import History

CHOICE = "yes applies it, no drops it, full shows it event by event."


def preview(history: History, course: Course, full: bool = False) -> list[str]:
    """What a correction changes: the input, the fight then and now (`full`: event by event), what
    becomes impossible, the dice; and what can be answered."""
    return [
        *_heading(history, course),
        *([] if course.missing else _changes(history, course, full)),
        *_impossible(history, course),
        *_dice(course),
        _asks(course),
    ]


def made(rows: Sequence[Recorded], state: FightState) -> list[str]:
    """A correction that has been recorded."""
    said = capital(phrase(rows[0].event, state))
    apart = isinstance(rows[0].event, Corrected) and rows[0].event.apart
    where = " On a branch of its own; undo leads back." if apart else ""
    return [f"{said}.{where}  [{seqs(rows[0].seq, rows[-1].seq)}]"]


def as_data(course: Course) -> dict[str, Any]:
    """A correction for programs: what is asked for, what it changes, what it needs."""
    asked = course.correction
    return {
        "change": asked.change,
        "input": course.target.seq,
        "why": asked.why,
        "apart": asked.apart,
        "changes": [each._asdict() for each in compared(course.was, course.state)],
        "impossible": [
            {**each._asdict(), "row": each.row.seq, "input": each.row.event}
            for each in course.impossible
        ],
        "missing": course.missing,
        "fresh": course.fresh,
        "spared": course.spared,
        "revived": [row.seq for row in course.revived],
        "left": [row.seq for row in course.left],
        "events": [entry.event for entry in course.entries],
    }


def _heading(history: History, course: Course) -> Iterator[str]:
    target, correction = course.target, course.correction
    verb = {"amend": "Amending", "strike": "Striking", "insert": "Putting in before"}
    what = "What if: " if correction.apart else ""
    said = _said(history, target)
    yield f"{what}{verb[correction.change]} #{target.seq}, {said}{because(correction.why)}."
    for event in _instead(history, course):
        yield f"  {capital(phrase(event, course.state))}."


def _said(history: History, row: Recorded) -> str:
    """An input in the words that held then."""
    state = history.state(row.seq)
    event = row.event.input if isinstance(row.event, Skipped) else row.event
    return phrase(event, state)


def _instead(history: History, course: Course) -> Iterator[Declaration | Rolled]:
    """What stands there now."""
    change, origin = course.correction.change, history.origin(course.target.seq)
    if change == "insert":
        put_in = len(course.correction.said)
        new = [e.event for e in course.entries if e.repeats is None and e.cause is None]
        yield from [event for event in new if isinstance(event, Declaration)][:put_in]
    elif change == "amend":
        for entry in course.entries:
            if entry.repeats == origin and isinstance(entry.event, Declaration | Rolled):
                yield entry.event


def _changes(history: History, course: Course, full: bool) -> list[str]:
    """The fight then and now."""
    table = state_lines(course.was, course.state) or ["  Nothing else changes."]
    return [*table, *event_lines(history, course)] if full else table


def _impossible(history: History, course: Course) -> Iterator[str]:
    new = [each for each in course.impossible if not each.before]
    if new:
        yield "No longer possible:"
        yield from (f"  {_ruled(history, each)}" for each in new)
        keep = "keep SEQ (overruling), " if any(each.overrulable for each in new) else ""
        yield dim(f"  {keep}skip SEQ or stop SEQ rules otherwise; all for SEQ rules on every one.")
    for row in course.revived:
        yield f"Possible again: #{row.seq}, {_said(history, row)}."
    if course.left:
        count = len(course.left)
        yield f"The fight stops there; {count} input{'s' if count > 1 else ''} of it are left out."


def _ruled(history: History, each: Impossible) -> str:
    """“#31 Wolf attacks Ada: Wolf is dead — skipped”."""
    done = {"skip": "skipped", "keep": "kept", "stop": "the fight stops here"}[each.ruling]
    return f"#{each.row.seq} {_said(history, each.row)}: {each.why} — {done}"


def _dice(course: Course) -> Iterator[str]:
    words = Words(course.state)
    if course.fresh:
        yield f"New dice: {joined([phrase(each, course.state) for each in course.fresh])}."
    if course.spared:
        yield f"No longer needed: {joined([spare_words(each, words) for each in course.spared])}."
    if course.unused and not course.missing:
        yield f"Not asked for: {joined([str(each.face) for each in course.unused])}."


def _asks(course: Course) -> str:
    """What is missing, or what can be answered."""
    if course.missing:
        dice = ", ".join(asked_words(course.missing, Words(course.state)))
        return f"Missing: {dice}. Type what they show, or roll draws them; no drops the correction."
    return CHOICE
