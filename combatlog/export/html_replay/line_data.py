"""What the page tells of lines other than the present one while they are watched: their numbers and
their recap. These are lines that were undone or corrected, and what-ifs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from combatlog.export.html_replay.numbers_data import collect_numbers, renumber_numbers
from combatlog.export.html_replay.recap_data import Recap, renumber_recap
from combatlog.export.html_replay.what_if_data import WhatIfs
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience, list_known, sees_all
from replay.log.event_log import History
from replay.odds.plays import list_plays

MOST_LINES = 8
"""The most undone or corrected lines, the newest ones, whose numbers and recap are told."""

MOST_ROWS_FOR_LINES = 2_500
"""The most rows of the log until the ends of these lines, all together. More take too long."""

MOST_ROWS_FOR_WHAT_IFS = 15_000
"""The most rows until the ends of the what-ifs of the fight as it stands, all together. Of more,
none is told. Those of undone lines are counted on, line by line."""

MOST_ROWS_OF_A_WHAT_IF = 1_000
"""The longest line of a what-if of which this is told: its numbers are as large as the fight's."""

Told = list[Any]
"""The numbers and the recap of a line."""


def tell_lines(
    history: History,
    audience: Audience,
    book: Phrasebook,
    recap: Recap,
    undone: Iterable[tuple[int, int]],
    what_ifs: WhatIfs,
) -> tuple[dict[int, Told], list[dict[str, Any]]]:
    """Return what is told of lines, by their last events, and the what-ifs of undone lines. Of an
    undone one, `undone` has its last event and the last one that it shares with the present line;
    until it was recorded, it was the present one. `recap` and `what_ifs` are those of the present
    line. Players get those of lines on which they knew everybody's numbers all along, as they do on
    the present one: a sum may tell what was hidden before, and what was dealt in a blow that was
    undone is told nowhere else."""
    told: dict[int, Told] = {}
    found: list[dict[str, Any]] = []
    if not _sees_everybody(history, audience):
        return told, found
    played = [[(each, each.start) for each in what_ifs.played]]
    last, rows = what_ifs, 0
    for tip, common in islice(sorted(undone, reverse=True), MOST_LINES):
        rows += tip
        if rows > MOST_ROWS_FOR_LINES:
            break
        line = History(history.rows[:tip])
        if _sees_everybody(line, audience):
            numbers = collect_numbers(line, audience, book)
            last = last.begin_line(line, common)
            told[tip] = [numbers, recap.tell_line(line, common, last)]
            found += last.list_on(tip)
            played.append([(each, min(each.start, common)) for each in last.played])
    rows = 0
    for group in played:
        lengths = [len(each.history) for each, _ in group]
        rows += sum(lengths)
        if rows > MOST_ROWS_FOR_WHAT_IFS or max(lengths, default=0) > MOST_ROWS_OF_A_WHAT_IF:
            break
        for (tip, line, _, place), common in group:
            if _sees_everybody(line, audience):
                numbers = renumber_numbers(collect_numbers(line, audience, book), place)
                own = renumber_recap(recap.tell_line(line, common, is_what_if=True), place)
                told[tip] = _renumber_words([numbers, own], place)
    return told, found


def _sees_everybody(line: History, audience: Audience) -> bool:
    """Return whether an audience knew the numbers of all combatants of a line all along."""
    if sees_all(audience):
        return True
    known = list_known((play.after for play in list_plays(line)), audience)
    return known.issuperset(line.state(len(line)).combatants)


def _renumber_words(told: Any, place: Callable[[int], int]) -> Any:
    """Return data in which words name events, “(#71)”, by other numbers, which `place` returns."""
    if isinstance(told, str):
        return re.sub(r"(?<=\(#)[0-9]+(?=\))", lambda found: str(place(int(found[0]))), told)
    if isinstance(told, list):
        return [_renumber_words(each, place) for each in told]
    if isinstance(told, dict):
        return {key: _renumber_words(each, place) for key, each in told.items()}
    return told
