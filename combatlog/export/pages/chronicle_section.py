"""The chronicle of a fight: round by round, with dice in small print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property

from msgspec.structs import replace

from combatlog.export.document import Block, Folded, Footnote, Heading, Inline, Paragraph, Small
from combatlog.export.pages.page_context import PageContext
from events.types.log_events import Corrected, HeadMoved
from events.types.outcomes import Awaited, Overruled, PhaseBegan, TurnBegan
from events.types.unions import AnyEvent
from projections.narrative.chronicle import ChronicleOptions, Passage, write_chronicle
from projections.queries.visibility import may_read, redact_event
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.phrases import describe_event
from projections.text.prose import Prose, Span, fill_template, plain_text, prose
from projections.text.words import capitalize, describe_side, possessive
from replay.text.correction_notes import write_footnotes
from replay.text.redaction import filter_revisions, find_hidden_events, find_secret_reasons

_ASIDE = (Awaited, HeadMoved)
"""Events that a reader of a finished fight does not need."""


class EventLists:
    """The events of a fight as lists, folded away. Each event is folded into a state once, so the
    lists have to be asked for in order."""

    def __init__(self, context: PageContext) -> None:
        self._context = context
        self._state = FightState()
        self._done = 0

    def build(self, heading: str, end: int) -> Iterator[Block]:
        """Yield the events of the line behind the list before this one, up to place `end`, one a
        line with their numbers. For players hidden numbers are left out, and events of which
        nothing is left."""
        context = self._context
        lines = tuple(self._describe_events(end))
        if lines:
            where = heading or context.say("before-round-1")
            summary = plain_text(fill_template(context.say("every-event"), {"where": where}))
            yield Folded(summary, lines)

    def _describe_events(self, end: int) -> Iterator[Prose]:
        state, audience = self._state, self._context.options.audience
        begin, self._done = self._done, end
        for seq, event in self._context.record.line[begin:end]:
            fold_one(state, seq, event)
            if isinstance(event, _ASIDE):
                continue
            if isinstance(event, Corrected) and seq in self._silent:
                event = replace(event, why="")
            readable = may_read(event, state, audience)
            if said := describe_event(event, state) if readable else redact_event(event, state):
                yield (Span(f"#{seq} ", "strong"), *prose(said))

    @cached_property
    def _silent(self) -> Set[int]:
        """The corrections whose reasons players may not read."""
        history, audience = self._context.record.history, self._context.options.audience
        return find_secret_reasons(history, audience, find_hidden_events(history, audience))


_APART = "\N{NO-BREAK SPACE}"
"""What stands between small print and the sign of a footnote, and between two signs: two of them
are not read as one number, and Markdown ends its emphasis with asterisks as elsewhere."""


def collect_correction_notes(context: PageContext) -> dict[int, tuple[str, ...]]:
    """Return the correction notes by event number; for players without those that hold a hidden
    number."""
    history = context.record.history
    return write_footnotes(history, filter_revisions(history, context.options.audience))


def build_overruling_notes(context: PageContext) -> dict[int, Footnote]:
    """Return the footnotes of the referee's overrulings by event number; for players without the
    problem if it holds a hidden number."""
    kept = find_hidden_events(context.record.history, context.options.audience)
    return {
        seq: Footnote(
            fill_template(
                context.say("overruled-alone" if seq in kept else "overruled"),
                {"clause": event.clause, "problem": event.problem, "why": prose(event.why)},
            )
        )
        for seq, event in context.record.line
        if isinstance(event, Overruled)
    }


def build_chronicle_section(context: PageContext) -> Iterator[Block]:
    """Yield a heading for each round and a paragraph for each turn; with full detail also the
    events of each round, folded away."""
    line = context.record.line
    telling = ChronicleOptions(context.options.audience, context.book)
    passages = write_chronicle(line, collect_correction_notes(context), telling)
    overruled, seen = build_overruling_notes(context), set[str]()
    places = {seq: place for place, (seq, _) in enumerate(line)}
    if passages:
        yield Heading(context.say("combat-log"))
    lists, done = EventLists(context), 0
    for heading, group in _group_by_heading(passages):
        if heading:
            yield Heading(heading, 3)
        for passage in group:
            end = places[passage.last] + 1
            events, done = line[done:end], end
            if context.options.turns and (turn := _find_turn_heading(context, events)):
                yield Heading(turn, 5)
            yield Paragraph(tuple(_build_paragraph(context, passage, events, overruled, seen)))
        if context.options.detail == "full":
            rest = len(line) if group[-1] is passages[-1] else done
            yield from lists.build(heading, rest)


def _group_by_heading(passages: Sequence[Passage]) -> Iterator[tuple[str, list[Passage]]]:
    """Yield each heading with its passages; passages before the first heading come under an empty
    one."""
    group: list[Passage] = []
    for passage in passages:
        if group and passage.heading != group[0].heading:
            yield group[0].heading, group
            group = []
        group.append(passage)
    if group:
        yield group[0].heading, group


def _build_paragraph(
    context: PageContext,
    passage: Passage,
    events: Sequence[tuple[int, AnyEvent]],
    overruled: Mapping[int, Footnote],
    seen: set[str],
) -> Iterator[Inline]:
    for number, beat in enumerate(passage.beats):
        if number:
            yield Span(" ")
        yield from context.add_links(beat.story, seen)
        if beat.dice and context.options.detail != "story":
            yield Span(" ")
            yield Small(
                (Span("("), *context.add_links(beat.dice, {*context.links.values()}), Span(")"))
            )
    signs = [overruled[seq] for seq, _ in events if seq in overruled]
    signs += [Footnote(prose(note)) for note in passage.notes]
    small = context.options.detail != "story" and any(beat.dice for beat in passage.beats[-1:])
    for number, sign in enumerate(signs):
        if small or number:
            yield Span(_APART)
        yield sign


def _find_turn_heading(context: PageContext, events: Sequence[tuple[int, AnyEvent]]) -> str:
    """Return the heading of the turn that begins in these events; empty if none does."""
    for _, event in events:
        if isinstance(event, TurnBegan):
            who = context.words.name(event.alone) if event.alone else describe_side(event.side)
            spans = fill_template(context.say("turn"), {"whose": capitalize(possessive(who))})
            return "".join(span.text for span in spans)
        if isinstance(event, PhaseBegan):
            return capitalize(event.phase)
    return ""
