"""A small reading of Obsidian's notes, for tests: its own marks are looked for first, wherever no
backslash stands before them, then markdown-it does what is Markdown."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

from tests.combatlog.export.formats.page_reader import Reading, read

_WIKI_LINK = re.compile(r"\[\[([^\[\]|#^]+?)(?:(\\?)\|([^\[\]|]+))?\]\]")
_NOTE = re.compile(r"\[\^(\d+)\](:?)")
_CALLOUT = re.compile(r"> \[!(note|summary)\](-?)(?: (.*))?")
_TAG = re.compile(r"</?(?:strong|em)>")
_ACTIVE = re.compile(
    r"%%|==|\[\[|\]\]|\$|`|~~|\{\{|<|::|(?<=[^\s])\^|\^\[|!\[|#[\w/]|https?://|(?<=\s)\^[\w-]+$"
)
"""What does something in Obsidian: comments, highlights, links, mathematics, code, templates, HTML,
inline fields, blocks' ids, notes, pictures, tags, addresses."""


class Note(NamedTuple):
    """Properties, what they link to, whom the wiki links lead to under which name, the callouts
    (kind, folded), and the page itself."""

    properties: dict[str, Any]
    links: list[tuple[str, str]]
    callouts: list[tuple[str, bool]]
    page: Reading


def read_note(text: str) -> Note:
    """Read a note; raises `AssertionError` where a mark does something that is not expected."""
    head, _, body = text.removeprefix("---\n").partition("\n---\n")
    properties = dict(_property(line) for line in head.splitlines())
    note = Note(properties, [], [], read(""))
    for value in properties.values():
        for one in value if isinstance(value, list) else [value]:
            if found := _WIKI_LINK.fullmatch(str(one)):  # a link in a property is its whole text
                note.links.append((found[1], found[3] or found[1]))
    lines, fence = [], ""
    for line in body.splitlines():
        if line.startswith("```"):
            fence = "" if line == fence else fence or line
            lines.append(line)
        else:
            lines.append(line if fence else _line(line, note))
    html = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return note._replace(page=read(html.render("\n".join(lines))))


def _property(line: str) -> tuple[str, Any]:
    found = re.fullmatch(r'("(?:[^"\\]|\\.)*"|[A-Za-z][\w-]*): (.*)', line)
    assert found, f"no property: {line}"
    value = json.loads(found[2])
    for one in value if isinstance(value, list) else [value]:
        inner = one[2:-2] if isinstance(one, str) and _WIKI_LINK.fullmatch(one) else one
        assert not isinstance(inner, str) or not re.search(r"\[\[.*\]\]", inner), f"a link: {one}"
    return (json.loads(found[1]) if found[1].startswith('"') else found[1]), value


def _line(line: str, note: Note) -> str:
    """The line with Obsidian's marks as Markdown has them."""
    if callout := _CALLOUT.fullmatch(line):
        note.callouts.append((callout[1], callout[2] == "-"))
        _quiet(callout[3] or "")
        return f"> {callout[3]}\n>" if callout[3] else ">"
    table = line.startswith("| ")

    def linked(found: re.Match[str]) -> str:
        assert (found[2] == "\\") == table or not found[3], "a bar splits the row"
        note.links.append((found[1], found[3] or found[1]))
        return f"[{found[3] or found[1]}](<{found[1]}>)"

    parts = re.split(r"(?<!\\)(?=\[\[)", line)
    line = "".join(_WIKI_LINK.sub(linked, part, 1) if part[:2] == "[[" else part for part in parts)
    _quiet(line)
    return _NOTE.sub(lambda found: "\n" if found[2] else f"⟦{found[1]}⟧", line)


def _quiet(line: str) -> None:
    left = re.sub(r"\]\(<?[^()<>\s][^()<>]*>?\)", "·", re.sub(r"\\[!-/:-@\[-`{-~]", "·", line))
    left = _TAG.sub("·", _NOTE.sub("·", left))
    found = _ACTIVE.search(left)
    assert not found, f"this does something: {found[0] if found else ''} in {line}"
