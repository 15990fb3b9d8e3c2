"""Two states of a fight side by side, and two lines event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from combatlog.app.positions import Point
from combatlog.terminal.views.layout import Cells, bold, dim, padded, table, width
from events.types.corrections import Skipped
from events.types.declarations import Join
from projections.queries.combatant_diff import rejoined
from projections.queries.state_diff import Compared, compared
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.phrases import phrase
from projections.text.words import turn_words
from replay.corrections.line_diff import (
    EventPair,
    Told,
    course_parted,
    event_diff,
    is_input,
    lines_parted,
    told_after,
)
from replay.corrections.plan import Course
from replay.log.event_log import History
from replay.log.lineage import naming


def describe_events(
    history: History, events: Iterable[Told], start: FightState
) -> Mapping[int, str]:
    """Events in words, by seq; `start` is the state before the first. What is skipped speaks of
    people who may never have joined: they have their names from where it was said first."""
    words: dict[int, str] = {}
    state = start.copied()
    for each in events:
        fold_one(state, each.seq, each.event)
        named = state
        if isinstance(each.event, Skipped) and each.origin <= len(history):
            named = naming(history, replace(history[each.origin], event=each.event), state)
        words[each.seq] = phrase(each.event, named)
    return words


_NONE = "–"

_WIDEST = 30
"""Columns for what was: below a declaration that takes more stands what is now."""


class DescribedPair(NamedTuple):
    """A pair of events in the words that held on each line."""

    pair: EventPair
    then: str
    now: str


class PointDiff(NamedTuple):
    """What differs between two points: in the state, and on the way there."""

    state: list[Compared]
    events: list[DescribedPair]


def difference(then: Point, now: Point) -> PointDiff:
    """What differs between two points. Within a fight what comes before the lines part is left
    out."""
    one_fight = then.fight == now.fight
    if one_fight:
        base, before, after = lines_parted(then.history, then.seq, now.seq)
    else:
        base = 0
        before, after = (told_after(point.history, 0, point.seq) for point in (then, now))
    rows = compared(then.history.state(then.seq), now.history.state(now.seq))
    start = then.history.state(base)
    pairs = event_diff(before, after, one_fight)
    then_said = describe_events(then.history, before, start)
    now_said = describe_events(now.history, after, start if one_fight else FightState())
    return PointDiff(rows, _describe_pairs(pairs, then_said, now_said, start))


def shown(then: Point, now: Point, only: str = "") -> Iterator[str]:
    """Both points, the state then and now, and the events that differ; or `only` the `state`, or
    the `events`."""
    told = difference(then, now)
    yield bold(_heading(then, now))
    if only != "events":
        yield from _state_table(told.state) or ["  Both stand alike."]
    events = _merge_same_words(told.events)
    if only != "state" and not all(each.pair.alike for each in events):
        yield from _event_lines(events)
    elif only != "state" and (told.state or only):
        yield "  The same has happened on both."


def state_lines(then: FightState, now: FightState) -> list[str]:
    """A table of then and now, one line a difference; nothing where there is none."""
    return _state_table(compared(then, now))


def event_lines(history: History, course: Course) -> list[str]:
    """What a correction changes, event by event."""
    base, then, now = course_parted(history, course)
    start = history.state(base)
    said = describe_events(history, then, start), describe_events(history, now, start)
    return list(_event_lines(_describe_pairs(event_diff(then, now), *said, start)))


def _heading(then: Point, now: Point) -> str:
    """“Bridge ambush: #41, round 2 · the party's turn → #57, over”; each with its own title where
    they are two."""
    states = [point.history.state(point.seq) for point in (then, now)]
    titles = [state.title for state in states]
    places = [
        f"#{point.seq}, {turn_words(state)}"
        for point, state in zip((then, now), states, strict=True)
    ]
    if then.fight == now.fight:
        return f"{titles[0]}: {' → '.join(places)}"
    return " → ".join(map(": ".join, zip(titles, places, strict=True)))


def _state_table(rows: Sequence[Compared]) -> list[str]:
    """A line each; where what was is long, what is now stands below it."""
    if not rows:
        return []
    fitting = [width(row.then) for row in rows if width(row.then) <= _WIDEST]
    columns = max(len("then"), *fitting, 0)
    names = [["", ""]]
    before: str | None = None
    for who, what, *_ in rows:
        names.append([(who or "The fight") if who != before else "", what])
        before = who
    lines = table(names)
    at = max(map(width, lines))
    head, *heads = [padded(line, at) for line in lines]
    return [
        dim(f"{head}  {padded('then', columns)}  now"),
        *(
            line
            for begun, row in zip(heads, rows, strict=True)
            for line in _side_by_side(f"{begun}  ", row.then or _NONE, row.now or _NONE, columns)
        ),
    ]


def _side_by_side(begun: str, then: str, now: str, columns: int) -> list[str]:
    """What was and what is, so far apart; what is below what was, where that takes more."""
    below = " " * width(begun) + "→ "
    if width(then) > columns:
        return [Cells(begun, then), Cells(below, now)]
    return [Cells(f"{begun}{padded(then, columns)}  ", now, below)]


def _describe_pairs(
    pairs: Iterable[EventPair],
    then: Mapping[int, str],
    now: Mapping[int, str],
    state: FightState,
) -> list[DescribedPair]:
    """Pairs with their words, by the seqs of each line; of somebody who joins otherwise, with
    what differs."""
    said: list[DescribedPair] = []
    for pair in pairs:
        before = then[pair.then.seq] if pair.then is not None else ""
        after = now[pair.now.seq] if pair.now is not None else ""
        if pair.then is not None and pair.now is not None and not pair.alike:
            was, joins = pair.then.event, pair.now.event
            if isinstance(was, Join) and isinstance(joins, Join):
                differs = rejoined(was.sheet, joins.sheet, state)
                before, after = (
                    _with_differences(before, differs.was),
                    _with_differences(after, differs.now),
                )
        said.append(DescribedPair(pair, before, after))
    return said


def _with_differences(said: str, differs: str) -> str:
    return f"{said} with {differs}" if differs else said


def _event_lines(pairs: Sequence[DescribedPair]) -> Iterator[str]:
    """What is gone (−), what has come (+), and how many events are alike (=); an input is named
    where something else has come of it."""
    alike = 0
    for at, (pair, then, now) in enumerate(told := _merge_same_words(pairs)):
        if pair.alike and not _has_other_outcome(told, at):
            alike += 1
            continue
        yield from _alike_line(alike)
        alike = 0
        if pair.alike:
            yield dim(_event_line(pair.now, "=", now))
            continue
        yield from ([_event_line(pair.then, "−", then)] if pair.then is not None else [])
        yield from ([_event_line(pair.now, "+", now)] if pair.now is not None else [])
    yield from _alike_line(alike)


def _merge_same_words(pairs: Sequence[DescribedPair]) -> list[DescribedPair]:
    """What reads the same on both lines is alike to whoever reads it, though it differs in what
    is not told; what is gone comes before what has come in its place."""
    told: list[DescribedPair] = []
    gone: dict[str, list[int]] = {}
    for pair, then, now in pairs:
        if pair.alike or _is_input(pair):
            gone.clear()
        if pair.then is not None and pair.now is not None:
            told.append(DescribedPair(pair._replace(alike=pair.alike or then == now), then, now))
        elif pair.then is not None:
            gone.setdefault(then, []).append(len(told))
            told.append(DescribedPair(pair, then, now))
        elif at := gone.get(now):
            found = at.pop(0)
            told[found] = DescribedPair(EventPair(told[found].pair.then, pair.now, True), now, now)
        else:
            told.append(DescribedPair(pair, then, now))
    return told


def _has_other_outcome(pairs: Sequence[DescribedPair], at: int) -> bool:
    """Is it an input of which something else has come?"""
    if not _is_input(pairs[at].pair):
        return False
    for each, _, _ in pairs[at + 1 :]:
        if _is_input(each):
            return False
        if not each.alike:
            return True
    return False


def _is_input(pair: EventPair) -> bool:
    told = pair.then or pair.now
    return told is not None and is_input(told)


def _alike_line(count: int) -> Iterator[str]:
    if count:
        yield dim(f"      = … {count} event{'s' if count > 1 else ''} alike")


def _event_line(told: Told | None, mark: str, said: str) -> str:
    """`  #41 − Wolf attacks Ada`, what came of an input indented."""
    assert told is not None, "there is something to show"
    seq = f"#{told.seq}".rjust(5)
    return f"{seq} {mark} {'' if is_input(told) else '  '}{said}"
