"""The last line of a page: where its neighbours are."""

from __future__ import annotations

from collections.abc import Sequence

from combatlog.export.document import Paragraph
from combatlog.export.pages.page_context import Record
from projections.narrative.phrasebook import Phrasebook
from projections.text.prose import Prose, Span, between, filled


def around(
    book: Phrasebook, index: tuple[str, str], records: Sequence[Record], key: str
) -> Paragraph:
    """Links to the campaign (`index`: its key and name) and, from the page of a fight, to the one
    before and the one after it."""
    place = next((at for at, each in enumerate(records) if each.key == key), -1)
    links = [_link(book, "campaign", *index)]
    if place > 0:
        links.append(_to(book, "before", records[place - 1]))
    if 0 <= place < len(records) - 1:
        links.append(_to(book, "after", records[place + 1]))
    return Paragraph(between(links, " · "))


def _to(book: Phrasebook, where: str, record: Record) -> Prose:
    return _link(book, where, record.key, record.state.title)


def _link(book: Phrasebook, where: str, key: str, name: str) -> Prose:
    return filled(book.one(f"page.around.{where}"), {"name": (Span(name, "", key),)})
