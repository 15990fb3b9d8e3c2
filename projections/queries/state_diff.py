"""The differences between two states of a fight, and the range between two estimates, in words.

The states may be two moments of one line, the ends of two lines, or two fights; combatants with the
same id are the same. What a state keeps only for its own use (draws of dice, what was counted in a
turn that is over) is not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from events.types.declarations import Area
from projections.queries.combatant_diff import (
    NOT_HERE,
    DiffRow,
    compare_combatants,
    compare_lists,
    compare_named,
    compare_values,
)
from projections.state.fight_state import FightState
from projections.text.words import (
    Words,
    describe_asked_dice,
    describe_side,
    describe_turn,
    join_words,
)


class StateDifference(NamedTuple):
    """One difference: the combatant's name (empty for the fight itself), what differs, and its
    value in both states (empty where it has none)."""

    who: str
    what: str
    then: str
    now: str


def compare_states(was: FightState, now: FightState) -> list[StateDifference]:
    """Return every difference between two states: the fight's own, then by combatant."""
    rows = [StateDifference("", *each) for each in _compare_fights(was, now)]
    for id in dict.fromkeys([*was.combatants, *now.combatants]):
        one, other = was.combatants.get(id), now.combatants.get(id)
        name = (other or was.combatants[id]).name
        rows += [StateDifference(name, *each) for each in compare_combatants(was, now, one, other)]
    return rows


def _compare_fights(was: FightState, now: FightState) -> Iterator[DiffRow]:
    yield from compare_values("title", was.title, now.title)
    yield from compare_values("game", _describe_game(was), _describe_game(now))
    yield from compare_values("fight", _describe_progress(was), _describe_progress(now))
    yield from compare_values("round", _describe_round(was), _describe_round(now))
    if was.round == now.round:
        yield from compare_values("order", _describe_order(was), _describe_order(now))
    yield from compare_values("clock", Words(was).time(was.clock), Words(now).time(now.clock))
    yield from compare_values("dice", was.dice, now.dice)
    yield from compare_named("area", _list_areas(was), _list_areas(now))
    yield from compare_named("morale", _list_morale(was), _list_morale(now))
    yield from compare_lists("declared", _list_declared(was), _list_declared(now))
    yield from compare_lists("awaited", _list_awaited(was), _list_awaited(now))


def _describe_game(state: FightState) -> str:
    return f"{state.game.name}, version {state.game.version}"


def _describe_progress(state: FightState) -> str:
    return "over" if state.ended else "under way"


def _describe_round(state: FightState) -> str:
    """Describe the round: “2 · the party's turn”; after the fight, the number of the last one."""
    if not state.round:
        return "none yet"
    return str(state.round) if state.ended else describe_turn(state).removeprefix("round ")


def _describe_order(state: FightState) -> str:
    late = f"; {Words(state).names(state.late)} late" if state.late else ""
    return f"{', '.join(map(describe_side, state.order))}{late}"


def _list_areas(state: FightState) -> dict[str, str]:
    return {name: _describe_area(area) for name, area in state.areas.items()}


def _describe_area(area: Area) -> str:
    """Describe an area: “yard: next to gate and hall, sees tower”."""
    said = (("next to", area.adjacent), ("sees", area.sight), ("out of sight of", area.unseen))
    beside = ", ".join(f"{how} {join_words(names)}" for how, names in said if names)
    return f"{area.name}: {beside}" if beside else area.name


def _list_morale(state: FightState) -> dict[str, str]:
    """Return the grounds for morale saves of each side and combatant that has some."""
    tried = {
        describe_side(side): (state.shaken.get(side), state.spent.get(side)) for side in state.sides
    }
    tried |= {one.name: (one.shaken, one.spent) for one in state.combatants.values()}
    return {
        whose: f"{whose}: {_describe_grounds(shaken, spent)}"
        for whose, (shaken, spent) in tried.items()
        if shaken or spent
    }


def _describe_grounds(shaken: Sequence[str] | None, spent: Sequence[str] | None) -> str:
    """Describe grounds for morale saves: “shaken by first blood; tested by a death”."""
    kinds = (("shaken", shaken), ("tested", spent))
    return "; ".join(f"{how} by {join_words(grounds)}" for how, grounds in kinds if grounds)


def _list_declared(state: FightState) -> list[str]:
    if not state.pending:
        return []
    from projections.text.phrases import describe_event  # slow to import, and seldom needed

    return [describe_event(each.action, state) for each in state.pending]


def _list_awaited(state: FightState) -> list[str]:
    return describe_asked_dice(state.awaited, Words(state))


_LEFT_OUT = frozenset(("this round", "engaged with", "wound"))
"""What a short description leaves out; a wound shows in its condition or in the score lost."""


def describe_changes(before: FightState, after: FightState) -> list[str]:
    """Describe what changed in each combatant: `Rhinoceros HP 14 → 20`, `Ada no longer here`."""
    rows = [row for row in compare_states(before, after) if row.who and row.what not in _LEFT_OUT]
    return [
        f"{who} {', '.join(map(_describe_difference, of))}"
        for who, of in groupby(rows, key=lambda row: row.who)
    ]


def _describe_difference(row: StateDifference) -> str:
    """Describe a difference, without the combatant's name."""
    match row.what:
        case "standing" if row.then == NOT_HERE:
            return "here"
        case "standing" if row.now == NOT_HERE:
            return "no longer here"
        case "standing":
            return row.now
        case "condition":
            return row.now or f"no longer {row.then}"
        case "area":
            return f"in {row.now}" if row.now else "in no area"
        case _:
            return f"{row.what} {row.then or 'none'} → {row.now or 'none'}"


_NOT_IN_RANGES = frozenset(("this round", "engaged with", "wound", "awaited", "declared"))
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
    ranges = [each for each in [*apart, *alike] if each.what not in _NOT_IN_RANGES]
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
