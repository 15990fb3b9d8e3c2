"""A small reading of World Anvil's BBCode, for tests: written from its reference, not from the
writer. Tags come first, then what HTML does with the text between them."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

_TAG = re.compile(r"\[(/?)([a-z][a-z0-9]*)((?:[:|=][^\]]*)?)\]", re.IGNORECASE)
_ACTIVE = re.compile(
    r"@\[|/\*|\*/|(?<!\S)--\S|\S--(?!\S)|::|https?://|<[a-z/!?]|\[[^\]]*\]|\]\]", re.IGNORECASE
)
"""What does something between the tags: mentions, comments, fields, addresses, HTML, more tags."""
_SINGLE = {"hr", "br"}
_BLOCKS = {"h1", "h2", "h3", "h4", "li", "th", "td", "tr", "table", "ul", "ol", "spoiler", "code"}


class Article(NamedTuple):
    """Tags in their order, the text block by block with spaces folded (of a spoiler its label
    first), and by tag the text inside, without spaces."""

    tags: list[str]
    texts: list[str]
    inside: dict[str, str]


def read_article(source: str) -> Article:
    """Read BBCode; raises `AssertionError` where tags are not closed as they were opened, and where
    anything but tags would do something."""
    article = Article([], [], {})
    open_tags: list[str] = []
    texts = [""]
    at = 0
    for found in [*_TAG.finditer(source), None]:
        text = source[at : found.start() if found else len(source)]
        _take(text, open_tags, texts, article)
        if found is None:
            break
        at = found.end()
        closing, tag, argument = found[1], found[2], found[3]
        assert not argument, f"a tag with an argument: {found[0]}"
        if tag in _BLOCKS or tag in _SINGLE:
            texts.append("")
        if closing:
            assert open_tags and open_tags.pop() == tag, f"{found[0]} where it was not opened"
        else:
            article.tags.append(tag)
            if tag not in _SINGLE:
                open_tags.append(tag)
    assert open_tags == [], "tags are left open"
    article.texts.extend(text for text in (" ".join(text.split()) for text in texts) if text)
    return article


def _take(text: str, open_tags: list[str], texts: list[str], article: Article) -> None:
    assert not _ACTIVE.search(text), f"this does something: {text}"
    bars = text.count("|")
    assert bars == (1 if open_tags[-1:] == ["spoiler"] and text else 0), f"a bar: {text}"
    read = unescape(text.replace("|", "\n\n"))
    for number, part in enumerate(read.split("\n\n")):
        if number:
            texts.append("")
        texts[-1] += part
    for tag in set(open_tags):
        article.inside[tag] = article.inside.get(tag, "") + "".join(read.split())
