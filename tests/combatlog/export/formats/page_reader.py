"""HTML as a browser's reader has it: which elements there are, and what is to be read."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple

_VOID = {"hr", "br", "img", "input", "wbr", "meta", "link"}
_BLOCKS = {"p", "li", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "code", "article"}
_BLOCKS |= {"ul", "ol", "table", "blockquote", "details", "pre", "section", "tr", "hr", "title"}


class Reading(NamedTuple):
    """Tags in their order with their attributes; the text block by block, spaces folded; and by tag
    all the text inside of such elements, without spaces."""

    tags: list[str]
    attributes: list[tuple[str, str, str]]
    texts: list[str]
    inside: dict[str, str]


def read(html: str) -> Reading:
    """Read HTML; raises `AssertionError` where elements are not closed as they were opened."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [], "elements are left open"
    folded = [" ".join(text.split()) for text in reader.texts]
    return Reading(reader.tags, reader.attributes, [text for text in folded if text], reader.inside)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts = [""]
        self.open: list[str] = []
        self.inside: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in _VOID:
            self.open.append(tag)
        if tag in _BLOCKS:
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        assert self.open and self.open.pop() == tag, f"</{tag}> where it was not opened"
        if tag in _BLOCKS:
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        self.texts[-1] += data
        for tag in set(self.open):
            self.inside[tag] = self.inside.get(tag, "") + "".join(data.split())

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(f"a declaration: {decl}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data}")
