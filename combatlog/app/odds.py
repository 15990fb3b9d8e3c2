"""The odds of a fight as data: of what is declared, or of a line that nobody has recorded.

Players see the chances of those whose numbers they know. Three things would give a stranger's
hidden numbers away, so players do not read them: how likely the stranger falls, how many courses
the dice can take, and the chances of others that depend on these numbers. All that they read is
computed with other numbers in place of the hidden ones: whether it is exact, and how many of the
playouts came out so, would tell these, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from combatlog.grammar.commands import Declare
from combatlog.grammar.registry import parse
from events.errors import Refused
from projections.queries.visibility import Audience, sees_all, sees_numbers
from projections.state.fight_state import FightState
from replay.cores import Progress
from replay.log.event_log import History
from replay.odds.chances import PLAYOUTS, Chance, Odds, compute_odds, find_chance
from replay.odds.declared import start_declared, start_said
from replay.odds.fates import ENDS, Check
from replay.odds.plays import LinePlay
from replay.odds.stand_ins import Flats, list_seen_flats
from replay.odds.swayed import disguise_start, find_swayed
from rulesets.core.courses import Start


def start_line(history: History, line: str = "") -> Start:
    """Return what is declared at the head of a fight, or what a line would declare, about to be
    played; raise `Refused` if that is nothing."""
    if not line.strip():
        return start_declared(history)
    state = history.state(len(history))
    command = parse(line, state)
    if not isinstance(command, Declare):
        raise Refused("Odds are those of a declaration, like: odds a ada wolf.")
    return start_said(state, command.declarations)


def compute_odds_for(
    start: Start,
    audience: Audience,
    playouts: int = PLAYOUTS,
    cores: int = 0,
    progress: Progress | None = None,
    flats: Flats | None = None,
) -> Odds:
    """Return the chances of a declaration about to be played (`compute_odds`), with other numbers
    in place of those that an audience does not know. To the dice of their weapons nothing is added
    but the `flats` that players have seen (`list_flats`)."""
    veiled = disguise_start(start, _list_strangers(start.state, audience), flats=flats or {})
    return compute_odds(veiled, playouts, cores=cores, progress=progress)


def list_flats(plays: Iterable[LinePlay], audience: Audience) -> Flats:
    """Return what is added to the dice of weapons, as far as the plays of a line have shown it to
    an audience; nothing for one that knows everybody's numbers."""
    return {} if sees_all(audience) else list_seen_flats(plays)


def _list_strangers(state: FightState, audience: Audience) -> frozenset[str]:
    return frozenset(id for id in state.combatants if not sees_numbers(state, id, audience))


def list_shown(odds: Odds, audience: Audience) -> list[str]:
    """Return the ids of those to whom something can happen and whose chances an audience sees."""
    hidden = _find_hidden(odds, audience)
    return [id for id in odds.tally.list_touched() if id not in hidden]


def list_hidden(odds: Odds, audience: Audience) -> list[str]:
    """Return the ids of those in the fight whose chances are hidden from an audience. That nothing
    can happen to somebody is hidden, too."""
    hidden = _find_hidden(odds, audience)
    return [
        id for id, one in odds.before.combatants.items() if one.standing == "in" and id in hidden
    ]


@lru_cache(maxsize=4)
def _find_hidden(odds: Odds, audience: Audience) -> frozenset[str]:
    """Return the ids of those whose numbers an audience does not know, and of those whose chances
    depend on these numbers."""
    strangers = _list_strangers(odds.before, audience)
    return strangers | find_swayed(odds.start, strangers)


def list_checks(odds: Odds, audience: Audience) -> Iterator[tuple[Check, Chance, Chance]]:
    """Yield the saves and checks that an audience may judge: how likely each is rolled, and passes
    where it is."""
    tally, hidden = odds.tally, _find_hidden(odds, audience)
    for check, rolled in tally.rolled.items():
        if hidden.isdisjoint({check.who, check.versus}):
            passed = find_chance(tally.passed[check], rolled, odds.is_exact)
            yield check, odds.chance(min(rolled, tally.total)), passed


def convert_odds(odds: Odds, audience: Audience = "referee") -> dict[str, Any]:
    """Return odds as plain data for programs."""
    hidden = list_hidden(odds, audience)
    return {
        "exact": odds.is_exact,
        "courses": odds.courses if odds.is_exact and not hidden else None,
        "playouts": None if odds.is_exact else odds.courses,
        "combatants": {id: _convert_combatant(odds, id) for id in list_shown(odds, audience)},
        "checks": [
            {**check._asdict(), "rolled": rolled._asdict(), "passed": passed._asdict()}
            for check, rolled, passed in list_checks(odds, audience)
        ],
        "hidden": hidden,
    }


def _convert_combatant(odds: Odds, id: str) -> dict[str, Any]:
    one, tally = odds.before.combatants[id], odds.tally
    return {
        "name": one.name,
        "ends": {end: odds.chance(tally.count(id, end))._asdict() for end in ENDS},
        "how": [
            {**fate._asdict(), **odds.chance(weight)._asdict()}
            for fate, weight in tally.fates[id].items()
            if fate.how
        ],
        "scores": {
            score: {
                "now": one.scores[score],
                "average": compute_average(counts),
                "after": {
                    str(value): odds.chance(counts[value])._asdict() for value in sorted(counts)
                },
            }
            for score, counts in tally.scores[id].items()
            if set(counts) != {one.scores[score]}
        },
    }


def compute_average(counts: Counter[int]) -> float:
    """Return the average of numbers by how often each comes."""
    return sum(value * weight for value, weight in counts.items()) / sum(counts.values())


def format_chance(chance: Chance, is_exact: bool) -> str:
    """Return a chance in percent, of playouts with its interval: `62.5 %`, `62 % (61–63)`."""
    if not chance.high:
        return "–"
    if is_exact:
        return format_percent(chance.value)
    if chance.high < 0.005:
        return "<0.5 %"
    return f"{100 * chance.value:.0f} % ({100 * chance.low:.0f}–{100 * chance.high:.0f})"


def format_percent(share: float) -> str:
    """Return a share in percent; what can happen is never 0 %, what can fail never 100 %."""
    if 0 < share < 0.0005:
        return "<0.1 %"
    if 0.9995 < share < 1:
        return ">99.9 %"
    return f"{100 * share:.1f} %".replace(".0 %", " %")
