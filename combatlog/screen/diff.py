"""Two states of a fight side by side, and two lines event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from combatlog.points import Point
from combatlog.screen.text import bold, dim, padded, table, width
from projections.compare import Compared, compared
from projections.fold import fold_one
from projections.phrases import phrase
from projections.state import FightState
from projections.words import turn_words
from replay.course import Course
from replay.diff import (
    EventPair,
    Told,
    course_parted,
    event_diff,
    is_input,
    lines_parted,
    told_after,
)
from replay.history import History

_NONE = "–"

_WIDEST = 30
"""Columns for what was: a declaration that takes more pushes aside what is now."""


class SaidPair(NamedTuple):
    """A pair of events in the words that held on each line."""

    pair: EventPair
    then: str
    now: str


class Difference(NamedTuple):
    """What differs between two points: in the state, and on the way there."""

    state: list[Compared]
    events: list[SaidPair]


def difference(then: Point, now: Point) -> Difference:
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
    return Difference(rows, _said_pairs(before, after, start, one_fight))


def shown(then: Point, now: Point, only: str = "") -> Iterator[str]:
    """Both points, the state then and now, and the events that differ; or `only` the `state`, or
    the `events`."""
    told = difference(then, now)
    yield bold(_heading(then, now))
    if only != "events":
        yield from _table(told.state) or ["  Both stand alike."]
    if only != "state" and not all(each.pair.alike for each in told.events):
        yield from _event_lines(told.events)
    elif only != "state" and (told.state or only):
        yield "  The same has happened on both."


def state_lines(then: FightState, now: FightState) -> list[str]:
    """A table of then and now, one line a difference; nothing where there is none."""
    return _table(compared(then, now))


def event_lines(history: History, course: Course) -> list[str]:
    """What a correction changes, event by event."""
    base, then, now = course_parted(history, course)
    return list(_event_lines(_said_pairs(then, now, history.state(base))))


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


def _table(rows: Sequence[Compared]) -> list[str]:
    if not rows:
        return []
    fitting = [width(row.then) for row in rows if width(row.then) <= _WIDEST]
    columns = max(len("then"), *fitting, 0)
    shown = [["", "", f"{padded('then', columns)}  now"]]
    before: str | None = None
    for who, what, then, now in rows:
        whose = (who or "The fight") if who != before else ""
        shown.append([whose, what, f"{padded(then or _NONE, columns)}  {now or _NONE}"])
        before = who
    head, *lines = table(shown)
    return [dim(head), *lines]


def _said_pairs(
    then: Sequence[Told], now: Sequence[Told], start: FightState, one_fight: bool = True
) -> list[SaidPair]:
    pairs = event_diff(then, now, one_fight)
    before, after = _said(then, start), _said(now, start if one_fight else FightState())
    return [
        SaidPair(
            pair,
            before[pair.then.seq] if pair.then is not None else "",
            after[pair.now.seq] if pair.now is not None else "",
        )
        for pair in pairs
    ]


def _said(events: Iterable[Told], start: FightState) -> Mapping[int, str]:
    """Events in words, by seq; `start` is the state before the first."""
    words: dict[int, str] = {}
    state = start.copied()
    for each in events:
        fold_one(state, each.seq, each.event)
        words[each.seq] = phrase(each.event, state)
    return words


def _event_lines(pairs: Sequence[SaidPair]) -> Iterator[str]:
    """What is gone (−), what has come (+), and how many events are alike (=); an input is named
    where something else has come of it."""
    alike = 0
    for at, (pair, then, now) in enumerate(pairs):
        if pair.alike and not _leads(pairs, at):
            alike += 1
            continue
        yield from _alike(alike)
        alike = 0
        if pair.alike:
            yield dim(_line(pair.now, "=", now))
            continue
        yield from ([_line(pair.then, "−", then)] if pair.then is not None else [])
        yield from ([_line(pair.now, "+", now)] if pair.now is not None else [])
    yield from _alike(alike)


def _leads(pairs: Sequence[SaidPair], at: int) -> bool:
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


def _alike(count: int) -> Iterator[str]:
    if count:
        yield dim(f"      = … {count} event{'s' if count > 1 else ''} alike")


def _line(told: Told | None, mark: str, said: str) -> str:
    """`  #41 − Wolf attacks Ada`, what came of an input indented."""
    assert told is not None, "there is something to show"
    seq = f"#{told.seq}".rjust(5)
    return f"{seq} {mark} {'' if is_input(told) else '  '}{said}"
