"""Odds as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.app.odds import (
    compute_average,
    format_chance,
    list_checks,
    list_hidden,
    list_shown,
)
from combatlog.terminal.views.layout import bold, dim, render_table
from projections.queries.visibility import Audience
from projections.text.words import join_words
from replay.odds.chances import Odds
from replay.odds.fates import ENDS, Fate

_MOST_VALUES = 6
"""So many values of a score are listed; of more, the average and both ends."""


def render_odds(odds: Odds, audience: Audience = "referee") -> Iterator[str]:
    """Yield how the odds were found, a table of what can become of each combatant, the scores they
    can have, and the saves and checks."""
    shown, hidden = list_shown(odds, audience), list_hidden(odds, audience)
    yield bold(_describe_method(odds, bool(hidden)))
    if not shown and not hidden:
        yield "  Nobody's numbers can change."
    yield from _render_fates(odds, shown)
    for id in shown:
        yield from _render_scores(odds, id)
    yield from _render_checks(odds, audience)
    if hidden:
        names = join_words([odds.before.combatants[id].name for id in hidden])
        yield dim(
            f"Not shown to players, who do not know their numbers: {names}. "
            "What may be added to the dice of their weapons counts once it was seen."
        )


def _describe_method(odds: Odds, is_hidden: bool) -> str:
    if odds.is_exact and is_hidden:
        return "Exact."
    if odds.is_exact:
        times = f"{odds.courses:,} courses" if odds.courses > 1 else "1 course"
        return f"Exact: the dice can take {times}."
    return f"{odds.courses:,} playouts, with 95 % intervals: the dice can take too many courses."


def _render_fates(odds: Odds, shown: list[str]) -> Iterator[str]:
    tally = odds.tally
    ends = [end for end in ENDS if any(tally.count(id, end) for id in shown)]
    rows = [
        [odds.before.combatants[id].name]
        + [format_chance(odds.chance(tally.count(id, end)), odds.is_exact) for end in ends]
        for id in shown
    ]
    if rows:
        yield from render_table([["", *ends], *rows])
    for id in shown:
        ways = [_describe_way(odds, id, fate) for fate in tally.fates[id] if fate.how]
        if ways:
            yield f"  {odds.before.combatants[id].name}: {', '.join(ways)}"


def _describe_way(odds: Odds, id: str, fate: Fate) -> str:
    return f"{fate.how} {format_chance(odds.chance(odds.tally.fates[id][fate]), odds.is_exact)}"


def _render_scores(odds: Odds, id: str) -> Iterator[str]:
    """Yield a line for each score that can change: `Wolf HP 3: 3 (12.5 %), 0 (87.5 %)`."""
    one = odds.before.combatants[id]
    for score, counts in odds.tally.scores[id].items():
        if set(counts) == {one.scores[score]}:
            continue
        values = sorted(counts, reverse=True)
        told = values if len(values) <= _MOST_VALUES else [values[0], values[-1]]
        each = ", ".join(
            f"{value} ({format_chance(odds.chance(counts[value]), odds.is_exact)})"
            for value in told
        )
        average = f"average {compute_average(counts):.1f}, " if len(values) > len(told) else ""
        yield f"  {one.name} {score} {one.scores[score]} → {average}{each}"


def _render_checks(odds: Odds, audience: Audience) -> Iterator[str]:
    for check, rolled, passed in list_checks(odds, audience):
        name = odds.before.combatants[check.who].name
        where = "" if rolled.value == 1 else ", where it is rolled at all"
        chance = format_chance(passed, odds.is_exact)
        yield f"  {name}, {check.what} ({check.why}): passes in {chance}{where}"
