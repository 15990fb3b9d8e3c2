"""A page before any format is put on it.

Everything in it is text as it is to be read: only the writers (`formats`) know markup, and
escape whatever might be taken for it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from projections.text.prose import Prose, Span

__all__ = [
    "Block",
    "Bullets",
    "Code",
    "Folded",
    "Footnote",
    "Heading",
    "Inline",
    "Inlines",
    "Page",
    "Paragraph",
    "Small",
    "Span",
    "Table",
]


class Small(NamedTuple):
    """An aside in small print: dice, numbers."""

    spans: Prose


class Footnote(NamedTuple):
    """A note at the foot of the page, referred to from here; the writer numbers them in the
    order in which they come."""

    spans: Prose


Inline: TypeAlias = "Span | Small | Footnote"
Inlines: TypeAlias = "tuple[Inline, ...]"


class Heading(NamedTuple):
    """A heading; `level` 2 is a section of the page (the page's own title is 1), 3 one below."""

    text: str
    level: int = 2


class Paragraph(NamedTuple):
    """A paragraph."""

    inlines: Inlines


class Bullets(NamedTuple):
    """A list, an item a line."""

    items: tuple[Inlines, ...]


class Table(NamedTuple):
    """A table: what its columns are called, and its rows, each as wide as that. Of `numbers`,
    columns by their index, the cells are aligned to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    numbers: frozenset[int] = frozenset()


class Folded(NamedTuple):
    """Lines that are folded away below a summary, where the format can do that."""

    summary: str
    lines: tuple[Inlines, ...]


class Code(NamedTuple):
    """Fixed-width text of one line, to be copied whole: a seal, a command."""

    text: str


Block: TypeAlias = "Heading | Paragraph | Bullets | Table | Folded | Code"

Kind = Literal["fight", "combatant", "campaign"]


class Page(NamedTuple):
    """A page. `key` is unique among the pages of an export, and what links to it say (`Span.to`);
    `properties` are for machines (front matter, categories): flat, each a text, a number or a
    list of texts. `fights` are the ids of the fights it tells of."""

    key: str
    kind: Kind
    title: str
    blocks: tuple[Block, ...]
    properties: dict[str, str | int | tuple[str, ...]] = {}
    fights: tuple[str, ...] = ()
