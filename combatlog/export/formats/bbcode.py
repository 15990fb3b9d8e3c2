"""BBCode as World Anvil reads it.

It knows no escapes, and what `[noparse]` holds may end it. But articles become HTML: characters
that could begin a tag (`[b]`), a mention (`@[x](y:z)`), a comment (`/*`), a field of the sidebar
(`--x::y--`) or the label of a spoiler (`|`) are written as HTML's entities, which the reader's
browser turns back. Forums that show entities as they are typed are not served by this.
World Anvil gives articles ids of its own: pages do not lead to each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from combatlog.export.document import Footnote, Inlines, Page, Table
from combatlog.export.formats.page_addresses import addressed_files
from combatlog.export.formats.page_formats import Format
from combatlog.export.formats.page_writer import Addresses, PageWriter, Run, edges, plain
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


class _Article(PageWriter):
    """Writes one page; World Anvil has no addresses for links."""

    def text(self, page: Page) -> str:
        """The whole article."""
        blocks = [self.heading(page.title, 1), *map(self.block, page.blocks)]
        if self.notes:
            blocks.append("[hr]\n" + self.list("ol", map(self.prose, self.notes)))
        return "\n\n".join(filter(None, blocks)) + "\n"

    def heading(self, text: str, level: int) -> str:
        """A heading; World Anvil knows four levels."""
        tag = f"h{min(level, _DEEPEST)}"
        return f"[{tag}]{_text(text).strip()}[/{tag}]"

    def bullets(self, lines: Sequence[Inlines]) -> str:
        return self.list("ul", map(self.line, lines))

    def list(self, tag: str, lines: Iterable[str]) -> str:
        """A list, in one line: an end of a line would be an empty one."""
        return f"[{tag}]{''.join(f'[li]{line}[/li]' for line in lines)}[/{tag}]"

    def table(self, table: Table) -> str:
        rows = ["".join(f"[th]{_text(name).strip()}[/th]" for name in table.head)]
        rows += ["".join(f"[td]{self.line(cell)}[/td]" for cell in row) for row in table.rows]
        return f"[table]{''.join(f'[tr]{row}[/tr]' for row in rows)}[/table]"

    def folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        return f"[spoiler]{self.bullets(lines)}|{_text(summary).strip()}[/spoiler]"

    def code(self, text: str) -> str:
        return f"[code]{_text(text)}[/code]"

    def prose(self, spans: Prose) -> str:
        return super().prose(spans).strip()

    def run(self, run: Run) -> str:
        if not run.mark:
            return _text(run.text)
        left, bare, right = edges(run.text)
        tag = _TAGS[run.mark]
        return f"{left}[{tag}]{_text(bare)}[/{tag}]{right}" if bare else left

    def small(self, spans: Prose) -> str:
        return f"[small]{self.prose(spans)}[/small]"

    def footnote(self, note: Footnote) -> str:
        return f"[sup]{self.number(note)}[/sup]"


def _text(text: str) -> str:
    return _MARKUP.sub(lambda found: f"&#{ord(found[0])};", plain(text))


def _written(page: Page, addresses: Addresses) -> str:
    return _Article({}).text(page)


BBCODE = Format(_written, addressed_files, ".txt")
"""World Anvil's BBCode."""
