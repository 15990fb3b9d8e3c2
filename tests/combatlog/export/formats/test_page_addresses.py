"""Names of files and pages: every disk takes them, and no two are the same."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, strategies as st

from combatlog.export.document import Page
from combatlog.export.formats.bbcode import BBCODE
from combatlog.export.formats.html import HTML
from combatlog.export.formats.markdown import MARKDOWN
from combatlog.export.formats.obsidian import OBSIDIAN
from combatlog.export.formats.page_formats import Format, cut_bytes, make_unique
from tests.combatlog.export.formats.hostile_pages import HOSTILE
from tests.combatlog.export.formats.page_content import bad

FORMATS = {"markdown": MARKDOWN, "obsidian": OBSIDIAN, "html": HTML, "bbcode": BBCODE}
DEVICES = {"con", "prn", "aux", "nul", *(f"{one}{n}" for one in ("com", "lpt") for n in range(10))}


def addresses(titles: list[str], form: Format, prefix: str = "") -> list[str]:
    """What pages of these titles are called."""
    pages = [Page(f"fight:{n}", "fight", title, ()) for n, title in enumerate(titles)]
    return [*form.assign_addresses(pages, prefix).values()]


def every_disk_takes(name: str) -> None:
    """Then Windows, macOS, Linux and Obsidian take it for what it is."""
    assert name and name == unicodedata.normalize("NFC", name)
    assert not re.search(r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*#^%\[\]\u200b-\u200f\u202a-\u202e]', name)
    assert name[0] not in " ._-~" and name[-1] not in " ."
    assert len(f"{name}.html".encode()) <= 143
    assert name.partition(".")[0].strip().lower() not in DEVICES


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_hostile_titles_become_file_names(form: Format) -> None:
    """All of them at once, in one folder."""
    names = addresses([*HOSTILE, *HOSTILE], form)
    for name in names:
        every_disk_takes(name)
    same = {unicodedata.normalize("NFD", name).casefold() for name in names}
    assert 2 * len(HOSTILE) == len(same)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
@given(st.lists(bad, min_size=1, max_size=4))
def test_any_title_becomes_a_file_name(form: Format, titles: list[str]) -> None:
    """From characters that mean something to disks, shells and wikis."""
    names = addresses([*titles, *(title.swapcase() for title in titles)], form)
    for name in names:
        every_disk_takes(name)
    assert len(names) == len({unicodedata.normalize("NFD", name).casefold() for name in names})


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ambush at the bridge", "Ambush at the bridge"),
        ("  Ada:  a/b\\c  ", "Ada-a-b-c"),
        ("con", "con_"),
        ("NUL.txt", "NUL_.txt"),
        ("aux .b.c", "aux_.b.c"),
        ("conout$", "conout$_"),
        ("console", "console"),
        ("com¹", "com¹_"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\x", "C-x"),
        ("Ada.", "Ada"),
        ("[[Evil]] {{x}}", "Evil x"),
        ("שרה", "שרה"),
        ("e\u0301", "é"),
    ],
)
def test_a_note_is_named_after_its_title(title: str, name: str) -> None:
    """As far as every disk takes that."""
    assert [name] == addresses([title], OBSIDIAN)


@pytest.mark.parametrize(
    ("title", "name"),
    [("Ambush at the bridge", "Ambush-at-the-bridge"), ("Home", "Home-page"), ("_Sidebar", "x")],
)
def test_a_page_name_has_dashes_for_spaces(title: str, name: str) -> None:
    """It is never the name of a page of the wiki's own."""
    expected = "Sidebar-page" if name == "x" else name
    assert [expected] == addresses([title], MARKDOWN)


def test_names_equal_to_a_disk_are_told_apart() -> None:
    """Names that differ in capitals, composed letters or left-out characters."""
    assert ["Ada", "ADA 2", "Ada 3"] == addresses(["Ada", "ADA", "Ada?"], OBSIDIAN)
    assert ["Ada", "ADA-2"] == addresses(["Ada", "ADA"], MARKDOWN)


def test_an_empty_title_is_replaced_by_the_key() -> None:
    """So a page always has a name."""
    assert ["fight-0"] == addresses(["???"], OBSIDIAN)


def test_a_prefix_is_a_folder() -> None:
    """Each of its parts is a name; none leads out of the folder."""
    assert ["Logs/con_/x/Ada"] == addresses(["Ada"], OBSIDIAN, "Logs/con/../x?/")


def test_a_text_is_cut_between_characters() -> None:
    assert "太" == cut_bytes("太郎", 5)
    assert "a" == cut_bytes("a b", 2)
    assert "" == cut_bytes("a", -1)


def test_equal_names_are_numbered_from_the_second_on() -> None:
    wishes = {"1": "Ada", "2": "ada", "3": "Ada 2", "4": "Ada", "5": "x" * 9, "6": "x" * 9}
    found = make_unique(wishes, 6)
    assert ("Ada", "ada 2") == (found["1"], found["2"])
    assert len({name.casefold() for name in found.values()}) == 6
    assert all(len(name.encode()) <= 6 for name in found.values())
    assert ["xxxxxx", "xxxx 2"] == [found["5"], found["6"]]


def test_a_thousand_equal_names_are_told_apart() -> None:
    found = make_unique({str(number): "Wolf" for number in range(1000)}, 20)
    assert ("Wolf", "Wolf 2", "Wolf 1000") == (found["0"], found["1"], found["999"])
