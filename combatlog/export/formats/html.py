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

from combatlog.export.document import Footnote, Inlines, Page, Table
from combatlog.export.formats.markdown import page_name
from combatlog.export.formats.page_addresses import addressed_files
from combatlog.export.formats.page_formats import Format
from combatlog.export.formats.page_writer import Addresses, PageWriter, Run, plain
from projections.text.prose import Prose

_TAGS = {"": "", "strong": "strong", "emphasis": "em"}
_MENTION = re.compile(r"\[(?=\w+:)")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class _Fragment(PageWriter):
    """Writes one page."""

    def __init__(self, page: Page, addresses: Addresses) -> None:
        super().__init__(addresses)
        self.page = page
        self.prefix = "-".join(["combatlog", *re.findall("[A-Za-z0-9]+", page.key)])

    def text(self) -> str:
        """The whole fragment."""
        language = str(self.page.properties.get("language", ""))
        lang = f' lang="{language}"' if _LANGUAGE.fullmatch(language) else ""
        blocks = [self.block(block) for block in self.page.blocks]
        lines = [self.heading(self.page.title, 1), *blocks, *self.footnotes()]
        return "\n".join([f'<article id="{self.prefix}"{lang}>', *lines, "</article>", ""])

    def heading(self, text: str, level: int) -> str:
        return f'<h{level} dir="auto">{_text(text)}</h{level}>'

    def paragraph(self, inlines: Inlines) -> str:
        return f"<p>{self.line(inlines)}</p>"

    def bullets(self, lines: Sequence[Inlines]) -> str:
        return "\n".join(["<ul>", *(f"<li>{self.line(line)}</li>" for line in lines), "</ul>"])

    def table(self, table: Table) -> str:
        align = [' align="right"' if n in table.numbers else "" for n in range(len(table.head))]
        head = (
            f'<th scope="col"{at} dir="auto">{_text(name)}</th>'
            for at, name in zip(align, table.head, strict=True)
        )
        lines = [f"<table>\n<thead><tr>{''.join(head)}</tr></thead>\n<tbody>"]
        for row in table.rows:
            cells = zip(align, row, strict=True)
            lines.append(f"<tr>{''.join(_cell(at, self.line(cell)) for at, cell in cells)}</tr>")
        return "\n".join([*lines, "</tbody>\n</table>"])

    def folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        head = f'<details><summary dir="auto">{_text(summary)}</summary>'
        return f"{head}\n{self.bullets(lines)}\n</details>"

    def code(self, text: str) -> str:
        return f"<pre><code>{_text(text)}</code></pre>"

    def prose(self, spans: Prose) -> str:
        return super().prose(spans).strip()

    def run(self, run: Run) -> str:
        inner = _text(run.text)
        if run.address:
            page = quote(run.address.rpartition("/")[2], safe="")
            inner = f'<a href="{page}.html" dir="auto">{inner}</a>'
        return f"<{_TAGS[run.mark]}>{inner}</{_TAGS[run.mark]}>" if run.mark else inner

    def small(self, spans: Prose) -> str:
        return f"<small>{self.prose(spans)}</small>"

    def footnote(self, note: Footnote) -> str:
        number = self.number(note)
        here, there = f"{self.prefix}-ref-{number}", f"{self.prefix}-note-{number}"
        return f'<sup id="{here}"><a href="#{there}">{number}</a></sup>'

    def footnotes(self) -> Iterator[str]:
        """The footnotes, each with the way back."""
        if not self.notes:
            return
        yield "<hr>\n<ol>"
        for number, note in enumerate(self.notes, 1):
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
