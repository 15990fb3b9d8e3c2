"""The page of a combatant: their fights, their scars, their state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from combatlog.export.document import (
    Block,
    Bullets,
    Heading,
    Inlines,
    Page,
    Paragraph,
    Property,
    Span,
    Table,
)
from combatlog.export.pages.page_context import FightRecord, Links, PageContext, PageOptions
from combatlog.export.pages.participants_section import (
    PersonRecord,
    build_combatant_state,
    describe_outcome,
    describe_outcome_so_far,
    describe_wound_and_fate,
    find_wounds,
)
from combatlog.export.pages.statistics_section import build_tally_table, format_page_tally
from projections.queries.statistics import Tally
from projections.state.fight_state import Combatant
from projections.text.prose import Prose, fill_template, prose


class _Appearances(Sequence[tuple[PageContext, Combatant]]):
    """A person in each of their fights, read when it is asked for."""

    def __init__(
        self,
        person: PersonRecord,
        records: Sequence[FightRecord],
        options: PageOptions,
        links: Links,
    ) -> None:
        self._places, self._records = person.places, records
        self._options, self._links = options, links

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> tuple[PageContext, Combatant]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[tuple[PageContext, Combatant]]: ...
    def __getitem__(
        self, at: int | slice
    ) -> tuple[PageContext, Combatant] | Sequence[tuple[PageContext, Combatant]]:
        if isinstance(at, slice):
            return [self[each] for each in range(len(self))[at]]
        place, id = self._places[at]
        record = self._records[place]
        return PageContext(record, self._options, self._links), record.state.combatants[id]


def compose_combatant_page(
    person: PersonRecord, records: Sequence[FightRecord], options: PageOptions, links: Links
) -> Page:
    """Return the page: all fights of a person with their outcome, wounds and scars, the state after
    the last fight, and statistics. `records` are all fights of the campaign."""
    fights = _Appearances(person, records, options, links)
    last, now = fights[-1]
    return Page(
        person.key,
        "combatant",
        person.name,
        (
            *_build_lead(len(fights), last, now),
            *build_combatant_state(last, now),
            *_build_fights(fights),
            *_build_wounds(fights),
            *_build_statistics(fights),
        ),
        {
            "language": last.book.language,
            "player": person.player,
            "game": last.record.state.game.name,
            "fights": tuple(
                Span(context.record.state.title, "", context.record.key) for context, _ in fights
            ),
            **_list_numbers(fights),
        },
        tuple(context.record.listed.id for context, _ in fights),
    )


def _list_numbers(fights: _Appearances) -> dict[str, Property]:
    """Return how a person stands, their kills, and each score with its maximum if the reader may
    see them: for lists of several pages."""
    last, now = fights[-1]
    tallies = (context.record.statistics.combatants.get(one.id, Tally()) for context, one in fights)
    numbers: dict[str, Property] = {
        "standing": describe_outcome(last, now),
        "kills": sum(tally.kills for tally in tallies),
    }
    if last.may_see(now):
        for score, value in now.scores.items():
            numbers[score] = value
            numbers[f"{score}-max"] = now.maxima.get(score, value)
    return numbers


def _build_lead(fights: int, context: PageContext, one: Combatant) -> Iterator[Block]:
    key = "lead.combatant-once" if fights == 1 else "lead.combatant"
    key += "" if context.record.state.ended else "-open"
    fields: dict[str, Prose | str] = {
        "name": prose(one.name, "strong"),
        "fights": str(fights),
        "outcome": describe_outcome(context, one),
    }
    spans = fill_template(context.say(key), fields)
    if one.player:
        spans += prose(" ") + fill_template(context.say("lead.played-by"), {"player": one.player})
    yield Paragraph(spans)


def _build_fights(fights: _Appearances) -> Iterator[Block]:
    first, _ = fights[0]
    yield Heading(first.say("fights"))
    head = tuple(first.say(key) for key in ("fight", "day", "who.outcome"))
    rows = []
    for context, one in fights:
        link = Span(context.record.state.title, "", context.record.key)
        rows.append(
            ((link,), prose(context.record.day), prose(describe_outcome_so_far(context, one)))
        )
    yield Table(head, tuple(rows))


def _build_wounds(fights: _Appearances) -> Iterator[Block]:
    """Yield a list of the wounds, with the fate of each: that of the last fight into which it was
    carried. So the fights are looked at from the last to the first."""
    items: list[Inlines] = []
    carried_to: dict[str, int] = {}
    for place in reversed(range(len(fights))):
        context, one = fights[place]
        after = min(place + 1, len(fights) - 1)
        carried_to = {wound.label: carried_to.get(wound.label, after) for wound in one.wounds}
        link = Span(context.record.state.title, "", context.record.key)
        for bearer, wound, number in reversed([*find_wounds(context.record)]):
            if bearer.id == one.id:
                last, now = fights[carried_to.get(wound.label, place)]
                fate = describe_wound_and_fate(context, wound, number, last, now)
                items.append((link, *prose(": "), *fate))
    if items:
        yield Heading(fights[0][0].say("wounds"))
        yield Bullets(tuple(reversed(items)))


def _build_statistics(fights: _Appearances) -> Iterator[Block]:
    total, hidden, veiled, rows = Tally(), False, False, []
    for context, one in fights:
        tally = context.record.statistics.combatants.get(one.id)
        if tally is not None:
            total.add(tally)
            unseen = context.unseen.combatant(one.id)
            hidden, veiled = hidden or unseen, veiled or context.unseen.anybody()
            link = (Span(context.record.state.title, "", context.record.key),)
            cells = format_page_tally(tally, unseen, context.unseen.anybody())
            rows.append((link, *map(prose, cells)))
    if not rows:
        return
    first, _ = fights[0]
    if len(rows) > 1:
        cells = format_page_tally(total, hidden, veiled)
        rows.append((prose(first.say("total"), "strong"), *map(prose, cells)))
    yield Heading(first.say("statistics"))
    yield build_tally_table(first.book, first.say("fight"), tuple(rows))
