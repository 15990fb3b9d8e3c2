"""The time for an answer grows as its length, whatever stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import pytest

from combatlog.publish.api_address import (
    _find_dokuwiki_links,
    _find_mediawiki_links,
)
from combatlog.publish.credentials import Credentials
from combatlog.publish.edit_summary import find_tag, is_own_summary, parse_last_events
from combatlog.publish.marked_section import find_section, is_stored_text, list_keys
from combatlog.publish.publishing import diff_page
from combatlog.publish.web_client import Answer, resolve_link
from combatlog.publish.wiki import PageRefused, WikiError, explain_error, shorten
from tests.support.cpu_time import assert_grows_at_most

SIZE, GROWTH = 6_000, 8
"""Characters of a text, and how many times as many the longer one has."""


def links(text: str) -> list[str]:
    page = Answer(200, text.encode(), "text/html", "http://wiki.example/")
    return [*_find_mediawiki_links(page), *_find_dokuwiki_links(page)]


def section(text: str) -> list[str]:
    with suppress(PageRefused):
        find_section(text, "k")
    return list(list_keys(text))


def summary(text: str) -> object:
    return find_tag(text), is_own_summary(text), parse_last_events(text)


def message(text: str) -> object:
    hidden = Credentials("Mia", "a b c d e f    g &<+").hide_password(text)
    return WikiError(explain_error("x", shorten(hidden), "wiki.example"))


def diff(text: str) -> list[str]:
    """From the page of a hostile wiki to ours."""
    return list(diff_page(text, "a\nb\n" * 500, "Bridge"))


PAGE = (
    "<link ",
    "<link rel=EditURI ",
    "<link rel=",
    '<link rel="EditURI" href="',
    "<link href='",
    "href=",
    "DOKU_BASE = ",
    "DOKU_BASE = '",
    "'/",
    '"lib/exe/',
    "&#",
    " ",
)
SECTION = (
    "<!-- combatlog:begin ",
    "<!-- combatlog:begin k ",
    "<!-- combatlog:begin k #1",
    "<!-- combatlog:end k ",
    "<!--",
    "<!-- ",
    " #1",
    "-",
    "1",
    " ",
)
SUMMARY = ("#1111111111", "#1 ", " (a), to 1", " (", "1", "(a), to #1;", " ", "#1#")
MESSAGE = ("a ", "a+b+", " ", "&#0", "&#00000000097;", "&#x", "%", "%20", "&amp;", "a b c d e f   ")
STORED = ("\u0301\u0316", "\r\n", "\n", "\u1100\u1161")
DIFF = ("a\n", "a\nb\n", "b\na\nc\n", "\n", "\t", "a\rb\n")
SECTION_HEADS = (
    "",
    "<!-- combatlog:begin k ",
    "<!-- combatlog:begin k",
    "<!-- combatlog:end k",
)
SUMMARY_HEADS = ("", "combatlog: x (a), to ", "combatlog: ")


def list_cases() -> Iterator[tuple[Callable[[str], object], str, str]]:
    """Yield a function that reads an answer, the beginning of a text, and what is repeated."""
    yield from ((links, "", part) for part in PAGE)
    yield from ((section, head, part) for head in SECTION_HEADS for part in SECTION)
    yield from ((summary, head, part) for head in SUMMARY_HEADS for part in SUMMARY)
    yield from ((message, "", part) for part in MESSAGE)
    yield from ((lambda text: is_stored_text(text, "Text."), "", part) for part in STORED)
    yield from ((diff, "", part) for part in DIFF)
    yield from ((lambda text: resolve_link("http://a/", text), "", part) for part in ("../", "a/"))


@pytest.mark.parametrize(("read", "head", "part"), list(list_cases()))
def test_time_grows_as_the_length(read: Callable[[str], object], head: str, part: str) -> None:
    """Eight times the text may take thirty times as long; quadratic time takes 64 times."""
    short, long = (head + part * (size // len(part)) for size in (SIZE, SIZE * GROWTH))
    assert_grows_at_most(30, partial(read, short), partial(read, long), slack=0.06)
