"""Wikitext for a MediaWiki without extensions or templates.

Every character that could be markup is written as its number (`&#91;`), which the wiki shows and
never interprets; the rest stays as it is, so that people can read the source. The text is in the
wiki's own normal form (Unicode NFC), so it comes back as it was sent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category, normalize

from combatlog.export.document import Footnote, Inlines, Page, Table
from combatlog.export.formats.page_formats import Format, make_unique
from combatlog.export.formats.page_writer import (
    Addresses,
    LinePart,
    PageWriter,
    TextRun,
    clean_page_text,
    split_edges,
)
from events.types.names import make_slug
from projections.text.prose import Prose

_MAX_BYTES = 200
"""Bytes of a title. MediaWiki allows 255, with the namespace and what an archive adds."""

_MIN_NAME_BYTES = 40
"""Bytes left for a name after any prefix; the wiki itself refuses a prefix that is too long."""

_ILLEGAL = str.maketrans(
    {
        **dict.fromkeys("<[{", "("),
        **dict.fromkeys(">]}", ")"),
        **dict.fromkeys("#_\ufffd", " "),
        "|": "¦",
        ":": "-",
        "/": "-",
        "~": "-",
    }
)
_READ_AS_A_NUMBER = re.compile(r"%(?=[0-9A-Fa-f]{2})|&(?=#?\w+;)")


def assign_titles(pages: Sequence[Page], prefix: str) -> dict[str, str]:
    """Return a title for each page by its key, as a subpage of `prefix`.

    Characters that titles must not have are left out or replaced. The page of a whole campaign gets
    `prefix` itself as its title, if there is one. No two titles are the same for people or for the
    wiki, which capitalizes a first letter and takes `_` for a space.
    """
    above = _clean_title(prefix, parts=True)
    index = next((page.key for page in pages if above and page.kind == "campaign"), None)
    wishes = {page.key: _make_title(page) for page in pages if page.key != index}
    start = f"{above}/" if above else ""
    room = max(_MIN_NAME_BYTES, _MAX_BYTES - len(start.encode()))
    titles = {key: start + name for key, name in make_unique(wishes, room, number=" ({})").items()}
    return titles if index is None else {index: above, **titles}


def place_file(page: str, name: str) -> str:
    """Return the title of a file, without its namespace. A MediaWiki has no folders of files."""
    stem, dot, suffix = name.rpartition(".")
    return f"{_capitalize(_clean_title(stem))}{dot}{suffix}"


def _make_title(page: Page) -> str:
    return _capitalize(_clean_title(page.title)) or page.kind.capitalize()


def _clean_title(text: str, parts: bool = False) -> str:
    """Return the text as a title; with `parts`, `/` and `:` keep their meaning."""
    if parts:
        pieces = (":".join(map(_clean_title, piece.split(":"))) for piece in text.split("/"))
        return _capitalize("/".join(filter(None, pieces)).strip(":"))
    legal = clean_page_text(text).replace(": ", " - ").translate(_ILLEGAL)
    legal = _READ_AS_A_NUMBER.sub(r"\g<0> ", normalize("NFC", legal))
    return " ".join(legal.split()).lstrip(" .")


def _capitalize(title: str) -> str:
    """Return the title with the first letter the wiki would give it."""
    return title[:1].upper() + title[1:]


_UNSAFE = re.compile("[^0-9A-Za-z .,()]")
_MAGIC_LINK = re.compile("RFC|PMID|ISBN")
_MARKS = {"": "", "strong": "'''", "emphasis": "''"}
_TOUCHING_LINK = re.compile(r"(?<=\]\])(?=[^\W_])|(?<=[^\W_])(?=\[\[)")
_SEPARATOR = "<nowiki/>"
"""Keeps two pieces of markup from being read as one."""


def render_wikitext(page: Page, addresses: Addresses) -> str:
    """Return the page as wikitext. The title is written on the page only if its address does not
    show it."""
    writer = _WikitextWriter(f"combatlog-{make_slug(page.key)}", addresses)
    blocks = [writer.write_block(block) for block in page.blocks]
    title = clean_page_text(page.title).strip()
    if normalize("NFC", title) != addresses.get(page.key, "").rpartition("/")[2]:
        blocks.insert(0, _mark_text(_escape(title), "strong"))
    return normalize("NFC", "\n\n".join(filter(None, [*blocks, writer.write_footnotes()]))) + "\n"


class _WikitextWriter(PageWriter):
    """A writer of one page. `name` begins the ids on it: several pages may share a page of the
    wiki."""

    def __init__(self, name: str, addresses: Addresses) -> None:
        super().__init__(addresses)
        self.name = name

    def write_heading(self, text: str, level: int) -> str:
        equals = "=" * level
        return f"{equals} {_escape(text).strip()} {equals}" if clean_page_text(text).strip() else ""

    def write_bullets(self, lines: Sequence[Inlines]) -> str:
        return "\n".join(f"* {self.write_line(line)}" for line in lines)

    def write_table(self, table: Table) -> str:
        lines = ['{| class="wikitable sortable"', "|-"]
        lines += [f'! scope="col" | {_escape(text).strip()}' for text in table.head]
        for row in table.rows:
            lines.append("|-")
            for column, cell in enumerate(row):
                style = 'style="text-align: right" | ' if column in table.numbers else ""
                lines.append(f"| {style}{self.write_line(cell)}")
        return "\n".join([*lines, "|}"])

    def write_folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        return _FOLDED.format(_escape(summary).strip(), self.write_bullets(lines))

    def write_code(self, text: str) -> str:
        return f"<code>{_escape(text).strip()}</code>" if clean_page_text(text).strip() else ""

    def join_parts(self, parts: Sequence[LinePart]) -> str:
        return _join_markup([self.write_part(part) for part in parts])

    def write_run(self, run: TextRun) -> str:
        before, text, after = split_edges(_escape(run.text))
        if text and run.address:
            # A title with a namespace would put the page into a category, or show the file.
            text = f"[[{':' if ':' in run.address else ''}{run.address}|{text}]]"
        return before + _mark_text(text, run.mark) + after

    def write_small(self, spans: Prose) -> str:
        return f"<small>{self.write_prose(spans)}</small>"

    def write_footnote(self, note: Footnote) -> str:
        number = self.number_note(note)
        link = f"[[#{self.name}-note-{number}|&#91;{number}&#93;]]"
        return f'<sup id="{self.name}-ref-{number}">{link}</sup>'

    def write_file_link(self, text: str, file: str) -> str:
        return f"[[Media:{file}|{_escape(text)}]]"

    def write_footnotes(self) -> str:
        """Write the notes below a rule, each with a link back to its sign."""
        items = [
            f'<li id="{self.name}-note-{number}">[[#{self.name}-ref-{number}|↑]] '
            f"{self.write_prose(note).strip()}</li>"
            for number, note in enumerate(self.notes, 1)
        ]
        return "\n".join(["----", '<ol style="font-size: 90%">', *items, "</ol>"]) if items else ""


_FOLDED = """<div class="mw-collapsible mw-collapsed" style="max-width: 40em">
{}
<div class="mw-collapsible-content">
{}
</div>
</div>"""


def _mark_text(text: str, mark: str) -> str:
    return f"{_MARKS[mark]}{text}{_MARKS[mark]}" if text else ""


def _join_markup(pieces: Sequence[str]) -> str:
    """Join pieces of markup so that they do not run into each other."""
    line = ""
    for piece in filter(None, pieces):
        line += _SEPARATOR if line.endswith("'") and piece.startswith("'") else ""
        line += piece
    return _TOUCHING_LINK.sub(_SEPARATOR, line)  # letters beside a link would join it


def _escape(text: str) -> str:
    """Return the text with its markup as numbers. `RFC 1` would become a link without any
    markup."""
    return _MAGIC_LINK.sub(_break_word, _UNSAFE.sub(_escape_char, clean_page_text(text)))


def _break_word(word: re.Match[str]) -> str:
    return f"{word[0][:-1]}&#{ord(word[0][-1])};"


def _escape_char(match: re.Match[str]) -> str:
    text, at = match.string, match.start()
    safe = _is_safe(match[0], text[at - 1 : at] if at else "", text[at + 1 : at + 2])
    return match[0] if safe else f"&#{ord(match[0])};"


def _is_safe(char: str, before: str, after: str) -> bool:
    """Return whether the character can stay as it is between these two."""
    if char.isalnum():
        return True
    if char in "'/-":
        return before.isalnum() and after.isalnum()
    if char in ":;!?%":  # before a letter: `mailto:x`; behind a space: the wiki widens it
        return before.isalnum() and after == " "
    match category(char)[0]:
        case "M":  # in normal form `>` and a stroke at the start of a piece are one character
            return before.strip() != ""
        case "P" | "S":
            return ord(char) > 127 and char not in "«»‹›"
    return False


MEDIAWIKI = Format(render_wikitext, assign_titles, ".wiki", place_file)
