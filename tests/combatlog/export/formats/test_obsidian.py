"""Notes for Obsidian: what they hold, what they are called, and that nothing in them acts."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from combatlog.export.document import (
    Folded,
    Footnote,
    Heading,
    Page,
    Paragraph,
    Property,
    Small,
    Span,
    Table,
)
from combatlog.export.formats.obsidian import OBSIDIAN
from combatlog.export.formats.page_writer import clean_page_text
from tests.combatlog.export.formats.hostile_pages import BLANK, HOSTILE, everywhere, sample
from tests.combatlog.export.formats.obsidian_reader import read_note
from tests.combatlog.export.formats.page_content import bad, led, marked, page, squeezed, texts_of
from tests.support.amount import amount


def note(one: Page, *others: Page) -> str:
    """A page as a note beside others."""
    return OBSIDIAN.render(one, OBSIDIAN.assign_addresses([one, BLANK, *others], ""))


def shown(one: Page) -> list[str]:
    """Where a note shows its title: above itself, if its file could not be called so; over the
    lead of a fight."""
    title = clean_page_text(one.title).strip()
    named = OBSIDIAN.assign_addresses([one, BLANK], "")[one.key] == title
    leads = one.kind == "fight" and isinstance(one.blocks[0], Paragraph)
    return ([] if named else [title]) + ([title] if leads else [])


def holds(one: Page) -> None:
    """Then all is read as it was written, and nothing is there that was not asked for."""
    found = read_note(note(one))
    told = [*shown(one), *texts_of(one, "⟦{}⟧".format, title=False)]
    assert [text for text in map(squeezed, told) if text] == list(map(squeezed, found.page.texts))
    assert marked(one, "strong") == found.page.inside.get("strong", "")
    assert marked(one, "emphasis", small=True) == found.page.inside.get("em", "")
    assert led(one, ["blank"]) == found.page.inside.get("a", "")
    targets = {value for _, name, value in found.page.attributes if name == "href"}
    assert targets <= {"A%20blank%20page", "A%20blank%20page.md"}
    assert squeezed(one.title) == squeezed(found.properties["title"])


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_text_is_escaped_everywhere(number: int) -> None:
    """In every place of a note that has a text."""
    holds(everywhere(HOSTILE[number]))


@pytest.mark.slow
@settings(max_examples=150)
@given(page)
def test_a_page_of_hostile_texts(one: Page) -> None:
    """Side by side, in marks, in small print, in links."""
    holds(one)


@pytest.mark.slow
@settings(max_examples=amount(1200), suppress_health_check=[HealthCheck.too_slow])
@given(page)
def test_many_pages_of_hostile_texts(one: Page) -> None:
    """The same, with many random pages."""
    holds(one)


def test_the_sample_note() -> None:
    """Properties, the lead as a summary, links, a table, folded lines, a footnote."""
    fight, ada = sample()
    text = OBSIDIAN.render(fight, OBSIDIAN.assign_addresses([fight, ada], "Logs/Bridge"))
    assert text == (
        "---\n"
        'game: "golden-idol"\n'
        "rounds: 2\n"
        'players: ["Ada", "Ben"]\n'
        'tags: ["combatlog", "combatlog/fight"]\n'
        "---\n\n"
        "> [!summary] Ambush at the bridge\n"
        "> The party won in two rounds.\n\n"
        "## Who fought\n\n"
        "| Name | HP |\n"
        "| --- | --: |\n"
        "| **[[Logs/Bridge/Ada\\|Ada]]** | 3/5 |\n"
        "| Rhinoceros | 0/20 |\n\n"
        "## The fight\n\n"
        "### Round 1\n\n"
        "**[[Logs/Bridge/Ada|Ada]]** emptied her rifle into the *beast*.[^1]"
        "*Ada 2d10: **9**, 3*\n\n"
        "- Cho is deprived.\n"
        "- **[[Logs/Bridge/Ada|Ada]]** has a scar.\n\n"
        "> [!note]- Every roll\n"
        "> - d8: 3\n"
        "> - **[[Logs/Bridge/Ada|Ada]]** 2d10: 9, 3\n\n"
        "## Seal\n\n"
        "```\n1:94:2f0c7b\n```\n\n"
        "[^1]: Corrected: it was the rifle, said Ben\n"
    )
    read = read_note(text)
    assert [("summary", False), ("note", True)] == read.callouts
    assert [("Logs/Bridge/Ada", "Ada")] * 4 == read.links


def test_dice_in_small_print_are_in_italics() -> None:
    """In brackets, with the dice that count in bold."""
    dice = Small((Span("(Ada 2d10: "), Span("9", "strong"), Span(", 3)")))
    one = Page("x", "combatant", "x", (Paragraph((Span("She fired. "), dice)),))
    assert "She fired. *(Ada 2d10: **9**, 3)*" in note(one)


def test_headings_match_those_of_the_initiative_tracker() -> None:
    """People who know its logs find their way."""
    names = ((2, "Players"), (2, "Combat log"), (3, "Round 1"), (5, "Ada's turn"))
    one = Page("x", "fight", "x", tuple(Heading(text, level) for level, text in names))
    headings = [line for line in note(one).splitlines() if line.startswith("#")]
    assert ["## Players", "## Combat log", "### Round 1", "##### Ada's turn"] == headings


def test_a_name_with_marks_is_linked_in_brackets_of_its_own() -> None:
    """Between double ones Obsidian would show the backslashes."""
    wolf = Page("wolf", "combatant", "*Wolf* #2", ())
    line = (Span("*Wolf* #2", to="wolf"), Span(" and "), Span("a|b", "strong", "wolf"))
    one = Page("x", "combatant", "x", (Paragraph(line), Table(("Who",), ((line,),))))
    text = note(one, wolf)
    assert "[\\*Wolf\\* \\#2](Wolf%202.md) and **[a\\|b](Wolf%202.md)**" in text
    assert [] == read_note(text).links


def test_brackets_behind_a_link_are_not_its_address() -> None:
    """Markdown would read both as one link."""
    line = (Span("Ada", to="blank"), Span("(x)"))
    text = note(Page("x", "combatant", "x", (Paragraph(line),)))
    assert "[[A blank page|Ada]]\\(x)" in text


def test_a_note_with_another_file_name_shows_its_title() -> None:
    """As an alias, by which it is found, and above its text."""
    text = note(Page("x", "combatant", "Ada / Bo: who?", (Paragraph((Span("She."),)),)))
    assert ["Ada / Bo: who?"] == read_note(text).properties["aliases"]
    assert "# Ada / Bo: who?" in text.splitlines()
    assert "aliases" not in read_note(note(Page("x", "combatant", "Ada", ()))).properties


def test_properties_are_flat_and_link_nowhere() -> None:
    """Every name and every value is quoted as far as it needs."""
    properties: dict[str, Property] = {
        "a b: c": "[[Evil]]",
        "yes": "# no",
        "n": 3,
        "names": ("x, y", '"z" \\'),
        "q": (),
    }
    text = note(Page("x", "combatant", "x", (), properties))
    assert text.startswith(
        '---\n"a b: c": "[ [Evil] ]"\n"yes": "# no"\n"n": 3\n'
        'names: ["x, y", "\\"z\\" \\\\"]\nq: []\n'
    )


@pytest.mark.slow
@given(st.dictionaries(bad, st.one_of(bad, st.integers(), st.lists(bad).map(tuple))))
def test_properties_come_back_whole(properties: dict[str, Property]) -> None:
    """Any text; a line stays a line."""

    text = note(Page("x", "combatant", "x", (), properties))
    found = read_note(text).properties
    del found["tags"]
    expected = {
        clean_page_text(key).replace("[[", "[ [").replace("]]", "] ]"): key for key in properties
    }
    expected.pop("tags", None)
    assert [*expected] == [*found]
    assert [_squeezed(properties[key]) for key in expected.values()] == [
        *map(_squeezed, found.values())
    ]


def _squeezed(value: object) -> object:
    if isinstance(value, list | tuple):
        return [_squeezed(one) for one in value]
    return squeezed(value) if isinstance(value, str) else value


def test_two_properties_of_one_name_are_one() -> None:
    """With both, the note would have no properties."""
    text = note(Page("x", "combatant", "x", (), {"a\n": 1, "a\t": 2}))
    assert text.startswith('---\n"a ": 2\ntags: ')


@pytest.mark.parametrize(
    ("given_tag", "expected"),
    [("Golden Idol", "golden-idol"), ("#1 [x]", "1-x"), ("12", "n12"), ("a//b/", "a/b"), ("%", "")],
)
def test_tags_are_words(given_tag: str, expected: str) -> None:
    """Letters, digits, dashes and slashes."""
    text = note(Page("x", "fight", "x", (Heading("x"),), {"tags": (given_tag,)}))
    tags = read_note(text).properties["tags"]
    assert ["combatlog", "combatlog/fight", *filter(None, [expected])] == tags


def test_an_empty_fold_is_only_its_summary() -> None:
    """A footnote without words keeps its place."""
    blocks = (Folded("Every roll", ()), Paragraph((Span("x"), Footnote(()))))
    text = note(Page("x", "combatant", "x", blocks))
    assert "> [!note]- Every roll\n\nx[^1]\n\n[^1]:\n" in text


def test_a_backslash_before_a_link_does_not_break_it() -> None:
    """Some readers take the second bracket pair for escaped after any number of backslashes."""
    page = Page("one", "fight", "One", (Paragraph((Span("\\"), Span("Ada", "", "ada"))),))
    told = OBSIDIAN.render(page, {"one": "One", "ada": "Ada"})
    assert "&bsol;[[Ada]]" in told
