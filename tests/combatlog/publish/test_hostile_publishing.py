"""Whatever people call their characters: it is published, comes back as it was sent, and is not
published again."""

from __future__ import annotations

import pytest

from combatlog.export.document import Page
from combatlog.export.formats.dokuwiki import DOKUWIKI
from combatlog.export.formats.mediawiki import MEDIAWIKI
from combatlog.export.formats.page_formats import Format
from combatlog.publish.planned_pages import PlannedPage
from combatlog.publish.publishing import publish_pages
from tests.combatlog.export.formats.hostile_pages import BLANK, HOSTILE, blocks_of, everywhere
from tests.combatlog.publish.given import doku_client, media_client
from tests.services.dokuwiki import DokuWiki
from tests.services.mediawiki import MediaWiki

SEVERAL = 8
"""Texts on a page."""


def sheets(format: Format, prefix: str) -> list[PlannedPage]:
    """Pages with every text in every place, each called by one of the texts."""
    pages = [BLANK._replace(blocks=blocks_of("Blank"))]
    for at in range(0, len(HOSTILE), SEVERAL):
        some = HOSTILE[at : at + SEVERAL]
        blocks = tuple(block for text in some for block in blocks_of(text))
        pages.append(Page(f"fight:{at}", "fight", some[0], blocks))
    addresses = format.assign_addresses(pages, prefix)
    return [
        PlannedPage(
            page.key, page.title, addresses[page.key], format.render(page, addresses), {0: 1}, {}
        )
        for page in pages
    ]


def fates(wiki: MediaWiki | DokuWiki, some: list[PlannedPage]) -> set[str]:
    """What becomes of the pages, and of those that are refused why."""
    client = media_client(wiki) if isinstance(wiki, MediaWiki) else doku_client(wiki)
    return {step.problem or step.outcome for step in publish_pages(client, some)}


@pytest.mark.parametrize("kind", ["mediawiki", "dokuwiki"])
def test_hostile_pages_are_published_once(kind: str, request: pytest.FixtureRequest) -> None:
    wiki = request.getfixturevalue(kind)
    some = sheets(MEDIAWIKI if kind == "mediawiki" else DOKUWIKI, "Hostile")
    assert {"created"} == fates(wiki, some)
    assert {"unchanged"} == fates(wiki, some)


@pytest.mark.parametrize("kind", ["mediawiki", "dokuwiki"])
@pytest.mark.parametrize("at", range(0, len(HOSTILE), 7))
def test_hostile_addresses_are_taken(kind: str, at: int, request: pytest.FixtureRequest) -> None:
    """As titles of pages the wiki takes them as they were made."""
    wiki = request.getfixturevalue(kind)
    format = MEDIAWIKI if kind == "mediawiki" else DOKUWIKI
    page = everywhere(HOSTILE[at])
    addresses = format.assign_addresses([page], f"At {at}")
    sheet = PlannedPage(page.key, page.title, addresses[page.key], "One.", {0: 1}, {})
    client = media_client(wiki) if kind == "mediawiki" else doku_client(wiki)
    [step] = publish_pages(client, [sheet])
    assert ("created", sheet.address) == (step.outcome, client.read(sheet.address).address)
