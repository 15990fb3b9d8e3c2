"""What all writers share."""

from __future__ import annotations

import pytest

from combatlog.export.document import FileLink, Footnote, Inlines, Page, Paragraph
from combatlog.export.formats.markdown import DIALECT, MarkdownWriter
from combatlog.export.formats.page_formats import FORMATS, load_format
from combatlog.export.formats.page_writer import clean_page_text, split_edges
from projections.text.prose import Span


def test_invisible_characters_become_one_space() -> None:
    assert (
        "a b"
        == clean_page_text("a\r\n\tb")
        == clean_page_text("a\u202e\u200b\ufeffb")
        == clean_page_text("a \ud800 b")
    )
    assert " a " == clean_page_text("\x00a\x9f")


def test_letters_of_all_scripts_stay() -> None:
    for text in ("Ελένη", "太郎", "שרה", "नमस्ते", "🐺❤️", "e\u0301", "5\xa0m"):
        assert text == clean_page_text(text)


def test_spaces_at_the_edges_are_split_off() -> None:
    assert (" ", "a b", "\xa0") == split_edges(" a b\xa0")
    assert ("  ", "", "") == split_edges("  ")


def test_footnotes_count_from_one() -> None:
    writer = MarkdownWriter(DIALECT, {})
    assert [1, 2] == [writer.number_note(Footnote((Span("a"),))), writer.number_note(Footnote(()))]
    assert [(Span("a"),), ()] == writer.notes


@pytest.mark.parametrize(
    "name", [name for name in FORMATS if name not in ("mediawiki", "dokuwiki")]
)
def test_a_format_without_files_leaves_links_to_them_out(name: str) -> None:
    def rendered(*inlines: FileLink) -> str:
        said: Inlines = (Span("It was dark."), *inlines)
        page = Page("one", "fight", "One", (Paragraph(said),))
        return load_format(name).render(page, {"one": "one", "file": "f.html"})

    assert rendered() == rendered(FileLink("Replay", "file"))
