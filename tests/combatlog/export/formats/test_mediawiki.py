"""Wikitext as it is written; how a MediaWiki reads it is in test_rendered_mediawiki."""

from __future__ import annotations

from combatlog.export.document import (
    Block,
    Code,
    FileLink,
    Footnote,
    Heading,
    Page,
    Paragraph,
    Small,
    Table,
)
from combatlog.export.formats.mediawiki import MEDIAWIKI
from projections.text.prose import Span
from tests.combatlog.export.formats.hostile_pages import HOSTILE, everywhere, sample

PAGE = """\
The party won in two rounds.

== Who fought ==

{| class="wikitable sortable"
|-
! scope="col" | Name
! scope="col" | HP
|-
| '''[[Campaign/Ada|Ada]]'''
| style="text-align: right" | 3/5
|-
| Rhinoceros
| style="text-align: right" | 0/20
|}

== The fight ==

=== Round 1 ===

'''[[Campaign/Ada|Ada]]''' emptied her rifle into the ''beast''.\
<sup id="combatlog-fight-1-ref-1">[[#combatlog-fight-1-note-1|&#91;1&#93;]]</sup>\
<small>Ada 2d10: '''9''', 3</small>

* Cho is deprived.
* '''[[Campaign/Ada|Ada]]''' has a scar.

<div class="mw-collapsible mw-collapsed" style="max-width: 40em">
Every roll
<div class="mw-collapsible-content">
* d8: 3
* '''[[Campaign/Ada|Ada]]''' 2d10: 9, 3
</div>
</div>

== Seal ==

<code>1&#58;94&#58;2f0c7b</code>

----
<ol style="font-size: 90%">
<li id="combatlog-fight-1-note-1">[[#combatlog-fight-1-ref-1|↑]] \
Corrected: it was the rifle, said Ben</li>
</ol>
"""


def _written(*blocks: Block) -> str:
    page = Page("one", "fight", "One", blocks)
    return MEDIAWIKI.render(page, {"one": "Campaign/One", "ada": "Ada", "kin": "Category:Kin"})


def _titles(*names: str, prefix: str = "") -> list[str]:
    pages = [Page(str(number), "combatant", name, ()) for number, name in enumerate(names)]
    return list(MEDIAWIKI.assign_addresses(pages, prefix).values())


def test_a_page_is_plain_wikitext() -> None:
    pages = sample()
    assert PAGE == MEDIAWIKI.render(pages[0], MEDIAWIKI.assign_addresses(pages, "Campaign"))


def test_a_page_is_written_the_same_each_time() -> None:
    for text in HOSTILE:
        assert MEDIAWIKI.render(everywhere(text), {}) == MEDIAWIKI.render(everywhere(text), {})


def test_a_title_missing_from_the_address_stands_on_the_page() -> None:
    page = Page("one", "fight", "[One]", (Paragraph((Span("Text"),)),))
    assert "'''&#91;One&#93;'''\n\nText\n" == MEDIAWIKI.render(page, {"one": "Log/(One)"})
    assert "'''&#91;One&#93;'''\n\nText\n" == MEDIAWIKI.render(page, {})


def test_footnotes_are_numbered_as_they_come() -> None:
    one, two = Footnote((Span("first"),)), Footnote((Span("second"),))
    text = _written(Paragraph((Span("a"), one, Span("b"), two)))
    assert 'a<sup id="combatlog-one-ref-1">[[#combatlog-one-note-1|&#91;1&#93;]]</sup>b<sup' in text
    assert '<li id="combatlog-one-note-2">[[#combatlog-one-ref-2|↑]] second</li>' in text


def test_letters_beside_a_link_are_not_part_of_it() -> None:
    line = Paragraph((Span("un"), Span("Ada", to="ada"), Span("s")))
    assert "un<nowiki/>[[Ada|Ada]]<nowiki/>s\n" == _written(line)


def test_marks_of_neighbours_are_kept_apart() -> None:
    line = Paragraph((Span("Ada", "strong", "ada"), Span("Ben", "strong")))
    assert "'''[[Ada|Ada]]'''<nowiki/>'''Ben'''\n" == _written(line)


