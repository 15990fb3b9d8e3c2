"""Two fights, or two lines of one, side by side: the losses and numbers of each side and combatant,
and the turning points; as an audience may read them."""

from __future__ import annotations

from typing import Any, NamedTuple

from combatlog.app.positions import Point
from combatlog.app.turning_points import find_turning_points, locate_turning_point
from projections.queries.statistics import (
    Statistics,
    Tally,
    compute_statistics,
)
from projections.queries.strength import has_left_unbeaten
from projections.queries.visibility import Audience
from projections.state.fight_state import Combatant
from projections.text.words import describe_side, describe_turn
from rulesets.core.registry import load_ruleset

FATES = ("fighting", "down", "dead", "beaten", "left")
"""What becomes of the members of a side. Who fled, was routed or surrendered was beaten; others
left of their own will."""


class SideSummary(NamedTuple):
    """A side at the end of a line: how many of it met each fate, and their numbers together."""

    name: str
    fates: dict[str, int]
    tally: Tally


class LineSummary(NamedTuple):
    """A line up to a point. Sides and combatants are known by their names, since an id means
    somebody else in another fight; who has the name of an earlier one gets a number. Each
    combatant has a fate and a tally."""

    title: str
    place: str
    rounds: int
    sides: dict[str, SideSummary]
    combatants: dict[str, tuple[str, Tally]]
    turns: list[str]


def summarize_line(point: Point, audience: Audience = "referee") -> LineSummary:
    """Return what became of everybody on the line to a point, and their numbers."""
    line = [(row.seq, row.event) for row in point.history.on_line(point.seq)]
    statistics = compute_statistics(line)
    state = statistics.state
    return LineSummary(
        state.title,
        f"#{point.seq}, {describe_turn(state)}",
        state.round,
        _sum_sides(statistics),
        _list_combatants(statistics),
        [*map(locate_turning_point, find_turning_points(line, audience))],
    )


def _sum_sides(statistics: Statistics) -> dict[str, SideSummary]:
    sides: dict[str, SideSummary] = {}
    for id, one in statistics.state.combatants.items():
        name = describe_side(one.side)
        side = sides.setdefault(name, SideSummary(name, dict.fromkeys(FATES, 0), Tally()))
        side.fates[find_fate(one, statistics)] += 1
        side.tally.add(statistics.combatants.get(id, Tally()))
    return sides


def _list_combatants(statistics: Statistics) -> dict[str, tuple[str, Tally]]:
    found: dict[str, tuple[str, Tally]] = {}
    for id, one in statistics.state.combatants.items():
        name, number = one.name, 1
        while name in found:
            number += 1
            name = f"{one.name} ({number})"
        found[name] = find_fate(one, statistics), statistics.combatants.get(id, Tally())
    return found


def find_fate(one: Combatant, statistics: Statistics) -> str:
    """Return what became of a combatant: one of `FATES`."""
    if one.standing == "dead":
        return "dead"
    if one.standing == "gone":
        return "left" if has_left_unbeaten(one) else "beaten"
    game = statistics.state.game
    felled = load_ruleset(game.rules).lexicon(game).felled
    return "down" if one.find_felling(felled) else "fighting"


COUNTED = ("attacks", "hits", "dealt", "taken", "kills")
"""The numbers that are compared. Everybody at the table may know them."""


def convert_summary(summary: LineSummary) -> dict[str, Any]:
    """Return a summary as plain data."""
    return {
        "title": summary.title,
        "place": summary.place,
        "rounds": summary.rounds,
        "sides": {
            name: {"fates": side.fates, **_convert_tally(side.tally)}
            for name, side in summary.sides.items()
        },
        "combatants": {
            name: {"fate": fate, **_convert_tally(tally)}
            for name, (fate, tally) in summary.combatants.items()
        },
        "turns": summary.turns,
    }


def _convert_tally(tally: Tally) -> dict[str, Any]:
    numbers: dict[str, Any] = {name: getattr(tally, name) for name in COUNTED}
    return {**numbers, "luck": round(tally.luck.excess, 1)}
