"""Turning points: the few moments when the lead changed for good, or by very much; and the
greatest slides, in which it changed as much bit by bit.

The lead is what one half of the field has left of its strength, in hundredths, beyond what the
other half has. It is measured at the end of every beat, with what the audience knows: for players,
those whose numbers are hidden count by how they look.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from combatlog.app.strength import measure_halves, measure_sides, split_sides
from events.types.unions import AnyEvent
from projections.narrative.beats import list_stage_beats
from projections.narrative.chronicle import ChronicleOptions
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.queries.rounds import WHOLE, Rounds, find_round
from projections.queries.visibility import Audience
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.words import capitalize, describe_side

LEVEL = 1
"""The lead, in hundredths, up to which nobody is ahead."""

LASTING = 5
"""How far ahead, in hundredths, a half has to come before the other leads again: else it has not
taken the lead for good."""

LEAST_SWING = 15
"""The smallest change of the lead, in hundredths, that makes a turning point of itself."""

DECIDED = 40
"""The lead, in hundredths, beyond which a change turns nothing: the fight is as good as won."""

BEATS_EACH = 15
"""A fight has a turning point, and one more for each so many beats."""

LEAST_SLIDE = 25
"""The smallest change of the lead, in hundredths, by which many small ones are a slide."""

REBOUND = 5
"""How much, in hundredths, the others may win back within a slide."""

BEATS_EACH_SLIDE = 30
"""A fight has a slide, and one more for each so many beats."""

MOST_TURNS = 7
"""The most turning points of a fight, however long it is."""


class TurningPoint(NamedTuple):
    """A beat that changed who leads, or by how much.

    `seq` is the last event of the beat, `sides` are those it helped, `before` and `after` their
    lead in hundredths of strength: negative where they were behind. `took` says whether the others
    had led until then, and these lead now. A slide has several beats: `first` is the last event of
    its first one, which was in the round `since`; both are 0 where there is one beat.
    """

    round: int
    seq: int
    sides: tuple[str, ...]
    before: int
    after: int
    took: bool
    since: int = 0
    first: int = 0


def find_turning_points(
    events: Iterable[tuple[int, AnyEvent]], audience: Audience = "referee", rounds: Rounds = WHOLE
) -> list[TurningPoint]:
    """Return the turning points of a line in these rounds, the first one first: as many as its
    length allows, changes of the lead that last before mere swings, and the greatest of them. Who
    begins to catch up, and never comes half as near again, has turned nothing. The greatest slide
    stands beside them."""
    line = [*events]
    beats = {beat.seq for beat in list_stage_beats(line, ChronicleOptions(audience))}
    changes = [*_list_changes(line, beats, audience)]
    lasting = _find_lasting(changes)
    most = min(MOST_TURNS, 1 + len(beats) // BEATS_EACH)
    found = [
        turn
        for turn in changes
        if rounds.includes(turn.round)
        and (turn.seq in lasting or _measure(turn) >= LEAST_SWING)
        and _goes_on(turn, changes)
    ]
    found.sort(key=lambda turn: (turn.seq in lasting, _measure(turn)), reverse=True)
    found = found[:most]
    slides = [
        turn
        for turn in _list_slides(changes, {turn.seq for turn in found})
        if rounds.includes(turn.since) and rounds.includes(turn.round)
    ]
    slides.sort(key=_measure, reverse=True)
    most_slides = 1 + len(beats) // BEATS_EACH_SLIDE
    return sorted([*found, *slides[:most_slides]], key=lambda turn: turn.seq)


def _measure(turn: TurningPoint) -> int:
    """Return by how much a turning point changed what was not decided yet, in hundredths."""
    before, after = (max(-DECIDED, min(DECIDED, lead)) for lead in (turn.before, turn.after))
    return after - before


def _list_slides(changes: list[TurningPoint], found: set[int]) -> Iterator[TurningPoint]:
    """Yield what several changes did together, where it is as much as `LEAST_SLIDE`: none of them
    changes who leads or is told by itself, and the others won back next to nothing in between."""
    at = 0
    while at < len(changes):
        slide, end = _follow_slide(changes, at, found)
        if slide and end > at and _measure(slide) >= LEAST_SLIDE:
            yield slide
            at = end
        at += 1


def _follow_slide(
    changes: list[TurningPoint], at: int, found: set[int]
) -> tuple[TurningPoint | None, int]:
    """Return the slide that begins with a change, up to where it is greatest, and its last change;
    None where it begins with a turning point of those found."""
    begun = changes[at]
    slide: TurningPoint | None = None
    end = at
    for nth, turn in enumerate(changes[at:], at):
        is_same = turn.sides == begun.sides
        lead = turn.after if is_same else -turn.after
        if turn.took or turn.seq in found or (slide and slide.after - lead > REBOUND):
            break
        if is_same and (slide is None or lead > slide.after):
            slide = turn._replace(before=begun.before, since=begun.round, first=begun.seq)
            end = nth
    return slide, end


def _goes_on(turn: TurningPoint, changes: list[TurningPoint]) -> bool:
    """Return whether a turning point turned something: who only came nearer to the others has to
    halve what is left between them by the end of the line, or to pass them."""
    if turn.after >= -LEVEL:
        return True
    later = [each for each in changes if each.seq > turn.seq]
    leads = (each.after if {*each.sides} & {*turn.sides} else -each.after for each in later)
    return any(2 * lead >= turn.after for lead in leads)


def _find_lasting(changes: list[TurningPoint]) -> set[int]:
    """Return the events of the changes by which the lead went over for good: the half that took it
    came far ahead before the other led again."""
    found = set()
    leading: tuple[str, ...] = ()
    crossed: TurningPoint | None = None
    for turn in changes:
        if turn.took:
            crossed = turn
        if turn.after < LASTING:
            continue
        if crossed and leading and leading != turn.sides == crossed.sides:
            found.add(crossed.seq)
        leading = turn.sides
    return found


def _list_changes(
    line: list[tuple[int, AnyEvent]], ends: set[int], audience: Audience
) -> Iterator[TurningPoint]:
    """Yield every beat that changed the lead; beats are told by their last events."""
    state = FightState()
    for seq, event in line:
        fold_one(state, seq, event)
    halves = split_sides(state)
    state = FightState()
    was: int | None = None
    leader: int | None = None
    seen: dict[str, int] = {}
    for seq, event in line:
        fold_one(state, seq, event)
        strength = measure_sides(state, audience) if seq in ends else seen
        if strength == seen:  # the graph has no step either
            continue
        seen = strength
        both = measure_halves(state, halves, strength)
        if not both:
            continue
        by = round_half_up(both[0].left) - round_half_up(both[1].left)
        ahead = leader if abs(by) <= LEVEL else int(by < 0)
        if was is not None and by != was:
            gained = int(by < was)
            before, after = (-was, -by) if gained else (was, by)
            took = leader is not None and ahead != leader
            yield TurningPoint(find_round(state), seq, both[gained].sides, before, after, took)
        was, leader = by, ahead


def round_half_up(number: float) -> int:
    """Return a whole number, a half rounded up, as the page does."""
    return math.floor(number + 0.5)


def describe_turning_point(turn: TurningPoint, book: Phrasebook | None = None) -> str:
    """Return a turning point in words: “The foes took the lead, from 12 points behind to 4
    ahead”."""
    return capitalize(_write(turn, book or load_phrasebook()))


def locate_turning_point(turn: TurningPoint, book: Phrasebook | None = None) -> str:
    """Return a turning point in words with its round and event: “Round 2: the foes took the lead,
    from 12 points behind to 4 ahead (#71)”."""
    book = book or load_phrasebook()
    when = book.one("page.turned.in" if turn.round else "page.turned.early")
    fields = {"when": when.format(round=turn.round), "said": _write(turn, book), "seq": turn.seq}
    return book.one("page.turned.whole").format(**fields)


def _write(turn: TurningPoint, book: Phrasebook) -> str:
    fields = {
        "sides": name_sides(turn.sides, book),
        "before": abs(turn.before),
        "after": abs(turn.after),
        "slowly": book.one(f"page.turned.{_choose_time(turn)}").format(since=turn.since),
    }
    return book.one(f"page.turned.{_choose_words(turn)}").format(**fields)


def name_sides(sides: Iterable[str], book: Phrasebook) -> str:
    """Return “the wild and the cult”."""
    names, *others = map(describe_side, sides)
    for name in others:
        names = book.one("replay.one-and-other").format(one=names, other=name)
    return names


def _choose_words(turn: TurningPoint) -> str:
    """Return the key of the words for the lead before a turning point and after it."""
    if turn.first:
        return f"slide-{_choose_words(turn._replace(first=0))}"
    was_level = abs(turn.before) <= LEVEL
    if turn.took:
        return "took-level" if was_level else "took"
    if turn.after < -LEVEL:
        return "nearer"
    if turn.after <= LEVEL:
        return "level"
    return "first" if was_level else "further"


def _choose_time(turn: TurningPoint) -> str:
    """Return the key of the words for how long a slide lasted."""
    return "slowly-since" if 0 < turn.since < turn.round else "slowly"