def test_spaces_stand_outside_of_marks() -> None:
    line = Paragraph((Span(" a"), Span(" b ", "strong"), Span("c"), Small((Span(" d "),))))
    assert "a '''b''' c<small> d </small>\n" == _written(line)


def test_a_link_to_a_page_in_a_namespace_is_a_link() -> None:
    assert "[[:Category:Kin|Kin]]\n" == _written(Paragraph((Span("Kin", to="kin"),)))


def test_a_link_to_nowhere_is_text() -> None:
    assert "'''Eve'''\n" == _written(Paragraph((Span("Eve", "strong", "eve"),)))


def test_empty_parts_are_left_out() -> None:
    blank = (Heading("\n"), Paragraph(()), Paragraph((Span(" ", "strong", "ada"),)), Code("\x00"))
    assert "Text\n" == _written(*blank, Paragraph((Span("Text"),)))


def test_an_empty_cell_stays_a_cell() -> None:
    assert "|-\n| \n| b\n|}" in _written(Table(("A", "B"), (((), (Span("b"),)),)))


def test_titles_are_subpages_of_the_prefix() -> None:
    assert ["Log/Ada", "Log/太郎"] == _titles("Ada", "太郎", prefix="Log")
    assert ["Log: a/Ada"] == [title.replace(":", ": ") for title in _titles("Ada", prefix="log:a/")]


def test_characters_that_titles_must_not_have_are_replaced() -> None:
    assert ["((Evil)) ((x)) (b)"] == _titles("[[Evil]] {{x}} <b>")
    assert ["Wolf 2", "Ambush - the bridge", "3-5", "A¦b"] == _titles(
        "Wolf #2", "Ambush: the bridge", "3/5", "a|b"
    )
    assert ["100% 41", "& lt;", "-x"] == _titles("100%41", "&lt;", "../x")


def test_no_two_titles_are_the_same_to_the_wiki() -> None:
    assert ["Ada", "Ada (2)", "ADA (3)", "Ada b", "Ada b (2)"] == _titles(
        "Ada", "ada", "ADA", "Ada b", "Ada_b"
    )


def test_a_title_is_never_empty_and_never_too_long() -> None:
    assert ["Combatant", "Combatant (2)"] == _titles("", "#\u200b")
    for prefix in ("", "Campaign", "p" * 230):
        for title in _titles("太" * 4000, "太" * 4000, prefix=prefix):
            assert len(title.encode()) <= max(200, len(prefix) + 41)
            assert "太" in title


def test_a_campaign_is_the_page_above_its_other_pages() -> None:
    pages = [Page("all", "campaign", "The Harbour", ()), Page("one", "fight", "One", ())]
    assert {"all": "Log", "one": "Log/One"} == MEDIAWIKI.assign_addresses(pages, "Log")
    assert {"all": "The Harbour", "one": "One"} == MEDIAWIKI.assign_addresses(pages, "")


def test_a_stroke_does_not_join_the_markup_before_it() -> None:
    """In normal form `>` and a combining stroke are one character, even after an empty space."""
    for text in ("\u0338x", "\u202e\u0338x", " \u0338x"):
        told = _written(Code(text))
        assert "<code>" in told and "\u0338" not in told


def test_a_file_has_no_folder() -> None:
    assert "Combatlog k7.html" == MEDIAWIKI.place_file("Log/Bridge", "combatlog k7.html")
    assert "A-b (c).html" == MEDIAWIKI.place_file("", "a:b_[c].html")


def test_a_file_is_linked_where_it_has_an_address() -> None:
    page = Page("one", "fight", "One", (Paragraph((FileLink(" ]]x ", "file"),)),))
    told = MEDIAWIKI.render(page, {"one": "One", "file": "F.html"})
    assert "[[Media:F.html|&#93;&#93;x]]\n" == told
    assert "\n" == MEDIAWIKI.render(page, {"one": "One"})
