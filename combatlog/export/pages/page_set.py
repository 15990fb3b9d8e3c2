"""The pages of a fight, and those of a whole campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from combatlog.app.campaign import Campaign
from combatlog.export.document import Page, Paragraph
from combatlog.export.pages.campaign_page import compose_campaign_page, make_campaign_key
from combatlog.export.pages.combatant_page import compose_combatant_page
from combatlog.export.pages.fight_page import compose_fight_page
from combatlog.export.pages.fight_records import FightRecords
from combatlog.export.pages.page_context import FightReader, Links, PageContext, PageOptions
from combatlog.export.pages.participants_section import (
    build_links,
    find_people,
)
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.text.prose import Prose, Span, fill_template, join_prose


def link_neighbours(
    book: Phrasebook, index: Page, before: Page | None, after: Page | None
) -> Paragraph:
    """Return links to the campaign (`index`) and, for the page of a fight, to the fights before and
    after it."""
    places = (("campaign", index), ("before", before), ("after", after))
    links = [_link_page(book, where, page) for where, page in places if page is not None]
    return Paragraph(join_prose(links, " · "))


def _link_page(book: Phrasebook, where: str, page: Page) -> Prose:
    name = (Span(page.title, "", page.key),)
    return fill_template(book.one(f"page.around.{where}"), {"name": name})


class PageSet(NamedTuple):
    """Pages to be written: `bare` ones, which `build` makes whole. `order` holds all pages of the
    campaign, bare, in the order in which they choose addresses: so a page has the same address
    whether it is written alone or with the others."""

    bare: list[Page]
    order: list[Page]
    build: Callable[[Page], Page]

    def compose(self) -> Iterator[Page]:
        """Yield the pages whole, one after the other: all of a campaign take much memory."""
        return map(self.build, self.bare)


def build_fight_page(campaign: Campaign, fight: str, options: PageOptions = PageOptions()) -> Page:
    """Return the page of a fight without links; nothing else of the campaign is read. Raises
    `Refused` if the name does not mean one fight, or there is no such language."""
    record = FightReader(campaign, options.audience).read(campaign.find(fight))
    return compose_fight_page(PageContext(record, options, {}))


def build_fight_page_set(
    campaign: Campaign, fight: str, name: str = "", options: PageOptions = PageOptions()
) -> PageSet:
    """Return the page of a fight, then those of its combatants with all their fights.

    `name` is the name of the campaign. Raises `Refused` if `fight` does not mean one fight, or
    there is no such language.
    """
    id = campaign.find(fight).id
    reader = FightReader(campaign, options.audience)
    records = (reader.read(each, each.id == id) for each in campaign.fights())
    source = _CampaignPages(FightRecords(reader, records), name, options)
    return PageSet(source.list_fight_pages(id), source.list_pages(), source.build_page)


def build_campaign_page_set(
    campaign: Campaign, name: str, options: PageOptions = PageOptions()
) -> PageSet:
    """Return the index of a campaign, a page for each fight, and one for each combatant who has a
    page.

    The pages are in the order of their age, so a later page never takes the address of an earlier
    one. `name` is the name of the campaign. Raises `Refused` if there is no such language.
    """
    reader = FightReader(campaign, options.audience)
    records = map(reader.read, campaign.fights())
    source = _CampaignPages(FightRecords(reader, records), name, options)
    pages = source.list_pages()
    return PageSet(pages, pages, source.build_page)


def list_fight_pages(
    campaign: Campaign, fight: str, options: PageOptions = PageOptions()
) -> list[Page]:
    """Return the pages of a fight."""
    return [*build_fight_page_set(campaign, fight, options=options).compose()]


def list_campaign_pages(
    campaign: Campaign, name: str, options: PageOptions = PageOptions()
) -> list[Page]:
    """Return the pages of a campaign."""
    return [*build_campaign_page_set(campaign, name, options).compose()]


class _CampaignPages:
    """The pages of a campaign that has been read: its fights, its name, its options."""

    def __init__(self, records: FightRecords, name: str, options: PageOptions) -> None:
        self._records = records
        self._name = name
        self._options = options
        people = find_people(records)
        self._people = {person.key: person for person in people}
        self.links: Links = build_links(people, records.ids)
        self._index = Page(make_campaign_key(records), "campaign", name, ())
        self._fights = [
            Page(f"fight:{id}", "fight", title, ())
            for id, title in zip(records.ids, records.titles, strict=True)
        ]
        self._places = {page.key: place for place, page in enumerate(self._fights)}

    def list_pages(self) -> list[Page]:
        """Return all pages of the campaign, bare."""
        return [self._index, *self.list_by_age()]

    def list_by_age(self) -> Iterator[Page]:
        """Yield each fight and, behind it, the combatants who fought in it first; all pages
        bare."""
        joined: dict[int, list[Page]] = {}
        for person in self._people.values():
            page = Page(person.key, "combatant", person.name, ())
            joined.setdefault(person.places[0][0], []).append(page)
        for place, fight in enumerate(self._fights):
            yield fight
            yield from joined.get(place, ())

    def list_fight_pages(self, id: str) -> list[Page]:
        """Return the pages of a fight and of its combatants, bare."""
        here = {to for (fight, _), to in self.links.items() if fight == id} | {f"fight:{id}"}
        return sorted(
            (bare for bare in self.list_by_age() if bare.key in here),
            key=lambda page: page.kind != "fight",
        )

    def build_page(self, bare: Page) -> Page:
        """Return a page with its content and links to its neighbours."""
        page = self._compose(bare)
        if not self._name or bare.kind == "campaign":
            return page
        book = load_phrasebook(self._options.language)
        around = link_neighbours(book, self._index, *self._find_neighbours(bare))
        foot = 3 if page.kind == "fight" else 0  # the seal: heading, sentence, digits
        end = len(page.blocks) - foot
        return page._replace(blocks=(*page.blocks[:end], around, *page.blocks[end:]))

    def _find_neighbours(self, bare: Page) -> tuple[Page | None, Page | None]:
        """Return the pages of the fights before and after a fight, where there are any."""
        if bare.kind != "fight":
            return None, None
        place = self._places[bare.key]
        before = self._fights[place - 1] if place else None
        return before, next(iter(self._fights[place + 1 : place + 2]), None)

    def _compose(self, bare: Page) -> Page:
        if bare.kind == "campaign":
            people = [*self._people.values()]
            return compose_campaign_page(
                self._name, self._records, people, self._options, self.links
            )
        if bare.kind == "fight":
            mine = self._records[self._places[bare.key]]
            return compose_fight_page(PageContext(mine, self._options, self.links))
        person = self._people[bare.key]
        return compose_combatant_page(person, self._records, self._options, self.links)
