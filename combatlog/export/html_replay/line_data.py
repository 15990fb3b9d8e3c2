"""What the page tells of lines other than the present one while they are watched: their numbers and
their recap. These are lines that were undone or corrected, and what-ifs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from combatlog.export.html_replay.numbers_data import collect_numbers
from combatlog.export.html_replay.recap_data import RecapWriter
from combatlog.export.html_replay.what_if_data import MOST_ROWS_MORE, PlayedWhatIf
from projections.narrative.phrasebook import Phrasebook
from projections.queries.breakdown import DIMENSIONS
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import FightState
from replay.log.event_log import History

MOST_LINES = 8
"""The most undone or corrected lines, the newest ones, whose numbers and recap are told."""

MOST_ROWS_FOR_LINES = 2_500
"""The most rows of the log until the ends of these lines, all together. More take too long."""

MOST_ROWS_FOR_WHAT_IFS = 15_000
"""The most rows until the ends of the what-ifs of which this is told, the first ones of a log of at
most `MOST_ROWS_MORE`, all together."""

Told = list[Any]
"""The numbers and the recap of a line."""


def tell_lines(
    history: History,
    audience: Audience,
    book: Phrasebook,
    recaps: RecapWriter,
    undone: Iterable[tuple[int, int]],
    what_ifs: Iterable[PlayedWhatIf],
) -> dict[int, Told]:
    """Return what is told of lines, by their last events. Of an undone one, `undone` has this event
    and the last one that it shares with the present line; until it was recorded, it was the
    present one. `recaps` has written that of the present line. Players get those of lines on
    which they know everybody's numbers, as they do now: a sum may tell what was hidden before, and
    what was dealt in a blow that was undone is told nowhere else."""
    told: dict[int, Told] = {}
    if not _sees_everybody(history.state(len(history)), audience):
        return told

    rows = 0
    for tip, common in islice(sorted(undone, reverse=True), MOST_LINES):
        rows += tip
        if rows > MOST_ROWS_FOR_LINES:
            break
        if _sees_everybody(history.state(tip), audience):
            line = History(history.rows[:tip])
            recap = recaps.write_line(line, common)
            told[tip] = [collect_numbers(line, audience, book), recap]
    rows = 0
    for played in what_ifs if len(history) <= MOST_ROWS_MORE else ():
        line = played.history
        rows += len(line)
        if rows > MOST_ROWS_FOR_WHAT_IFS:
            break
        if _sees_everybody(line.state(len(line)), audience):
            recap = recaps.write_line(line, played.start, is_what_if=True)
            numbers = collect_numbers(line, audience, book)
            told[played.tip] = _renumber([numbers, recap], played.place)
    return told


def _sees_everybody(state: FightState, audience: Audience) -> bool:
    """Return whether an audience knows the numbers of all combatants."""
    return all(sees_numbers(state, id, audience) for id in state.combatants)


def _renumber(told: Told, place: Callable[[int], int]) -> Told:
    """Return what is told of a what-if with the numbers that the page has for its events."""
    numbers, recap = _renumber_words(told, place)
    at = len(DIMENSIONS)
    blows = [[*blow[:at], place(blow[at]), *blow[at + 1 :]] for blow in numbers["blows"]]
    best = [[title, said, seq and place(seq), whose] for title, said, seq, whose in numbers["best"]]
    turns = [[place(seq), *rest, first and place(first)] for seq, *rest, first in numbers["turns"]]
    falls = []
    for name, moments, steps, whole, scores, side, brief, aids in recap["falls"]:
        moved = ([[place(seq), *rest] for seq, *rest in part] for part in (moments, steps, aids))
        moments, steps, aids = moved
        falls.append([name, moments, steps, whole, scores, side, brief, aids])
    missed = [
        [who, often, [[place(seq), said] for seq, said in chances]]
        for who, often, chances in recap["missed"]
    ]
    rolls = [[[*map(place, seqs)], *rest] for seqs, *rest in recap["rolls"]]
    firsts = {
        key: [[place(seq), *rest] for seq, *rest in recap[key]]
        for key in ("fallen", "left", "calls")
    }
    return [
        {**numbers, "blows": blows, "best": best, "turns": turns},
        {**recap, **firsts, "falls": falls, "missed": missed, "rolls": rolls},
    ]


def _renumber_words(told: Any, place: Callable[[int], int]) -> Any:
    """Return data in which words name events (“#71”) by the numbers that the page has for them."""
    if isinstance(told, str):
        return re.sub(r"(?<=#)[0-9]+", lambda found: str(place(int(found[0]))), told)
    if isinstance(told, list):
        return [_renumber_words(each, place) for each in told]
    if isinstance(told, dict):
        return {key: _renumber_words(each, place) for key, each in told.items()}
    return told
