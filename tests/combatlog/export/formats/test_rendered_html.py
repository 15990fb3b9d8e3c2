"""The HTML fragment in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from combatlog.export.document import Page
from combatlog.export.formats.html import HTML
from tests.combatlog.export.formats.hostile_pages import BLANK, HOSTILE, everywhere, sample
from tests.combatlog.export.formats.page_content import (
    led,
    marked,
    page as pages,
    squeezed,
    texts_of,
)
from tests.combatlog.export.formats.page_reader import read
from tests.support.amount import amount
from tests.support.browser import Watched, browser, page  # noqa: F401

TAGS = (
    "article h1 h2 h3 h4 h5 p strong em small sup a ul ol li hr table thead tbody tr th td "
    "details summary pre code span"
)
"""What blocks and inlines ask for."""
ATTRIBUTES = {"id", "dir", "href", "align", "scope"}

LOOK = """html => {
    const host = document.createElement("div");
    host.innerHTML = html;
    document.body.replaceChildren(host);
    const all = [...host.querySelectorAll("*")];
    const attributes = all.flatMap(
        one => [...one.attributes].map(attribute => attribute.name + "=" + attribute.value)
    );
    for (const details of host.querySelectorAll("details")) details.open = true;
    const some = tag => [...host.querySelectorAll(tag)].map(one => one.textContent).join("");
    return {
        tags: all.map(one => one.localName),
        attributes: attributes,
        shown: host.innerText,
        strong: some("strong"), links: some('a[href="A-blank-page.html"]'),
        scripts: document.scripts.length,
    };
}"""
"""What the browser makes of a fragment, put into a page as a wiki would."""


def fragment(one: Page) -> str:
    """The page as it is exported."""
    return HTML.render(one, HTML.assign_addresses([one, BLANK], ""))


def expected(one: Page) -> str:
    """All there is to be read."""
    notes = [text for text in texts_of(one, str) if text]
    return "".join(map(squeezed, notes))


def holds(one: Page, seen: dict[str, Any]) -> None:
    """Then all is read as it was written, and nothing is there that was not asked for."""
    assert expected(one) == "".join(seen["shown"].replace("↩", "").split())
    assert set(seen["tags"]) <= set(TAGS.split())
    names = {attribute.partition("=")[0] for attribute in seen["attributes"]}
    assert names <= ATTRIBUTES
    targets = {one for one in seen["attributes"] if one.startswith("href=")}
    assert {one for one in targets if "#combatlog-fight-1-" not in one} <= {
        "href=A-blank-page.html"
    }
    assert marked(one, "strong") == squeezed(seen["strong"])
    assert led(one, ["blank"]) == squeezed(seen["links"])
    assert seen["scripts"] == 0


def test_hostile_texts_are_harmless_in_a_browser(page: Watched, tmp_path: Path) -> None:  # noqa: F811
    """They are shown in full; nothing runs, loads or asks."""
    page.open("<!doctype html><meta charset=utf-8><title>x</title><body></body>", tmp_path)
    for text in HOSTILE:
        one = everywhere(text)
        holds(one, page.page.evaluate(LOOK, fragment(one)))
    assert [] == page.errors
    assert [(tmp_path / "page.html").as_uri()] == page.requests


def test_the_sample_page_has_its_elements(page: Watched, tmp_path: Path) -> None:  # noqa: F811
    """Footnotes link there and back; folded lines are folded."""
    fight, ada = sample()
    text = HTML.render(fight, HTML.assign_addresses([fight, ada], ""))
    page.open(f"<!doctype html><meta charset=utf-8><title>x</title>{text}", tmp_path)
    assert not page.page.get_by_text("d8: 3").is_visible()
    page.page.get_by_text("Every roll").click()
    assert page.page.get_by_text("d8: 3").is_visible()
    page.page.locator("sup a").click()
    assert page.page.url.endswith("#combatlog-fight-1-note-1")
    page.page.get_by_text("↩").click()
    assert page.page.url.endswith("#combatlog-fight-1-ref-1")
    assert "Ada.html" == page.page.locator("td a").get_attribute("href")


@pytest.mark.slow
def test_many_pages_of_hostile_texts_in_a_browser(
    page: Watched,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Side by side, in marks, in small print, in links."""
    page.open("<!doctype html><meta charset=utf-8><title>x</title><body></body>", tmp_path)

    @settings(max_examples=amount(500), suppress_health_check=list(HealthCheck))
    @given(pages)
    def tried(one: Page) -> None:
        holds(one, page.page.evaluate(LOOK, fragment(one)))

    tried()
    assert [] == page.errors
    assert [(tmp_path / "page.html").as_uri()] == page.requests


@pytest.mark.slow
@settings(max_examples=150)
@given(pages)
def test_a_page_of_hostile_texts_is_well_formed(one: Page) -> None:
    """Every element is closed where it was opened; each block has its whole text."""
    found = read(fragment(one))
    told = [squeezed(text) for text in texts_of(one, str)]
    assert told == [squeezed(text.removesuffix("↩")) for text in found.texts if text != "↩"]
    assert set(found.tags) <= set(TAGS.split())
