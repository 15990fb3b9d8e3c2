"""Pages as a real DokuWiki shows them."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xmlrpc.client import ServerProxy

import pytest
from hypothesis import given, settings, strategies as st

from combatlog.export.document import FileLink, Page, Paragraph
from combatlog.export.formats.dokuwiki import DOKUWIKI
from combatlog.export.formats.page_writer import clean_page_text
from tests.combatlog.export.formats.hostile_pages import BLANK, HOSTILE, everywhere, sample
from tests.combatlog.export.formats.rendering import HARMLESS, differences, hostile, tags, tokens
from tests.services.dokuwiki import DOKUWIKI as SOFTWARE, DokuWiki
from tests.support.amount import amount

RENDERER = Path(__file__).parents[3] / "services" / "render.php"
_NUMBER = re.compile('(="#?fnt?__|class="fn_(?:top|bot)">)([0-9]+)')
_EDITABLE = re.compile(r"<!-- EDIT\{[^<>]*\} -->")
"""Where the wiki will put buttons to edit a section."""

WIDE = str.maketrans("［］｛｝", "[]{}")
"""What stands in links for delimiters, back to what was meant."""


class Renderer:
    """The wiki's own parser, in a process of its own beside the server."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            ["php", "-d", f"auto_prepend_file={data / 'prepended.php'}", RENDERER, SOFTWARE.root],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.harmless = self.rendered(_page(HARMLESS))

    def asked(self, **question: str) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def rendered(self, text: str) -> str:
        """The HTML of markup; nothing in it changed how the page is shown or kept."""
        answer = self.asked(text=text)
        assert answer["info"] == {"cache": True, "toc": True}
        html = str(answer["html"])
        first = _NUMBER.search(html)  # the process counts on from one page to the next
        before = int(first[2]) - 1 if first else 0
        return _NUMBER.sub(lambda found: f"{found[1]}{int(found[2]) - before}", html)

    def check(self, texts: Sequence[str]) -> None:
        """The texts, each in every place of a page, come out as text."""
        for text in texts:
            html = self.rendered(_page(text)).translate(WIDE)
            assert differences(html, self.harmless, text.translate(WIDE)) == [], text


@pytest.fixture(scope="module")
def renderer(dokuwiki: DokuWiki) -> Iterator[Renderer]:
    renderer = Renderer(dokuwiki.data)
    yield renderer
    renderer.process.communicate()


def _page(text: str) -> str:
    return DOKUWIKI.render(everywhere(text), DOKUWIKI.assign_addresses([BLANK], ""))


def _to_be_seen(texts: Sequence[str]) -> list[str]:
    return [text for text in texts if clean_page_text(text).strip()]


def test_the_wiki_shows_the_page_as_meant(renderer: Renderer) -> None:
    pages = sample()
    addresses = DOKUWIKI.assign_addresses(pages, "Campaign")
    html = renderer.rendered(DOKUWIKI.render(pages[0], addresses))
    found = tags(html)
    headings = [tag[:3] for tag in found if tag.startswith("<h")]
    assert headings == ["<h1", "<h2", "<h2", "<h3", "<h2"]
    assert len([tag for tag in found if tag.startswith("<th ")]) == 2
    assert len([tag for tag in found if "rightalign" in tag]) == 2
    assert len([tag for tag in found if "campaign:ada" in tag]) == 4
    assert len([tag for tag in found if tag.startswith("<a ") and "fn_top" in tag]) == 1
    assert found.count("<blockquote>") == 1
    assert "<code>1:94:2f0c7b</code>" in html


def test_the_harmless_page_has_every_kind_of_part(renderer: Renderer) -> None:
    words = [token for token in tokens(renderer.harmless) if HARMLESS in token.text]
    assert sum(word.text.count(HARMLESS) for word in words) == 36
    assert [] == [word for word in words if word.is_tag]
    links = [tag for tag in tags(renderer.harmless) if "wikilink" in tag]
    assert len(links) == 7 and all("data-wiki-id='a_blank_page'" in link for link in links)


def test_hostile_texts_are_shown_unchanged(renderer: Renderer) -> None:
    renderer.check(_to_be_seen(HOSTILE))


def test_an_empty_text_shows_nothing(renderer: Renderer) -> None:
    for text in ("", " ", "\u200b\n"):
        html = renderer.rendered(_page(text))
        assert "%" not in html and "[[" not in html and "data-wiki-id" not in html


@pytest.mark.slow
@settings(max_examples=amount(600))
@given(hostile)
def test_no_text_is_read_as_markup(renderer: Renderer, text: str) -> None:
    renderer.check([text])


@settings(max_examples=300)
@given(st.lists(hostile, min_size=1, max_size=4), st.sampled_from(["", "Campaign", "A/b: ç#/"]))
def test_the_wiki_takes_ids_unchanged(renderer: Renderer, texts: list[str], prefix: str) -> None:
    texts += [texts[0], "start", "Sidebar", "_", "ada", "ADA", "ada_2", "Ægir", "ǆ", "s a" * 99]
    pages = [Page(str(n), "combatant", text, ()) for n, text in enumerate(texts)]
    ids = DOKUWIKI.assign_addresses(pages, prefix)
    assert len(set(ids.values())) == len(texts)
    for address in ids.values():
        assert address == renderer.asked(id=address)["id"]


@pytest.mark.slow
def test_the_wiki_changes_no_letter_of_an_id(renderer: Renderer) -> None:
    letters = [chr(code) for code in range(0x20, 0xFFFE) if not 0xD800 <= code < 0xE000]
    for start in range(0, len(letters), 20):
        text = "x".join(letters[start : start + 20])
        (address,) = DOKUWIKI.assign_addresses([Page("one", "fight", text, ())], "").values()
        assert address == renderer.asked(id=address)["id"]


def test_the_wiki_stores_the_text_unchanged(dokuwiki: DokuWiki, renderer: Renderer) -> None:
    """So an unchanged page published again is no edit. The wiki shows the page as its parser
    does."""
    account = f"{dokuwiki.user}:{dokuwiki.password}@"
    with ServerProxy(dokuwiki.api.replace("//", f"//{account}", 1)) as wiki:
        for number, text in enumerate(_to_be_seen(HOSTILE)):
            name, page = f"stored:{number}", _page(text)
            wiki.wiki.putPage(name, page, {})
            assert page == wiki.wiki.getPage(name)
            shown = _EDITABLE.sub("", str(wiki.wiki.getPageHTML(name))).translate(WIDE)
            assert differences(shown, renderer.harmless, text.translate(WIDE)) == [], text


def test_the_words_of_a_link_to_a_file_are_shown_unchanged(renderer: Renderer) -> None:
    harmless = renderer.rendered(_linked(HARMLESS))
    assert "media=log:f.html" in harmless
    for text in _to_be_seen(HOSTILE):
        html = renderer.rendered(_linked(text)).translate(WIDE)
        assert differences(html, harmless, text.translate(WIDE)) == [], text


def _linked(text: str) -> str:
    page = Page("one", "fight", "One", (Paragraph((FileLink(text, "file"),)),))
    return DOKUWIKI.render(page, {"file": "log:f.html"})
