"""The page of a campaign: its fights, and the combatants in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

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
    records: Sequence[FightRecord],
    people: Sequence[PersonRecord],
    options: PageOptions,
    links: Links,
) -> Page:
    """Return an index: how the last fight ended, the fights from the last to the first, the
    combatants, the statistics over all fights, the seal of the last fight."""
    book = load_phrasebook(options.language)
    contexts = [PageContext(record, options, links) for record in records]
    labels = label_people(people)
    blocks: list[Block] = [
        _build_lead(book, name, contexts),
        *_build_fights(book, contexts),
        *_build_people(book, people, labels, options, links),
        *_build_statistics(book, contexts, people, labels),
        *_build_seal(contexts),
    ]
    properties: dict[str, Property] = {
        "language": book.language,
        "fights": len(records),
    }
    ids = tuple(record.listed.id for record in records)
    return Page(make_campaign_key(records), "campaign", name, tuple(blocks), properties, ids)


def make_campaign_key(records: Sequence[FightRecord]) -> str:
    """Return the key of the page: the id of the first fight, which no other campaign has."""
    return f"campaign:{records[0].listed.id}" if records else "campaign"


def _build_lead(book: Phrasebook, name: str, contexts: Sequence[PageContext]) -> Paragraph:
    key = {0: "campaign-none", 1: "campaign-once"}.get(len(contexts), "campaign")
    fields: dict[str, Prose | str] = {"name": prose(name, "strong"), "fights": str(len(contexts))}
    if contexts:
        last = contexts[-1]
        fields |= {"last": (_link_fight(last),), "ended": describe_ending(last)}
    return Paragraph(fill_template(book.one(f"page.lead.{key}"), fields))


def _link_fight(context: PageContext) -> Span:
    return Span(context.record.state.title, "", context.record.key)


def label_people(people: Sequence[PersonRecord]) -> dict[str, str]:
    """Return what each person is called in a list, by their key: their name; where several have it,
    with their player behind it, or with the fight they were first in."""
    names = Counter(fold_case(person.name) for person in people)
    played = Counter((fold_case(person.name), person.last.player) for person in people)
    labels = {}
    for person in people:
        name, player = fold_case(person.name), person.last.player
        first = person.appearances[0].record.state.title
        more = player if player and played[name, player] == 1 else first
        labels[person.key] = person.name if names[name] == 1 else f"{person.name} ({more})"
    return labels


def _build_seal(contexts: Sequence[PageContext]) -> Iterator[Block]:
    """Yield the seal of the last fight."""
    if contexts and contexts[-1].record.seal:
        last = contexts[-1]
        yield Heading(last.say("seal"))
        count = str(last.record.listed.events)
        fields: dict[str, Prose | str] = {"fight": (_link_fight(last),), "count": count}
        yield Paragraph(fill_template(last.say("sealed-last"), fields))
        yield Code(last.record.seal)


def _build_fights(book: Phrasebook, contexts: Sequence[PageContext]) -> Iterator[Block]:
    if not contexts:
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
        for context in reversed(contexts)
    ]
    yield Table(tuple(book.one(f"page.{key}") for key in keys), tuple(rows), frozenset({0, 3}))


def _build_people(
    book: Phrasebook,
    people: Sequence[PersonRecord],
    labels: Mapping[str, str],
    options: PageOptions,
    links: Links,
) -> Iterator[Block]:
    if not people:
        return
    yield Heading(book.one("page.combatants"))
    keys = ("who.name", "who.player", "who.last-outcome", "fights", "wounds")
    rows = []
    for person in people:
        context = PageContext(person.appearances[-1].record, options, links)
        rows.append(
            (
                (Span(labels[person.key], "", person.key),),
                prose(person.last.player),
                prose(describe_outcome_so_far(context, person.last)),
                prose(str(len(person.appearances))),
                prose(str(_count_wounds(person))),
            )
        )
    yield Table(tuple(book.one(f"page.{key}") for key in keys), tuple(rows), frozenset({3, 4}))


def _count_wounds(person: PersonRecord) -> int:
    """Return how many wounds a person took in all their fights."""
    return sum(
        one is each.one for each in person.appearances for one, _, _ in find_wounds(each.record)
    )


def _build_statistics(
    book: Phrasebook,
    contexts: Sequence[PageContext],
    people: Sequence[PersonRecord],
    labels: Mapping[str, str],
) -> Iterator[Block]:
    """Yield the statistics over all fights: by person, and by player if one played several."""
    players = _TallySums()
    sums = _TallySums()
    names: dict[str, Span] = {}
    unseen = {context.record.key: context.unseen for context in contexts}
    for context in contexts:
        for player, tally in context.record.statistics.players.items():
            players.add(player, tally, context.unseen.player(player), context.unseen.anybody())
            names[player] = Span(player)
    for person in people:
        names[person.key] = Span(labels[person.key], "", person.key)
        for record, one in person.appearances:
            if one.id in record.statistics.combatants:
                tally = record.statistics.combatants[one.id]
                hide = unseen[record.key]
                sums.add(person.key, tally, hide.combatant(one.id), hide.anybody())
    if not sums.tallies:
        return
    yield Heading(book.one("page.statistics"))
    yield build_tally_table(book, book.one("page.who.name"), sums.rows(names))
    played = Counter(person.last.player for person in people if person.key in sums.tallies)
    if any(played[player] != 1 for player in players.tallies):
        yield Heading(book.one("page.by-player"), 3)
        yield build_tally_table(book, book.one("page.who.player"), players.rows(names))
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

    def rows(self, names: Mapping[str, Span]) -> tuple[tuple[Inlines, ...], ...]:
        """Return a table row for each key."""
        return tuple(
            (
                (names[key],),
                *map(prose, format_page_tally(tally, key in self._hidden, key in self._veiled)),
            )
            for key, tally in self.tallies.items()
        )
