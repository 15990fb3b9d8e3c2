"""Markup for a DokuWiki without plugins.

All text stands between `%%`, where the wiki interprets nothing and leaves typography alone.
Headings and link texts cannot be escaped like that: nothing is interpreted in them except the end
of a link, so brackets that could end one are replaced by wide ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category, normalize

from combatlog.export.document import Footnote, Inlines, Page, Table
from combatlog.export.formats.page_formats import Format, cut_bytes, make_unique
from combatlog.export.formats.page_writer import (
    Addresses,
    PageWriter,
    TextRun,
    clean_page_text,
    split_edges,
)
from projections.text.prose import Prose, Span

_MAX_BYTES = 70
"""Bytes of a name. The wiki writes letters of other scripts as `%E5` into the name of a file, three
bytes for one, and adds a time; a file name has 255 bytes."""

_NUMBER_BYTES = 7
"""Bytes for a number behind a name. A name cut to make room for one could end in `_`."""

_RESERVED = frozenset({"start", "sidebar"})
"""Pages that DokuWiki itself uses."""

_LATIN = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th"}
    | {"ł": "l", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ƒ": "f"}
)
"""Latin letters that are not a letter with an accent. The wiki replaces them, too."""

_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f]+")
"""Signs that may be left out: accents, Hebrew and Arabic vowel signs, and the Arabic stroke that
lengthens a word."""

_ACCENTED = re.compile("(?<=[a-z])[\u0300-\u036f]+")


def assign_ids(pages: Sequence[Page], prefix: str) -> dict[str, str]:
    """Return an id for each page by its key, in the namespace `prefix`.

    The id is the title in small letters, without accents, with `_` for everything that is no
    letter. The page of a whole campaign is the namespace's `start`. No two ids are the same.
    """
    space = "".join(f"{part}:" for part in map(_make_id, re.split("[:/]", prefix)) if part)
    index = next((page.key for page in pages if space and page.kind == "campaign"), None)
    wishes = {page.key: _make_page_id(page) for page in pages if page.key != index}
    names = make_unique(wishes, _MAX_BYTES + _NUMBER_BYTES, number="_{}")
    ids = {key: space + name for key, name in names.items()}
    return ids if index is None else {index: f"{space}start", **ids}


def place_file(page: str, name: str) -> str:
    """Return the id of a file, in the namespace of the page."""
    space = "".join(f"{part}:" for part in map(_make_id, page.split(":")[:-1]) if part)
    stem, dot, suffix = name.rpartition(".")
    return f"{space}{_make_id(stem)}{dot}{suffix}"


def _make_page_id(page: Page) -> str:
    name = cut_bytes(_make_id(page.title), _MAX_BYTES).strip("_") or page.kind
    return f"{name}_page" if name in _RESERVED else name


def _make_id(text: str) -> str:
    """Return the text as part of an id."""
    letters = normalize("NFKD", clean_page_text(text).lower()).lower().translate(_LATIN)
    bare = _ACCENTS.sub("", normalize("NFC", _ACCENTED.sub("", letters)))
    return re.sub("_+", "_", "".join(char if _is_letter(char) else "_" for char in bare)).strip("_")


def _is_letter(char: str) -> bool:
    """Return whether the wiki takes the character for a letter. It differs from Unicode in modifier
    letters, numbers in circles and one Korean syllable."""
    if "\u02b0" <= char <= "\u02ff" or category(char) == "No" or char == "\uc2a0":
        return False
    return char.isalnum() or category(char)[0] == "M"


_MARKS = {"": "", "strong": "**", "emphasis": "//"}
_PERCENTS = re.compile("(%+)")
_WIDE = str.maketrans("[]{}", "［］｛｝")


def render_dokuwiki(page: Page, addresses: Addresses) -> str:
    """Return the page in DokuWiki's markup, with its title as the first heading."""
    writer = _DokuWikiWriter(addresses)
    blocks = [writer.write_heading(page.title, 1), *map(writer.write_block, page.blocks)]
    return "\n\n".join(filter(None, blocks)) + "\n"


class _DokuWikiWriter(PageWriter):
    """A writer of one page; the wiki itself numbers footnotes."""

    def write_heading(self, text: str, level: int) -> str:
        """Write a heading: the more `=`, the higher. The spaces keep `=` in the text apart."""
        bare = clean_page_text(text).strip()
        equals = "=" * (7 - level)
        return f"{equals} {bare} {equals}" if bare else ""

    def write_bullets(self, lines: Sequence[Inlines]) -> str:
        return "\n".join(f"  * {self.write_line(line)}" for line in lines)

    def write_table(self, table: Table) -> str:
        head = " ^ ".join(_escape(clean_page_text(text).strip()) for text in table.head)
        lines = [f"^ {head} ^"]
        for row in table.rows:
            cells = [
                _write_cell(self.write_line(inlines), column in table.numbers)
                for column, inlines in enumerate(row)
            ]
            lines.append(f"|{'|'.join(cells)}|")
        return "\n".join(lines)

    def write_folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        quoted = [
            _mark_text(clean_page_text(summary).strip(), "strong"),
            *map(self.write_line, lines),
        ]
        return "\n".join(f"> {line}" for line in filter(None, quoted))

    def write_code(self, text: str) -> str:
        return (
            f"''{_escape(clean_page_text(text).strip())}''" if clean_page_text(text).strip() else ""
        )

    def write_run(self, run: TextRun) -> str:
        before, bare, after = split_edges(run.text)
        if bare and run.address:
            link = f"[[:{run.address}|{_escape_label(bare)}]]"
            return before + _enclose(link, run.mark) + after
        return before + _mark_text(bare, run.mark) + after

    def write_small(self, spans: Prose) -> str:
        upright = tuple(_remove_emphasis(span) for span in spans)
        before, bare, after = split_edges(self.write_prose(upright))
        return f"{before}//{bare}//{after}" if bare else before

    def write_footnote(self, note: Footnote) -> str:
        return f"(({self.write_prose(note.spans)}))"

    def write_file_link(self, text: str, file: str) -> str:
        return f"{{{{:{file}|{text.translate(_WIDE)}}}}}"


def _write_cell(text: str, right: bool) -> str:
    """Return a cell, always with a space: `||` would join it to the one before."""
    return f"  {text} " if right and text else f" {text} "


def _remove_emphasis(span: Span) -> Span:
    """Return the span without emphasis: small print is in italics already."""
    return span._replace(mark="") if span.mark == "emphasis" else span


def _escape_label(text: str) -> str:
    """Return the text of a link without `]]`, which would end it, and `{{`, which would make a
    picture."""
    return text.translate(_WIDE) if "]]" in text or text.startswith("{{") else text


def _mark_text(text: str, mark: str) -> str:
    return _enclose(_escape(text), mark)


def _enclose(markup: str, mark: str) -> str:
    return f"{_MARKS[mark]}{markup}{_MARKS[mark]}" if markup else ""


def _escape(text: str) -> str:
    """Return the text between `%%`; `%` itself goes between `<nowiki>`."""
    pieces = _PERCENTS.split(text)
    return "".join(_escape_piece(piece) for piece in filter(None, pieces))


def _escape_piece(piece: str) -> str:
    return f"<nowiki>{piece}</nowiki>" if piece.startswith("%") else f"%%{piece}%%"


DOKUWIKI = Format(render_dokuwiki, assign_ids, ".txt", place_file)
