"""A page in Markdown, whatever the wiki does with links, folded lines and footnotes (`Dialect`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

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
from combatlog.export.formats.shared_text import Footnotes, edges, plain
from combatlog.wiki.formats.format import Addresses
from combatlog.wiki.formats.markdown_text import emphasised
from combatlog.wiki.formats.runs import Item, Run, items, runs
from projections.text.prose import Mark, Prose, text_of


class Dialect(NamedTuple):
    """What wikis that read Markdown do each in their own way.

    `escape` is text without markup, `link` a link (what it reads as, where it leads to, whether in
    a table); `fold` lines that are folded away below a summary, `code` a line of fixed width;
    `referred` a footnote's sign in the text, `noted` the footnotes themselves.
    """

    escape: Callable[[str], str]
    link: Callable[[str, str, bool], str]
    fold: Callable[[str, Sequence[str]], str]
    code: Callable[[str], str]
    referred: Callable[[int], str]
    noted: Callable[[Sequence[str]], str]


class Writer:
    """Writes the blocks of one page."""

    def __init__(self, dialect: Dialect, addresses: Addresses) -> None:
        self.dialect = dialect
        self.addresses = addresses
        self.footnotes = Footnotes()
        self.in_table = False
        self.slanted = False

    def text(self, page: Page, title: bool = True) -> str:
        """The page, with its title above it if that is to stand there."""
        blocks = [self.heading(page.title, 1)] if title else []
        blocks += [written for block in page.blocks if (written := self.block(block))]
        if self.footnotes.notes:
            blocks.append(self.dialect.noted([self.prose(note) for note in self.footnotes.notes]))
        return "\n\n".join(blocks) + "\n"

    def block(self, block: Block) -> str:
        """A block without the empty lines around it; empty where there is nothing to read."""
        match block:
            case Heading(text, level):
                return self.heading(text, level)
            case Paragraph(inlines):
                return self.line(inlines)
            case Bullets(items):
                return self.bullets(items)
            case Table():
                return self.table(block)
            case Folded(summary, lines):
                return self.dialect.fold(summary, [self.line(line) for line in lines])
            case Code(text):
                return self.dialect.code(text)

    def heading(self, text: str, level: int) -> str:
        """A heading."""
        return f"{'#' * level} {self.dialect.escape(plain(text).strip())}".rstrip()

    def bullets(self, items: Sequence[Inlines]) -> str:
        """A list."""
        return "\n".join(f"- {self.line(item)}".rstrip() for item in items)

    def table(self, table: Table) -> str:
        """A table; without a name for any column it has none."""
        self.in_table = True
        rows = [[self.dialect.escape(plain(name).strip()) for name in table.head]]
        rows.append(["--:" if n in table.numbers else "---" for n in range(len(table.head))])
        rows += [[self.line(cell) for cell in row] for row in table.rows]
        self.in_table = False
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def line(self, inlines: Inlines) -> str:
        """A line as people read it, without space at its ends."""
        return self.joined(items(inlines, self.addresses)).strip()

    def joined(self, line: Sequence[Item], before: str = "", after: str = "") -> str:
        """The parts of a line between what is written before and after it."""
        written = before
        for part, behind in zip(line, [*map(_beginning, line[1:]), after], strict=False):
            piece = self.part(part, written, behind)
            if written.endswith("]") and piece.startswith("("):
                piece = f"\\{piece}"  # or brackets before it would take it for an address
            written += piece
        return written[len(before) :]

    def part(self, part: Item, before: str, after: str) -> str:
        """One part of a line."""
        match part:
            case Footnote():
                return self.dialect.referred(self.footnotes.numbered(part))
            case Small(spans):
                self.slanted = True
                inner = self.joined(runs(spans, self.addresses), "*", "*")
                self.slanted = False
                return self.marked(inner, text_of(spans), "emphasis", before, after)
            case Run(text, mark, address):
                inner = self.dialect.escape(text)
                if address and text.strip():
                    inner = self.dialect.link(text.strip(), address, self.in_table)
                return self.marked(inner, text, mark, before, after)

    def marked(self, inner: str, text: str, mark: Mark, before: str, after: str) -> str:
        """What stands out, with the space at its ends outside of the marks."""
        left, bare, right = edges(plain(text))
        if not bare:
            return left
        if not mark:
            return inner
        if mark == "emphasis" and self.slanted:
            return f"{left}<em>{inner.strip()}</em>{right}"  # asterisks would end what is around
        written = emphasised(inner.strip(), mark, left or before, right or after)
        return f"{left}{written}{right}"

    def prose(self, spans: Prose) -> str:
        """A footnote's text."""
        return self.joined(runs(spans, self.addresses)).strip()


def _beginning(part: Item) -> str:
    """What stands first in a part of a line, as far as asterisks before it are concerned."""
    return part.text[:1] if isinstance(part, Run) and not (part.mark or part.address) else "*"
