"""The pages of a fight, and those of a whole campaign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from combatlog.campaign import Campaign
from combatlog.wiki.contents.campaign import campaign_page
from combatlog.wiki.contents.combatant import combatant_page
from combatlog.wiki.contents.fight import fight_page
from combatlog.wiki.contents.options import Options
from combatlog.wiki.contents.people import Person, creatures, links_to, people
from combatlog.wiki.contents.record import Desk, Links, Record, record
from combatlog.wiki.document import Page


class Book(NamedTuple):
    """Pages, and those their links lead to besides: of creatures somebody may have written of."""

    pages: list[Page]
    creatures: list[Page]


def fight_book(campaign: Campaign, fight: str, options: Options = Options()) -> Book:
    """The page of a fight, then those of the people who fought in it, with all their fights.
    Raises `Refused` where the name means no one fight, or there is no such language."""
    id = campaign.find(fight).id
    records = _records(campaign)
    found = people(records)
    links = links_to(records, found)
    mine = next(each for each in records if each.listed.id == id)
    here = [one for one in found if any(each.record is mine for each in one.appearances)]
    pages = [fight_page(Desk(mine, options, links)), *_pages_of(here, options, links)]
    return Book(pages, creatures({key: to for key, to in links.items() if key[0] == id}))


def campaign_book(campaign: Campaign, name: str, options: Options = Options()) -> Book:
    """The index of a campaign called `name`, a page a fight, and a page for everybody who has
    one. Raises `Refused` where there is no such language."""
    records = _records(campaign)
    found = people(records)
    links = links_to(records, found)
    pages = [
        campaign_page(name, records, found, options, links),
        *(fight_page(Desk(each, options, links)) for each in records),
        *_pages_of(found, options, links),
    ]
    return Book(pages, creatures(links))


def fight_pages(campaign: Campaign, fight: str, options: Options = Options()) -> list[Page]:
    """The pages of a fight alone."""
    return fight_book(campaign, fight, options).pages


def campaign_pages(campaign: Campaign, name: str, options: Options = Options()) -> list[Page]:
    """The pages of a campaign alone."""
    return campaign_book(campaign, name, options).pages


def _records(campaign: Campaign) -> list[Record]:
    return [record(campaign, each.id) for each in campaign.fights()]


def _pages_of(some: Sequence[Person], options: Options, links: Links) -> list[Page]:
    return [combatant_page(person, options, links) for person in some]
