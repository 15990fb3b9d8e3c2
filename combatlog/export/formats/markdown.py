"""Markdown as GitHub reads it, and what else reads that: GitLab's wikis, Wiki.js, Notion.

Footnotes are raised numbers and a numbered list below a rule: wikis on GitHub, Gollum and Notion do
not know `[^1]`. Small print is in italics. Lines fold away in `<details>`, which Notion shows as
plain lines. Pages lead to each other by their names (`[Ada](Ada)`), as wikis made of pages want it.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from combatlog.export.document import Page
from combatlog.export.formats.markdown_page import (
    Dialect,
    Writer,
    as_entities,
    code_block,
    escaped,
    superscript,
)
from combatlog.export.formats.page_addresses import addressed_files, file_name
from combatlog.export.formats.page_formats import Format
from combatlog.export.formats.page_writer import Addresses

_OF_THE_WIKI = {"home", "index", "readme", "uploads", "sidebar", "footer", "header"}
"""Pages that wikis have of their own."""


def _link(text: str, address: str, in_table: bool) -> str:
    return f"[{escaped(text)}]({quote(address.rpartition('/')[2], safe='')})"


def folded(summary: str, lines: Sequence[str]) -> str:
    """Lines behind a summary that opens them."""
    listed = "\n".join(f"- {line}".rstrip() for line in lines)
    name = as_entities(summary).strip()
    return f"<details><summary>{name}</summary>\n\n{listed}\n\n</details>"


def numbered(notes: Sequence[str]) -> str:
    """Footnotes as a list below a rule; its numbers are those in the text."""
    lines = [f"{number}. {note}".rstrip() for number, note in enumerate(notes, 1)]
    return "---\n\n" + "\n".join(lines)


DIALECT = Dialect(escaped, _link, folded, code_block, superscript, numbered)
"""GitHub's way."""


def _written(page: Page, addresses: Addresses) -> str:
    return Writer(DIALECT, addresses).text(page)


def page_name(wish: str) -> str:
    """The text as the name of a page in a wiki that is a folder: with dashes for spaces."""
    name = "-".join(part for part in file_name(wish).replace(" ", "-").split("-") if part)
    return f"{name}-page" if name.lower() in _OF_THE_WIKI else name


def _addressed(pages: Sequence[Page], prefix: str) -> dict[str, str]:
    return addressed_files(pages, prefix, page_name, "-{}")


MARKDOWN = Format(_written, _addressed, ".md")
"""GitHub Flavored Markdown."""
