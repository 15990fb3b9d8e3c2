"""Turning points: the moments when the lead changed, and those at which it changed by the most.

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

LEAST_SWING = 10
"""The smallest change of the lead, in hundredths, that makes a turning point of itself."""

MOST_CHANGES = 4
"""The most changes of the leader that are named of a fight, the greatest first."""

MOST_SWINGS = 3
"""The most other changes of the lead that are named of a fight, the greatest first."""


class TurningPoint(NamedTuple):
    """A beat that changed who leads, or by how much.

    `seq` is the last event of the beat, `sides` are those it helped, `before` and `after` their
    lead in hundredths of strength: negative where they were behind. `took` says whether the others
    had led until then, and these lead now.
    """

    round: int
    seq: int
    sides: tuple[str, ...]
    before: int
    after: int
    took: bool


def find_turning_points(
    events: Iterable[tuple[int, AnyEvent]], audience: Audience = "referee", rounds: Rounds = WHOLE
) -> list[TurningPoint]:
    """Return the turning points of a line in these rounds, the first one first."""
    found = [turn for turn in _list_changes([*events], audience) if rounds.includes(turn.round)]
    changes = [turn for turn in found if turn.took]
    swings = [turn for turn in found if not turn.took and _measure(turn) >= LEAST_SWING]
    greatest = [
        *sorted(changes, key=_measure, reverse=True)[:MOST_CHANGES],
        *sorted(swings, key=_measure, reverse=True)[:MOST_SWINGS],
    ]
    return sorted(greatest, key=lambda turn: turn.seq)


def _measure(turn: TurningPoint) -> int:
    return turn.after - turn.before


def _list_changes(line: list[tuple[int, AnyEvent]], audience: Audience) -> Iterator[TurningPoint]:
    """Yield every beat that changed the lead."""
    ends = {beat.seq for beat in list_stage_beats(line, ChronicleOptions(audience))}
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
        if strength == seen:  # the graph has no step either, as where an empty craft is left
            continue
        seen = strength
        both = measure_halves(state, halves, strength)
        if not both:
            continue
        by = _round(both[0].left) - _round(both[1].left)
        ahead = leader if abs(by) <= LEVEL else int(by < 0)
        if was is not None and by != was:
            gained = int(by < was)
            before, after = (-was, -by) if gained else (was, by)
            took = leader is not None and ahead != leader
            yield TurningPoint(find_round(state), seq, both[gained].sides, before, after, took)
        was, leader = by, ahead


def _round(number: float) -> int:
    """Return a whole number, a half rounded up, as the page does."""
    return math.floor(number + 0.5)


def describe_turning_point(turn: TurningPoint, book: Phrasebook | None = None) -> str:
    """Return a turning point in words: “The foes took the lead, from 12 behind to 4 ahead”."""
    return capitalize(_write(turn, book or load_phrasebook()))


def locate_turning_point(turn: TurningPoint, book: Phrasebook | None = None) -> str:
    """Return a turning point in words with its round and event: “Round 2: the foes took the lead,
    from 12 behind to 4 ahead (#71)”."""
    book = book or load_phrasebook()
    when = book.one("page.turned.in" if turn.round else "page.turned.early")
    fields = {"when": when.format(round=turn.round), "said": _write(turn, book), "seq": turn.seq}
    return book.one("page.turned.whole").format(**fields)


def _write(turn: TurningPoint, book: Phrasebook) -> str:
    names, *others = map(describe_side, turn.sides)
    for name in others:
        names = book.one("replay.one-and-other").format(one=names, other=name)
    fields = {"sides": names, "before": abs(turn.before), "after": abs(turn.after)}
    return book.one(f"page.turned.{_choose_words(turn)}").format(**fields)


def _choose_words(turn: TurningPoint) -> str:
    """Return the key of the words for the lead before a turning point and after it."""
    was_level = abs(turn.before) <= LEVEL
    if turn.took:
        return "took-level" if was_level else "took"
    if turn.after < -LEVEL:
        return "nearer"
    if turn.after <= LEVEL:
        return "level"
    return "first" if was_level else "further"
