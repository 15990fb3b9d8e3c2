"""The chances of every turn of a fight before its dice fell, and what came of it, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from combatlog.app.fight_odds import compare_fight, describe_comparison, find_readable_fight
from combatlog.app.odds import compute_odds_for, format_chance, list_flats, list_shown
from events.errors import Refused
from projections.queries.visibility import Audience
from projections.text.words import describe_turn
from replay.cores import Progress
from replay.log.event_log import History
from replay.odds.chances import PLAYOUTS, Odds
from replay.odds.fates import ENDS, End, find_fate
from replay.odds.plays import LinePlay, list_plays
from rulesets.core.courses import Unplayable
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import is_newer


class TurnOdds(NamedTuple):
    """The chances of what was declared in event `seq`: when it was, how they were found, and a
    sentence for each to whom something could happen."""

    seq: int
    when: str
    method: str
    said: list[str]


def list_turn_odds(
    history: History,
    audience: Audience = "referee",
    playouts: int = PLAYOUTS,
    progress: Progress | None = None,
) -> Iterator[TurnOdds]:
    """Yield the chances of every play of the present line that needed dice; for players, of those
    whose numbers they know. No die of the fight and no secret is used, so that the same page comes
    out each time. `progress` hears of all plays together."""
    if is_newer(history.state(len(history)).game):
        return
    every = list(list_plays(history))
    flats = list_flats(every, audience)
    plays = [play for play in every if play.start.fallen]
    for at, play in enumerate(plays):
        part = share_progress(progress, at, len(plays))
        try:
            odds = compute_odds_for(
                play.start._replace(fallen={}), audience, playouts, progress=part, flats=flats
            )
        except Unplayable:
            continue
        open_ids = [id for id in list_shown(odds, audience) if len(_list_ends(odds, id)) > 1]
        said = [_describe_chances(odds, play, id) for id in open_ids]
        if said:
            method = "exact" if odds.is_exact else f"{odds.courses:,} playouts"
            yield TurnOdds(play.start.seq, describe_turn(play.start.state), method, said)


def share_progress(progress: Progress | None, part: int, parts: int) -> Progress:
    """Return the progress of one of several parts, of which `progress` hears together."""

    def hear(done: int, of: int) -> None:
        if progress is not None:
            progress(part * of + done, parts * of)

    hear(0, 1)
    return hear


def _list_ends(odds: Odds, id: str) -> list[End]:
    return [end for end in ENDS if odds.tally.count(id, end)]


def _describe_chances(odds: Odds, play: LinePlay, id: str) -> str:
    """Return “Ada: unhurt 40 %, hurt 45 %, down 15 %; came out hurt”."""
    was, now = odds.before.combatants[id], play.after.combatants[id]
    felled = load_ruleset(odds.before.game.rules).lexicon(odds.before.game).felled
    chances = ", ".join(
        f"{end} {format_chance(odds.chance(odds.tally.count(id, end)), odds.is_exact)}"
        for end in _list_ends(odds, id)
    )
    return f"{was.name}: {chances}; came out {find_fate(was, now, felled).end}"


def list_fight_odds(
    history: History,
    audience: Audience = "referee",
    playouts: int = PLAYOUTS,
    progress: Progress | None = None,
) -> list[str]:
    """Return how a fight that is over went against playouts of it, two sentences; none where it is
    not over, cannot be compared, or an audience does not know everybody's numbers."""
    if not history.state(len(history)).ended:
        return []
    try:
        played = find_readable_fight(history, audience)
        return describe_comparison(compare_fight(played, POLICY, playouts, progress))
    except Refused:
        return []


POLICY = "focus"
"""How everybody fights in the playouts that a page is compared with."""
