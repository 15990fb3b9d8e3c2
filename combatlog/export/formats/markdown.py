"""GitHub's Markdown, which GitLab's wikis, Wiki.js and Notion read, too.

Footnotes are raised numbers and a numbered list below a rule: wikis on GitHub, Gollum and Notion do
not know `[^1]`. Small print is in italics. Lines fold away in `<details>`, which Notion shows as
plain lines. Pages link to each other by name (`[Ada](Ada)`), as wikis made of pages want it.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from combatlog.export.document import Page
from combatlog.export.formats.markdown_page import (
    Dialect,
    MarkdownWriter,
    escape,
    escape_as_entities,
    write_code_block,
    write_superscript,
)
from combatlog.export.formats.page_formats import Format, assign_file_names, make_file_name
from combatlog.export.formats.page_writer import Addresses

_RESERVED = {"home", "index", "readme", "uploads", "sidebar", "footer", "header"}
"""Pages that wikis use themselves."""


def _write_link(text: str, address: str, in_table: bool) -> str:
    return f"[{escape(text)}]({quote(address.rpartition('/')[2], safe='')})"


def write_details(summary: str, lines: Sequence[str]) -> str:
    """Write lines that fold away behind a summary."""
    listed = "\n".join(f"- {line}".rstrip() for line in lines)
    name = escape_as_entities(summary).strip()
    return f"<details><summary>{name}</summary>\n\n{listed}\n\n</details>"


def write_footnotes(notes: Sequence[str]) -> str:
    """Write footnotes as a list below a rule; its numbers are those in the text."""
    lines = [f"{number}. {note}".rstrip() for number, note in enumerate(notes, 1)]
    return "---\n\n" + "\n".join(lines)


DIALECT = Dialect(
    escape, _write_link, write_details, write_code_block, write_superscript, write_footnotes
)
"""GitHub's dialect."""


def _render(page: Page, addresses: Addresses) -> str:
    return MarkdownWriter(DIALECT, addresses).write_page(page)


def make_page_name(wish: str) -> str:
    """Return the text as the name of a page in a wiki that is a folder: with dashes for spaces."""
    name = "-".join(part for part in make_file_name(wish).replace(" ", "-").split("-") if part)
    return f"{name}-page" if name.lower() in _RESERVED else name


def assign_page_names(pages: Sequence[Page], prefix: str) -> dict[str, str]:
    """Return a name for each page by its key, below the folder `prefix`."""
    return assign_file_names(pages, prefix, make_page_name, "-{}")


MARKDOWN = Format(_render, assign_page_names, ".md")
"""GitHub Flavored Markdown."""
