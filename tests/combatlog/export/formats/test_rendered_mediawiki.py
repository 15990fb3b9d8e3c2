"""Pages as a real MediaWiki shows them."""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from combatlog.export.document import FileLink, Page, Paragraph
from combatlog.export.formats.mediawiki import MEDIAWIKI
from combatlog.export.formats.page_writer import clean_page_text
from tests.combatlog.export.formats.hostile_pages import BLANK, HOSTILE, everywhere, sample
from tests.combatlog.export.formats.rendering import HARMLESS, differences, hostile, tags, tokens
from tests.services.mediawiki import MediaWiki

NOT_FOUND_IN_A_PAGE = ("categories", "templates", "images", "externallinks", "iwlinks", "langlinks")
FUZZED = settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


class Reader:
    """Asks the wiki's API, as anybody may."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = httpx.Client(trust_env=False, timeout=60)
        self.harmless = self.parsed(_page(HARMLESS))["text"]

    def asked(self, **fields: str) -> dict[str, Any]:
        data = {"format": "json", "formatversion": "2", **fields}
        answer: dict[str, Any] = self.client.post(self.url, data=data).json()
        assert "error" not in answer, answer
        return answer

    def parsed(self, text: str) -> dict[str, Any]:
        """The HTML of wikitext, and whatever else the wiki found in it."""
        found: dict[str, Any] = self.asked(
            action="parse",
            text=text,
            title="Campaign/Fight",
            contentmodel="wikitext",
            prop="|".join(("text", "links", "properties", "sections", *NOT_FOUND_IN_A_PAGE)),
            disablelimitreport="1",
            disableeditsection="1",
            disabletoc="1",
            wrapoutputclass="",
        )["parse"]
        return found

    def check(self, texts: Sequence[str]) -> None:
        """The texts, each in every place of a page, come out as text."""
        pages = [f'<div class="page-{n}">\n{_page(text)}</div>\n' for n, text in enumerate(texts)]
        found = self.parsed("\n".join(pages))
        assert {name: [] for name in NOT_FOUND_IN_A_PAGE} == {
            name: found[name] for name in NOT_FOUND_IN_A_PAGE
        }
        assert {"A blank page"} == {link["title"] for link in found["links"]}
        assert found["properties"] == {}
        parts = found["text"].split('<div class="page-')
        assert len(parts) == len(texts) + 1
        for text, part in zip(texts, parts[1:], strict=True):
            html = part.partition(">")[2].strip().removesuffix("</div>")
            assert differences(html, self.harmless, text) == [], text


@pytest.fixture(scope="module")
def reader(mediawiki: MediaWiki) -> Reader:
    return Reader(mediawiki.api)


def _page(text: str) -> str:
    """The page with the text everywhere; its title is said on it, since its address is not."""
    return MEDIAWIKI.render(everywhere(text), MEDIAWIKI.assign_addresses([BLANK], ""))


def _to_be_seen(texts: Sequence[str]) -> list[str]:
    return [text for text in texts if clean_page_text(text).strip()]


def test_the_wiki_shows_the_page_as_meant(reader: Reader) -> None:
    pages = sample()
    addresses = MEDIAWIKI.assign_addresses(pages, "Campaign")
    html = str(reader.parsed(MEDIAWIKI.render(pages[0], addresses))["text"])
    found = tags(html)
    assert found.count("<th scope='col'>") == 2
    assert found.count("<td style='text-align: right'>") == 2
    assert found.count("<table class='wikitable sortable'>") == 1
    assert len([tag for tag in found if "'mw-collapsible mw-collapsed'" in tag]) == 1
    assert [tag for tag in found if "<h" in tag] == ["<h2>", "<h2>", "<h3>", "<h2>", "<hr>"]
    assert len([tag for tag in found if "Campaign/Ada" in tag]) == 4
    assert (
        "<a href='#combatlog-fight-1-note-1'>" in found
        and "<li id='combatlog-fight-1-note-1'>" in found
    )
    assert (
        "<a href='#combatlog-fight-1-ref-1'>" in found
        and "<sup id='combatlog-fight-1-ref-1'>" in found
    )
    assert "<code>1:94:2f0c7b</code>" in unescape(html)


def test_the_harmless_page_has_every_kind_of_part(reader: Reader) -> None:
    words = [token for token in tokens(reader.harmless) if HARMLESS in token.text]
    assert sum(word.text.count(HARMLESS) for word in words) == 36
    assert [] == [word for word in words if word.is_tag]


def test_hostile_texts_are_shown_unchanged(reader: Reader) -> None:
    for text in _to_be_seen(HOSTILE):
        reader.check([text])


def test_an_empty_text_shows_nothing(reader: Reader) -> None:
    for text in ("", " ", "\u200b\n"):
        found = reader.parsed(_page(text))
        assert found["links"] == []
        links = [tag for tag in tags(found["text"]) if tag.startswith("<a ")]
        assert all("#combatlog-" in link for link in links)


@pytest.mark.slow
@FUZZED
@given(st.lists(hostile, min_size=10, max_size=20))
def test_no_text_is_read_as_markup(reader: Reader, texts: list[str]) -> None:
    reader.check(texts)


@FUZZED
@given(st.lists(hostile, min_size=25, max_size=25), st.sampled_from(["", "Campaign", "A/b: c#/"]))
def test_the_wiki_takes_titles_unchanged(reader: Reader, texts: list[str], prefix: str) -> None:
    texts += ["/", ".", "..", "_", "ada", "Ada", "ADA", "Ada (2)", "ß", "ǆ", "\ufffd", "a\u0338"]
    pages = [Page(str(n), "combatant", text, ()) for n, text in enumerate(texts)]
    titles = MEDIAWIKI.assign_addresses(pages, prefix)
    assert len({title.casefold() for title in titles.values()}) == len(texts)
    separated = "\x1f" + "\x1f".join(titles.values())
    found = reader.asked(action="query", titles=separated)["query"]
    assert sorted(titles.values()) == sorted(page["title"] for page in found["pages"])
    assert [] == [page for page in found["pages"] if page["ns"] != 0 or "invalid" in page]


def test_the_wiki_stores_the_text_unchanged(reader: Reader) -> None:
    """So an unchanged page published again is no edit."""
    for number, text in enumerate(_to_be_seen(HOSTILE)):
        page, title = _page(text), f"Stored {number}"
        reader.asked(action="edit", title=title, text=page, token="+\\")
        again = reader.asked(action="edit", title=title, text=page, token="+\\")
        assert "nochange" in again["edit"]
        stored = reader.asked(action="parse", page=title, prop="wikitext")["parse"]["wikitext"]
        assert stored == page.rstrip()


def test_the_words_of_a_link_to_a_file_are_shown_unchanged(reader: Reader) -> None:
    harmless = reader.parsed(_linked(HARMLESS))
    assert ["F.html"] == harmless["images"]
    for text in _to_be_seen(HOSTILE):
        html = reader.parsed(_linked(text))["text"]
        assert differences(html, harmless["text"], text) == [], text


def _linked(text: str) -> str:
    page = Page("one", "fight", "One", (Paragraph((FileLink(text, "file"),)),))
    return MEDIAWIKI.render(page, {"one": "One", "file": "F.html"})
