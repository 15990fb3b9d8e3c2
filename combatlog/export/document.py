"""The parts of a page before it is written in a format.

All text in it is plain: only the writers (`formats`) know markup, and they escape everything that
could be read as markup.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from projections.text.prose import Prose, Span

__all__ = [
    "Block",
    "Bullets",
    "Code",
    "FileLink",
    "Folded",
    "Footnote",
    "Heading",
    "Inline",
    "Inlines",
    "Page",
    "Paragraph",
    "Property",
    "Small",
    "Span",
    "Table",
]


class Small(NamedTuple):
    """An aside in small print: dice, numbers."""

    spans: Prose


class Footnote(NamedTuple):
    """A note at the foot of the page, referred to from here. The writer numbers notes in the order
    in which they appear."""

    spans: Prose


class FileLink(NamedTuple):
    """A link to a file that goes with the page. `key` names the file among the addresses; without
    an address nothing is written."""

    text: str
    key: str


Inline: TypeAlias = "Span | Small | Footnote | FileLink"
Inlines: TypeAlias = "tuple[Inline, ...]"


class Heading(NamedTuple):
    """A heading. `level` 2 is a section of the page (the page title is 1), 3 a section within
    it."""

    text: str
    level: int = 2


class Paragraph(NamedTuple):
    """A paragraph."""

    inlines: Inlines


class Bullets(NamedTuple):
    """A bulleted list, one item a line."""

    items: tuple[Inlines, ...]


class Table(NamedTuple):
    """A table: the names of its columns, and its rows, each as wide as `head`. `numbers` holds the
    indexes of the columns that are aligned to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    numbers: frozenset[int] = frozenset()


class Folded(NamedTuple):
    """Lines that stay folded below a summary, where the format can do that."""

    summary: str
    lines: tuple[Inlines, ...]


class Code(NamedTuple):
    """A line of fixed-width text to be copied whole: a seal, a command."""

    text: str


Block: TypeAlias = "Heading | Paragraph | Bullets | Table | Folded | Code"

Property: TypeAlias = "str | int | Span | tuple[str | Span, ...]"

Kind = Literal["fight", "combatant", "campaign"]


class Page(NamedTuple):
    """A page. `key` is unique among the pages of an export; links name it (`Span.to`). `properties`
    are for machines (front matter, categories): each is a text, a number or a list of texts; a text
    that names a page is a `Span` that links to it.
    `fights` are the ids of the fights that the page describes."""

    key: str
    kind: Kind
    title: str
    blocks: tuple[Block, ...]
    properties: dict[str, Property] = {}
    fights: tuple[str, ...] = ()
