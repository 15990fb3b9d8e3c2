"""The log and the timeline as lines of a terminal. What was undone is struck through."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.terminal.views.layout import align_table, bold, dim, strike
from events.types.corrections import Corrected
from events.types.log_events import BranchNamed, HeadMoved, Noted, Salted
from projections.queries.timeline import list_moments
from projections.text.words import Words, describe_side
from replay.log.event_log import History
from replay.text.log_lines import LogLine as LogLine
from replay.text.log_lines import describe_log as describe_log


def render_log(told: list[LogLine]) -> Iterator[str]:
    """Yield the lines of the log."""
    before: LogLine | None = None
    for line in told:
        seq = f"#{line.row.seq}".rjust(5)
        indent = "" if line.row.seq == line.row.cmd else "  "
        if line.undone is not None:
            yield f"{dim(seq + ' ×')} {indent}{strike(line.said)}{_undone_by(line, before)}"
            before = line
        elif isinstance(line.row.event, HeadMoved | Noted | BranchNamed | Salted):
            yield f"{dim(seq)}  {dim('— ' + line.said)}"
        elif isinstance(line.row.event, Corrected):
            yield f"{dim(seq)}  {bold(line.said)}"
        else:
            yield f"{dim(seq)}  {indent}{bold(line.said) if line.changed else line.said}" + (
                _repeated(line)
            )


def _undone_by(line: LogLine, before: LogLine | None) -> str:
    """Say who took an event off the line and why: once for a command, and once for a correction."""
    mark = line.undone
    if mark is None or (before is not None and before.undone == mark and _is_told(line, before)):
        return ""
    why = f": {mark.why}" if mark.why else ""
    by = f" by {mark.by}" if mark.by else ""
    return dim(f"  {mark.how}{by}{why}")


def _is_told(line: LogLine, before: LogLine) -> bool:
    corrected = line.undone is not None and line.undone.corrected
    return corrected or line.row.cmd == before.row.cmd


def _repeated(line: LogLine) -> str:
    """Say what an event of a correction replaces, or that it is new, and where it was first
    recorded."""
    how = f"instead of #{line.was}" if line.how == "corrected" else line.how
    if line.how in ("struck out", "skipped"):
        how = ""  # it says so itself
    first = line.row.repeats
    named = first is None or (line.how == "corrected" and first == line.was)
    told = ", ".join(filter(None, [how, "" if named else f"first #{first}"]))
    return dim(f"  {told}") if told else ""


def render_timeline(history: History) -> list[str]:
    """Return one line for each moment that changed a combatant."""
    moments = list_moments((row.seq, row.event) for row in history.on_line(len(history)))
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
