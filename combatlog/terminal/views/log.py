"""The log, the timeline and the chronicle as lines of a terminal; what was undone is struck out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combatlog.terminal.views.layout import align_table, bold, dim, strike_through
from events.types.commitments import Closed
from events.types.keys import KeyBound, KeyRevoked
from events.types.log_events import BranchNamed, CampaignTitled, Corrected, HeadMoved, Noted, Salted
from projections.narrative.chronicle import Beat, ChronicleOptions, Passage, write_chronicle
from projections.queries.timeline import TimelineMoment, list_moments
from projections.queries.visibility import Audience
from projections.text.prose import Span, plain_text
from projections.text.words import Words, describe_side
from replay.log.event_log import History
from replay.text.correction_notes import write_footnotes
from replay.text.log_lines import LogLine as LogLine, describe_log as describe_log
from replay.text.redaction import (
    drop_reason,
    filter_revisions,
    find_hidden_events,
    find_secret_reasons,
    redact_words,
)

_BESIDE = (Noted, BranchNamed, Salted, CampaignTitled, KeyBound, KeyRevoked, Closed)
"""Events beside the fight: the log says who recorded them."""


def render_log(lines: list[LogLine]) -> Iterator[str]:
    """Yield the lines of the log."""
    before: LogLine | None = None
    for line in lines:
        seq = f"#{line.row.seq}".rjust(5)
        indent = "" if line.row.seq == line.row.cmd else "  "
        if line.undone is not None:
            undone = _describe_undone(line, before)
            yield f"{dim(seq + ' ×')} {indent}{strike_through(line.text)}{undone}"
            before = line
        elif isinstance(line.row.event, HeadMoved):  # its words say by whom
            yield f"{dim(seq)}  {dim('— ' + line.text)}"
        elif isinstance(line.row.event, _BESIDE):
            by = f"  by {line.row.by}" if line.row.by else ""
            yield f"{dim(seq)}  {dim(f'— {line.text}{by}')}"
        elif isinstance(line.row.event, Corrected):
            yield f"{dim(seq)}  {bold(line.text)}"
        else:
            yield f"{dim(seq)}  {indent}{bold(line.text) if line.changed else line.text}" + (
                _describe_repeated(line)
            )


def _describe_undone(line: LogLine, before: LogLine | None) -> str:
    """Say who took an event off the line and why: once for a command, and once for a correction."""
    mark = line.undone
    if mark is None or (
        before is not None and before.undone == mark and _is_same_reason(line, before)
    ):
        return ""
    why = f": {mark.why}" if mark.why else ""
    by = f" by {mark.by}" if mark.by else ""
    return dim(f"  {mark.how}{by}{why}")


def _is_same_reason(line: LogLine, before: LogLine) -> bool:
    corrected = line.undone is not None and line.undone.corrected
    return corrected or line.row.cmd == before.row.cmd


def _describe_repeated(line: LogLine) -> str:
    """Say what an event of a correction replaces, or that it is new, and where it was first
    recorded."""
    how = f"instead of #{line.was}" if line.how == "corrected" else line.how
    if line.how in ("struck out", "skipped"):
        how = ""  # it says so itself
    first = line.row.repeats
    named = first is None or (line.how == "corrected" and first == line.was)
    notes = ", ".join(filter(None, [how, "" if named else f"first #{first}"]))
    return dim(f"  {notes}") if notes else ""


def list_moments_for(history: History, audience: Audience) -> Iterator[TimelineMoment]:
    """Yield the moments of the present line, without those of events that an audience may not
    read."""
    history = redact_words(history, audience)
    hidden = find_hidden_events(history, audience)
    secret = find_secret_reasons(history, audience, hidden)
    line = (
        (row.seq, drop_reason(row.event) if row.seq in secret else row.event)
        for row in history.on_line(len(history))
    )
    return (moment for moment in list_moments(line) if moment.seq not in hidden)


def render_timeline(history: History, audience: Audience = "referee") -> list[str]:
    """Return one line for each moment that changed a combatant."""
    moments = list_moments_for(history, audience)
    words = Words(history.state(len(history)))
    counted = history.state(len(history)).clock > 0
    rows = [
        [
            words.time(moment.clock) if counted else "",
            f"round {moment.round}" if moment.round else "",
            describe_side(moment.side) if moment.side else "",
            f"#{moment.seq}",
            moment.said,
        ]
        for moment in moments
        if moment.changed
    ]
    return align_table(rows) or ["  Nothing has changed yet."]


def tell_line(history: History, telling: ChronicleOptions = ChronicleOptions()) -> list[Passage]:
    """Return the passages of the present line, with notes on what was corrected."""
    history = redact_words(history, telling.audience)
    notes = write_footnotes(history, filter_revisions(history, telling.audience))
    return write_chronicle(history.interleave_notes(len(history)), notes, telling)


def render_chronicle(
    history: History, telling: ChronicleOptions = ChronicleOptions(), dice: bool = True
) -> Iterator[str]:
    """Yield a heading for each round, a paragraph for each turn, and notes on corrections. `dice`
    adds the dice in brackets."""
    heading = ""
    for passage in tell_line(history, telling):
        if passage.heading != heading:
            heading = passage.heading
            yield bold(heading)
        if passage.text:
            yield f"  {' '.join(_render_beat(beat, dice) for beat in passage.beats)}"
        yield from (f"    {dim(note)}" for note in passage.notes)


def _render_beat(beat: Beat, dice: bool) -> str:
    """Return the story in full brightness and the dice dimmed."""
    small = dim(f"({plain_text(beat.dice)})") if dice and beat.dice else ""
    return " ".join(filter(None, (_render_story(beat.story), small)))


def _render_story(story: Iterable[Span]) -> str:
    return "".join(bold(span.text) if span.mark == "strong" else span.text for span in story)
