"""The Markdown writer, and GitHub's Markdown, which GitLab's wikis, Wiki.js and Notion read, too.

A `Dialect` says what a program does with links, folded lines and footnotes. In GitHub's, footnotes
are raised numbers and a numbered list below a rule: wikis on GitHub, Gollum and Notion do not know
`[^1]`. Small print is in italics. Lines fold away in `<details>`, which Notion shows as plain
lines. Pages link to each other by name (`[Ada](Ada)`), as wikis made of pages want it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from combatlog.export.document import FileLink, Footnote, Inlines, Page, Small, Table
from combatlog.export.formats.page_formats import Format, assign_file_names, make_file_name
from combatlog.export.formats.page_writer import (
    Addresses,
    LinePart,
    PageWriter,
    TextRun,
    clean_page_text,
    merge_spans,
    split_edges,
)
from projections.text.prose import Mark, Prose, plain_text

_MARKUP = re.compile(
    r"""
      [\\`*_{}\[\]<>\#~^|$@]                        # marks in any place
    | &(?=[\#A-Za-z])                               # entities
    | !(?=\[|$)                                     # pictures and embedded notes
    | :(?=\S) | (?<=:):                             # addresses, emoji, inline fields
    | (?<=[^\W\d])\.(?=\w) | (?<=\d)\.(?=[^\W\d]) | (?<=www)\.  # hosts, not numbers
    | (?<=-)- | -(?=-) | (?<=\+)\+ | \+(?=\+) | (?<==)= | =(?==|$) | (?<=%)% | %(?=%)  # in pairs
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LINE_START = re.compile(r"^(?:(\s*)([-+=])|(\s*\d{1,9})([.)]))(?=\s|$)")
_MENTION = re.compile(r"\\@(?=\S|$)|\\:(?=[\w+-]+\\?:)")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_MARKS = {"strong": ("**", "strong"), "emphasis": ("*", "em")}


def escape(text: str, comments: bool = True) -> str:
    """Return the text so that Markdown shows it and does nothing else. Mail addresses, mentions and
    emoji names are looked for after escapes are removed: with `comments`, an HTML comment splits
    them, for readers that hide comments."""
    marked = _MARKUP.sub(r"\\\g<0>", clean_page_text(text))
    if marked.endswith("\\\\"):  # some readers would take the next sign for escaped
        marked = f"{marked[:-2]}&bsol;"
    marked = _LINE_START.sub(r"\1\3\\\2\4", marked)  # a list, an underline
    return _MENTION.sub(r"\g<0><!-- -->", marked) if comments else marked


def escape_as_entities(text: str) -> str:
    """Return the text with every ASCII punctuation mark as an entity. It is the same in HTML and in
    Markdown, for places where either may be read."""
    return _PUNCTUATION.sub(lambda match: f"&#{ord(match[0])};", clean_page_text(text))


def render_emphasis(inner: str, mark: Mark, before: str, after: str) -> str:
    """Return Markdown with emphasis, between the text written before and after it (empty at the
    ends of a line). Tags take the place of asterisks that would not be understood there."""
    if not mark:
        return inner
    signs, tag = _MARKS[mark]
    opens = not before.strip() or before[-1:].isspace() or inner[:1].isalnum()
    closes = not after.strip() or after[:1].isspace() or inner[-1:].isalnum()
    apart = not (before.endswith("*") or inner.startswith("*") or inner.endswith("*"))
    if opens and closes and apart:
        return f"{signs}{inner}{signs}"
    return f"<{tag}>{inner}</{tag}>"


def write_code_block(text: str) -> str:
    """Write a line of fixed width between fences longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{clean_page_text(text)}\n{fence}"


def write_superscript(number: int) -> str:
    """Return the number in small raised digits."""
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


class Dialect(NamedTuple):
    """How a program that reads Markdown differs from others.

    `escape` returns text without markup; `link` a link (from its text, its address, and whether it
    is in a table); `fold` lines folded below a summary; `code` a line of fixed width; `note_sign`
    the sign of a footnote in the text; `notes` the footnotes themselves.
    """

    escape: Callable[[str], str]
    link: Callable[[str, str, bool], str]
    fold: Callable[[str, Sequence[str]], str]
    code: Callable[[str], str]
    note_sign: Callable[[int], str]
    notes: Callable[[Sequence[str]], str]


class MarkdownWriter(PageWriter):
    """A writer of one page in a dialect."""

    def __init__(self, dialect: Dialect, addresses: Addresses) -> None:
        super().__init__(addresses)
        self.dialect = dialect
        self.in_table = False
        self.in_emphasis = False

    def write_page(self, page: Page, title: bool = True) -> str:
        """Write the page, with its title above it if `title`."""
        blocks = [self.write_heading(page.title, 1)] if title else []
        blocks += [written for block in page.blocks if (written := self.write_block(block))]
        if self.notes:
            blocks.append(self.dialect.notes([self.write_prose(note) for note in self.notes]))
        return "\n\n".join(blocks) + "\n"

    def write_heading(self, text: str, level: int) -> str:
        return f"{'#' * level} {self.dialect.escape(clean_page_text(text).strip())}".rstrip()

    def write_bullets(self, lines: Sequence[Inlines]) -> str:
        return "\n".join(f"- {self.write_line(line)}".rstrip() for line in lines)

    def write_table(self, table: Table) -> str:
        """Write a table."""
        self.in_table = True
        rows = [[self.dialect.escape(clean_page_text(name).strip()) for name in table.head]]
        rows.append(["--:" if n in table.numbers else "---" for n in range(len(table.head))])
        rows += [[self.write_line(cell) for cell in row] for row in table.rows]
        self.in_table = False
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def write_folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        return self.dialect.fold(summary, [self.write_line(line) for line in lines])

    def write_code(self, text: str) -> str:
        return self.dialect.code(text)

    def write_prose(self, spans: Prose) -> str:
        return super().write_prose(spans).strip()

    def join_parts(self, parts: Sequence[LinePart], before: str = "", after: str = "") -> str:
        """Write the parts of a line between the text written before and after it."""
        written = before
        for part, behind in zip(parts, [*map(_find_first_char, parts[1:]), after], strict=False):
            piece = self.write_part(part, written, behind)
            if written.endswith("]") and piece.startswith("("):
                piece = f"\\{piece}"  # brackets before it would make it an address
            written += piece
        return written[len(before) :]

    def write_part(self, part: LinePart, before: str = "", after: str = "") -> str:
        """Write one part of a line between the text written before and after it."""
        if isinstance(part, Footnote):
            return self.write_footnote(part)
        if isinstance(part, Small):
            return self.write_small(part.spans, before, after)
        if isinstance(part, FileLink):
            return super().write_part(part)
        return self.write_run(part, before, after)

    def write_run(self, run: TextRun, before: str = "", after: str = "") -> str:
        inner = self.dialect.escape(run.text)
        if run.address and run.text.strip():
            inner = self.dialect.link(run.text.strip(), run.address, self.in_table)
        return self.mark_text(inner, run.text, run.mark, before, after)

    def write_small(self, spans: Prose, before: str = "", after: str = "") -> str:
        self.in_emphasis = True
        inner = self.join_parts(merge_spans(spans, self.addresses), "*", "*")
        self.in_emphasis = False
        return self.mark_text(inner, plain_text(spans), "emphasis", before, after)

    def write_footnote(self, note: Footnote) -> str:
        return self.dialect.note_sign(self.number_note(note))

    def mark_text(self, inner: str, text: str, mark: Mark, before: str, after: str) -> str:
        """Return emphasized text, with the space at its ends outside of the marks."""
        left, bare, right = split_edges(clean_page_text(text))
        if not bare:
            return left
        if not mark:
            return inner
        if mark == "emphasis" and self.in_emphasis:
            # asterisks would end the emphasis around it
            return f"{left}<em>{inner.strip()}</em>{right}"
        written = render_emphasis(inner.strip(), mark, left or before, right or after)
        return f"{left}{written}{right}"


def _find_first_char(part: LinePart) -> str:
    """Return the first character of a part, as far as asterisks before it are concerned."""
    return part.text[:1] if isinstance(part, TextRun) and not (part.mark or part.address) else "*"


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
