"""Obsidian: a folder of notes, one for the fight and one for each combatant who has a page.

Properties stand at the head (front matter), lines fold away in callouts, footnotes are Obsidian's
own. Notes link to each other as `[[Note|name]]`, or as `[name](Note.md)` if the name needs escapes,
which Obsidian would show in the first form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import partial
from urllib.parse import quote

from combatlog.export.document import Page, Paragraph, Property
from combatlog.export.formats.markdown import Dialect, MarkdownWriter, escape, write_code_block
from combatlog.export.formats.page_formats import Format, assign_file_names
from combatlog.export.formats.page_writer import Addresses, clean_page_text
from projections.text.prose import Span

_NAME = re.compile(
    r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9_-]{0,99}", re.IGNORECASE
)
_LONGEST = 250
"""Characters in a property's name: YAML allows 1,024, including quotes and escapes."""
_LINK_END = re.compile(r"[\[\]|]")
_NO_TAG = re.compile(r"[^\w/-]+|_+")


def render_front_matter(
    properties: Mapping[str, Property], addresses: Mapping[str, str] = {}
) -> str:
    """Return the properties between rules; empty if there are none. If two names become the same,
    the later one counts: YAML cannot hold both."""
    values = {
        _format_name(name): _format_value(value, addresses) for name, value in properties.items()
    }
    lines = [f"{name}: {value}" for name, value in values.items()]
    return "\n".join(["---", *lines, "---", ""]) if lines else ""


def format_tag(text: str) -> str:
    """Return the text as a tag: letters, digits, dashes and slashes, and not digits alone. Empty if
    nothing is left."""
    parts = (part.strip("-") for part in _NO_TAG.sub("-", clean_page_text(text)).lower().split("/"))
    tag = "/".join(filter(None, parts))
    return f"n{tag}" if tag.isdigit() else tag


def _format_name(name: str) -> str:
    return (
        name
        if _NAME.fullmatch(name)
        else json.dumps(_break_links(name)[:_LONGEST], ensure_ascii=False)
    )


def _format_value(value: Property, addresses: Addresses) -> str:
    if isinstance(value, Span):
        address, text = addresses.get(value.to, ""), _LINK_END.sub(" ", clean_page_text(value.text))
        if not address:
            return _format_value(value.text, addresses)
        link = address if text == address else f"{address}|{text}"
        return json.dumps(f"[[{link}]]", ensure_ascii=False)
    if isinstance(value, str):
        return json.dumps(_break_links(value), ensure_ascii=False)
    if isinstance(value, tuple):
        return f"[{', '.join(_format_value(one, addresses) for one in value)}]"
    return json.dumps(value)


def _break_links(text: str) -> str:
    return clean_page_text(text).replace("[[", "[ [").replace("]]", "] ]")


_escape = partial(escape, comments=False)
_PLAIN_NAME = re.compile(r"[\w '’(),.;/–—-]+")
"""Names without special meaning in a link between double brackets."""


def _write_link(text: str, address: str, in_table: bool) -> str:
    if not (_PLAIN_NAME.fullmatch(text) and _escape(text) == text):
        return f"[{_escape(text)}]({quote(address)}.md)"
    bar = "\\|" if in_table else "|"
    return f"[[{address}]]" if text == address else f"[[{address}{bar}{text}]]"


def _write_callout(kind: str, title: str, lines: Sequence[str]) -> str:
    head = f"> [!{kind}] {_escape(title).strip()}"
    return "\n".join([head.rstrip(), *(f"> {line}".rstrip() for line in lines)])


def _write_folded(summary: str, lines: Sequence[str]) -> str:
    return _write_callout("note", summary, [f"- {line}" for line in lines]).replace("]", "]-", 1)


def _write_footnotes(notes: Sequence[str]) -> str:
    return "\n".join(f"[^{number}]: {note}".rstrip() for number, note in enumerate(notes, 1))


_DIALECT = Dialect(
    _escape, _write_link, _write_folded, write_code_block, "[^{}]".format, _write_footnotes
)


class _NoteWriter(MarkdownWriter):
    """A writer of one note. The first paragraph of a fight, which says how it went, is a
    callout."""

    def write_note(self, page: Page, title: bool) -> str:
        if page.kind != "fight" or not page.blocks or not isinstance(page.blocks[0], Paragraph):
            return self.write_page(page, title)
        lead = _write_callout("summary", page.title, [self.write_line(page.blocks[0].inlines)])
        rest = self.write_page(page._replace(blocks=page.blocks[1:]), title=False)
        head = [self.write_heading(page.title, 1)] if title else []
        return "\n\n".join([*head, lead, rest])


def _render(page: Page, addresses: Addresses) -> str:
    title = clean_page_text(page.title).strip()
    named = addresses.get(page.key, "").rpartition("/")[2] == title  # Obsidian shows a note's name
    properties: dict[str, Property] = dict(page.properties)
    if title and not named:
        properties.setdefault("aliases", (title,))
    given = page.properties.get("tags", ())
    asked = map(str, given) if type(given) is tuple else ()
    wishes = ("combatlog", f"combatlog/{page.kind}", *asked)
    properties["tags"] = tuple(dict.fromkeys(filter(None, map(format_tag, wishes))))
    note = _NoteWriter(_DIALECT, addresses).write_note(page, title=bool(title) and not named)
    return f"{render_front_matter(properties, addresses)}\n{note}"


OBSIDIAN = Format(_render, assign_file_names, ".md")
"""A folder for an Obsidian vault."""
