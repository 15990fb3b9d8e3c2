"""The page of a campaign: its fights, and everybody who fought in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from combatlog.export.document import Block, Heading, Inlines, Page, Paragraph, Span, Table
from combatlog.export.pages.fight_page import ending
from combatlog.export.pages.page_context import Desk, Links, Options, Record
from combatlog.export.pages.participant_links import Person
from combatlog.export.pages.participants_section import outcome
from combatlog.export.pages.statistics_section import tally_table
from combatlog.export.pages.wounds_section import taken
from projections.narrative.phrasebook import Phrasebook, phrasebook
from projections.queries.statistics import Tally, cells
from projections.text.prose import Prose, filled, prose


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
        *_numbers(book, desks, found),
    ]
    properties: dict[str, str | int | tuple[str, ...]] = {
        "language": book.language,
        "fights": len(records),
    }
    ids = tuple(record.listed.id for record in records)
    return Page(campaign_key(records), "campaign", name, tuple(blocks), properties, ids)


def campaign_key(records: Sequence[Record]) -> str:
    """The key of the page: after the first fight, whose id no other campaign has."""
    return f"campaign:{records[0].listed.id}" if records else "campaign"


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


def _numbers(book: Phrasebook, desks: Sequence[Desk], found: Sequence[Person]) -> Iterator[Block]:
    """The numbers over all fights, by player and by person."""
    players = _Sums()
    people = _Sums()
    names: dict[str, Span] = {}
    unseen = {desk.record.key: desk.unseen for desk in desks}
    for desk in desks:
        for player, tally in desk.record.numbers.players.items():
            players.add(player, tally, desk.unseen.player(player))
            names[player] = Span(player)
    for person in found:
        names[person.key] = Span(person.name, "", person.key)
        for record, one in person.appearances:
            tally = record.numbers.combatants.get(one.id, Tally())
            people.add(person.key, tally, unseen[record.key].combatant(one.id))
    if not people.tallies:
        return
    yield Heading(book.one("page.statistics"))
    yield tally_table(book, book.one("page.who.name"), people.rows(names))
    if players.tallies:
        yield Heading(book.one("page.by-player"), 3)
        yield tally_table(book, book.one("page.who.player"), players.rows(names))
    yield Paragraph(prose(book.one("page.luck"), "emphasis"))


class _Sums:
    """Numbers added up by key, and those of which some are hidden."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}
        self._hidden: set[str] = set()

    def add(self, key: str, tally: Tally, hidden: bool) -> None:
        """One fight's share."""
        self.tallies.setdefault(key, Tally()).add(tally)
        self._hidden |= {key} if hidden else set()

    def rows(self, names: Mapping[str, Span]) -> tuple[tuple[Inlines, ...], ...]:
        """A row for each."""
        return tuple(
            ((names[key],), *map(prose, cells(tally, key in self._hidden)))
            for key, tally in self.tallies.items()
        )
