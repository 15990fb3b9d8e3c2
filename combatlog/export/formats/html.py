"""HTML to paste into a wiki or a forum: one `<article>` without scripts, styles or classes.

Headings, cells and names that lead somewhere are set in the direction of their own script, so that
a Hebrew or Arabic one does not turn the sentence round. Ids begin with the page's own key, and do
not meet those of the page around. What Kanka would read as a mention (`[character:1]`) has its
bracket in a `<span>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote

from combatlog.export.document import (
    Block,
    Bullets,
    Code,
    Folded,
    Footnote,
    Heading,
    Inlines,
    Page,
    Paragraph,
    Small,
    Table,
)
from combatlog.export.formats.markdown import page_name
from combatlog.export.formats.page_addresses import addressed_files
from combatlog.export.formats.shared_text import (
    Addresses,
    Footnotes,
    Format,
    Item,
    Run,
    items,
    plain,
    runs,
)
from projections.text.prose import Prose

_TAGS = {"": "", "strong": "strong", "emphasis": "em"}
_MENTION = re.compile(r"\[(?=\w+:)")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class _Fragment:
    """Writes one page."""

    def __init__(self, page: Page, addresses: Addresses) -> None:
        self.page = page
        self.addresses = addresses
        self.footnotes = Footnotes()
        self.prefix = "-".join(["combatlog", *re.findall("[A-Za-z0-9]+", page.key)])

    def text(self) -> str:
        """The whole fragment."""
        language = str(self.page.properties.get("language", ""))
        lang = f' lang="{language}"' if _LANGUAGE.fullmatch(language) else ""
        blocks = [line for block in self.page.blocks for line in self.block(block)]
        lines = [self.heading(self.page.title, 1), *blocks, *self.notes()]
        return "\n".join([f'<article id="{self.prefix}"{lang}>', *lines, "</article>", ""])

    def block(self, block: Block) -> Iterator[str]:
        """A block, line by line."""
        match block:
            case Heading(text, level):
                yield self.heading(text, level)
            case Paragraph(inlines):
                yield f"<p>{self.line(inlines)}</p>"
            case Bullets(lines):
                yield from self.list(lines)
            case Table():
                yield from self.table(block)
            case Folded(summary, lines):
                yield f'<details><summary dir="auto">{_text(summary)}</summary>'
                yield from self.list(lines)
                yield "</details>"
            case Code(text):
                yield f"<pre><code>{_text(text)}</code></pre>"

    def heading(self, text: str, level: int) -> str:
        """A heading."""
        return f'<h{level} dir="auto">{_text(text)}</h{level}>'

    def list(self, lines: Sequence[Inlines]) -> Iterator[str]:
        """A list."""
        yield "<ul>"
        yield from (f"<li>{self.line(line)}</li>" for line in lines)
        yield "</ul>"

    def table(self, table: Table) -> Iterator[str]:
        """A table."""
        align = [' align="right"' if n in table.numbers else "" for n in range(len(table.head))]
        head = (
            f'<th scope="col"{at} dir="auto">{_text(name)}</th>'
            for at, name in zip(align, table.head, strict=True)
        )
        yield f"<table>\n<thead><tr>{''.join(head)}</tr></thead>\n<tbody>"
        for row in table.rows:
            cells = zip(align, row, strict=True)
            yield f"<tr>{''.join(_cell(at, self.line(cell)) for at, cell in cells)}</tr>"
        yield "</tbody>\n</table>"

    def line(self, inlines: Inlines) -> str:
        """A line as people read it."""
        return "".join(map(self.part, items(inlines, self.addresses))).strip()

    def prose(self, spans: Prose) -> str:
        """Prose of an aside."""
        return "".join(map(self.part, runs(spans, self.addresses))).strip()

    def part(self, part: Item) -> str:
        """One part of a line."""
        match part:
            case Run(text, mark, address):
                inner = _text(text)
                if address:
                    page = quote(address.rpartition("/")[2], safe="")
                    inner = f'<a href="{page}.html" dir="auto">{inner}</a>'
                return f"<{_TAGS[mark]}>{inner}</{_TAGS[mark]}>" if mark else inner
            case Small(spans):
                return f"<small>{self.prose(spans)}</small>"
            case Footnote():
                number = self.footnotes.numbered(part)
                here, there = f"{self.prefix}-ref-{number}", f"{self.prefix}-note-{number}"
                return f'<sup id="{here}"><a href="#{there}">{number}</a></sup>'

    def notes(self) -> Iterator[str]:
        """The footnotes, each with the way back."""
        if not self.footnotes.notes:
            return
        yield "<hr>\n<ol>"
        for number, note in enumerate(self.footnotes.notes, 1):
            back = f'<a href="#{self.prefix}-ref-{number}">↩</a>'
            yield f'<li id="{self.prefix}-note-{number}">{self.prose(note)} {back}</li>'
        yield "</ol>"


def _cell(align: str, inner: str) -> str:
    return f'<td{align} dir="auto">{inner}</td>'


def _text(text: str) -> str:
    return _MENTION.sub("<span>[</span>", escape(plain(text)))


def _written(page: Page, addresses: Addresses) -> str:
    return _Fragment(page, addresses).text()


def _addressed(pages: Sequence[Page], prefix: str) -> dict[str, str]:
    return addressed_files(pages, prefix, page_name, "-{}")


HTML = Format(_written, _addressed, ".html")
"""A fragment of HTML."""
