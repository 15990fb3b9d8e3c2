"""The page of a campaign: its fights, and everybody who fought in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatlog.wiki.contents.lead import ending
from combatlog.wiki.contents.numbers import by_name, tally_table
from combatlog.wiki.contents.options import Options
from combatlog.wiki.contents.people import Person
from combatlog.wiki.contents.record import Desk, Links, Record
from combatlog.wiki.contents.who import outcome
from combatlog.wiki.contents.wounds import taken
from combatlog.wiki.document import Block, Heading, Page, Paragraph, Span, Table
from projections.phrasebook import Phrasebook, phrasebook
from projections.prose import Prose, filled, prose
from projections.statistics import Tally

KEY = "campaign"
"""The key of the page."""


def campaign_page(
    name: str, records: Sequence[Record], found: Sequence[Person], options: Options, links: Links
) -> Page:
    """An index of fights and of people, and the players' numbers over all fights."""
    book = phrasebook(options.language)
    desks = [Desk(record, options, links) for record in records]
    key = {0: "campaign-none", 1: "campaign-once"}.get(len(records), "campaign")
    fields: dict[str, Prose | str] = {"name": prose(name, "strong"), "fights": str(len(records))}
    opening = filled(book.one(f"page.lead.{key}"), fields)
    blocks: list[Block] = [
        Paragraph(opening),
        *_fights(book, desks),
        *_people(book, found, options, links),
        *_players(book, records),
    ]
    properties: dict[str, str | int | tuple[str, ...]] = {
        "language": book.language,
        "fights": len(records),
    }
    ids = tuple(record.listed.id for record in records)
    return Page(KEY, "campaign", name, tuple(blocks), properties, ids)


def _fights(book: Phrasebook, desks: Sequence[Desk]) -> Iterator[Block]:
    if not desks:
        return
    yield Heading(book.one("page.fights"))
    keys = ("number", "fight", "game", "day", "rounds", "ended")
    rows = [
        (
            prose(str(desk.record.listed.number)),
            (Span(desk.record.state.title, "", desk.record.key),),
            prose(desk.record.state.game.name),
            prose(desk.record.day),
            prose(str(desk.record.state.round)),
            prose(ending(desk)),
        )
        for desk in desks
    ]
    yield Table(tuple(book.one(f"page.{key}") for key in keys), tuple(rows), frozenset({0, 4}))


def _people(
    book: Phrasebook, found: Sequence[Person], options: Options, links: Links
) -> Iterator[Block]:
    if not found:
        return
    yield Heading(book.one("page.combatants"))
    keys = ("who.name", "who.player", "fights", "wounds", "who.outcome")
    rows = []
    for person in found:
        desk = Desk(person.appearances[-1].record, options, links)
        rows.append(
            (
                (Span(person.name, "", person.key),),
                prose(person.last.player),
                prose(str(len(person.appearances))),
                prose(str(_wounds(person))),
                prose(outcome(desk, person.last)),
            )
        )
    yield Table(tuple(book.one(f"page.{key}") for key in keys), tuple(rows), frozenset({2, 3}))


def _wounds(person: Person) -> int:
    """How many wounds somebody took in all their fights."""
    return sum(one is each.one for each in person.appearances for one, _, _ in taken(each.record))


def _players(book: Phrasebook, records: Sequence[Record]) -> Iterator[Block]:
    totals: dict[str, Tally] = {}
    for record in records:
        for player, tally in record.numbers.players.items():
            totals.setdefault(player, Tally()).add(tally)
    if totals:
        yield Heading(book.one("page.statistics"))
        yield tally_table(book, book.one("page.who.player"), by_name(totals))
        yield Paragraph(prose(book.one("page.luck"), "emphasis"))
