"""Obsidian: a folder of notes, one for the fight and one for everybody who has a page.

Properties stand at the head (front matter), lines fold away in callouts, footnotes are Obsidian's
own. Notes lead to each other as `[[Note|name]]`; where a name holds marks, which Obsidian would
show as they are escaped, as `[name](Note.md)`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import partial
from urllib.parse import quote

from combatlog.export.document import Page, Paragraph
from combatlog.export.formats.markdown_page import Dialect, Writer, code_block, escaped
from combatlog.export.formats.page_addresses import addressed_files
from combatlog.export.formats.page_formats import Format
from combatlog.export.formats.page_writer import Addresses, plain

Property = str | int | tuple[str, ...]

_NAME = re.compile(
    r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9_-]{0,99}", re.IGNORECASE
)
_LONGEST = 250
"""Characters in a property's name: YAML takes no more than 1,024, and quotes and escapes count."""
_NO_TAG = re.compile(r"[^\w/-]+|_+")


def front_matter(properties: Mapping[str, Property]) -> str:
    """The properties between rules; nothing where there are none. Of two whose names read the same
    the latter counts: YAML has no room for both."""
    values = {_name(name): _value(value) for name, value in properties.items()}
    lines = [f"{name}: {value}" for name, value in values.items()]
    return "\n".join(["---", *lines, "---", ""]) if lines else ""


def tag(text: str) -> str:
    """The text as a tag: letters, digits, dashes and slashes, and not digits alone; empty where
    nothing is left."""
    parts = (part.strip("-") for part in _NO_TAG.sub("-", plain(text)).lower().split("/"))
    found = "/".join(filter(None, parts))
    return f"n{found}" if found.isdigit() else found


def _name(name: str) -> str:
    return (
        name if _NAME.fullmatch(name) else json.dumps(_quiet(name)[:_LONGEST], ensure_ascii=False)
    )


def _value(value: Property) -> str:
    if isinstance(value, str):
        return json.dumps(_quiet(value), ensure_ascii=False)
    if isinstance(value, tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return json.dumps(value)


def _quiet(text: str) -> str:
    return plain(text).replace("[[", "[ [").replace("]]", "] ]")


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
