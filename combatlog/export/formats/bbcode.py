"""BBCode as World Anvil reads it.

It knows no escapes, and what `[noparse]` holds may end it. But articles become HTML: characters
that could begin a tag (`[b]`), a mention (`@[x](y:z)`), a comment (`/*`), a field of the sidebar
(`--x::y--`) or the label of a spoiler (`|`) are written as HTML's entities, which the reader's
browser turns back. Forums that show entities as they are typed are not served by this.
World Anvil gives articles ids of its own: pages do not lead to each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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
from combatlog.export.formats.page_addresses import addressed_files
from combatlog.export.formats.shared_text import (
    Addresses,
    Footnotes,
    Format,
    Item,
    Run,
    edges,
    items,
    plain,
    runs,
)
from projections.text.prose import Prose

_MARKUP = re.compile(
    r"""
      [\[\]<>|@*{}\\`~_#$^"]
    | &(?=[\#A-Za-z])                       # entities that somebody typed
    | ^[-+=] | (?<=-)- | -(?=-) | -$        # fields of the sidebar, lists, rules
    | :(?!\s) | (?<=:): | (?<=\w)\.(?=[^\W\d])
    """,
    re.VERBOSE,
)
_TAGS = {"strong": "b", "emphasis": "i"}
_DEEPEST = 4


class _Article:
    """Writes one page."""

    def __init__(self) -> None:
        self.footnotes = Footnotes()

    def text(self, page: Page) -> str:
        """The whole article."""
        blocks = [self.heading(page.title, 1), *map(self.block, page.blocks)]
        if self.footnotes.notes:
            blocks.append("[hr]\n" + self.list("ol", map(self.prose, self.footnotes.notes)))
        return "\n\n".join(filter(None, blocks)) + "\n"

    def block(self, block: Block) -> str:
        """A block."""
        match block:
            case Heading(text, level):
                return self.heading(text, level)
            case Paragraph(inlines):
                return self.line(inlines)
            case Bullets(lines):
                return self.list("ul", map(self.line, lines))
            case Table():
                return self.table(block)
            case Folded(summary, lines):
                inside = self.list("ul", map(self.line, lines))
                return f"[spoiler]{inside}|{_text(summary).strip()}[/spoiler]"
            case Code(text):
                return f"[code]{_text(text)}[/code]"

    def heading(self, text: str, level: int) -> str:
        """A heading; World Anvil knows four levels."""
        tag = f"h{min(level, _DEEPEST)}"
        return f"[{tag}]{_text(text).strip()}[/{tag}]"

    def list(self, tag: str, lines: Iterator[str] | Sequence[str]) -> str:
        """A list, in one line: an end of a line would be an empty one."""
        return f"[{tag}]{''.join(f'[li]{line}[/li]' for line in lines)}[/{tag}]"

    def table(self, table: Table) -> str:
        """A table."""
        rows = ["".join(f"[th]{_text(name).strip()}[/th]" for name in table.head)]
        rows += ["".join(f"[td]{self.line(cell)}[/td]" for cell in row) for row in table.rows]
        return f"[table]{''.join(f'[tr]{row}[/tr]' for row in rows)}[/table]"

    def line(self, inlines: Inlines) -> str:
        """A line as people read it."""
        return "".join(map(self.part, items(inlines, {}))).strip()

    def prose(self, spans: Prose) -> str:
        """Prose of an aside."""
        return "".join(map(self.part, runs(spans, {}))).strip()

    def part(self, part: Item) -> str:
        """One part of a line."""
        match part:
            case Run(text, ""):
                return _text(text)
            case Run(text, mark):
                left, bare, right = edges(text)
                tag = _TAGS[mark]
                return f"{left}[{tag}]{_text(bare)}[/{tag}]{right}" if bare else left
            case Small(spans):
                return f"[small]{self.prose(spans)}[/small]"
            case Footnote():
                return f"[sup]{self.footnotes.numbered(part)}[/sup]"


def _text(text: str) -> str:
    return _MARKUP.sub(lambda found: f"&#{ord(found[0])};", plain(text))


def _written(page: Page, addresses: Addresses) -> str:
    return _Article().text(page)


BBCODE = Format(_written, addressed_files, ".txt")
"""World Anvil's BBCode."""
