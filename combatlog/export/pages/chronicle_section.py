"""The chronicle of a fight on its page: round by round, with dice in small print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from combatlog.export.document import Block, Footnote, Heading, Inline, Paragraph, Small
from combatlog.export.pages.page_context import Desk
from combatlog.wiki.contents.every import every_event
from combatlog.wiki.contents.rulings import corrections, overrulings
from events.types.outcomes import PhaseBegan, TurnBegan
from events.types.unions import AnyEvent
from projections.narrative.chronicle import Passage, Telling, chronicle
from projections.text.prose import Span, filled, prose
from projections.text.words import capital, possessive, side_words


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
