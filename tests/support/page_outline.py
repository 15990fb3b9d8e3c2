"""An exported page as plain lines, without format and escaping."""

from __future__ import annotations

import re
from collections.abc import Iterator

from combatlog.export import document as d

_ID = re.compile(r"(?<=^person:)\w+/")
"""The fight's id in a person's key; it differs in every run."""


def outline(page: d.Page) -> list[str]:
    """Return the lines of a page: `## heading`, `- item`, `cell | cell`, `> folded`, with
    `[name](key)` for a link, `[^note]` for a footnote, `*emphasis*` and `**strong**`."""
    return list(_lines(page))


def section(page: d.Page, heading: str) -> list[str]:
    """Return the lines below a heading of the second level."""
    lines = outline(page)
    start = lines.index(f"## {heading}") + 1
    ends = [at for at, line in enumerate(lines) if at >= start and line.startswith("## ")]
    return lines[start : ends[0] if ends else None]


def headings(page: d.Page) -> list[str]:
    """Return the headings of the second level."""
    return [line.removeprefix("## ") for line in outline(page) if line.startswith("## ")]


def inline_text(inlines: d.Inlines) -> str:
    """Return inline text as a line."""
    return "".join(_said(each) for each in inlines)


def _lines(page: d.Page) -> Iterator[str]:
    for block in page.blocks:
        match block:
            case d.Heading(text, level):
                yield f"{'#' * level} {text}"
            case d.Paragraph(inlines):
                yield inline_text(inlines)
            case d.Bullets(items):
                yield from (f"- {inline_text(item)}" for item in items)
            case d.Table(head, rows):
                yield " | ".join(head)
                yield from (" | ".join(map(inline_text, row)) for row in rows)
            case d.Folded(summary, lines):
                yield f"> {summary}"
                yield from (f"> {inline_text(line)}" for line in lines)
            case d.Code(text):
                yield f"`{text}`"


def _said(inline: d.Inline) -> str:
    match inline:
        case d.Small(spans):
            return inline_text(spans)
        case d.Footnote(spans):
            return f"[^{inline_text(spans)}]"
        case d.FileLink(text, key):
            return f"[{text}]({key})"
        case d.Span(text, mark, to):
            stars = {"": "", "emphasis": "*", "strong": "**"}[mark]
            told = f"{stars}{text}{stars}"
            return f"[{told}]({_ID.sub('', to)})" if to else told
