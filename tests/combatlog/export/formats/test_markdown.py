"""Markdown for GitHub's and GitLab's wikis, Wiki.js, Notion: what is written."""

from __future__ import annotations

import pytest

from combatlog.export.document import Code, Folded, Heading, Page, Paragraph, Small, Span, Table
from combatlog.export.formats.markdown import MARKDOWN, escape
from tests.combatlog.export.formats.hostile_pages import sample


def written(*blocks: object, title: str = "x") -> str:
    """What stands below the title of a page of these blocks."""
    page = Page("x", "fight", title, blocks)  # type: ignore[arg-type]
    text = MARKDOWN.render(page, {"wolf": "Logs/Wölfe,-viele"})
    return text.removeprefix(f"# {title}\n\n").removesuffix("\n")


def test_the_sample_page() -> None:
    """Headings, a table, links, small print, a footnote, folded lines, a seal."""
    fight, ada = sample()
    text = MARKDOWN.render(fight, MARKDOWN.assign_addresses([fight, ada], "Logs"))
    assert text == (
        "# Ambush at the bridge\n\n"
        "The party won in two rounds.\n\n"
        "## Who fought\n\n"
        "| Name | HP |\n"
        "| --- | --: |\n"
        "| **[Ada](Ada)** | 3/5 |\n"
        "| Rhinoceros | 0/20 |\n\n"
        "## The fight\n\n"
        "### Round 1\n\n"
        "**[Ada](Ada)** emptied her rifle into the *beast*.¹*Ada 2d10: **9**, 3*\n\n"
        "- Cho is deprived.\n"
        "- **[Ada](Ada)** has a scar.\n\n"
        "<details><summary>Every roll</summary>\n\n"
        "- d8: 3\n"
        "- **[Ada](Ada)** 2d10: 9, 3\n\n"
        "</details>\n\n"
        "## Seal\n\n"
        "```\n1:94:2f0c7b\n```\n\n"
        "---\n\n"
        "1. Corrected: it was the rifle, said Ben\n"
    )


def test_dice_stand_in_small_print_behind_the_story() -> None:
    """As the page of a fight has them."""
    dice = Small((Span("(Ada 2d10: "), Span("9", "strong"), Span(", 3 · armor 3 · HP 20 → 14)")))
    line = (Span("The shot told: six points through its hide. "), dice)
    assert written(Paragraph(line)) == (
        "The shot told: six points through its hide. *(Ada 2d10: **9**, 3 · armor 3 · HP 20 → 14)*"
    )


def test_strong_text_does_not_end_small_print() -> None:
    """Asterisks would: small print is in italics itself."""
    dice = Small((Span("(a "), Span("b", "emphasis"), Span("c)")))
    assert "*(a <em>b</em>c)*" == written(Paragraph((dice,)))


@pytest.mark.parametrize(
    "text",
    [
        "Ada leaned over the rail; Ben, wedged behind the crates, jabbed at it (impaired).",
        "“The beast's hide” held: 3.5 at most – 40 % or more! Why? HP 20 → 14 & no more.",
        "wide-eyed / 1-2, 2 + 2 = 4. 1d6's",
        "+10.5 ± 9.2",
        "3.5 of 7",
        "-1",
    ],
)
def test_an_ordinary_sentence_is_left_alone(text: str) -> None:
    """People who edit the page can read it."""
    assert text == escape(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*a* _b_ `c` ~d~", r"\*a\* \_b\_ \`c\` \~d\~"),
        ("[a](b) ![c]", r"\[a\](b) \!\[c\]"),
        ("<b> &lt; a & b", r"\<b\> \&lt; a & b"),
        ("# a", r"\# a"),
        ("- a", r"\- a"),
        ("12. a", r"12\. a"),
        ("12) a", r"12\) a"),
        ("===", r"\=\=\="),
        ("www.x.y http://x ada@x.y", r"www\.x\.y http\://x ada\@<!-- -->x\.y"),
        (":smile: a:b a: b", r"\:<!-- -->smile: a\:b a: b"),
        ("a|b {{c}} $d$ ^e", r"a\|b \{\{c\}\} \$d\$ \^e"),
        ("\\*", r"\\\*"),
    ],
)
def test_marks_are_escaped(text: str, expected: str) -> None:
    """Where they could mean something."""
    assert expected == escape(text)


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ((Span("a"), Span("b", "strong"), Span("c")), "a**b**c"),
        ((Span("a "), Span("(b)", "strong"), Span(" c")), "a **(b)** c"),
        ((Span("a"), Span("(b)", "strong"), Span("c")), "a<strong>(b)</strong>c"),
        ((Span("a", "strong"), Span("b", "emphasis")), "**a**<em>b</em>"),
        ((Span("a"), Span(" b ", "emphasis"), Span("c")), "a *b* c"),
        ((Span("a"), Span(" ", "strong"), Span("b")), "a b"),
        ((Span("a", "strong"), Span("b", "strong")), "**ab**"),
        ((Span("wow!"), Span("b", to="wolf")), r"wow\![b](W%C3%B6lfe%2C-viele)"),
    ],
)
def test_emphasis_uses_tags_where_asterisks_fail(spans: tuple[Span, ...], expected: str) -> None:
    """Asterisks elsewhere."""
    assert expected == written(Paragraph(spans))


def test_a_link_without_a_page_is_text() -> None:
    """The name stays."""
    assert "Ben" == written(Paragraph((Span("Ben", to="ben"),)))


def test_bars_in_a_table_stay_in_their_cell() -> None:
    """In head and rows."""
    text = written(Table(("a|b", ""), (((Span("c|d"),), ()),), frozenset({1})))
    assert "| a\\|b |  |\n| --- | --: |\n| c\\|d |  |" == text


def test_a_fence_is_longer_than_any_in_it() -> None:
    """The text to be copied is copied whole."""
    assert "````\na ``` b\n````" == written(Code("a ``` b"))


def test_a_summary_is_escaped_for_html_and_markdown() -> None:
    """Wikis differ in how they read it."""
    text = written(Folded("<b> *a*", ((Span("c"),),)))
    assert "<summary>&#60;b&#62; &#42;a&#42;</summary>" in text


def test_an_empty_page_is_its_title() -> None:
    """An empty line writes nothing."""
    page = Page("x", "fight", "x", (Paragraph((Span(" "),)), Heading("y")))
    assert "# x\n\n## y\n" == MARKDOWN.render(page, {})


def test_the_same_page_gives_the_same_text() -> None:
    """A second page numbers its footnotes from 1 again."""
    fight, ada = sample()
    addresses = MARKDOWN.assign_addresses([fight, ada], "")
    assert MARKDOWN.render(fight, addresses) == MARKDOWN.render(fight, addresses)
