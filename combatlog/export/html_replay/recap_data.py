"""The recap of the page: who fell and what would have saved them, the chances that were missed, and
the rolls that were least likely.

  falls    [seq, words, blows, rescues] of each who fell, as far as `MOST_FALLS`, and words if
           nothing would have saved them; a blow is [seq, who with what, what it cost, how much
           was dealt, round (0: before the first, -1: after the fight)], a rescue is words
  fallen   [seq, number] of each of them
  missed   [who, how often, chances] of each who missed some; a chance is [seq, words]
  rolls    [seq, words, chance] of the least likely results, the least likely first; the chance is a
           part of 1, of this result or of this or more
  fought   with odds, sentences that compare the fight with playouts of it
  turns    with odds, [seq, words, sentences] of the chances of every turn before its dice fell
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from combatlog.app.fight_odds import describe_roll, list_readable_rolls
from combatlog.app.recap import (
    ToldFall,
    describe_fall,
    describe_rescues,
    group_missed,
    list_falls,
    list_harm,
    name_blow,
)
from combatlog.app.turn_odds import list_fight_odds, list_turn_odds, share_progress
from projections.queries.visibility import Audience
from projections.text.words import capitalize
from replay.cores import Progress
from replay.log.event_log import History
from rulesets.definitions.shipped import is_newer

MOST_FALLS = 40
"""The most who fell, the first ones, whose falls are told."""

MOST_ROLLS = 10
"""The most rolls that are told."""

UNLIKELY = 0.25
"""A result is told among the least likely ones if its chance was at most this."""

MOST_COMPARISONS = 2_000
"""The most throws that are compared for the chance of one roll. More take too long for a page that
is written each time a fight is published; `combatlog odds` takes the time."""


def collect_recap(
    history: History,
    audience: Audience,
    odds: bool = False,
    progress: Progress | None = None,
    people: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the recap of the present line for an audience. `progress` hears of the odds. `people`
    are the ids of those whose numbers the page knows, in their order."""

    def share(part: int) -> Progress:
        return share_progress(progress, part, 2)

    falls = list(islice(list_falls(history, audience), MOST_FALLS))
    return {
        "falls": [_write_fall(told) for told in falls],
        "fallen": [
            [told.fall.seq, people.index(told.fall.who)]
            for told in falls
            if told.fall.who in people
        ],
        "missed": [
            [group.who, group.often, [[each.seq, f"{said}."] for each, said in group.missed]]
            for group in group_missed(history)
        ],
        "rolls": _list_unlikely(history, audience),
        "fought": list_fight_odds(history, audience, progress=share(0)) if odds else [],
        "turns": [
            [turn.seq, f"{capitalize(turn.when)} ({turn.method})", turn.said]
            for turn in (list_turn_odds(history, audience, progress=share(1)) if odds else ())
        ],
    }


def _write_fall(told: ToldFall) -> list[Any]:
    state = told.state
    blows = [
        [
            each.seq,
            name_blow(each, state),
            list_harm(each, state),
            each.dealt,
            -1 if each.after else each.round,
        ]
        for each in told.fall.leading_blows
    ]
    said = [f"{capitalize(each)}." for each in describe_rescues(told)]
    head = [told.fall.seq, f"{describe_fall(told)}.", blows]
    return [*head, said] if told.rescues and any(told.rescues) else [*head, [], *said]


def _list_unlikely(history: History, audience: Audience) -> list[list[Any]]:
    found: list[list[Any]] = []
    if is_newer(history.state(len(history)).game):
        return found
    for roll in list_readable_rolls(history, audience, MOST_COMPARISONS):
        chance = roll.chance if roll.or_more is None else roll.or_more
        if chance is not None and chance <= UNLIKELY and roll.rows:
            found.append([roll.rows[0][0], describe_roll(roll), round(float(chance), 4)])
    return sorted(found, key=lambda each: float(each[2]))[:MOST_ROLLS]
