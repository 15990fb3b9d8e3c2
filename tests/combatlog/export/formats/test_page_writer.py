"""What all writers share."""

from __future__ import annotations

from combatlog.export.document import Footnote
from combatlog.export.formats.markdown import DIALECT
from combatlog.export.formats.markdown_page import Writer
from combatlog.export.formats.page_writer import edges, plain
from projections.text.prose import Span


def test_what_cannot_be_seen_is_one_space() -> None:
    assert "a b" == plain("a\r\n\tb") == plain("a\u202e\u200b\ufeffb") == plain("a \ud800 b")
    assert " a " == plain("\x00a\x9f")


def test_letters_of_all_scripts_stay() -> None:
    for text in ("Ελένη", "太郎", "שרה", "नमस्ते", "🐺❤️", "e\u0301", "5\xa0m"):
        assert text == plain(text)


def test_spaces_at_the_edges_are_told_from_the_text() -> None:
    assert (" ", "a b", "\xa0") == edges(" a b\xa0")
    assert ("  ", "", "") == edges("  ")


def test_footnotes_count_from_one() -> None:
    writer = Writer(DIALECT, {})
    assert [1, 2] == [writer.number(Footnote((Span("a"),))), writer.number(Footnote(()))]
    assert [(Span("a"),), ()] == writer.notes
