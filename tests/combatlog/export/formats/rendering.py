"""What a wiki made of a page: its HTML, compared with that of a page that says something harmless
in the same places. The two may differ in the words, and in nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from html.parser import HTMLParser
from typing import NamedTuple
from unicodedata import normalize

from hypothesis import strategies as st

from combatlog.export.formats.page_writer import clean_page_text
from tests.combatlog.export.formats.hostile_pages import HOSTILE

HARMLESS = "Harmlessword"
"""A text that no wiki can take for anything but a word."""

_OTHER_NAME = re.compile('<span id="[^"<>]*"></span>')
"""MediaWiki's older name for a heading, for links from elsewhere."""

_MARKUP = "[]{}<>|!^*/_=#:;~%&'\"\\()-+.,@$?`´…’ \n\t\u202e\u200b\xa0\u3000\u0338"
_PIECES = (
    *("[[", "]]", "{{", "}}", "{{{", "((", "))", "**", "//", "''", "'''", "~~", "%%", "==", "--"),
    *("<nowiki>", "</nowiki>", "<script>", "<b>", "</div>", "<br/>", "<!--", "-->", "<html>"),
    *("\n* ", "\n== ", "\n----\n", "\n{|", "\n|-", "\n  * ", "\n> ", "\n  ", "\\\\ ", "||", "-{"),
    *("http://a.b", "mailto:", "www.a.b", "a@b.cd", "RFC 1", "ISBN 0123456789", "PMID 1"),
    *("__TOC__", "~~NOTOC~~", "{{rss>http://127.0.0.1/}}", "[[Category:X]]", "&lt;", "&#91;"),
    *("(c)", "...", "1x2", "->", "=>", ":-)", "FIXME", "CamelCase", "HTML", "«a»", " ?", "%20"),
    *("Ada", "ada", " ", "太郎", "é", "e\u0301", "ß", "שרה", "🐺", "1"),
)

hostile = st.one_of(
    st.sampled_from(HOSTILE[:-2]),
    st.lists(st.sampled_from(_PIECES), min_size=1, max_size=6).map("".join),
    st.text(_MARKUP + "aZ09", min_size=1, max_size=12),
    st.text(min_size=1, max_size=12),
).filter(lambda text: clean_page_text(text).strip() != "")
"""Texts of which something is to be seen."""


def seen(text: str) -> str:
    """The text as a reader has it: what cannot be seen is space, and space is one. A space that
    may not be broken is another character, but for the ends."""
    return clean_page_text(normalize("NFC", clean_page_text(text))).strip()


class Token(NamedTuple):
    """A piece of HTML: a tag, or a text between tags."""

    is_tag: bool
    text: str


def tokens(html: str) -> list[Token]:
    """Tags in their order, with their attributes but for the names of headings, which are made of
    their words; and between them the text as it is `seen`."""
    pieces = (Token(is_tag, seen(text)) for is_tag, text in _pieces(html))
    return [token for token in pieces if token.text]


def tags(html: str) -> list[str]:
    """The tags alone, written as `<a href='x'>`."""
    return [f"<{token.text}>" for token in tokens(html) if token.is_tag]


def differences(html: str, harmless: str, text: str) -> list[tuple[Token, Token]]:
    """Where the HTML is other than the harmless one with the text for the harmless word: what it
    should be, and what it is."""
    wanted = harmless.replace(HARMLESS, escape(text))
    expected, actual = tokens(wanted), tokens(html)
    if (
        clean_page_text(text) == clean_page_text(text).strip()
    ):  # otherwise a space may be inside a tag or outside
        expected.append(_words(wanted))
        actual.append(_words(html))
    length = max(len(expected), len(actual))
    pairs = zip(_padded(expected, length), _padded(actual, length), strict=True)
    return [(one, other) for one, other in pairs if one != other]


def _words(html: str) -> Token:
    """All text, with the spaces between its parts."""
    return Token(False, seen("".join(text for is_tag, text in _pieces(html) if not is_tag)))


def _padded(some: Sequence[Token], length: int) -> list[Token]:
    return [*some, *[Token(False, "")] * (length - len(some))]


def _pieces(html: str) -> list[Token]:
    reader = _Reader()
    reader.feed(_OTHER_NAME.sub("", html))
    reader.close()
    return [*reader.pieces, Token(False, reader.text)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Token] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_heading = tag.startswith("h") or ("class", "mw-headline") in attrs
        kept = [f"{key}={value!r}" for key, value in attrs if not (is_heading and key == "id")]
        self._add(" ".join([tag, *kept]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self._add(f"/{tag}")

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self._add(f"!--{data}--")

    def handle_decl(self, decl: str) -> None:
        self._add(f"!{decl}")

    def handle_pi(self, data: str) -> None:
        self._add(f"?{data}")

    def unknown_decl(self, data: str) -> None:
        self._add(f"![{data}]")

    def _add(self, tag: str) -> None:
        self.pieces += [Token(False, self.text), Token(True, tag)]
        self.text = ""
