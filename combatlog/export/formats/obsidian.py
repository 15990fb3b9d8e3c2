"""Obsidian: a folder of notes, one for the fight and one for everybody who has a page.

Properties stand at the head (front matter), lines fold away in callouts, footnotes are Obsidian's
own. Notes lead to each other as `[[Note|name]]`; where a name holds marks, which Obsidian would
show as they are escaped, as `[name](Note.md)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from urllib.parse import quote

from combatlog.export.document import Page, Paragraph
from combatlog.export.formats.file_names import addressed_files
from combatlog.export.formats.markdown_page import Dialect, Writer
from combatlog.export.formats.shared_text import plain
from combatlog.wiki.formats.format import Addresses, Format
from combatlog.wiki.formats.front_matter import Property, front_matter, tag
from combatlog.wiki.formats.markdown_text import code_block, escaped

_escape = partial(escaped, comments=False)
_QUIET = re.compile(r"[\w '’(),.;/–—-]+")
"""Names that mean nothing in a link between double brackets."""


def _link(text: str, address: str, in_table: bool) -> str:
    if not (_QUIET.fullmatch(text) and _escape(text) == text):
        return f"[{_escape(text)}]({quote(address)}.md)"
    bar = "\\|" if in_table else "|"
    return f"[[{address}]]" if text == address else f"[[{address}{bar}{text}]]"


def _callout(kind: str, title: str, lines: Sequence[str]) -> str:
    head = f"> [!{kind}] {_escape(title).strip()}"
    return "\n".join([head.rstrip(), *(f"> {line}".rstrip() for line in lines)])


def _folded(summary: str, lines: Sequence[str]) -> str:
    return _callout("note", summary, [f"- {line}" for line in lines]).replace("]", "]-", 1)


def _noted(notes: Sequence[str]) -> str:
    return "\n".join(f"[^{number}]: {note}".rstrip() for number, note in enumerate(notes, 1))


_DIALECT = Dialect(_escape, _link, _folded, code_block, "[^{}]".format, _noted)


class _Note(Writer):
    """A note; of a fight its first paragraph, which says how it went, stands out."""

    def note(self, page: Page, title: bool) -> str:
        if page.kind != "fight" or not page.blocks or not isinstance(page.blocks[0], Paragraph):
            return self.text(page, title)
        lead = _callout("summary", page.title, [self.line(page.blocks[0].inlines)])
        rest = self.text(page._replace(blocks=page.blocks[1:]), title=False)
        head = [self.heading(page.title, 1)] if title else []
        return "\n\n".join([*head, lead, rest])


def _written(page: Page, addresses: Addresses) -> str:
    title = plain(page.title).strip()
    named = addresses.get(page.key, "").rpartition("/")[2] == title  # Obsidian shows a note's name
    properties: dict[str, Property] = dict(page.properties)
    if title and not named:
        properties.setdefault("aliases", (title,))
    given = page.properties.get("tags", ())
    wishes = ("combatlog", f"combatlog/{page.kind}", *(given if isinstance(given, tuple) else ()))
    properties["tags"] = tuple(dict.fromkeys(filter(None, map(tag, wishes))))
    note = _Note(_DIALECT, addresses).note(page, title=bool(title) and not named)
    return f"{front_matter(properties)}\n{note}"


OBSIDIAN = Format(_written, addressed_files, ".md", in_folder=True)
"""A folder for an Obsidian vault."""
