"""Every event of a round, folded away below it."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.wiki.contents.record import Desk
from combatlog.wiki.document import Block, Folded
from events.history import HeadMoved
from events.outcomes import Awaited
from projections.fold import fold_one
from projections.phrases import phrase
from projections.prose import Prose, Span, filled, prose, text_of
from projections.state import FightState
from projections.veil import is_shown

_ASIDE = (Awaited, HeadMoved)
"""Events that nobody reading a fight afterwards misses."""


def every_event(desk: Desk, heading: str, first: int, last: int) -> Iterator[Block]:
    """The events of the line from its place `first` to `last`, one a line, with their numbers;
    for players those that hold no number they do not know."""
    lines = tuple(_lines(desk, first, last))
    if lines:
        where = heading or desk.say("before-round-1")
        summary = text_of(filled(desk.say("every-event"), {"where": where}))
        yield Folded(summary, lines)


def _lines(desk: Desk, first: int, last: int) -> Iterator[Prose]:
    state = FightState()
    everything = desk.options.audience == "referee"
    for place, (seq, event) in enumerate(desk.record.line[: last + 1]):
        fold_one(state, seq, event)
        if place < first or isinstance(event, _ASIDE):
            continue
        if everything or is_shown(event, state):
            yield (Span(f"#{seq} ", "strong"), *prose(phrase(event, state)))
