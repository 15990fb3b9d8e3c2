"""Why a number is what it is, on the screen: each reason, and below it what that comes of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from combatlog.grammar.facts import SPENT
from combatlog.grammar.match import choose, fit
from combatlog.screen.text import dim, table
from events.errors import Refused
from projections.plight import OUT, plights, why_plight
from projections.state import Combatant
from projections.why import Reason, why, why_skill
from projections.words import amount
from replay.history import History
from replay.sources import Changed, Source, Sources
from rulesets.common.naming import listed


class Asked(NamedTuple):
    """What somebody wants to know: of whom, what they called it, which score, skill or condition
    that is, and the reasons for it."""

    one: Combatant
    named: str
    field: str
    reasons: list[Reason]


class Told(NamedTuple):
    """A reason, and what it comes of."""

    reason: Reason
    sources: list[Source]


def reasons(history: History, words: Sequence[str]) -> list[Told]:
    """What made the number these words name: a combatant, then one of their scores or skills,
    conditions or wounds; what is gone of a score (Fatigue) is asked for as that score; `dead` and
    `gone` are how they stand. `at` and the seq of an event ask for that moment. Raises `Refused`
    where they name none."""
    history, words = _moment(history, words)
    asked = _asked(history, words)
    sources = Sources(history)
    return [Told(each, sources.of(each, asked.one.id)) for each in asked.reasons]


def shown(history: History, words: Sequence[str]) -> list[str]:
    """One line a reason: the number (or die) from then on, what made it, and the event; below it,
    indented, what it comes of."""
    history, words = _moment(history, words)
    one, named, field, found = _asked(history, words)
    game = history.state(len(history)).game
    counts = field in one.scores or field in one.skills
    rows = [
        [
            amount(game, field, each.value) if counts else "yes" if each.value else "no",
            each.said,
            f"[#{each.seq}]",
        ]
        for each in found
    ]
    lines = [] if named == field else [f"  {named} is what is gone of {field}:"]
    sources = Sources(history)
    for reason, line in zip(found, table(rows), strict=True):
        lines.append(line)
        for source in sources.of(reason, one.id):
            lines += (dim(f"      {each}") for each in _source_lines(source, reason))
    return lines or [f"  {one.name} is not {named}, and never was."]


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
    """“corrected by #24 by Cho: the mud; was: Ada attacks Wolf with sword”."""
    by = f" by {changed.by}" if changed.by else ""
    was = f"; was: {changed.was}" if changed.how == "corrected" else ""
    return f"{changed.how} by #{changed.seq}{by}: {changed.why}{was}"


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
    spent = {gone: of for gone, of in SPENT.items() if gone not in one.scores and of in one.scores}
    numbers = [*one.scores, *spent, *one.skills]
    asked = words[used:]
    if not asked or any(fit(asked, name) for name in numbers):
        named, _ = choose(asked, numbers, str, f"score of {one.name}")
        field = spent.get(named, named)
        found = why if field in one.scores else why_skill
        return Asked(one, named, field, found(events, one.id, field))
    states = plights(events, one.id)
    if not any(fit(asked, name) for name in (*states, *OUT)):
        raise Refused(f"{one.name} has no “{asked[0]}”; there is {listed([*numbers, *states])}.")
    named, _ = choose(asked, [*states, *OUT], str, f"condition of {one.name}")
    return Asked(one, named, named, why_plight(events, one.id, named))
