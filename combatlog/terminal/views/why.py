"""The view of `why`: the reasons for a value, and under each the inputs and dice behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatlog.app.why import describe_value, parse_moment, parse_question
from combatlog.terminal.views.layout import align_table, dim
from projections.queries.causes import Reason
from projections.queries.condition_causes import begins_condition
from projections.state.fight_state import Combatant
from projections.text.words import format_reason, is_thing
from replay.log.event_log import History
from replay.log.undo import UndoneMark, find_undone
from replay.text.cause_chain import Source, SourceChange, SourceFinder


def render_reasons(history: History, words: Sequence[str]) -> list[str]:
    """Render each reason as a line: the value from then on, its cause, and the event.

    The inputs and dice it comes from are on indented lines below.
    """
    history, words = parse_moment(history, words)
    asked = parse_question(history, words)
    one, named, kind, field, reasons = asked
    rows = [[describe_value(history, asked, each), each.said, f"[#{each.seq}]"] for each in reasons]
    spent = kind == "number" and named != field
    lines = [f"  {named} is what is gone of {field}:"] if spent else []
    sources = SourceFinder(history)
    for reason, line in zip(reasons, align_table(rows), strict=True):
        lines.append(line)
        for source in sources.find_sources(reason, one.id):
            lines += (f"      {dim(each)}" for each in _describe_source(source, reason))
    if kind == "condition" and not any(each.value for each in reasons):
        lines.append(f"  {_explain_absence(history, one, named, field)}")
    return lines


def _explain_absence(history: History, one: Combatant, named: str, field: str) -> str:
    """Say that a condition does not hold, and whether it did before an undo or a correction.

    “Edo is not dead as the fight stands, but was until the correction #93: misread.”
    """
    isnt, was = ("does not have", "did") if is_thing(named) else ("is not", "was")
    marks = find_undone(history)
    for row in reversed(history.rows):
        if row.seq in marks and begins_condition(row.event, one.id, field):
            until = _describe_undoing(marks[row.seq], was)
            return f"{one.name} {isnt} {named} as the fight stands, but {until}."
    return f"{one.name} {isnt} {named}, and never {was}."


def _describe_undoing(mark: UndoneMark, was: str) -> str:
    """Describe how an event was undone: “was until the correction #93 by Cho: misread”."""
    by = f" by {mark.by}" if mark.by else ""
    if mark.apart:
        return f"{was} on the line that the what-if #{mark.move} has left{format_reason(mark.why)}"
    if mark.corrected:
        return f"{was} until the correction #{mark.move}{by}{format_reason(mark.why)}"
    return f"{was} until that was undone by #{mark.move}{by}{format_reason(mark.why)}"


def _describe_source(source: Source, reason: Reason) -> Iterator[str]:
    """Describe an input or a die and who recorded it, then the corrections that changed it."""
    by = f"by {source.by}" if source.by else ""
    first = f", first #{source.first}" if source.first != source.seq else ""
    if source.seq == reason.seq and source.kind != "skipped":
        if first or (by and source.kind == "ruled"):
            yield " ".join(filter(None, ["said", by, f"in #{source.first}" if first else ""]))
    else:
        whose = f" · {by}" if by and source.kind not in ("rolled", "overruled") else ""
        yield f"{source.said}{whose}  [#{source.seq}{first}]"
    yield from (f"  {_describe_correction(each)}" for each in source.changed)


def _describe_correction(changed: SourceChange) -> str:
    """Describe a correction: “corrected by #24 by Cho: the mud; was: Ada attacks Wolf with sword”.

    A ruling is without its reason, which stands beside the input.
    """
    by = f" by {changed.by}" if changed.by else ""
    why = format_reason(changed.why) if changed.how != "kept" else ""
    was = f"; was: {changed.was}" if changed.how == "corrected" else ""
    return f"{changed.how} by #{changed.seq}{by}{why}{was}"
