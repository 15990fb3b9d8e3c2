"""The page of somebody who fought: their fights, their scars, how they stand."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.document import Block, Bullets, Heading, Inlines, Page, Paragraph, Span, Table
from combatlog.export.pages.page_context import Desk, Links, Options
from combatlog.export.pages.participant_links import Appearance, Person
from combatlog.export.pages.participants_section import outcome, standing_of
from combatlog.export.pages.statistics_section import tally_table
from combatlog.export.pages.wounds_section import taken, told
from projections.queries.statistics import Tally, cells
from projections.state.fight_state import Combatant
from projections.text.prose import Prose, filled, prose


def combatant_page(person: Person, options: Options, links: Links) -> Page:
    """Somebody's fights with how they came out of each, the wounds and scars of all of them, how
    they stand after the last, and what they did."""
    desks = [Desk(each.record, options, links) for each in person.appearances]
    return Page(
        person.key,
        "combatant",
        person.name,
        (
            *_lead(person, desks[-1]),
            *standing_of(desks[-1], person.last),
            *_fights(person, desks),
            *_scars(person, desks),
            *_numbers(person, desks),
        ),
        {
            "language": desks[-1].book.language,
            "player": person.last.player,
            "game": desks[-1].record.state.game.name,
            "fights": tuple(desk.record.state.title for desk in desks),
        },
        tuple(desk.record.listed.id for desk in desks),
    )


def _lead(person: Person, desk: Desk) -> Iterator[Block]:
    fights = len(person.appearances)
    key = "lead.combatant-once" if fights == 1 else "lead.combatant"
    fields: dict[str, Prose | str] = {
        "name": prose(person.name, "strong"),
        "fights": str(fights),
        "outcome": outcome(desk, person.last),
    }
    spans = filled(desk.say(key), fields)
    if person.last.player:
        spans += prose(" ") + filled(desk.say("lead.played-by"), {"player": person.last.player})
    yield Paragraph(spans)


def _fights(person: Person, desks: list[Desk]) -> Iterator[Block]:
    first = desks[0]
    yield Heading(first.say("fights"))
    head = tuple(first.say(key) for key in ("fight", "day", "who.outcome"))
    rows = []
    for desk, each in zip(desks, person.appearances, strict=True):
        link = Span(desk.record.state.title, "", desk.record.key)
        rows.append(((link,), prose(desk.record.day), prose(outcome(desk, each.one))))
    yield Table(head, tuple(rows))


def _scars(person: Person, desks: list[Desk]) -> Iterator[Block]:
    items: list[Inlines] = []
    for desk, each in zip(desks, person.appearances, strict=True):
        for one, wound, number in taken(desk.record):
            if one is each.one:
                where = Span(desk.record.state.title, "", desk.record.key)
                last, now = _followed(person, desks, each, wound.label)
                items.append((where, *prose(": "), *told(desk, wound, number, last, now)))
    if items:
        yield Heading(desks[0].say("wounds"))
        yield Bullets(tuple(items))


def _followed(
    person: Person, desks: list[Desk], taken: Appearance, label: str
) -> tuple[Desk, Combatant]:
    """The fight in which a wound that was taken in one came to where it is, and its bearer there:
    the last one into which it was carried."""
    found = [*zip(desks, person.appearances, strict=True)]
    place = next(at for at, (_, each) in enumerate(found) if each is taken)
    while found[place][1].one.wound(label) is not None and place + 1 < len(found):
        place += 1
    return found[place][0], found[place][1].one


def _numbers(person: Person, desks: list[Desk]) -> Iterator[Block]:
    total, hidden, rows = Tally(), False, []
    for desk, each in zip(desks, person.appearances, strict=True):
        tally = desk.record.numbers.combatants.get(each.one.id)
        if tally is not None:
            total.add(tally)
            unseen = desk.unseen.combatant(each.one.id)
            hidden = hidden or unseen
            link = (Span(desk.record.state.title, "", desk.record.key),)
            rows.append((link, *map(prose, cells(tally, unseen))))
    if not rows:
        return
    if len(rows) > 1:
        rows.append((prose(desks[0].say("total"), "strong"), *map(prose, cells(total, hidden))))
    yield Heading(desks[0].say("statistics"))
    yield tally_table(desks[0].book, desks[0].say("fight"), tuple(rows))
