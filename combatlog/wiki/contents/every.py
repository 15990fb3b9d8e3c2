"""Every event of a round, folded away below it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from combatlog.export.document import Block, Folded
from combatlog.export.pages.page_context import Desk
from events.types.corrections import Corrected
from events.types.log_events import HeadMoved
from events.types.outcomes import Awaited
from projections.queries.redacted_phrases import unnumbered
from projections.queries.visibility import is_shown
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.phrases import phrase
from projections.text.prose import Prose, Span, filled, prose, text_of
from replay.text.redaction import untold, veiled

_ASIDE = (Awaited, HeadMoved)
"""Events that nobody reading a fight afterwards misses."""


def every_event(desk: Desk, heading: str, begin: int, end: int) -> Iterator[Block]:
    """The events of the line from its place `begin` up to `end`, one a line, with their numbers;
    for players without those they do not know, and without events of which nothing is left."""
    lines = tuple(_lines(desk, begin, end))
    if lines:
        where = heading or desk.say("before-round-1")
        summary = text_of(filled(desk.say("every-event"), {"where": where}))
        yield Folded(summary, lines)


def _lines(desk: Desk, begin: int, end: int) -> Iterator[Prose]:
    state = FightState()
    everything = desk.options.audience == "referee"
    for place, (seq, event) in enumerate(desk.record.line[:end]):
        fold_one(state, seq, event)
        if place < begin or isinstance(event, _ASIDE):
            continue
        if isinstance(event, Corrected) and not everything:
            event = _without_reason(desk, seq, event)
        shown = everything or is_shown(event, state)
        if said := phrase(event, state) if shown else unnumbered(event, state):
            yield (Span(f"#{seq} ", "strong"), *prose(said))


def _without_reason(desk: Desk, seq: int, event: Corrected) -> Corrected:
    """A correction, without its reason where that is of something players may not read."""
    history = desk.record.history
    return replace(event, why="") if seq in untold(history, veiled(history)) else event
