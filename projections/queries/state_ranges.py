"""The range between two estimates of a fight: what dice that have not fallen could change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from projections.queries.state_diff import compare_states
from projections.state.fight_state import FightState

_LEFT_OUT = frozenset(("this round", "engaged with", "wound", "awaited", "declared"))
"""What a range leaves out; a wound shows in its condition or in the score lost."""


class StateRange(NamedTuple):
    """What a combatant (`who`, empty for the fight itself) has now, with the lowest and with the
    highest faces; empty where it has none."""

    who: str
    what: str
    now: str
    low: str
    high: str


def find_ranges(now: FightState, low: FightState, high: FightState) -> list[StateRange]:
    """Return everything that differs between the present state and two estimates, or between these
    two."""
    present = {(each.who, each.what): each.then for each in compare_states(now, low)}
    present |= {(each.who, each.what): each.then for each in compare_states(now, high)}
    apart = [
        StateRange(row.who, row.what, present.get((row.who, row.what), row.then), row.then, row.now)
        for row in compare_states(low, high)
    ]
    known = {(each.who, each.what) for each in apart}
    both = {*compare_states(now, high)}
    alike = [
        StateRange(row.who, row.what, row.then, row.now, row.now)
        for row in compare_states(now, low)
        if row in both and (row.who, row.what) not in known
    ]
    ranges = [each for each in [*apart, *alike] if each.what not in _LEFT_OUT]
    return sorted(ranges, key=lambda each: bool(each.who))


def describe_ranges(ranges: Sequence[StateRange]) -> list[str]:
    """Return a line for each combatant: `Wolf HP 3 to 9 (now 12)`."""
    by_name: dict[str, list[StateRange]] = {}
    for each in ranges:
        by_name.setdefault(each.who or "The fight", []).append(each)
    return [f"{who} {', '.join(map(_describe_range, of))}" for who, of in by_name.items()]


def _describe_range(each: StateRange) -> str:
    low, high, now = (value or "none" for value in (each.low, each.high, each.now))
    if low == high:
        return f"{each.what} {low} (now {now})"
    if low.isdecimal() and high.isdecimal():
        low, high = sorted((low, high), key=int)
        return f"{each.what} {low} to {high} (now {now})"
    return f"{each.what} {low} or {high} (now {now})"
