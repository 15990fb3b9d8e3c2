"""BBCode as World Anvil reads it.

World Anvil's BBCode has no escapes, and text inside `[noparse]` can end it. But articles become
HTML: characters that could begin a tag (`[b]`), a mention (`@[x](y:z)`), a comment (`/*`), a field
of the sidebar (`--x::y--`) or the label of a spoiler (`|`) are written as HTML entities, which the
browser turns back. This does not work in forums that show entities as typed. World Anvil gives
articles ids of its own, so pages do not link to each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from combatlog.export.document import Footnote, Inlines, Page, Table
from combatlog.export.formats.page_formats import Format, assign_file_names
from combatlog.export.formats.page_writer import (
    Addresses,
    PageWriter,
    TextRun,
    clean_page_text,
    split_edges,
)
from projections.text.prose import Prose

_MARKUP = re.compile(
    r"""
      [\[\]<>|@*{}\\`~_#$^"]
    | &(?=[\#A-Za-z])                       # typed entities
    | ^[-+=] | (?<=-)- | -(?=-) | -$        # fields of the sidebar, lists, rules
    | :(?!\s) | (?<=:): | (?<=\w)\.(?=[^\W\d])
    """,
    re.VERBOSE,
)
_TAGS = {"strong": "b", "emphasis": "i"}
_DEEPEST = 4


class _BbcodeWriter(PageWriter):
    """A writer of one page, without links."""

    def write_page(self, page: Page) -> str:
        """Write the whole article."""
        blocks = [self.write_heading(page.title, 1), *map(self.write_block, page.blocks)]
        if self.notes:
            blocks.append("[hr]\n" + self.write_list("ol", map(self.write_prose, self.notes)))
        return "\n\n".join(filter(None, blocks)) + "\n"

    def write_heading(self, text: str, level: int) -> str:
        """Write a heading; World Anvil has four levels."""
        tag = f"h{min(level, _DEEPEST)}"
        return f"[{tag}]{_escape(text).strip()}[/{tag}]"

    def write_bullets(self, lines: Sequence[Inlines]) -> str:
        return self.write_list("ul", map(self.write_line, lines))

    def write_list(self, tag: str, lines: Iterable[str]) -> str:
        """Write a list on one line: World Anvil shows a line end as an empty line."""
        return f"[{tag}]{''.join(f'[li]{line}[/li]' for line in lines)}[/{tag}]"

    def write_table(self, table: Table) -> str:
        rows = ["".join(f"[th]{_escape(name).strip()}[/th]" for name in table.head)]
        rows += ["".join(f"[td]{self.write_line(cell)}[/td]" for cell in row) for row in table.rows]
        return f"[table]{''.join(f'[tr]{row}[/tr]' for row in rows)}[/table]"

    def write_folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        return f"[spoiler]{self.write_bullets(lines)}|{_escape(summary).strip()}[/spoiler]"

    def write_code(self, text: str) -> str:
        return f"[code]{_escape(text)}[/code]"

    def write_prose(self, spans: Prose) -> str:
        return super().write_prose(spans).strip()

    def write_run(self, run: TextRun) -> str:
        if not run.mark:
            return _escape(run.text)
        left, bare, right = split_edges(run.text)
        tag = _TAGS[run.mark]
        return f"{left}[{tag}]{_escape(bare)}[/{tag}]{right}" if bare else left

    def write_small(self, spans: Prose) -> str:
        return f"[small]{self.write_prose(spans)}[/small]"

    def write_footnote(self, note: Footnote) -> str:
        return f"[sup]{self.number_note(note)}[/sup]"


def _escape(text: str) -> str:
    return _MARKUP.sub(lambda match: f"&#{ord(match[0])};", clean_page_text(text))


def _render(page: Page, addresses: Addresses) -> str:
    return _BbcodeWriter({}).write_page(page)


BBCODE = Format(_render, assign_file_names, ".txt")
"""World Anvil's BBCode."""
