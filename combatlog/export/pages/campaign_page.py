"""The page of a campaign: its fights, and the combatants in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from combatlog.export.document import Block, Heading, Inlines, Page, Paragraph, Span, Table
from combatlog.export.pages.fight_page import describe_ending
from combatlog.export.pages.page_context import FightRecord, Links, PageContext, PageOptions
from combatlog.export.pages.participants_section import (
    PersonRecord,
    describe_outcome_so_far,
    find_wounds,
)
from combatlog.export.pages.statistics_section import build_tally_table
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.queries.statistics import Tally, format_tally
from projections.text.prose import Prose, fill_template, prose


def compose_campaign_page(
    name: str,
    records: Sequence[FightRecord],
    people: Sequence[PersonRecord],
    options: PageOptions,
    links: Links,
) -> Page:
    """Return an index of fights and combatants, and the statistics over all fights."""
    book = load_phrasebook(options.language)
    contexts = [PageContext(record, options, links) for record in records]
    key = {0: "campaign-none", 1: "campaign-once"}.get(len(records), "campaign")
    fields: dict[str, Prose | str] = {"name": prose(name, "strong"), "fights": str(len(records))}
    opening = fill_template(book.one(f"page.lead.{key}"), fields)
    blocks: list[Block] = [
        Paragraph(opening),
        *_build_fights(book, contexts),
        *_build_people(book, people, options, links),
        *_build_statistics(book, contexts, people),
    ]
    properties: dict[str, str | int | tuple[str, ...]] = {
        "language": book.language,
        "fights": len(records),
    }
    ids = tuple(record.listed.id for record in records)
    return Page(make_campaign_key(records), "campaign", name, tuple(blocks), properties, ids)


def make_campaign_key(records: Sequence[FightRecord]) -> str:
    """Return the key of the page: the id of the first fight, which no other campaign has."""
    return f"campaign:{records[0].listed.id}" if records else "campaign"


def _build_fights(book: Phrasebook, contexts: Sequence[PageContext]) -> Iterator[Block]:
    if not contexts:
        return
    yield Heading(book.one("page.fights"))
    keys = ("number", "fight", "game", "day", "rounds", "ended")
    rows = [
        (
            prose(str(context.record.listed.number)),
            (Span(context.record.state.title, "", context.record.key),),
            prose(context.record.state.game.name),
            prose(context.record.day),
            prose(str(context.record.state.round)),
            prose(describe_ending(context)),
        )
        for context in contexts
    ]
    yield Table(tuple(book.one(f"page.{key}") for key in keys), tuple(rows), frozenset({0, 4}))


def _build_people(
    book: Phrasebook, people: Sequence[PersonRecord], options: PageOptions, links: Links
) -> Iterator[Block]:
    if not people:
        return
    yield Heading(book.one("page.combatants"))
    keys = ("who.name", "who.player", "fights", "wounds", "who.outcome")
    rows = []
    for person in people:
        context = PageContext(person.appearances[-1].record, options, links)
        rows.append(
            (
                (Span(person.name, "", person.key),),
                prose(person.last.player),
                prose(str(len(person.appearances))),
                prose(str(_count_wounds(person))),
                prose(describe_outcome_so_far(context, person.last)),
            )
        )
    yield Table(tuple(book.one(f"page.{key}") for key in keys), tuple(rows), frozenset({2, 3}))


def _count_wounds(person: PersonRecord) -> int:
    """Return how many wounds a person took in all their fights."""
    return sum(
        one is each.one for each in person.appearances for one, _, _ in find_wounds(each.record)
    )


def _build_statistics(
    book: Phrasebook, contexts: Sequence[PageContext], people: Sequence[PersonRecord]
) -> Iterator[Block]:
    """Yield the statistics over all fights, by person and by player."""
    players = _TallySums()
    sums = _TallySums()
    names: dict[str, Span] = {}
    unseen = {context.record.key: context.unseen for context in contexts}
    for context in contexts:
        for player, tally in context.record.statistics.players.items():
            players.add(player, tally, context.unseen.player(player))
            names[player] = Span(player)
    for person in people:
        names[person.key] = Span(person.name, "", person.key)
        for record, one in person.appearances:
            tally = record.statistics.combatants.get(one.id, Tally())
            sums.add(person.key, tally, unseen[record.key].combatant(one.id))
    if not sums.tallies:
        return
    yield Heading(book.one("page.statistics"))
    yield build_tally_table(book, book.one("page.who.name"), sums.rows(names))
    if players.tallies:
        yield Heading(book.one("page.by-player"), 3)
        yield build_tally_table(book, book.one("page.who.player"), players.rows(names))
    yield Paragraph(prose(book.one("page.luck"), "emphasis"))


class _TallySums:
    """Tallies added up by key, and the keys of those that are partly hidden."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}
        self._hidden: set[str] = set()

    def add(self, key: str, tally: Tally, hidden: bool) -> None:
        """Add one fight's tally."""
        self.tallies.setdefault(key, Tally()).add(tally)
        self._hidden |= {key} if hidden else set()

    def rows(self, names: Mapping[str, Span]) -> tuple[tuple[Inlines, ...], ...]:
        """Return a table row for each key."""
        return tuple(
            ((names[key],), *map(prose, format_tally(tally, key in self._hidden)))
            for key, tally in self.tallies.items()
        )
