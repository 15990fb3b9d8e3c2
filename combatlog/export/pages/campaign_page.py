"""The page of a campaign: its fights, and the combatants in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from combatlog.export.document import (
    Block,
    Code,
    Heading,
    Inlines,
    Page,
    Paragraph,
    Property,
    Span,
    Table,
)
from combatlog.export.pages.fight_page import describe_ending
from combatlog.export.pages.fight_records import FightRecords
from combatlog.export.pages.page_context import FightRecord, Links, PageContext, PageOptions
from combatlog.export.pages.participants_section import (
    PersonRecord,
    describe_outcome_so_far,
    find_wounds,
)
from combatlog.export.pages.statistics_section import build_tally_table, format_page_tally
from events.types.names import fold_case
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.queries.statistics import Tally
from projections.text.prose import Prose, fill_template, prose


def compose_campaign_page(
    name: str,
    records: FightRecords,
    people: Sequence[PersonRecord],
    options: PageOptions,
    links: Links,
) -> Page:
    """Return an index: how the last fight ended, the fights from the last to the first, the
    combatants, the statistics over all fights, the seal of the last fight."""
    book = load_phrasebook(options.language)
    look = partial(PageContext, options=options, links=links)
    labels = label_people(people, records.titles)
    blocks: list[Block] = [
        _build_lead(book, name, records, look),
        *_build_fights(book, records, look),
        *_build_people(book, records, people, labels, look),
        *_build_statistics(book, records, people, labels, look),
        *_build_seal(records, look),
    ]
    properties: dict[str, Property] = {
        "language": book.language,
        "fights": len(records),
    }
    return Page(
        make_campaign_key(records), "campaign", name, tuple(blocks), properties, tuple(records.ids)
    )


Look = Callable[[FightRecord], PageContext]
"""Returns what a section needs to tell of a fight."""


def make_campaign_key(records: FightRecords) -> str:
    """Return the key of the page: the id of the first fight, which no other campaign has."""
    return f"campaign:{records.ids[0]}" if records else "campaign"


def _build_lead(book: Phrasebook, name: str, records: FightRecords, look: Look) -> Paragraph:
    key = {0: "campaign-none", 1: "campaign-once"}.get(len(records), "campaign")
    fields: dict[str, Prose | str] = {"name": prose(name, "strong"), "fights": str(len(records))}
    if records:
        last = look(records[-1])
        fields |= {"last": (_link_fight(last),), "ended": describe_ending(last)}
    return Paragraph(fill_template(book.one(f"page.lead.{key}"), fields))


def _link_fight(context: PageContext) -> Span:
    return Span(context.record.state.title, "", context.record.key)


def label_people(people: Sequence[PersonRecord], titles: Sequence[str]) -> dict[str, str]:
    """Return what each person is called in a list, by their key: their name; where several have it,
    with their player behind it, or with the fight they were first in. `titles` are those of the
    fights."""
    names = Counter(fold_case(person.name) for person in people)
    played = Counter((fold_case(person.name), person.player) for person in people)
    labels = {}
    for person in people:
        name, player = fold_case(person.name), person.player
        first = titles[person.places[0][0]]
        more = player if player and played[name, player] == 1 else first
        labels[person.key] = person.name if names[name] == 1 else f"{person.name} ({more})"
    return labels


def _build_seal(records: FightRecords, look: Look) -> Iterator[Block]:
    """Yield the seal of the last fight."""
    if records and records[-1].seal:
        last = look(records[-1])
        yield Heading(last.say("seal"))
        count = str(last.record.listed.events)
        fields: dict[str, Prose | str] = {"fight": (_link_fight(last),), "count": count}
        yield Paragraph(fill_template(last.say("sealed-last"), fields))
        yield Code(last.record.seal)


def _build_fights(book: Phrasebook, records: FightRecords, look: Look) -> Iterator[Block]:
    if not records:
        return
    yield Heading(book.one("page.fights"))
    keys = ("number", "fight", "ended", "rounds", "day", "game")
    rows = [
        (
            prose(str(context.record.listed.number)),
            (_link_fight(context),),
            prose(describe_ending(context)),
            prose(str(context.record.state.round)),
            prose(context.record.day),
            prose(context.record.state.game.name),
        )
        for context in map(look, reversed(records))
    ]
    yield Table(tuple(book.one(f"page.{key}") for key in keys), tuple(rows), frozenset({0, 3}))


def _build_people(
    book: Phrasebook,
    records: FightRecords,
    people: Sequence[PersonRecord],
    labels: Mapping[str, str],
    look: Look,
) -> Iterator[Block]:
    if not people:
        return
    yield Heading(book.one("page.combatants"))
    keys = ("who.name", "who.player", "who.last-outcome", "fights", "wounds")
    wounds = _count_wounds(records, look)
    rows = []
    for person in people:
        place, id = person.places[-1]
        context = look(records[place])
        outcome = describe_outcome_so_far(context, context.record.state.combatants[id])
        rows.append(
            (
                (Span(labels[person.key], "", person.key),),
                prose(person.player),
                prose(outcome),
                prose(str(len(person.places))),
                prose(str(wounds[person.key])),
            )
        )
    yield Table(tuple(book.one(f"page.{key}") for key in keys), tuple(rows), frozenset({3, 4}))


def _count_wounds(records: FightRecords, look: Look) -> Counter[str]:
    """Return how many wounds each person took in all their fights, by their key."""
    return Counter(
        context.link_name(one).to
        for context in map(look, records)
        for one, _, _ in find_wounds(context.record)
    )


def _build_statistics(
    book: Phrasebook,
    records: FightRecords,
    people: Sequence[PersonRecord],
    labels: Mapping[str, str],
    look: Look,
) -> Iterator[Block]:
    """Yield the statistics over all fights: by person, and by player if one played several."""
    players, sums = _TallySums(), _TallySums()
    for context in map(look, records):
        fight, statistics, hide = (
            context.record.listed.id,
            context.record.statistics,
            context.unseen,
        )
        veiled = hide.anybody()
        for player, tally in statistics.players.items():
            players.add(player, tally, hide.player(player), veiled)
        for id, tally in statistics.combatants.items():
            if person := context.links.get((fight, id)):
                sums.add(person, tally, hide.combatant(id), veiled)
    if not sums.tallies:
        return
    yield Heading(book.one("page.statistics"))
    named = [Span(labels[person.key], "", person.key) for person in people]
    yield build_tally_table(
        book, book.one("page.who.name"), sums.rows((one.to, one) for one in named)
    )
    played = Counter(person.player for person in people if person.key in sums.tallies)
    if any(played[player] != 1 for player in players.tallies):
        yield Heading(book.one("page.by-player"), 3)
        rows = players.rows((player, Span(player)) for player in players.tallies)
        yield build_tally_table(book, book.one("page.who.player"), rows)
    yield Paragraph(prose(book.one("page.luck"), "emphasis"))


class _TallySums:
    """Tallies added up by key, and the keys of those that are partly hidden."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}
        self._hidden: set[str] = set()
        self._veiled: set[str] = set()

    def add(self, key: str, tally: Tally, hidden: bool, veiled: bool) -> None:
        """Add one fight's tally."""
        self.tallies.setdefault(key, Tally()).add(tally)
        self._hidden |= {key} if hidden else set()
        self._veiled |= {key} if veiled else set()

    def rows(self, names: Iterable[tuple[str, Span]]) -> tuple[tuple[Inlines, ...], ...]:
        """Return a table row for each of these keys that has a tally, with its name."""
        return tuple(
            (
                (name,),
                *map(
                    prose,
                    format_page_tally(self.tallies[key], key in self._hidden, key in self._veiled),
                ),
            )
            for key, name in names
            if key in self.tallies
        )
