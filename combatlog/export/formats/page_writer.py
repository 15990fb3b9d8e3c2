"""The base class of the writers, and text made ready for them: cleaned, and split into runs."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from combatlog.export.document import (
    Block,
    Bullets,
    Code,
    FileLink,
    Folded,
    Footnote,
    Heading,
    Inlines,
    Paragraph,
    Small,
    Table,
)
from projections.text.prose import Mark, Prose, Span

Addresses: TypeAlias = "Mapping[str, str]"
"""What the format calls a page, by the page's key: a title, an id, a path without its suffix. A
link to a page without an address is written as plain text."""

_UNSEEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control characters, line ends and tabs among them
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, joiners, blank letters
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"  # width 0, direction
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"  # formats, tags
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # surrogates and noncharacters
    "]"
)
_SPACES = re.compile(" {2,}")


def clean_page_text(text: str) -> str:
    """Return the text with a space for every control, direction, zero-width or invalid character,
    and with no two spaces in a row. Spaces at the ends stay: the text may be the middle of a
    sentence."""
    return _SPACES.sub(" ", _UNSEEN.sub(" ", text))


def split_edges(text: str) -> tuple[str, str, str]:
    """Return the space before the text, the text without it, and the space after it: marks of
    emphasis must not stand beside a space. If the text is all spaces, it is all before."""
    bare = text.strip()
    if not bare:
        return text, "", ""
    start = text.index(bare)
    return text[:start], bare, text[start + len(bare) :]


class TextRun(NamedTuple):
    """A piece of a line: its text, its emphasis, and the address that it links to, if any."""

    text: str
    mark: Mark = ""
    address: str = ""


def merge_spans(spans: Iterable[Span], addresses: Addresses) -> list[TextRun]:
    """Return the spans as runs with addresses. Neighbours that look alike become one run, so
    everything between two runs is written by the writer itself."""
    led = [(span.text, (span.mark, addresses.get(span.to, ""))) for span in spans if span.text]
    return [
        TextRun(clean_page_text("".join(text for text, _ in same)), *look)
        for look, same in groupby(led, key=lambda one: one[1])
    ]


LinePart: TypeAlias = "TextRun | Small | Footnote | FileLink"


def split_line(inlines: Inlines, addresses: Addresses) -> list[LinePart]:
    """Return the parts of a line in order, with its prose as runs."""
    parts: list[LinePart] = []
    for is_span, same in groupby(inlines, key=lambda one: isinstance(one, Span)):
        inline = list(same)
        if is_span:
            parts += merge_spans([one for one in inline if isinstance(one, Span)], addresses)
        else:
            parts += [one for one in inline if not isinstance(one, Span)]
    return parts


class PageWriter(ABC):
    """A writer of one page. A subclass writes each kind of block and of inline text."""

    def __init__(self, addresses: Addresses) -> None:
        self.addresses = addresses
        self.notes: list[Prose] = []
        """The footnotes of the page, in the order of their signs."""

    def write_block(self, block: Block) -> str:
        """Write a block, without line ends around it; the result may be empty."""
        match block:
            case Heading(text, level):
                return self.write_heading(text, level)
            case Paragraph(inlines):
                return self.write_paragraph(inlines)
            case Bullets(lines):
                return self.write_bullets(lines)
            case Table():
                return self.write_table(block)
            case Folded(summary, lines):
                return self.write_folded(summary, lines)
            case Code(text):
                return self.write_code(text)

    @abstractmethod
    def write_heading(self, text: str, level: int) -> str:
        """Write a heading."""

    def write_paragraph(self, inlines: Inlines) -> str:
        """Write a paragraph."""
        return self.write_line(inlines)

    @abstractmethod
    def write_bullets(self, lines: Sequence[Inlines]) -> str:
        """Write a list."""

    @abstractmethod
    def write_table(self, table: Table) -> str:
        """Write a table."""

    @abstractmethod
    def write_folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        """Write lines that fold away below a summary."""

    @abstractmethod
    def write_code(self, text: str) -> str:
        """Write a line of fixed width."""

    def write_line(self, inlines: Inlines) -> str:
        """Write a line, without space at its ends."""
        return self.join_parts(split_line(inlines, self.addresses)).strip()

    def write_prose(self, spans: Prose) -> str:
        """Write the text of a footnote or of small print."""
        return self.join_parts(merge_spans(spans, self.addresses))

    def join_parts(self, parts: Sequence[LinePart]) -> str:
        """Write the parts of a line one after the other."""
        return "".join(map(self.write_part, parts))

    def write_part(self, part: LinePart) -> str:
        """Write one part of a line."""
        match part:
            case TextRun():
                return self.write_run(part)
            case Small(spans):
                return self.write_small(spans)
            case Footnote():
                return self.write_footnote(part)
            case FileLink(text, key):
                bare, file = clean_page_text(text).strip(), self.addresses.get(key, "")
                return self.write_file_link(bare, file) if bare and file else ""

    @abstractmethod
    def write_run(self, run: TextRun) -> str:
        """Write a run."""

    @abstractmethod
    def write_small(self, spans: Prose) -> str:
        """Write small print."""

    @abstractmethod
    def write_footnote(self, note: Footnote) -> str:
        """Write the sign that refers to a footnote."""

    def write_file_link(self, text: str, file: str) -> str:
        """Write a link to a file of this address. A format without files of its own leaves it
        out."""
        return ""

    def number_note(self, note: Footnote) -> int:
        """Keep a footnote for the foot of the page; return its number, from 1."""
        self.notes.append(note.spans)
        return len(self.notes)
