"""The chronicle of a fight on its page: round by round, with dice in small print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from combatlog.export.document import Block, Folded, Footnote, Heading, Inline, Paragraph, Small
from combatlog.export.pages.page_context import Desk
from events.types.corrections import Corrected
from events.types.log_events import HeadMoved
from events.types.outcomes import Awaited, Overruled, PhaseBegan, TurnBegan
from events.types.unions import AnyEvent
from projections.narrative.chronicle import Passage, Telling, chronicle
from projections.queries.redacted_phrases import unnumbered
from projections.queries.visibility import may_read
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.phrases import phrase
from projections.text.prose import Prose, Span, filled, prose, text_of
from projections.text.words import capital, possessive, side_words
from replay.text.correction_notes import footnotes
from replay.text.redaction import tellable, untold, veiled

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
    audience = desk.options.audience
    for place, (seq, event) in enumerate(desk.record.line[:end]):
        fold_one(state, seq, event)
        if place < begin or isinstance(event, _ASIDE):
            continue
        if isinstance(event, Corrected):
            event = _without_reason(desk, seq, event)
        shown = may_read(event, state, audience)
        if said := phrase(event, state) if shown else unnumbered(event, state):
            yield (Span(f"#{seq} ", "strong"), *prose(said))


def _without_reason(desk: Desk, seq: int, event: Corrected) -> Corrected:
    """A correction, without its reason where that is of something players may not read."""
    history = desk.record.history
    kept = veiled(history, desk.options.audience)
    return replace(event, why="") if seq in untold(history, kept) else event


def corrections(desk: Desk) -> dict[int, tuple[str, ...]]:
    """What was corrected of each event, in words; for players nothing that holds a number they do
    not know."""
    history = desk.record.history
    return footnotes(history, tellable(history, desk.options.audience))


def overrulings(desk: Desk) -> dict[int, Footnote]:
    """What the referee overruled, by the event that says so; for players without what the rules
    said against it where that holds a number they may not know."""
    kept = veiled(desk.record.history, desk.options.audience)
    return {
        seq: Footnote(
            filled(
                desk.say("overruled-alone" if seq in kept else "overruled"),
                {"clause": event.clause, "problem": event.problem, "why": prose(event.why)},
            )
        )
        for seq, event in desk.record.line
        if isinstance(event, Overruled)
    }


def story(desk: Desk) -> Iterator[Block]:
    """A heading a round, a paragraph a turn; every event folded away below the round, where all
    is to be told."""
    line = desk.record.line
    telling = Telling(desk.options.audience, desk.book)
    passages = chronicle(line, corrections(desk), telling)
    overruled, seen = overrulings(desk), set[str]()
    places = {seq: place for place, (seq, _) in enumerate(line)}
    if passages:
        yield Heading(desk.say("combat-log"))
    begun = told = 0
    for heading, group in _under_headings(passages):
        if heading:
            yield Heading(heading, 3)
        for passage in group:
            end = places[passage.last] + 1
            events, told = line[told:end], end
            if desk.options.turns and (turn := _turn(desk, events)):
                yield Heading(turn, 5)
            yield Paragraph(tuple(_paragraph(desk, passage, events, overruled, seen)))
        if desk.options.detail == "full":
            rest = len(line) if group[-1] is passages[-1] else told
            yield from every_event(desk, heading, begun, rest)
            begun = rest


def _under_headings(passages: Sequence[Passage]) -> Iterator[tuple[str, list[Passage]]]:
    """The passages under each heading; those before any under an empty one."""
    group: list[Passage] = []
    for passage in passages:
        if group and passage.heading != group[0].heading:
            yield group[0].heading, group
            group = []
        group.append(passage)
    if group:
        yield group[0].heading, group


def _paragraph(
    desk: Desk,
    passage: Passage,
    events: Sequence[tuple[int, AnyEvent]],
    overruled: Mapping[int, Footnote],
    seen: set[str],
) -> Iterator[Inline]:
    for number, beat in enumerate(passage.beats):
        if number:
            yield Span(" ")
        yield from desk.linked(beat.story, seen)
        if beat.dice and desk.options.detail != "story":
            yield Span(" ")
            yield Small((Span("("), *desk.linked(beat.dice, {*desk.links.values()}), Span(")")))
    yield from (overruled[seq] for seq, _ in events if seq in overruled)
    yield from (Footnote(prose(note)) for note in passage.notes)


def _turn(desk: Desk, events: Sequence[tuple[int, AnyEvent]]) -> str:
    """The heading of the turn that begins in these events, if one does."""
    for _, event in events:
        if isinstance(event, TurnBegan):
            who = desk.words.name(event.alone) if event.alone else side_words(event.side)
            spans = filled(desk.say("turn"), {"whose": capital(possessive(who))})
            return "".join(span.text for span in spans)
        if isinstance(event, PhaseBegan):
            return capital(event.phase)
    return ""
