"""HTML to paste into a wiki or a forum: one `<article>` without scripts, styles or classes.

Headings, cells and links have the direction of their own script, so a Hebrew or Arabic name does
not reverse the sentence around it. Ids begin with the key of the page, so they do not collide with
ids of the page around it. Kanka would read `[character:1]` as a mention: its bracket stands in a
`<span>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote

from combatlog.export.document import Footnote, Inlines, Page, Table
from combatlog.export.formats.markdown import assign_page_names
from combatlog.export.formats.page_formats import Format
from combatlog.export.formats.page_writer import Addresses, PageWriter, TextRun, clean_page_text
from projections.text.prose import Prose

_TAGS = {"": "", "strong": "strong", "emphasis": "em"}
_MENTION = re.compile(r"\[(?=\w+:)")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class _HtmlWriter(PageWriter):
    """A writer of one page."""

    def __init__(self, page: Page, addresses: Addresses) -> None:
        super().__init__(addresses)
        self.page = page
        self.prefix = "-".join(["combatlog", *re.findall("[A-Za-z0-9]+", page.key)])

    def write_page(self) -> str:
        """Write the whole fragment."""
        language = str(self.page.properties.get("language", ""))
        lang = f' lang="{language}"' if _LANGUAGE.fullmatch(language) else ""
        blocks = [self.write_block(block) for block in self.page.blocks]
        lines = [self.write_heading(self.page.title, 1), *blocks, *self.write_footnotes()]
        return "\n".join([f'<article id="{self.prefix}"{lang}>', *lines, "</article>", ""])

    def write_heading(self, text: str, level: int) -> str:
        return f'<h{level} dir="auto">{_escape(text)}</h{level}>'

    def write_paragraph(self, inlines: Inlines) -> str:
        return f"<p>{self.write_line(inlines)}</p>"

    def write_bullets(self, lines: Sequence[Inlines]) -> str:
        return "\n".join(
            ["<ul>", *(f"<li>{self.write_line(line)}</li>" for line in lines), "</ul>"]
        )

    def write_table(self, table: Table) -> str:
        align = [' align="right"' if n in table.numbers else "" for n in range(len(table.head))]
        head = (
            f'<th scope="col"{at} dir="auto">{_escape(name)}</th>'
            for at, name in zip(align, table.head, strict=True)
        )
        lines = [f"<table>\n<thead><tr>{''.join(head)}</tr></thead>\n<tbody>"]
        for row in table.rows:
            cells = zip(align, row, strict=True)
            lines.append(
                f"<tr>{''.join(_write_cell(at, self.write_line(cell)) for at, cell in cells)}</tr>"
            )
        return "\n".join([*lines, "</tbody>\n</table>"])

    def write_folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        head = f'<details><summary dir="auto">{_escape(summary)}</summary>'
        return f"{head}\n{self.write_bullets(lines)}\n</details>"

    def write_code(self, text: str) -> str:
        return f"<pre><code>{_escape(text)}</code></pre>"

    def write_prose(self, spans: Prose) -> str:
        return super().write_prose(spans).strip()

    def write_run(self, run: TextRun) -> str:
        inner = _escape(run.text)
        if run.address:
            page = quote(run.address.rpartition("/")[2], safe="")
            inner = f'<a href="{page}.html" dir="auto">{inner}</a>'
        return f"<{_TAGS[run.mark]}>{inner}</{_TAGS[run.mark]}>" if run.mark else inner

    def write_small(self, spans: Prose) -> str:
        return f"<small>{self.write_prose(spans)}</small>"

    def write_footnote(self, note: Footnote) -> str:
        number = self.number_note(note)
        here, there = f"{self.prefix}-ref-{number}", f"{self.prefix}-note-{number}"
        return f'<sup id="{here}"><a href="#{there}">{number}</a></sup>'

    def write_footnotes(self) -> Iterator[str]:
        """Yield the footnotes line by line, each with a link back."""
        if not self.notes:
            return
        yield "<hr>\n<ol>"
        for number, note in enumerate(self.notes, 1):
            back = f'<a href="#{self.prefix}-ref-{number}">↩</a>'
            yield f'<li id="{self.prefix}-note-{number}">{self.write_prose(note)} {back}</li>'
        yield "</ol>"


def _write_cell(align: str, inner: str) -> str:
    return f'<td{align} dir="auto">{inner}</td>'


def _escape(text: str) -> str:
    return _MENTION.sub("<span>[</span>", escape(clean_page_text(text)))


def _render(page: Page, addresses: Addresses) -> str:
    return _HtmlWriter(page, addresses).write_page()


HTML = Format(_render, assign_page_names, ".html")
"""An HTML fragment."""
