"""The pages of an earlier publication that stand under other names by now, since somebody was
renamed: finding them, and making them lead to the new ones."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from combatlog.publish.edit_summary import make_tag
from combatlog.publish.planned_pages import PlannedPage
from combatlog.publish.wiki import PageRefused, Wiki, WikiPage


class EarlierPages(NamedTuple):
    """What is known of an earlier publication: whether there may have been one, and the pages that
    stand under another address than they are going to have, by their keys."""

    is_known: bool = True
    old: Mapping[str, WikiPage] = {}


def find_earlier_pages(
    wiki: Wiki, pages: Sequence[PlannedPage], current: Container[str]
) -> EarlierPages:
    """Return what the index on the wiki shows of an earlier publication: it links to its pages."""
    if len(pages) < 2 or pages[-1].key in current:
        return EarlierPages()
    try:
        index = wiki.read(pages[-1].address)
        if not index.exists:
            return EarlierPages(bool(wiki.find_deletion(pages[-1].address)))
        links = wiki.list_links(wiki.find_own(pages[-1].key, index).text or "")
        planned = {page.address for page in pages}
        gone = [link for link in links if link not in planned]
        wiki.read_ahead(gone)
        return EarlierPages(True, _find_old(wiki, pages, gone))
    except PageRefused:
        return EarlierPages()


def _find_old(wiki: Wiki, pages: Sequence[PlannedPage], gone: Sequence[str]) -> dict[str, WikiPage]:
    """Return the pages of these keys among those at addresses that are no longer planned."""
    planned = {page.address for page in pages}
    by_tag = {tag: page.key for page in pages for tag in (page.key, make_tag(page.key))}
    old: dict[str, WikiPage] = {}
    for link in gone:
        with suppress(PageRefused):
            there = wiki.read(link)
            if there.exists and there.address not in planned:  # else it leads there already
                keys = wiki.find_own(pages[-1].key, there).other_keys[:1]
                old |= {by_tag[key]: there for key in keys if key in by_tag}
    return old


def move_page(wiki: Wiki, page: PlannedPage, old: WikiPage) -> str:
    """Make the old page of a page lead to its new one; return what became of it."""
    try:
        if conflict := wiki.find_own(page.key, old).conflict:
            raise PageRefused(conflict)
        wiki.move(old, page.address, page.key, page.title)
    except PageRefused as refused:
        return f"its old page {old.address} stays as it is: {refused}"
    return f"its old page {old.address} leads there"
