"""What a page has to say in whatever format: worked out from the page alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hypothesis import strategies as st

from combatlog.export.document import (
    Block,
    Bullets,
    Code,
    Folded,
    Footnote,
    Heading,
    Inlines,
    Page,
    Paragraph,
    Small,
    Span,
    Table,
)
from combatlog.export.formats.page_writer import clean_page_text
from tests.combatlog.export.formats.hostile_pages import HOSTILE


def folded(text: str) -> str:
    """The text with one space for several, and none at its ends."""
    return " ".join(clean_page_text(text).split())


def squeezed(text: str) -> str:
    """The text without any space."""
    return "".join(clean_page_text(text).split())


def lines_of(block: Block) -> list[Inlines]:
    """The lines of a block, in the order in which they are read."""
    match block:
        case Paragraph(inlines):
            return [inlines]
        case Table(_, rows):
            return [cell for row in rows for cell in row]
        case Bullets(lines) | Folded(_, lines):
            return list(lines)
    return []


def notes_of(page: Page) -> list[tuple[Span, ...]]:
    """The footnotes, in the order in which they are referred to."""
    lines = [line for block in page.blocks for line in lines_of(block)]
    return [part.spans for line in lines for part in line if isinstance(part, Footnote)]


def texts_of(page: Page, sign: Callable[[int], str], title: bool = True) -> list[str]:
    """The texts on a page one after the other, footnotes last; `sign` is how one is referred to."""
    numbers = iter(range(1, 1 + len(notes_of(page))))
    said = [page.title] if title else []
    for block in page.blocks:
        match block:
            case Heading(text, _) | Code(text):
                said.append(text)
            case Folded(summary, _):
                said.append(summary)
            case Table(head, _, _):
                said += head
        said += [_line(line, lambda: sign(next(numbers))) for line in lines_of(block)]
    said += ["".join(span.text for span in note) for note in notes_of(page)]
    return [text for text in map(folded, said) if text]


def _line(line: Inlines, sign: Callable[[], str]) -> str:
    parts = []
    for part in line:
        match part:
            case Footnote():
                parts.append(sign())
            case Small(spans):
                parts.append("".join(span.text for span in spans))
            case Span():
                parts.append(part.text)
    return "".join(parts)


def spans_of(page: Page) -> Iterator[tuple[Span, bool]]:
    """Every piece of prose, and whether it is in small print; footnotes last."""
    for line in (line for block in page.blocks for line in lines_of(block)):
        for part in line:
            if isinstance(part, Small):
                yield from ((span, True) for span in part.spans)
            elif isinstance(part, Span):
                yield part, False
    yield from ((span, False) for note in notes_of(page) for span in note)


def marked(page: Page, mark: str, small: bool = False) -> str:
    """All that stands out so (or in small print, too), without spaces."""
    return "".join(
        squeezed(span.text)
        for span, tiny in spans_of(page)
        if span.mark == mark or (small and tiny)
    )


def led(page: Page, keys: Sequence[str]) -> str:
    """All that leads to one of these pages, without spaces."""
    return "".join(squeezed(span.text) for span, _ in spans_of(page) if span.to in keys)


_SIGNS = "[]()<>*_~`|\\&#-+=!:$%^{}@'\"./,; \n\t\xa0\u3000aé7ß“🐺\u0301\u200b\u202e\x00"
_WORDS = """[[ ]] <b> </b> <!-- --> ** __ ~~ ``` || &lt; &#60; == --- *** 1. 1) ![ a@b.c www.
    www.x.y http:// https://x.y ftp://x mailto:a@b xmpp:a@b.c :smile: $$ %% [^1] [x]: {{ <a@b.c>
    <http://x.y> </details> </summary> /* */ [/b] @[ :: // -- [b] [td] [x:y] javascript:alert(1)"""
_LINES = ("# ", "- ", "+ ", "> ", "    ", "| - |")
_BITS = (*_SIGNS, *_WORDS.split(), *_LINES)

bad = st.one_of(
    st.lists(st.sampled_from(_BITS), min_size=1, max_size=9).map("".join),
    st.sampled_from([text for text in HOSTILE if len(text) < 200]),
    st.text(min_size=1, max_size=12),
)
"""Texts nobody would want."""

_span = st.builds(
    Span,
    bad,
    st.sampled_from(("", "", "strong", "emphasis")),
    st.sampled_from(("", "", "blank", "nowhere")),
)
_prose = st.lists(_span, min_size=1, max_size=4).map(tuple)
_part = st.one_of(_span, _span, st.builds(Small, _prose), st.builds(Footnote, _prose))
line = st.lists(_part, min_size=1, max_size=5).map(tuple)
"""A line of them, in all ways in which parts can stand beside each other."""

block: st.SearchStrategy[Block] = st.one_of(
    st.builds(Heading, bad, st.integers(2, 5)),
    st.builds(Paragraph, line),
    st.builds(Bullets, st.lists(line, min_size=1, max_size=3).map(tuple)),
    st.builds(
        Table,
        st.tuples(bad, bad),
        st.lists(st.tuples(line, line), max_size=2).map(tuple),
        st.just(frozenset({1})),
    ),
    st.builds(Folded, bad, st.lists(line, min_size=1, max_size=3).map(tuple)),
    st.builds(Code, bad),
)
page = st.builds(
    lambda title, blocks: Page("fight-1", "fight", title, tuple(blocks), {"title": title}),
    bad,
    st.lists(block, min_size=1, max_size=4),
)
"""Whole pages of them."""
