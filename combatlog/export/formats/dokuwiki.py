"""Markup of a DokuWiki as it is installed, without plugins.

All text stands between `%%`, where the wiki reads nothing and sets no typography. There is no such
thing for headings and the text of links: nothing is read in them, but for the end of a link, whose
brackets are replaced by wide ones where they would be taken for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category, normalize

from combatlog.export.document import Footnote, Inlines, Page, Table
from combatlog.export.formats.page_addresses import cut, distinct
from combatlog.export.formats.page_formats import Format
from combatlog.export.formats.page_writer import Addresses, PageWriter, Run, edges, plain
from projections.text.prose import Prose, Span

_LONGEST = 70
"""Bytes of a name. The wiki writes those of other scripts as `%E5` into the name of a file, and a
time behind it: three bytes for one, of 255."""

_NUMBERED = 7
"""Bytes that a number behind a name may take; cut for it, the name could end in `_`."""

_TAKEN = frozenset({"start", "sidebar"})
"""Pages that DokuWiki shows of its own accord."""

_LATIN = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th"}
    | {"ł": "l", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ƒ": "f"}
)
"""Latin letters that are not a letter with an accent; the wiki replaces them too."""

_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f]+")
"""What may be left out of a Hebrew or an Arabic word too: its points, and what makes it longer."""

_ACCENTED = re.compile("(?<=[a-z])[\u0300-\u036f]+")


def ids(pages: Sequence[Page], prefix: str) -> dict[str, str]:
    """By key an id: what the page is called, in small letters, without accents, `_` for all that
    is no letter, in the namespace `prefix`; of a whole campaign its page `start`. No two are the
    same."""
    space = "".join(f"{part}:" for part in map(_id, re.split("[:/]", prefix)) if part)
    index = next((page.key for page in pages if space and page.kind == "campaign"), None)
    wishes = {page.key: _name(page) for page in pages if page.key != index}
    names = distinct(wishes, _LONGEST + _NUMBERED, number="_{}")
    found = {key: space + name for key, name in names.items()}
    return found if index is None else {index: f"{space}start", **found}


def _name(page: Page) -> str:
    name = cut(_id(page.title), _LONGEST).strip("_") or page.kind
    return f"{name}_page" if name in _TAKEN else name


def _id(text: str) -> str:
    """The text as far as it can be part of an id."""
    letters = normalize("NFKD", plain(text).lower()).lower().translate(_LATIN)
    bare = _ACCENTS.sub("", normalize("NFC", _ACCENTED.sub("", letters)))
    return re.sub("_+", "_", "".join(char if _in_words(char) else "_" for char in bare)).strip("_")


def _in_words(char: str) -> bool:
    """Is the character a letter to the wiki? Accents for themselves and numbers in circles are to
    Unicode, and one Korean syllable is to everybody else."""
    if "\u02b0" <= char <= "\u02ff" or category(char) == "No" or char == "\uc2a0":
        return False
    return char.isalnum() or category(char)[0] == "M"


_MARKS = {"": "", "strong": "**", "emphasis": "//"}
_PERCENTS = re.compile("(%+)")
_WIDE = str.maketrans("[]{}", "［］｛｝")


def written(page: Page, addresses: Addresses) -> str:
    """The page in DokuWiki's markup, its title as its first heading."""
    writer = _Writer(addresses)
    blocks = [writer.heading(page.title, 1), *map(writer.block, page.blocks)]
    return "\n\n".join(filter(None, blocks)) + "\n"


class _Writer(PageWriter):
    """Writes one page; the wiki itself numbers footnotes."""

    def heading(self, text: str, level: int) -> str:
        """A heading; the more `=`, the higher. The space keeps those of the text apart."""
        bare = plain(text).strip()
        equals = "=" * (7 - level)
        return f"{equals} {bare} {equals}" if bare else ""

    def bullets(self, lines: Sequence[Inlines]) -> str:
        return "\n".join(f"  * {self.line(line)}" for line in lines)

    def table(self, table: Table) -> str:
        head = " ^ ".join(_text(plain(text).strip()) for text in table.head)
        lines = [f"^ {head} ^"]
        for row in table.rows:
            cells = [
                _cell(self.line(inlines), column in table.numbers)
                for column, inlines in enumerate(row)
            ]
            lines.append(f"|{'|'.join(cells)}|")
        return "\n".join(lines)

    def folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        quoted = [_marked(plain(summary).strip(), "strong"), *map(self.line, lines)]
        return "\n".join(f"> {line}" for line in filter(None, quoted))

    def code(self, text: str) -> str:
        return f"''{_text(plain(text).strip())}''" if plain(text).strip() else ""

    def run(self, run: Run) -> str:
        before, bare, after = edges(run.text)
        if bare and run.address:
            link = f"[[:{run.address}|{_label(bare)}]]"
            return before + _enclosed(link, run.mark) + after
        return before + _marked(bare, run.mark) + after

    def small(self, spans: Prose) -> str:
        upright = tuple(_upright(span) for span in spans)
        before, bare, after = edges(self.prose(upright))
        return f"{before}//{bare}//{after}" if bare else before

    def footnote(self, note: Footnote) -> str:
        return f"(({self.prose(note.spans)}))"


def _cell(text: str, right: bool) -> str:
    """A cell, never without a space: `||` would join it to the one before."""
    return f"  {text} " if right and text else f" {text} "


def _upright(span: Span) -> Span:
    """Without emphasis, which small print has already."""
    return span._replace(mark="") if span.mark == "emphasis" else span


def _label(text: str) -> str:
    """The text of a link, which `]]` would end, and which `{{` would make a picture."""
    return text.translate(_WIDE) if "]]" in text or text.startswith("{{") else text


def _marked(text: str, mark: str) -> str:
    return _enclosed(_text(text), mark)


def _enclosed(markup: str, mark: str) -> str:
    return f"{_MARKS[mark]}{markup}{_MARKS[mark]}" if markup else ""


def _text(text: str) -> str:
    """The text between `%%`; what is `%` itself between `<nowiki>`."""
    pieces = _PERCENTS.split(text)
    return "".join(_unread(piece) for piece in filter(None, pieces))


def _unread(piece: str) -> str:
    return f"<nowiki>{piece}</nowiki>" if piece.startswith("%") else f"%%{piece}%%"


DOKUWIKI = Format(written, ids, ".txt")
