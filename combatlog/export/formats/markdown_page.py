"""A page in Markdown, whatever the wiki does with links, folded lines and footnotes (`Dialect`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from combatlog.export.document import Footnote, Inlines, Page, Small, Table
from combatlog.export.formats.page_writer import (
    Addresses,
    Item,
    PageWriter,
    Run,
    edges,
    plain,
    runs,
)
from projections.text.prose import Mark, Prose, text_of

_MARKUP = re.compile(
    r"""
      [\\`*_{}\[\]<>\#~^|$@]                        # what marks something wherever it stands
    | &(?=[\#A-Za-z])                               # entities
    | !(?=\[|$)                                     # pictures and embedded notes
    | :(?=\S) | (?<=:):                             # addresses, emoji, inline fields
    | (?<=[^\W\d])\.(?=\w) | (?<=\d)\.(?=[^\W\d]) | (?<=www)\.  # hosts, not numbers
    | (?<=-)- | -(?=-) | (?<=\+)\+ | \+(?=\+) | (?<==)= | =(?==|$) | (?<=%)% | %(?=%)  # in pairs
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BEGINNING = re.compile(r"^(?:(\s*)([-+=])|(\s*\d{1,9})([.)]))(?=\s|$)")
_MENTION = re.compile(r"\\@(?=\S|$)|\\:(?=[\w+-]+\\?:)")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_MARKS = {"strong": ("**", "strong"), "emphasis": ("*", "em")}


def escaped(text: str, comments: bool = True) -> str:
    """The text so that Markdown shows it and does nothing else. Mail addresses, mentions and
    emoji by name are looked for after the escapes are gone: a comment parts them (`comments`),
    where the reader hides that."""
    marked = _MARKUP.sub(r"\\\g<0>", plain(text))
    if marked.endswith("\\\\"):  # what is written behind it would look escaped to some readers
        marked = f"{marked[:-2]}&bsol;"
    marked = _BEGINNING.sub(r"\1\3\\\2\4", marked)  # of a list, an underline
    return _MENTION.sub(r"\g<0><!-- -->", marked) if comments else marked


def as_entities(text: str) -> str:
    """The text with every ASCII punctuation mark as an entity: the same in HTML and in Markdown,
    where one cannot be sure which of them it is read as."""
    return _PUNCTUATION.sub(lambda found: f"&#{ord(found[0])};", plain(text))


def emphasised(inner: str, mark: Mark, before: str, after: str) -> str:
    """Markdown that stands out between what is written before and after it (empty at the ends of
    a line): where asterisks would not be understood there, tags are written."""
    if not mark:
        return inner
    signs, tag = _MARKS[mark]
    opens = not before.strip() or before[-1:].isspace() or inner[:1].isalnum()
    closes = not after.strip() or after[:1].isspace() or inner[-1:].isalnum()
    apart = not (before.endswith("*") or inner.startswith("*") or inner.endswith("*"))
    if opens and closes and apart:
        return f"{signs}{inner}{signs}"
    return f"<{tag}>{inner}</{tag}>"


def code_block(text: str) -> str:
    """A line of fixed width, between fences longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{plain(text)}\n{fence}"


def superscript(number: int) -> str:
    """The number in small raised digits."""
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


class Dialect(NamedTuple):
    """What wikis that read Markdown do each in their own way.

    `escape` is text without markup, `link` a link (what it reads as, where it leads to, whether in
    a table); `fold` lines that are folded away below a summary, `code` a line of fixed width;
    `referred` a footnote's sign in the text, `noted` the footnotes themselves.
    """

    escape: Callable[[str], str]
    link: Callable[[str, str, bool], str]
    fold: Callable[[str, Sequence[str]], str]
    code: Callable[[str], str]
    referred: Callable[[int], str]
    noted: Callable[[Sequence[str]], str]


class Writer(PageWriter):
    """Writes one page in a dialect."""

    def __init__(self, dialect: Dialect, addresses: Addresses) -> None:
        super().__init__(addresses)
        self.dialect = dialect
        self.in_table = False
        self.slanted = False

    def text(self, page: Page, title: bool = True) -> str:
        """The page, with its title above it if that is to stand there."""
        blocks = [self.heading(page.title, 1)] if title else []
        blocks += [written for block in page.blocks if (written := self.block(block))]
        if self.notes:
            blocks.append(self.dialect.noted([self.prose(note) for note in self.notes]))
        return "\n\n".join(blocks) + "\n"

    def heading(self, text: str, level: int) -> str:
        return f"{'#' * level} {self.dialect.escape(plain(text).strip())}".rstrip()

    def bullets(self, lines: Sequence[Inlines]) -> str:
        return "\n".join(f"- {self.line(line)}".rstrip() for line in lines)

    def table(self, table: Table) -> str:
        """A table; without a name for any column it has none."""
        self.in_table = True
        rows = [[self.dialect.escape(plain(name).strip()) for name in table.head]]
        rows.append(["--:" if n in table.numbers else "---" for n in range(len(table.head))])
        rows += [[self.line(cell) for cell in row] for row in table.rows]
        self.in_table = False
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def folded(self, summary: str, lines: Sequence[Inlines]) -> str:
        return self.dialect.fold(summary, [self.line(line) for line in lines])

    def code(self, text: str) -> str:
        return self.dialect.code(text)

    def prose(self, spans: Prose) -> str:
        return super().prose(spans).strip()

    def join(self, parts: Sequence[Item], before: str = "", after: str = "") -> str:
        """The parts of a line between what is written before and after it."""
        written = before
        for part, behind in zip(parts, [*map(_beginning, parts[1:]), after], strict=False):
            piece = self.part(part, written, behind)
            if written.endswith("]") and piece.startswith("("):
                piece = f"\\{piece}"  # or brackets before it would take it for an address
            written += piece
        return written[len(before) :]

    def part(self, part: Item, before: str = "", after: str = "") -> str:
        """One part of a line between what is written before and after it."""
        if isinstance(part, Footnote):
            return self.footnote(part)
        if isinstance(part, Small):
            return self.small(part.spans, before, after)
        return self.run(part, before, after)

    def run(self, run: Run, before: str = "", after: str = "") -> str:
        inner = self.dialect.escape(run.text)
        if run.address and run.text.strip():
            inner = self.dialect.link(run.text.strip(), run.address, self.in_table)
        return self.marked(inner, run.text, run.mark, before, after)

    def small(self, spans: Prose, before: str = "", after: str = "") -> str:
        self.slanted = True
        inner = self.join(runs(spans, self.addresses), "*", "*")
        self.slanted = False
        return self.marked(inner, text_of(spans), "emphasis", before, after)

    def footnote(self, note: Footnote) -> str:
        return self.dialect.referred(self.number(note))

    def marked(self, inner: str, text: str, mark: Mark, before: str, after: str) -> str:
        """What stands out, with the space at its ends outside of the marks."""
        left, bare, right = edges(plain(text))
        if not bare:
            return left
        if not mark:
            return inner
        if mark == "emphasis" and self.slanted:
            return f"{left}<em>{inner.strip()}</em>{right}"  # asterisks would end what is around
        written = emphasised(inner.strip(), mark, left or before, right or after)
        return f"{left}{written}{right}"


def _beginning(part: Item) -> str:
    """What stands first in a part of a line, as far as asterisks before it are concerned."""
    return part.text[:1] if isinstance(part, Run) and not (part.mark or part.address) else "*"
