"""The words of every event of a log, and how it was undone or corrected."""

from __future__ import annotations

from typing import NamedTuple

from events.types import outcomes as o
from events.types.corrections import Corrected
from events.types.log_events import BranchNamed, HeadMoved, Noted, Salted
from events.types.rolls import Rolled
from projections.narrative.phrasebook import Phrasebook
from projections.queries.redacted_phrases import find_stand_in
from projections.queries.visibility import Audience, may_read
from projections.state.fight_state import FightState
from projections.text.phrases import WORDINGS
from projections.text.words import capitalize, format_reason
from replay.log.undone import UndoneMark
from replay.text.log_lines import LogLine


class LineWords(NamedTuple):
    """An event in words. `kind` is a letter of `KINDS`, `note` what a correction did with it,
    `shown` whether the audience may know all of it, `quiet` whether playback passes it over."""

    said: str
    kind: str
    note: str
    shown: bool
    quiet: bool


KINDS = {
    "c": "begins a command",
    "e": "follows from one",
    "d": "a die",
    "t": "a turn or a phase begins",
    "r": "a round begins",
    "m": "the head moves",
    "a": "stands beside the fight: a note, a name, salt",
    "x": "a correction",
}
"""The kinds of events on the page, by letter."""


def describe_line(
    line: LogLine, state: FightState, audience: Audience, book: Phrasebook
) -> LineWords:
    """Return the words of a line for an audience. `state` is the fight after the event."""
    shown = may_read(line.row.event, state, audience)
    said = capitalize(line.said) if shown else describe_redacted(line, state, book)
    return LineWords(said, _kind(line), _note(line, book), shown, _is_quiet(line, shown))


def _is_quiet(line: LogLine, shown: bool) -> bool:
    """Return whether playback may skip this event. It does not stop for players at what they may
    not read."""
    playback = WORDINGS[type(line.row.event)].playback
    return playback == "skip" or not (shown or playback == "stop")


def describe_redacted(line: LogLine, state: FightState, book: Phrasebook) -> str:
    """Return what players read in place of an event whose words would give away a number or a
    note."""
    key, fields = find_stand_in(line.row.event, state)
    return book.one(f"replay.{key}").format(**fields) if key else fields["said"]


def describe_undone(mark: UndoneMark) -> str:
    """Return “undone by #41 by Sam: he was not there”."""
    return f"{mark.how}{f' by {mark.by}' if mark.by else ''}{format_reason(mark.why)}"


def _kind(line: LogLine) -> str:
    match line.row.event:
        case HeadMoved():
            return "m"
        case Noted() | BranchNamed() | Salted():
            return "a"
        case Corrected():
            return "x"
        case o.RoundBegan():
            return "r"
        case o.TurnBegan() | o.PhaseBegan():
            return "t"
        case Rolled():
            return "d"
    return "c" if line.row.seq == line.row.cmd else "e"


def _note(line: LogLine, book: Phrasebook) -> str:
    """Return what a correction did with an event, or which event it repeats."""
    first = line.row.repeats
    if line.changed and line.how == "corrected":
        return book.one("replay.corrected.instead").format(seq=line.was)
    if line.changed and line.how in ("put in", "put back", "kept"):
        return book.one(f"replay.corrected.{line.how.replace(' ', '-')}")
    if line.changed:  # the words of struck out and skipped inputs say so
        return book.one("replay.corrected.changed")
    return book.one("replay.corrected.again").format(seq=first) if first else ""
