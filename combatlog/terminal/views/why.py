"""Why a number is what it is, on the screen: each reason, and below it what that comes of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from combatlog.grammar.name_match import choose, fit
from combatlog.grammar.vocabulary import SPENT
from combatlog.terminal.views.layout import dim, table
from events.errors import Refused
from projections.queries.condition_causes import begins, outs, plights, why_plight
from projections.queries.score_causes import Reason, why, why_skill
from projections.queries.trait_causes import CHOICES, TRAITS, maxima, why_trait
from projections.state.fight_state import Combatant
from projections.text.words import amount, because, is_thing
from replay.log.event_log import History
from replay.log.undone import Undone, undone
from replay.text.cause_chain import Changed, Source, Sources
from rulesets.common.naming import listed


class Asked(NamedTuple):
    """What somebody wants to know: of whom, what they called it, of what kind it is (a plight is
    a condition, a wound, or how they stand), which one, and the reasons for it."""

    one: Combatant
    named: str
    kind: Literal["number", "trait", "plight"]
    field: str
    reasons: list[Reason]


class Told(NamedTuple):
    """A reason, and what it comes of."""

    reason: Reason
    sources: list[Source]


def reasons(history: History, words: Sequence[str]) -> list[Told]:
    """What made the number these words name: a combatant, then one of their scores (`max` and a
    score for its maximum), skills, traits, conditions or wounds; what is gone of a score (Fatigue)
    is asked for as that score; `dead`, `gone`, `fled` and the like are how they stand. `at` and the
    seq of an event ask for that moment. Raises `Refused` where they name none."""
    history, words = _moment(history, words)
    asked = _asked(history, words)
    sources = Sources(history)
    return [Told(each, sources.of(each, asked.one.id)) for each in asked.reasons]


def shown(history: History, words: Sequence[str]) -> list[str]:
    """One line a reason: the number (or die) from then on, what made it, and the event; below it,
    indented, what it comes of."""
    history, words = _moment(history, words)
    asked = _asked(history, words)
    one, named, kind, field, found = asked
    rows = [[_value(history, asked, each), each.said, f"[#{each.seq}]"] for each in found]
    spent = kind == "number" and named != field
    lines = [f"  {named} is what is gone of {field}:"] if spent else []
    sources = Sources(history)
    for reason, line in zip(found, table(rows), strict=True):
        lines.append(line)
        for source in sources.of(reason, one.id):
            lines += (f"      {dim(each)}" for each in _source_lines(source, reason))
    if kind == "plight" and not any(each.value for each in found):
        lines.append(f"  {_not_so(history, one, named, field)}")
    return lines


def _value(history: History, asked: Asked, reason: Reason) -> str:
    """The number, the words, or whether it was so."""
    if asked.kind == "number":
        return amount(history.state(len(history)).game, asked.field, reason.value)
    if asked.kind == "trait":
        return reason.text or "none"
    return "yes" if reason.value else "no"


def _not_so(history: History, one: Combatant, named: str, field: str) -> str:
    """“Edo is not dead as the fight stands, but was until the correction #93: misread.”"""
    isnt, was = ("does not have", "did") if is_thing(named) else ("is not", "was")
    marks = undone(history)
    for row in reversed(history.rows):
        if row.seq in marks and begins(row.event, one.id, field):
            until = _until(marks[row.seq], was)
            return f"{one.name} {isnt} {named} as the fight stands, but {until}."
    return f"{one.name} {isnt} {named}, and never {was}."


def _until(mark: Undone, was: str) -> str:
    """“was until the correction #93 by Cho: misread”."""
    by = f" by {mark.by}" if mark.by else ""
    if mark.apart:
        return f"{was} on the line that the what-if #{mark.move} has left{because(mark.why)}"
    if mark.corrected:
        return f"{was} until the correction #{mark.move}{by}{because(mark.why)}"
    return f"{was} until that was undone by #{mark.move}{by}{because(mark.why)}"


