"""The page of a combatant: their fights, their scars, their state."""

from __future__ import annotations

from collections.abc import Iterator

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
from combatlog.export.pages.page_context import Links, PageContext, PageOptions
from combatlog.export.pages.participants_section import (
    FightAppearance,
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


def compose_combatant_page(person: PersonRecord, options: PageOptions, links: Links) -> Page:
    """Return the page: all fights of a person with their outcome, wounds and scars, the state after
    the last fight, and statistics."""
    contexts = [PageContext(each.record, options, links) for each in person.appearances]
    return Page(
        person.key,
        "combatant",
        person.name,
        (
            *_build_lead(person, contexts[-1]),
            *build_combatant_state(contexts[-1], person.last),
            *_build_fights(person, contexts),
            *_build_wounds(person, contexts),
            *_build_statistics(person, contexts),
        ),
        {
            "language": contexts[-1].book.language,
            "player": person.last.player,
            "game": contexts[-1].record.state.game.name,
            "fights": tuple(
                Span(context.record.state.title, "", context.record.key) for context in contexts
            ),
            **_list_numbers(person, contexts),
        },
        tuple(context.record.listed.id for context in contexts),
    )


def _list_numbers(person: PersonRecord, contexts: list[PageContext]) -> dict[str, Property]:
    """Return how a person stands, their kills, and each score with its maximum if the reader may
    see them: for lists of several pages."""
    last = contexts[-1]
    tallies = (
        context.record.statistics.combatants.get(each.one.id, Tally())
        for context, each in zip(contexts, person.appearances, strict=True)
    )
    numbers: dict[str, Property] = {
        "standing": describe_outcome(last, person.last),
        "kills": sum(tally.kills for tally in tallies),
    }
    if last.may_see(person.last):
        for score, value in person.last.scores.items():
            numbers[score] = value
            numbers[f"{score}-max"] = person.last.maxima.get(score, value)
    return numbers


def _build_lead(person: PersonRecord, context: PageContext) -> Iterator[Block]:
    fights = len(person.appearances)
    key = "lead.combatant-once" if fights == 1 else "lead.combatant"
    key += "" if context.record.state.ended else "-open"
    fields: dict[str, Prose | str] = {
        "name": prose(person.name, "strong"),
        "fights": str(fights),
        "outcome": describe_outcome(context, person.last),
    }
    spans = fill_template(context.say(key), fields)
    if person.last.player:
        spans += prose(" ") + fill_template(
            context.say("lead.played-by"), {"player": person.last.player}
        )
    yield Paragraph(spans)


def _build_fights(person: PersonRecord, contexts: list[PageContext]) -> Iterator[Block]:
    first = contexts[0]
    yield Heading(first.say("fights"))
    head = tuple(first.say(key) for key in ("fight", "day", "who.outcome"))
    rows = []
    for context, each in zip(contexts, person.appearances, strict=True):
        link = Span(context.record.state.title, "", context.record.key)
        rows.append(
            ((link,), prose(context.record.day), prose(describe_outcome_so_far(context, each.one)))
        )
    yield Table(head, tuple(rows))


def _build_wounds(person: PersonRecord, contexts: list[PageContext]) -> Iterator[Block]:
    items: list[Inlines] = []
    for context, each in zip(contexts, person.appearances, strict=True):
        for one, wound, number in find_wounds(context.record):
            if one is each.one:
                where = Span(context.record.state.title, "", context.record.key)
                last, now = _follow_wound(person, contexts, each, wound.label)
                items.append(
                    (
                        where,
                        *prose(": "),
                        *describe_wound_and_fate(context, wound, number, last, now),
                    )
                )
    if items:
        yield Heading(contexts[0].say("wounds"))
        yield Bullets(tuple(items))


def _follow_wound(
    person: PersonRecord, contexts: list[PageContext], taken: FightAppearance, label: str
) -> tuple[PageContext, Combatant]:
    """Return the last fight into which a wound was carried, and its bearer there."""
    places = [*zip(contexts, person.appearances, strict=True)]
    place = next(at for at, (_, each) in enumerate(places) if each is taken)
    while places[place][1].one.wound(label) is not None and place + 1 < len(places):
        place += 1
    return places[place][0], places[place][1].one


def _build_statistics(person: PersonRecord, contexts: list[PageContext]) -> Iterator[Block]:
    total, hidden, veiled, rows = Tally(), False, False, []
    for context, each in zip(contexts, person.appearances, strict=True):
        tally = context.record.statistics.combatants.get(each.one.id)
        if tally is not None:
            total.add(tally)
            unseen = context.unseen.combatant(each.one.id)
            hidden, veiled = hidden or unseen, veiled or context.unseen.anybody()
            link = (Span(context.record.state.title, "", context.record.key),)
            cells = format_page_tally(tally, unseen, context.unseen.anybody())
            rows.append((link, *map(prose, cells)))
    if not rows:
        return
    if len(rows) > 1:
        cells = format_page_tally(total, hidden, veiled)
        rows.append((prose(contexts[0].say("total"), "strong"), *map(prose, cells)))
    yield Heading(contexts[0].say("statistics"))
    yield build_tally_table(contexts[0].book, contexts[0].say("fight"), tuple(rows))
