"""Markdown through GitHub's own parser, with all it adds to Markdown."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from combatlog.export.document import Page
from combatlog.export.formats.markdown import MARKDOWN, write_superscript
from tests.combatlog.export.formats.hostile_pages import BLANK, HOSTILE, everywhere, sample
from tests.combatlog.export.formats.page_content import led, marked, page, squeezed, texts_of
from tests.combatlog.export.formats.page_reader import Reading, read
from tests.support.amount import amount

cmark = pytest.importorskip("cmarkgfm.cmark", reason="cmarkgfm (the dev extra) is not installed.")

EXTENSIONS = ["table", "autolink", "tagfilter", "strikethrough", "tasklist"]
TAGS = (
    "h1 h2 h3 h4 h5 p strong em a ul ol li table thead tbody tr th td hr details summary pre code"
)
"""What blocks and inlines ask for."""


def rendered(one: Page, footnotes: bool = True) -> Reading:
    """The page as GitHub has it."""
    text = MARKDOWN.render(one, MARKDOWN.assign_addresses([one, BLANK], ""))
    options = cmark.Options.CMARK_OPT_UNSAFE | (
        cmark.Options.CMARK_OPT_FOOTNOTES if footnotes else 0
    )
    return read(cmark.markdown_to_html_with_extensions(text, options, EXTENSIONS))


def holds(one: Page, footnotes: bool = True) -> None:
    """Then everything is read as it was written, and nothing is there that was not asked for."""
    found = rendered(one, footnotes)
    expected = [squeezed(text) for text in texts_of(one, write_superscript)]
    assert expected == [squeezed(text) for text in found.texts]
    assert set(found.tags) <= set(TAGS.split())
    assert set(found.attributes) <= {("a", "href", "A-blank-page")} | {
        (cell, "align", "right") for cell in ("th", "td")
    }
    assert marked(one, "strong") == found.inside.get("strong", "")
    assert marked(one, "emphasis", small=True) == found.inside.get("em", "")
    assert led(one, ["blank"]) == found.inside.get("a", "")


@pytest.mark.parametrize("footnotes", [True, False])
@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_text_is_escaped_everywhere(number: int, footnotes: bool) -> None:
    """In every place of a page that has a text."""
    holds(everywhere(HOSTILE[number]), footnotes)


def test_names_keep_the_spaces_between_their_words() -> None:
    """As a browser folds them; no word runs into the next."""
    one = everywhere("Ada of the *North*, called the [Wolf]")
    assert texts_of(one, write_superscript) == rendered(one).texts


def test_the_sample_page_has_its_elements() -> None:
    """Each kind of block and of inline, once rendered."""
    fight, ada = sample()
    text = MARKDOWN.render(fight, MARKDOWN.assign_addresses([fight, ada], ""))
    found = read(
        cmark.markdown_to_html_with_extensions(text, cmark.Options.CMARK_OPT_UNSAFE, EXTENSIONS)
    )
    assert set(found.tags) == set(TAGS.split()) - {"h4", "h5"}
    assert ("a", "href", "Ada") in found.attributes


@pytest.mark.slow
@settings(max_examples=150)
@given(page)
def test_a_page_of_hostile_texts(one: Page) -> None:
    """Side by side, in marks, in small print, in links."""
    holds(one)


@pytest.mark.slow
@settings(max_examples=amount(1500), suppress_health_check=[HealthCheck.too_slow])
@given(page)
def test_many_pages_of_hostile_texts(one: Page) -> None:
    """The same, with many random pages, with GitHub's footnotes and without."""
    holds(one)
    holds(one, footnotes=False)
