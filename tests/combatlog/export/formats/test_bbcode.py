"""BBCode for World Anvil: read back by a small parser of its own."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from combatlog.export.document import Folded, Page, Paragraph, Span
from combatlog.export.formats.bbcode import BBCODE
from tests.combatlog.export.formats.bbcode_reader import read_article
from tests.combatlog.export.formats.hostile_pages import HOSTILE, everywhere, sample
from tests.combatlog.export.formats.page_content import marked, page, squeezed, texts_of
from tests.support.amount import amount

TAGS = "h1 h2 h3 h4 b i small sup ul ol li table tr th td spoiler code hr"
"""What blocks and inlines ask for."""


def holds(one: Page) -> None:
    """Then all is read as it was written, and no tag is there that was not asked for."""
    found = read_article(BBCODE.render(one, {}))
    assert sorted(map(squeezed, texts_of(one, str))) == sorted(map(squeezed, found.texts))
    assert set(found.tags) <= set(TAGS.split())
    assert marked(one, "strong") == found.inside.get("b", "")
    assert marked(one, "emphasis") == found.inside.get("i", "")


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_text_is_escaped_everywhere(number: int) -> None:
    """In every place of a page that has a text."""
    holds(everywhere(HOSTILE[number]))


@pytest.mark.slow
@settings(max_examples=150)
@given(page)
def test_a_page_of_hostile_texts(one: Page) -> None:
    """Side by side, in marks, in small print."""
    holds(one)


@pytest.mark.slow
@settings(max_examples=amount(1500), suppress_health_check=[HealthCheck.too_slow])
@given(page)
def test_many_pages_of_hostile_texts(one: Page) -> None:
    """The same, with many random pages."""
    holds(one)


def test_the_sample_page() -> None:
    """Headings, a table, a list, small print, a note, folded lines, a seal."""
    fight, ada = sample()
    text = BBCODE.render(fight, BBCODE.assign_addresses([fight, ada], ""))
    assert text == (
        "[h1]Ambush at the bridge[/h1]\n\n"
        "The party won in two rounds.\n\n"
        "[h2]Who fought[/h2]\n\n"
        "[table][tr][th]Name[/th][th]HP[/th][/tr]"
        "[tr][td][b]Ada[/b][/td][td]3/5[/td][/tr]"
        "[tr][td]Rhinoceros[/td][td]0/20[/td][/tr][/table]\n\n"
        "[h2]The fight[/h2]\n\n"
        "[h3]Round 1[/h3]\n\n"
        "[b]Ada[/b] emptied her rifle into the [i]beast[/i].[sup]1[/sup]"
        "[small]Ada 2d10: [b]9[/b], 3[/small]\n\n"
        "[ul][li]Cho is deprived.[/li][li][b]Ada[/b] has a scar.[/li][/ul]\n\n"
        "[spoiler][ul][li]d8: 3[/li][li][b]Ada[/b] 2d10: 9, 3[/li][/ul]|Every roll[/spoiler]\n\n"
        "[h2]Seal[/h2]\n\n"
        "[code]1&#58;94&#58;2f0c7b[/code]\n\n"
        "[hr]\n[ol][li]Corrected: it was the rifle, said Ben[/li][/ol]\n"
    )


def test_brackets_and_bars_are_entities() -> None:
    """World Anvil has no escapes: what it looks for is not there."""
    one = Page("x", "fight", "x", (Paragraph((Span("[Ada] @[x](y:z) /* a|b */ --c::d--"),)),))
    text = BBCODE.render(one, {}).splitlines()[2]
    assert not set("[]@|*") & set(text)
    assert "--" not in text and "::" not in text


def test_an_ordinary_sentence_is_left_alone() -> None:
    """Commas, brackets, dice and dashes are not escaped."""
    said = "Ada (2d10: 9, 3) fired; the beast's hide held – HP 20 → 14, 3.5 at most & no more."
    assert said in BBCODE.render(Page("x", "fight", "x", (Paragraph((Span(said),)),)), {})


def test_a_label_cannot_end_its_spoiler() -> None:
    """The only bar in a spoiler is the writer's."""
    one = Page("x", "fight", "x", (Folded("a|b[/spoiler]", ((Span("c|d"),),)),))
    assert 1 == BBCODE.render(one, {}).count("|")
    assert ["x", "c|d", "a|b[/spoiler]"] == read_article(BBCODE.render(one, {})).texts