def _source_lines(source: Source, reason: Reason) -> Iterator[str]:
    """What was said or thrown, by whom, and below it what has changed it."""
    by = f"by {source.by}" if source.by else ""
    first = f", first #{source.first}" if source.first != source.seq else ""
    if source.seq == reason.seq and source.kind != "skipped":
        if first or (by and source.kind == "ruled"):
            yield " ".join(filter(None, ["said", by, f"in #{source.first}" if first else ""]))
    else:
        whose = f" · {by}" if by and source.kind not in ("rolled", "overruled") else ""
        yield f"{source.said}{whose}  [#{source.seq}{first}]"
    yield from (f"  {_change_words(each)}" for each in source.changed)


def _change_words(changed: Changed) -> str:
    """“corrected by #24 by Cho: the mud; was: Ada attacks Wolf with sword”; a ruling has its reason
    beside it."""
    by = f" by {changed.by}" if changed.by else ""
    why = because(changed.why) if changed.how != "kept" else ""
    was = f"; was: {changed.was}" if changed.how == "corrected" else ""
    return f"{changed.how} by #{changed.seq}{by}{why}{was}"


def _moment(history: History, words: Sequence[str]) -> tuple[History, Sequence[str]]:
    """The history until the event that the last words name, if they name one, and the others."""
    if len(words) < 3 or words[-2].casefold() != "at":
        return history, words
    text = words[-1].removeprefix("#")
    if not text.isdigit() or not 1 <= int(text) <= len(history):
        raise Refused(f"There is no #{text}; this fight has #1 to #{len(history)}.")
    return History(history.rows[: int(text)]), words[:-2]


def _asked(history: History, words: Sequence[str]) -> Asked:
    everybody = history.state(len(history)).combatants.values()
    one, used = choose(words, everybody, lambda one: one.name, "combatant")
    events = [(row.seq, row.event) for row in history.on_line(len(history))]
    ever = [(row.seq, row.event) for row in history.rows]
    spent = {gone: of for gone, of in SPENT.items() if gone not in one.scores and of in one.scores}
    numbers = [*one.scores, *spent, *one.skills]
    states, standings = plights(ever, one.id), outs(ever, one.id)
    groups = [numbers, maxima(one), states, [*standings], TRAITS, CHOICES]
    named = _named(one, _maximum_first(words[used:]), groups)
    if named in one.scores or named in spent:
        field = spent.get(named, named)
        return Asked(one, named, "number", field, why(events, one.id, field))
    if named in one.skills:
        return Asked(one, named, "number", named, why_skill(events, one.id, named))
    if named in states or named in standings:
        field = named if named in states else standings[named]
        return Asked(one, named, "plight", field, why_plight(events, one.id, field))
    return Asked(one, named, "trait", named, why_trait(events, one.id, named))


def _named(one: Combatant, asked: Sequence[str], groups: Sequence[Sequence[str]]) -> str:
    """The one of these names that is asked for: a whole one, but for what is laid down in advance,
    else one of the first group in which there is any."""
    numbers, _, states, _, *_ = groups
    if asked:
        for whole, among in ((True, groups[:-1]), (False, groups)):
            for names in among:
                fitting = [each for each in names if _fits(asked, each, whole)]
                if fitting:
                    return choose(asked, fitting, str, f"score of {one.name}")[0]
        every = listed([*numbers, *states, *TRAITS])
        raise Refused(f"{one.name} has no “{asked[0]}”; there is {every}.")
    return choose(asked, numbers, str, f"score of {one.name}")[0]


def _fits(asked: Sequence[str], name: str, whole: bool) -> bool:
    match = fit(asked, name)
    if match is None or not whole:
        return match is not None
    return match.whole and match.used == len(asked)


def _maximum_first(asked: Sequence[str]) -> list[str]:
    """`hp max` like `max hp`."""
    said = [word for word in asked if len(word) > 2 and "maximum".startswith(word.casefold())]
    rest = [word for word in asked if word not in said]
    return ["max", *rest] if said and rest else [*asked]
