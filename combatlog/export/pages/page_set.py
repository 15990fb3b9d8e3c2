"""The pages of a fight, and those of a whole campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from combatlog.app.campaign import Campaign
from combatlog.export.document import Page, Paragraph
from combatlog.export.pages.campaign_page import compose_campaign_page, make_campaign_key
from combatlog.export.pages.combatant_page import compose_combatant_page
from combatlog.export.pages.fight_page import compose_fight_page
from combatlog.export.pages.page_context import (
    FightReader,
    FightRecord,
    Links,
    PageContext,
    PageOptions,
)
from combatlog.export.pages.participants_section import (
    build_links,
    find_people,
)
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.text.prose import Prose, Span, fill_template, join_prose


def link_neighbours(
    book: Phrasebook, index: tuple[str, str], records: Sequence[FightRecord], key: str
) -> Paragraph:
    """Return links to the campaign (`index`: its key and name) and, for the page of a fight, to the
    fights before and after it."""
    place = next((at for at, each in enumerate(records) if each.key == key), -1)
    links = [_link_page(book, "campaign", *index)]
    if place > 0:
        links.append(_link_fight(book, "before", records[place - 1]))
    if 0 <= place < len(records) - 1:
        links.append(_link_fight(book, "after", records[place + 1]))
    return Paragraph(join_prose(links, " · "))


def _link_fight(book: Phrasebook, where: str, record: FightRecord) -> Prose:
    return _link_page(book, where, record.key, record.state.title)


def _link_page(book: Phrasebook, where: str, key: str, name: str) -> Prose:
    return fill_template(book.one(f"page.around.{where}"), {"name": (Span(name, "", key),)})


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
    return compose_fight_page(
        PageContext(FightReader(campaign, options.audience).read(fight), options, {})
    )


def build_fight_page_set(
    campaign: Campaign, fight: str, name: str = "", options: PageOptions = PageOptions()
) -> PageSet:
    """Return the page of a fight, then those of its combatants with all their fights.

    `name` is the name of the campaign. Raises `Refused` if `fight` does not mean one fight, or
    there is no such language.
    """
    id = campaign.find(fight).id
    reader = FightReader(campaign, options.audience)
    records = [reader.read(each.id, each.id == id) for each in campaign.fights()]
    source = _CampaignPages(records, name, options)
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
    source = _CampaignPages(
        [reader.read(each.id) for each in campaign.fights()],
        name,
        options,
    )
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

    def __init__(self, records: Sequence[FightRecord], name: str, options: PageOptions) -> None:
        self._records = records
        self._name = name
        self._options = options
        self._people = find_people(records)
        self.links: Links = build_links(self._people)

    def list_pages(self) -> list[Page]:
        """Return all pages of the campaign, bare."""
        return [
            Page(make_campaign_key(self._records), "campaign", self._name, ()),
            *self.list_by_age(),
        ]

    def list_by_age(self) -> Iterator[Page]:
        """Yield each fight and, behind it, the combatants who fought in it first; all pages
        bare."""
        for each in self._records:
            yield Page(each.key, "fight", each.state.title, ())
            for person in self._people:
                if person.appearances[0].record is each:
                    yield Page(person.key, "combatant", person.name, ())

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
        index = make_campaign_key(self._records), self._name
        book = load_phrasebook(self._options.language)
        around = link_neighbours(book, index, self._records, bare.key)
        foot = 3 if page.kind == "fight" else 0  # the seal: heading, sentence, digits
        end = len(page.blocks) - foot
        return page._replace(blocks=(*page.blocks[:end], around, *page.blocks[end:]))

    def _compose(self, bare: Page) -> Page:
        if bare.kind == "campaign":
            return compose_campaign_page(
                self._name, self._records, self._people, self._options, self.links
            )
        if bare.kind == "fight":
            mine = next(each for each in self._records if each.key == bare.key)
            return compose_fight_page(PageContext(mine, self._options, self.links))
        person = next(each for each in self._people if each.key == bare.key)
        return compose_combatant_page(person, self._options, self.links)
