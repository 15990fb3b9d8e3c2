"""The view of a difference: two states side by side, and two lines event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from combatlog.app.positions import Point
from combatlog.terminal.views.layout import Cells, align_table, bold, dim, pad, width
from events.types.declarations import Join
from events.types.log_events import Skipped
from projections.queries.combatant_diff import compare_sheets
from projections.queries.state_diff import StateDifference, compare_states
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.phrases import describe_event
from projections.text.words import describe_turn
from replay.corrections.line_diff import (
    EventPair,
    LineEvent,
    cut_line,
    diff_events,
    fork_lines,
    fork_plan,
    is_input,
    read_line_after,
)
from replay.corrections.plan import CorrectionPlan
from replay.log.event_log import History
from replay.log.lineage import add_known_combatants


def describe_line_events(
    history: History, events: Iterable[LineEvent], start: FightState
) -> Mapping[int, str]:
    """Describe events, by seq; `start` is the state before the first one.

    A skipped input may name combatants who never joined: their names come from the state in which
    it was first recorded.
    """
    words: dict[int, str] = {}
    state = start.copied()
    for each in events:
        fold_one(state, each.seq, each.event)
        named = state
        if isinstance(each.event, Skipped) and each.origin <= len(history):
            named = add_known_combatants(
                history, replace(history[each.origin], event=each.event), state
            )
        words[each.seq] = describe_event(each.event, named)
    return words


_NONE = "–"
"""Shown where a state has no value."""

_WIDEST = 30
"""The widest value of the first state that still has the second one beside it, in columns."""


class DescribedPair(NamedTuple):
    """A pair of events, described with the names of each line."""

    pair: EventPair
    then: str
    now: str


class PointDiff(NamedTuple):
    """The differences between two points, in the state and in the events."""

    state: list[StateDifference]
    events: list[DescribedPair]


def compare_points(then: Point, now: Point) -> PointDiff:
    """Compare two points; within a fight, only the events after the lines part."""
    one_fight = then.fight == now.fight
    if one_fight:
        base, before, after = fork_lines(then.history, then.seq, now.seq)
    else:
        base = 0
        before, after = (read_line_after(point.history, 0, point.seq) for point in (then, now))
    rows = compare_states(then.history.state(then.seq), now.history.state(now.seq))
    start = then.history.state(base)
    pairs = diff_events(before, after, one_fight)
    then_said = describe_line_events(then.history, before, start)
    now_said = describe_line_events(now.history, after, start if one_fight else FightState())
    return PointDiff(rows, _describe_pairs(pairs, then_said, now_said, start))


def render_diff(then: Point, now: Point, only: str = "") -> Iterator[str]:
    """Render the differences of two points; `only` may be `state` or `events`."""
    difference = compare_points(then, now)
    yield bold(_format_heading(then, now))
    if only != "events":
        yield from _render_state_table(difference.state) or ["  Both stand alike."]
    events = _merge_same_words(difference.events)
    if only != "state" and not all(each.pair.alike for each in events):
        yield from _render_event_lines(events)
    elif only != "state" and (difference.state or only):
        yield "  The same has happened on both."


def render_state_diff(then: FightState, now: FightState) -> list[str]:
    """Render the differences of two states as a table; empty if there are none."""
    return _render_state_table(compare_states(then, now))


def render_event_diff(history: History, plan: CorrectionPlan) -> list[str]:
    """Render what a correction changes, event by event."""
    base, then, now = fork_plan(history, plan)
    start = history.state(base)
    said = describe_line_events(history, then, start), describe_line_events(history, now, start)
    return list(_render_event_lines(_describe_pairs(diff_events(then, now), *said, start)))


def render_course(history: History, plan: CorrectionPlan) -> list[str]:
    """Render what a correction changes up to the first die that is missing, event by event."""
    base, then, now = fork_plan(history, plan)
    then = cut_line(then, now)
    start = history.state(base)
    said = describe_line_events(history, then, start), describe_line_events(history, now, start)
    pairs = diff_events(then, now)
    while pairs and pairs[-1].now is None:
        pairs.pop()
    return list(_render_event_lines(_describe_pairs(pairs, *said, start)))


def _format_heading(then: Point, now: Point) -> str:
    """Describe both points: “Bridge ambush: #41, round 2 · the party's turn → #57, over”.

    Points of two fights each have their own title.
    """
    states = [point.history.state(point.seq) for point in (then, now)]
    titles = [state.title for state in states]
    places = [
        f"#{point.seq}, {describe_turn(state)}"
        for point, state in zip((then, now), states, strict=True)
    ]
    if then.fight == now.fight:
        return f"{titles[0]}: {' → '.join(places)}"
    return " → ".join(map(": ".join, zip(titles, places, strict=True)))


def _render_state_table(rows: Sequence[StateDifference]) -> list[str]:
    """Render one line a difference; a long value of the first state has the second below it."""
    if not rows:
        return []
    fitting = [width(row.then) for row in rows if width(row.then) <= _WIDEST]
    columns = max(len("then"), *fitting, 0)
    names = [["", ""]]
    before: str | None = None
    for who, what, *_ in rows:
        names.append([(who or "The fight") if who != before else "", what])
        before = who
    lines = align_table(names)
    at = max(map(width, lines))
    head, *heads = [pad(line, at) for line in lines]
    return [
        dim(f"{head}  {pad('then', columns)}  now"),
        *(
            line
            for begun, row in zip(heads, rows, strict=True)
            for line in _render_side_by_side(
                f"{begun}  ", row.then or _NONE, row.now or _NONE, columns
            )
        ),
    ]


def _render_side_by_side(begun: str, then: str, now: str, columns: int) -> list[str]:
    """Put two values side by side, the second in its column, or below a first one that is wider."""
    below = " " * width(begun) + "→ "
    if width(then) > columns:
        return [Cells(begun, then), Cells(below, now)]
    return [Cells(f"{begun}{pad(then, columns)}  ", now, below)]


def _describe_pairs(
    pairs: Iterable[EventPair],
    then: Mapping[int, str],
    now: Mapping[int, str],
    state: FightState,
) -> list[DescribedPair]:
    """Add the words of both lines to pairs, by seq; two joinings with what differs in them."""
    described: list[DescribedPair] = []
    for pair in pairs:
        before = then[pair.then.seq] if pair.then is not None else ""
        after = now[pair.now.seq] if pair.now is not None else ""
        if pair.then is not None and pair.now is not None and not pair.alike:
            was, joins = pair.then.event, pair.now.event
            if isinstance(was, Join) and isinstance(joins, Join):
                differs = compare_sheets(was.sheet, joins.sheet, state)
                before, after = (
                    _add_differences(before, differs.was),
                    _add_differences(after, differs.now),
                )
        described.append(DescribedPair(pair, before, after))
    return described


def _add_differences(said: str, differs: str) -> str:
    return f"{said} with {differs}" if differs else said


def _render_event_lines(pairs: Sequence[DescribedPair]) -> Iterator[str]:
    """Render what is gone (−), what is new (+), and how many events are alike (=).

    An input that is alike is named if its outcome differs.
    """
    alike = 0
    for at, (pair, then, now) in enumerate(merged := _merge_same_words(pairs)):
        if pair.alike and not _has_other_outcome(merged, at):
            alike += 1
            continue
        yield from _render_alike(alike)
        alike = 0
        if pair.alike:
            yield dim(_render_event(pair.now, "=", now))
            continue
        yield from ([_render_event(pair.then, "−", then)] if pair.then is not None else [])
        yield from ([_render_event(pair.now, "+", now)] if pair.now is not None else [])
    yield from _render_alike(alike)


def _merge_same_words(pairs: Sequence[DescribedPair]) -> list[DescribedPair]:
    """Mark pairs with the same words as alike, though their events differ in other fields.

    An event that is gone and a new one with the same words, after the same input, become one pair.
    """
    merged: list[DescribedPair] = []
    gone: dict[str, list[int]] = {}
    for pair, then, now in pairs:
        if pair.alike or _is_input(pair):
            gone.clear()
        if pair.then is not None and pair.now is not None:
            merged.append(DescribedPair(pair._replace(alike=pair.alike or then == now), then, now))
        elif pair.then is not None:
            gone.setdefault(then, []).append(len(merged))
            merged.append(DescribedPair(pair, then, now))
        elif at := gone.get(now):
            place = at.pop(0)
            merged[place] = DescribedPair(
                EventPair(merged[place].pair.then, pair.now, True), now, now
            )
        else:
            merged.append(DescribedPair(pair, then, now))
    return merged


def _has_other_outcome(pairs: Sequence[DescribedPair], at: int) -> bool:
    """Return whether the pair is an input whose outcome differs."""
    if not _is_input(pairs[at].pair):
        return False
    for each, _, _ in pairs[at + 1 :]:
        if _is_input(each):
            return False
        if not each.alike:
            return True
    return False


def _is_input(pair: EventPair) -> bool:
    event = pair.then or pair.now
    return event is not None and is_input(event)


def _render_alike(count: int) -> Iterator[str]:
    if count:
        yield dim(f"      = … {count} event{'s' if count > 1 else ''} alike")


def _render_event(event: LineEvent | None, mark: str, said: str) -> str:
    """Render an event: `  #41 − Wolf attacks Ada`; outcomes are indented."""
    assert event is not None, "a pair has an event on at least one side"
    seq = f"#{event.seq}".rjust(5)
    return f"{seq} {mark} {'' if is_input(event) else '  '}{said}"
