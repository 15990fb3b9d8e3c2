"""DokuWiki's markup as it is written; how a DokuWiki reads it is in test_rendered_dokuwiki."""

from __future__ import annotations

from urllib.parse import quote

from combatlog.export.document import Block, Code, FileLink, Heading, Page, Paragraph, Table
from combatlog.export.formats.dokuwiki import DOKUWIKI
from projections.text.prose import Span
from tests.combatlog.export.formats.hostile_pages import HOSTILE, everywhere, sample

PAGE = """\
====== Ambush at the bridge ======

%%The party won in two rounds.%%

===== Who fought =====

^ %%Name%% ^ %%HP%% ^
| **[[:campaign:ada|Ada]]** |  %%3/5%% |
| %%Rhinoceros%% |  %%0/20%% |

===== The fight =====

==== Round 1 ====

**[[:campaign:ada|Ada]]** %%emptied her rifle into the%% //%%beast%%//%%.%%\
((%%Corrected: it was the rifle, said Ben%%))//%%Ada 2d10:%% **%%9%%**%%, 3%%//

  * %%Cho is deprived.%%
  * **[[:campaign:ada|Ada]]** %%has a scar.%%

> **%%Every roll%%**
> %%d8: 3%%
> **[[:campaign:ada|Ada]]** %%2d10: 9, 3%%

===== Seal =====

''%%1:94:2f0c7b%%''
"""


def _written(*blocks: Block) -> str:
    return DOKUWIKI.render(Page("one", "fight", "", blocks), {"ada": "ada"})


def _ids(*names: str, prefix: str = "") -> list[str]:
    pages = [Page(str(number), "combatant", name, ()) for number, name in enumerate(names)]
    return list(DOKUWIKI.assign_addresses(pages, prefix).values())


def test_every_part_of_a_page_is_written() -> None:
    pages = sample()
    assert PAGE == DOKUWIKI.render(pages[0], DOKUWIKI.assign_addresses(pages, "Campaign"))


def test_a_page_is_written_the_same_each_time() -> None:
    for text in HOSTILE:
        assert DOKUWIKI.render(everywhere(text), {}) == DOKUWIKI.render(everywhere(text), {})


def test_percent_signs_are_escaped_apart() -> None:
    line = Paragraph((Span("50%, %% too"),))
    assert "%%50%%<nowiki>%</nowiki>%%, %%<nowiki>%%</nowiki>%% too%%\n" == _written(line)


def test_brackets_of_a_name_are_replaced_only_where_they_would_end_its_link() -> None:
    line = Paragraph((Span("[Ada]", to="ada"), Span(" "), Span("[[Ada]]", to="ada")))
    assert "[[:ada|[Ada]]] [[:ada|［［Ada］］]]\n" == _written(line)


def test_spaces_stand_outside_of_marks() -> None:
    line = Paragraph((Span("a"), Span(" b ", "strong"), Span("c")))
    assert "%%a%% **%%b%%** %%c%%\n" == _written(line)


def test_a_link_to_nowhere_is_text() -> None:
    assert "**%%Eve%%**\n" == _written(Paragraph((Span("Eve", "strong", "eve"),)))


def test_empty_parts_are_left_out() -> None:
    blank = (Heading("\n"), Paragraph(()), Paragraph((Span(" ", "strong", "ada"),)), Code("\x00"))
    assert "%%Text%%\n" == _written(*blank, Paragraph((Span("Text"),)))


def test_an_empty_cell_does_not_join_the_one_before() -> None:
    table = Table(("A", "B"), (((Span("a"),), ()), ((), ())), frozenset({1}))
    assert "^ %%A%% ^ %%B%% ^\n| %%a%% |  |\n|  |  |\n" == _written(table)


def test_ids_are_small_letters_in_the_namespace_of_the_prefix() -> None:
    assert ["the_log:ada_s_wolf", "the_log:太郎"] == _ids("Ada's Wolf!", "太郎", prefix="The Log")
    assert ["a:b:unfall_in_strasse"] == _ids("Ünfall in Straße", prefix="A/:b:")


def test_no_two_ids_are_the_same() -> None:
    assert ["ada", "ada_2", "ada_3", "ada_2_2"] == _ids("Ada", "ADA", "[[ada]]", "ada 2")


def test_ids_of_the_wikis_own_pages_are_avoided() -> None:
    assert ["start_page", "sidebar_page"] == _ids("Start", "SideBar")


def test_an_id_is_never_empty_and_fits_into_the_name_of_a_file() -> None:
    assert ["combatant", "combatant_2"] == _ids("", "{{}}")
    for name in ("太" * 4000, "x" * 4000, "x " * 4000):
        for address in _ids(name, name):
            assert 60 < len(quote(address)) <= 230


def test_a_campaign_is_the_start_of_its_namespace() -> None:
    pages = [Page("all", "campaign", "The Harbour", ()), Page("one", "fight", "One", ())]
    assert {"all": "log:start", "one": "log:one"} == DOKUWIKI.assign_addresses(pages, "Log")
    assert {"all": "the_harbour", "one": "one"} == DOKUWIKI.assign_addresses(pages, "")


def test_a_file_lies_in_the_namespace_of_its_page() -> None:
    assert "the_log:combatlog_k7.html" == DOKUWIKI.place_file("The Log:Bridge", "combatlog k7.html")
    assert "combatlog_k7.html" == DOKUWIKI.place_file("bridge", "combatlog k7.html")


def test_a_file_is_linked_where_it_has_an_address() -> None:
    page = Page("one", "fight", "One", (Paragraph((FileLink(" }}x[[y|z ", "file"),)),))
    link = "{{:log:f.html|｝｝x［［y|z}}"
    assert f"====== One ======\n\n{link}\n" == DOKUWIKI.render(page, {"file": "log:f.html"})
    assert "====== One ======\n" == DOKUWIKI.render(page, {})
