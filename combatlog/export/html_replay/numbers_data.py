"""The numbers of the page: statistics and damage, from which it computes those of any rounds.

columns      the columns of the tables of statistics
combatants   a row of the whole fight for each combatant, their name first; players: for each
             player, empty where their numbers are those of the combatants
best         [title, words, event, rows] of the highlights of the fight, but for the most dealt and
             taken, which the page finds of any rounds; the event of a sum is its hardest blow; the
             numbers of the rows of all that it tells of
last         the last round; the time after the fight counts as the round behind it, and `after`
             says whether there is anything of it
tallies      [round, combatant, player, numbers...] of each round, by the numbers of the rows above
             (player -1: nobody, or no rows); the numbers are those of `_NUMBERS`, then dice, twice
             their excess over the average, and 12 times its variance; zeros at the end are left out
turns        [seq, words, round, side, took, first] of the turning points: the first side that it
             helped, 1 where these took the lead, and of a slide the event of its first beat
names        the names in each dimension of the damage; of `source` and `target` first those of the
             combatants, by the numbers of their rows
rounds       the numbers of the rounds in names.round
blows        of each blow the numbers of its names, in the order of the dimensions, then its event,
             what was dealt, and for the referee what armor kept off and what was lost
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combatlog.app.highlights import TITLES, Highlight, list_highlights
from combatlog.app.recap import name_share
from combatlog.app.turning_points import describe_turning_point, find_turning_points
from projections.narrative.phrasebook import Phrasebook
from projections.queries.breakdown import DIMENSIONS, Dimension, find_name, list_blows
from projections.queries.rounds import AFTER
from projections.queries.statistics import (
    COLUMNS,
    Statistics,
    Tally,
    compute_statistics,
    do_players_differ,
    format_tally,
    list_unknown,
    name_rows,
)
from projections.queries.visibility import Audience, StatisticsVisibility, sees_all
from projections.text.words import describe_side
from replay.log.event_log import History

_NUMBERS = (
    *("stopped", "dealt", "cost", "downed", "kills"),
    *("absorbed", "taken", "lost"),
    *("attacks", "hits", "aids", "passed", "failed"),
)


def collect_numbers(
    history: History, audience: Audience, book: Phrasebook | None = None
) -> dict[str, Any]:
    """Return the statistics, the turning points and the damage. Values that tell of hidden armor
    and strength are left out for players."""
    statistics = compute_statistics(history.line_events())
    unseen = StatisticsVisibility(statistics.state, audience, statistics.strangers)
    last, people = statistics.state.round, [*statistics.combatants]
    veiled = unseen.anybody()
    names = name_rows(statistics)
    return {
        "columns": list(COLUMNS),
        "combatants": [
            [names[id], *format_tally(tally, unseen.combatant(id), veiled)]
            for id, tally in statistics.combatants.items()
        ],
        "players": [
            [player, *format_tally(tally, unseen.player(player), veiled)]
            for player, tally in _list_players(statistics).items()
        ],
        "best": [
            [
                TITLES[each.kind],
                each.said,
                each.seq or _find_part(history, each),
                [people.index(id) for id in each.whose if id in people],
            ]
            for each in list_highlights(history, audience)
            if each.kind not in ("dealt", "taken")
        ],
        "last": last,
        "after": any(number == AFTER for number, _, _ in statistics.parts),
        "tallies": _list_tallies(statistics, unseen),
        "turns": [
            [
                turn.seq,
                describe_turning_point(turn, book),
                turn.round,
                describe_side(turn.sides[0]),
                int(turn.took),
                turn.first,
            ]
            for turn in find_turning_points(history.line_events(), audience)
        ],
        **_collect_damage(history, people, audience),
    }


def _find_part(history: History, told: Highlight) -> int:
    """Return the hardest blow of those that a highlight sums up; 0 if there is none."""
    blows = [each for each in list_blows(history.line_events()) if each.by == told.who]
    return max(blows, key=lambda each: each.dealt).seq if blows else 0


def _list_players(statistics: Statistics) -> dict[str, Tally]:
    """Return the tallies of players where they say something else than those of combatants."""
    return statistics.players if do_players_differ(statistics) else {}


def _list_tallies(statistics: Statistics, unseen: StatisticsVisibility) -> list[list[int]]:
    combatants, players = [*statistics.combatants], [*_list_players(statistics)]
    last = statistics.state.round
    found = []
    for (number, id, player), tally in statistics.parts.items():
        row = [
            min(number, last + 1),
            combatants.index(id),
            players.index(player) if player in players else -1,
            *_count(tally, unseen.combatant(id), unseen.anybody()),
        ]
        while not row[-1]:
            row.pop()
        found.append(row)
    return found


def _count(tally: Tally, hidden: bool, veiled: bool) -> list[int]:
    """Return the numbers of a tally, without those that are unknown (`list_unknown`)."""
    unknown = list_unknown(hidden, veiled)
    numbers = [0 if name in unknown else int(getattr(tally, name)) for name in _NUMBERS]
    luck = tally.luck
    return [*numbers, luck.dice, round(2 * luck.excess), round(12 * luck.variance)]


def _collect_damage(history: History, people: list[str], audience: Audience) -> dict[str, Any]:
    state = history.state(len(history))
    known: dict[Dimension, dict[str, int]] = {dimension: {} for dimension in DIMENSIONS}
    known["source"] = {id: at for at, id in enumerate(people)}
    known["target"] = dict(known["source"])
    blows = []
    for blow in list_blows(history.line_events()):
        row = []
        for dimension in DIMENSIONS:
            name = find_name(blow, dimension)
            row.append(known[dimension].setdefault(name, len(known[dimension])))
        more = [blow.absorbed, blow.lost] if sees_all(audience) else []
        blows.append([*row, blow.seq, blow.dealt, *more])
    return {
        "names": {
            dimension: [name_share(name, dimension, state) for name in names]
            for dimension, names in known.items()
        },
        "rounds": [min(int(number), state.round + 1) for number in known["round"]],
        "blows": blows,
    }


def renumber_numbers(numbers: dict[str, Any], place: Callable[[int], int]) -> dict[str, Any]:
    """Return the numbers of a line with other ones for its events, which `place` returns."""
    at = len(DIMENSIONS)
    return {
        **numbers,
        "best": [
            [title, said, seq and place(seq), rows] for title, said, seq, rows in numbers["best"]
        ],
        "turns": [
            [place(seq), *rest, first and place(first)] for seq, *rest, first in numbers["turns"]
        ],
        "blows": [[*blow[:at], place(blow[at]), *blow[at + 1 :]] for blow in numbers["blows"]],
    }
