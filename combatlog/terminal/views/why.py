"""The view of `why`: the reasons for a value, and under each the inputs and dice behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from combatlog.grammar.scanner import SPENT, choose, match_name
from combatlog.terminal.views.layout import align_table, dim
from events.errors import Refused
from events.store.envelope import check_seq
from events.types.names import join_words
from projections.queries.causes import (
    CHOICES,
    TRAITS,
    Reason,
    explain_score,
    explain_skill,
    explain_trait,
    list_maximum_names,
)
from projections.queries.condition_causes import (
    begins_condition,
    explain_condition,
    list_all_conditions,
    list_standing_words,
)
from projections.state.fight_state import Combatant
from projections.text.words import format_reason, format_score, is_thing
from replay.log.event_log import History
from replay.log.undo import UndoneMark, find_undone
from replay.text.cause_chain import Source, SourceChange, SourceFinder


class Question(NamedTuple):
    """A question about a combatant, and the reasons that answer it.

    `named` is what the user asked for, `field` what it means; a condition may also be a wound
    or a way to be out of the fight.
    """

    one: Combatant
    named: str
    kind: Literal["number", "trait", "condition"]
    field: str
    reasons: list[Reason]


class TracedReason(NamedTuple):
    """A reason, and the inputs and dice it comes from."""

    reason: Reason
    sources: list[Source]


def trace_reasons(history: History, words: Sequence[str]) -> list[TracedReason]:
    """Return the reasons for the value that the words name, with their sources.

    The words are a combatant's name, then a score (`max HP` for its maximum), a skill, a trait, a
    condition, a wound, or a way to be out of the fight (`dead`, `gone`, `fled`). What counts the
    loss of a score (Fatigue) means that score. `at SEQ` at the end asks for an earlier moment.
    Raises `Refused` if the words name nothing.
    """
    history, words = _parse_moment(history, words)
    asked = _parse_question(history, words)
    sources = SourceFinder(history)
    return [TracedReason(each, sources.find_sources(each, asked.one.id)) for each in asked.reasons]


def render_reasons(history: History, words: Sequence[str]) -> list[str]:
    """Render each reason as a line: the value from then on, its cause, and the event.

    The inputs and dice it comes from are on indented lines below.
    """
    history, words = _parse_moment(history, words)
    asked = _parse_question(history, words)
    one, named, kind, field, reasons = asked
    rows = [
        [_describe_value(history, asked, each), each.said, f"[#{each.seq}]"] for each in reasons
    ]
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


def _describe_value(history: History, asked: Question, reason: Reason) -> str:
    """Return a reason's value in words: a number, a text, yes or no."""
    if asked.kind == "number":
        return format_score(history.state(len(history)).game, asked.field, reason.value)
    if asked.kind == "trait":
        return reason.text or "none"
    return "yes" if reason.value else "no"


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


def _parse_moment(history: History, words: Sequence[str]) -> tuple[History, Sequence[str]]:
    """Cut the history at the event that `at SEQ` names; return it with the other words."""
    if len(words) < 3 or words[-2].casefold() != "at":
        return history, words
    seq = check_seq(words[-1].removeprefix("#"), len(history))
    return History(history.rows[:seq]), words[:-2]


def _parse_question(history: History, words: Sequence[str]) -> Question:
    everybody = history.state(len(history)).combatants.values()
    one, used = choose(words, everybody, lambda one: one.name, "combatant")
    events = [(row.seq, row.event) for row in history.on_line(len(history))]
    ever = [(row.seq, row.event) for row in history.rows]
    spent = {gone: of for gone, of in SPENT.items() if gone not in one.scores and of in one.scores}
    numbers = [*one.scores, *spent, *one.skills]
    states, standings = list_all_conditions(ever, one.id), list_standing_words(ever, one.id)
    groups = [numbers, list_maximum_names(one), states, [*standings], TRAITS, CHOICES]
    named = _choose_name(one, _put_maximum_first(words[used:]), groups)
    if named in one.scores or named in spent:
        field = spent.get(named, named)
        return Question(one, named, "number", field, explain_score(events, one.id, field))
    if named in one.skills:
        return Question(one, named, "number", named, explain_skill(events, one.id, named))
    if named in states or named in standings:
        field = named if named in states else standings[named]
        return Question(one, named, "condition", field, explain_condition(events, one.id, field))
    return Question(one, named, "trait", named, explain_trait(events, one.id, named))


def _choose_name(one: Combatant, asked: Sequence[str], groups: Sequence[Sequence[str]]) -> str:
    """Choose the name that is asked for, from groups of names.

    A whole match comes first (choices apart, the last group), then a match in the first group that
    has one. Raises `Refused` if there is none.
    """
    numbers, _, states, _, *_ = groups
    if asked:
        for whole, among in ((True, groups[:-1]), (False, groups)):
            for names in among:
                fitting = [each for each in names if _match(asked, each, whole)]
                if fitting:
                    return choose(asked, fitting, str, f"score of {one.name}")[0]
        every = join_words([*numbers, *states, *TRAITS])
        raise Refused(f"{one.name} has no “{asked[0]}”; there is {every}.")
    return choose(asked, numbers, str, f"score of {one.name}")[0]


def _match(asked: Sequence[str], name: str, whole: bool) -> bool:
    match = match_name(asked, name)
    if match is None or not whole:
        return match is not None
    return match.whole and match.used == len(asked)


def _put_maximum_first(asked: Sequence[str]) -> list[str]:
    """Put the word for maximum first: `hp max` means `max hp`."""
    said = [word for word in asked if len(word) > 2 and "maximum".startswith(word.casefold())]
    rest = [word for word in asked if word not in said]
    return ["max", *rest] if said and rest else [*asked]
