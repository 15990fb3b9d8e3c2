"""What all writers share."""

from __future__ import annotations

from combatlog.export.document import Footnote
from combatlog.export.formats.shared_text import Footnotes, cut, distinct, edges, plain
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


def test_a_text_is_cut_between_characters() -> None:
    assert "太" == cut("太郎", 5)
    assert "a" == cut("a b", 2)
    assert "" == cut("a", -1)


def test_the_first_keeps_its_name_and_others_are_numbered() -> None:
    wishes = {"1": "Ada", "2": "ada", "3": "Ada 2", "4": "Ada", "5": "x" * 9, "6": "x" * 9}
    found = distinct(wishes, 6)
    assert ("Ada", "ada 2") == (found["1"], found["2"])
    assert len({name.casefold() for name in found.values()}) == 6
    assert all(len(name.encode()) <= 6 for name in found.values())
    assert ["xxxxxx", "xxxx 2"] == [found["5"], found["6"]]


def test_a_thousand_of_one_name_are_told_apart() -> None:
    found = distinct({str(number): "Wolf" for number in range(1000)}, 20)
    assert ("Wolf", "Wolf 2", "Wolf 1000") == (found["0"], found["1"], found["999"])


def test_footnotes_count_from_one() -> None:
    notes = Footnotes()
    assert [1, 2] == [notes.numbered(Footnote((Span("a"),))), notes.numbered(Footnote(()))]
    assert [(Span("a"),), ()] == notes.notes
