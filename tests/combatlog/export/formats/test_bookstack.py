"""The ZIP that BookStack imports."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from combatlog.export.document import Code, Page, Paragraph, Span
from combatlog.export.formats.bookstack import build_portable_zip
from combatlog.export.formats.markdown import write_superscript
from tests.combatlog.export.formats.hostile_pages import BLANK, HOSTILE, everywhere, sample
from tests.combatlog.export.formats.page_content import squeezed, texts_of
from tests.combatlog.export.formats.page_reader import read

_REFERENCE = re.compile(r"\[\[bsexport:([a-z]+):(.+?)\]\]")
"""What the import looks for in the text of a page, before it is Markdown."""


def unpacked(file: bytes) -> dict[str, Any]:
    """What is in the file."""
    with ZipFile(BytesIO(file)) as archive:
        assert ["data.json"] == archive.namelist()
        found: dict[str, Any] = json.loads(archive.read("data.json"))
        return found


def test_several_pages_are_a_book() -> None:
    """In their order, with links between them."""
    data = unpacked(build_portable_zip(sample(), "The old road"))
    assert ["book"] == list(data)
    assert "The old road" == data["book"]["name"]
    fight, ada = data["book"]["pages"]
    assert (1, "Ambush at the bridge", 1) == (fight["id"], fight["name"], fight["priority"])
    assert (2, "Ada", 2) == (ada["id"], ada["name"], ada["priority"])
    assert "**[Ada]([[bsexport:page:2]])** emptied her rifle" in fight["markdown"]
    assert fight["markdown"].startswith("The party won in two rounds.\n")


def test_one_page_makes_no_book() -> None:
    """It can be put into an existing book."""
    data = unpacked(build_portable_zip(sample()[1:]))
    assert ["page"] == list(data)
    assert "She fought once.\n" == data["page"]["markdown"]


def test_properties_are_tags() -> None:
    """A property with several values makes a tag for each."""
    tags = unpacked(build_portable_zip(sample()))["book"]["pages"][0]["tags"]
    assert {"name": "game", "value": "golden-idol"} in tags
    assert {"name": "rounds", "value": "2"} in tags
    assert 2 == sum(tag["name"] == "players" for tag in tags)


def test_a_long_name_stands_in_full_above_the_page() -> None:
    """BookStack takes 255 characters."""
    page = unpacked(build_portable_zip([Page("x", "fight", "y" * 300, ())]))["page"]
    assert "y" * 255 == page["name"]
    assert f"# {'y' * 300}\n" == page["markdown"]


def test_a_page_without_a_title_has_a_name() -> None:
    """The import refuses an empty one."""
    assert (
        "fight:1"
        == unpacked(build_portable_zip([Page("fight:1", "fight", " ", ())]))["page"]["name"]
    )


def test_the_same_pages_give_the_same_file() -> None:
    """On any day."""
    assert build_portable_zip(sample()) == build_portable_zip(sample())


def test_references_in_free_text_are_no_links() -> None:
    """In prose and in fixed width: BookStack finds only the writer's own."""
    evil = "[[bsexport:page:2]]"
    blocks = (Paragraph((Span(evil), Span(evil, "strong", "blank"))), Code(evil))
    pages = unpacked(build_portable_zip([Page("x", "fight", evil, blocks), BLANK]))["book"]["pages"]
    assert [("page", "2")] == _REFERENCE.findall(pages[0]["markdown"])


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_text_is_escaped_everywhere(number: int) -> None:
    """GitHub's parser reads the pages once the addresses are put in."""
    cmark = pytest.importorskip("cmarkgfm.cmark", reason="cmarkgfm (the dev extra) is missing.")
    one = everywhere(HOSTILE[number])
    page = unpacked(build_portable_zip([one, BLANK]))["book"]["pages"][0]
    text = _REFERENCE.sub("https://wiki.example/books/x/page/blank", page["markdown"])
    extensions = ["table", "autolink", "strikethrough", "tasklist"]
    unsafe = cmark.Options.CMARK_OPT_UNSAFE
    found = read(cmark.markdown_to_html_with_extensions(text, unsafe, extensions))
    told = texts_of(one, write_superscript, title=len(one.title) > 255)
    assert [squeezed(text) for text in told] == [squeezed(text) for text in found.texts]
    assert {"https://wiki.example/books/x/page/blank"} >= {
        value for _, name, value in found.attributes if name == "href"
    }
