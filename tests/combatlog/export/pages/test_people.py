"""Who is who across fights, and the pages of those who have one."""

from __future__ import annotations

from collections.abc import Callable

from combatlog.export.formats import page_formats
from combatlog.export.formats.page_formats import Format, load_format
from combatlog.export.pages.page_set import (
    PageSet,
    build_campaign_page_set,
    build_fight_page_set,
    list_campaign_pages,
    list_fight_pages,
)
from tests.combatlog.export.formats.obsidian_reader import read_note
from tests.combatlog.export.pages.given import ADA, BEN, STRIKE, WOLVES, campaign, example, fought
from tests.support.page_outline import headings, outline, section


def render_files(
    form: Format, pages: PageSet, is_there: Callable[[str], bool] = lambda name: False
) -> dict[str, str]:
    """Return the texts of all files by their names."""
    return dict(page_formats.render_files(form, pages, is_there))


def test_a_combatant_carried_over_is_one_person() -> None:
    """Under another name, too; the page has the last one."""
    there = campaign()
    fought(there, "First", [ADA, WOLVES, *STRIKE])
    fought(there, "Second", ["join Ada from 1", "rename ada Adelheid", WOLVES])
    assert ["Adelheid"] == [page.title for page in list_fight_pages(there, "Second")[1:]]
    pages = {page.title: page for page in list_campaign_pages(there, "Night")}
    assert [
        "Fight | Date | Came out of it",
        "[First](fight:{}) | 2026-11-20 | on their feet (not over yet)".format(there.find("1").id),
        "[Second](fight:{}) | 2026-11-20 | on their feet (not over yet)".format(there.find("2").id),
    ] == section(pages["Adelheid"], "Fights")


def test_the_same_name_and_player_is_one_person() -> None:
    there = campaign()
    fought(there, "First", [ADA])
    fought(there, "Second", [ADA.replace("HP 4", "HP 7")])
    assert 1 == sum(page.kind == "combatant" for page in list_campaign_pages(there, "Night"))


def test_the_same_name_with_another_player_is_another_person() -> None:
    there = campaign()
    fought(there, "First", [ADA])
    fought(there, "Second", [ADA.replace("Anna", "Zoe")])
    pages = [page for page in list_campaign_pages(there, "Night") if page.kind == "combatant"]
    assert [("Ada", "Anna"), ("Ada", "Zoe")] == [
        (page.title, page.properties["player"]) for page in pages
    ]
    assert 2 == len({page.key for page in pages})


def test_two_of_one_name_in_a_fight_are_two_persons() -> None:
    there = campaign()
    fought(there, "First", [BEN, BEN])
    assert ["Ben", "Ben 2"] == [page.title for page in list_fight_pages(there, "")[1:]]


def test_creatures_have_no_page_and_no_link() -> None:
    there = campaign()
    fought(there, "First", [ADA, WOLVES])
    book = build_fight_page_set(there, "")
    assert ["First", "Ada"] == [page.title for page in book.compose()]
    assert "Wolf 2 | The foes | bite | on their feet" in section(next(book.compose()), "Creatures")


def test_a_fight_that_goes_on_is_not_told_as_over() -> None:
    """Neither on its page nor on those of its people, nor in the index."""
    there = campaign()
    fought(there, "First", [ADA, WOLVES, "end: they ran"])
    fought(there, "Second", ["join Ada from 1", BEN, WOLVES])
    index, *pages = list_campaign_pages(there, "Night")
    titled = {page.title: page for page in pages}
    assert "Name | Player | Weapons | Came out of it" in section(titled["First"], "Players")
    assert "Name | Player | Weapons | So far" in section(titled["Second"], "Players")
    assert outline(titled["Ada"])[0].startswith(
        "**Ada** is in 2 fights, and the last one is not over yet. So far: on their feet."
    )
    assert outline(titled["Ben"])[0].startswith("**Ben** is in one fight, and it is not over yet.")
    rows = section(titled["Ada"], "Fights")[:3]
    assert [False, False, True] == [row.endswith("on their feet (not over yet)") for row in rows]
    assert "[Ben](person:ben) |  | on their feet (not over yet) | 1 | 0" in section(
        index, "Combatants"
    )


def test_a_creature_carried_over_has_a_page() -> None:
    there = campaign()
    fought(there, "First", [ADA, "join wolf"])
    fought(there, "Second", ["join wolf from 1"])
    titles = [page.title for page in list_campaign_pages(there, "Night")]
    assert ["Night", "First", "Ada", "Wolf", "Second"] == titles


def test_scars_of_all_fights_stand_on_one_page() -> None:
    there = campaign()
    first = example(there, "bridge-ambush")
    fought(there, "Second", ["join Ada from 1"])
    ada = next(page for page in list_campaign_pages(there, "Night") if page.title == "Ada")
    assert ["Fights", "Wounds and scars", "Statistics"] == headings(ada)
    assert [
        f"- [Bridge ambush](fight:{first}): **broken limb: a broken leg** (round 2); healed, and"
        " the scar stays."
    ] == section(ada, "Wounds and scars")
    assert outline(ada)[0].startswith("**Ada** is in 2 fights, and the last one is not over yet.")
    assert outline(ada)[0].endswith("Played by Anna.")


def test_the_index_lists_fights_and_people() -> None:
    there = campaign()
    first = example(there, "bridge-ambush")
    second = fought(there, "Second", ["join Ada from 1"])
    index = next(build_campaign_page_set(there, "Night").compose())
    last = f"[Second](fight:{second})"
    assert f"**Night**: 2 fights. The last one, {last}: not over yet." == outline(index)[0]
    assert [
        "No. | Fight | How it ended | Rounds | Date | Game",
        f"2 | {last} | not over yet | 0 | 2026-11-20 | Golden Idol",
        f"1 | [Bridge ambush](fight:{first}) | the bridge is theirs | 4 | 2026-11-20 | Golden Idol",
    ] == section(index, "Fights")
    ada = "[Ada](person:ada) | Anna | on their feet (not over yet) | 2 | 1"
    assert ada in section(index, "Combatants")
    assert ["Fights", "Combatants", "Statistics", "Seal"] == headings(index)
    assert str(there.fight(second).seal) in section(index, "Seal")[-1]


def test_the_index_tells_persons_of_one_name_apart() -> None:
    """By player, else by the fight they were first in. Players who have one person each get no
    table that repeats that of their persons."""
    there = campaign()
    fought(
        there, "First", [ADA, "join Ben pc HP 6 STR 12 DEX 9 WIL 11 weapons knife", WOLVES, *STRIKE]
    )
    fought(
        there,
        "Second",
        [
            ADA.replace("Anna", "Zoe"),
            BEN.replace("Ben", "Nobody"),
            "join Ben pc player Kim HP 6 STR 12 DEX 9 WIL 11 weapons knife",
        ],
    )
    fought(there, "Third", ["join Ben pc player Lou HP 6 STR 12 DEX 9 WIL 11 weapons knife"])
    index = next(build_campaign_page_set(there, "Night").compose())
    names = [row.partition("]")[0][1:] for row in section(index, "Combatants")[1:]]
    assert ["Ada (Anna)", "Ben (Kim)", "Ada (Zoe)", "Nobody", "Ben (Lou)"] == names
    assert not any("By player" in line for line in outline(index))


def test_a_campaign_without_fights_has_an_index() -> None:
    index, *rest = list_campaign_pages(campaign(), "Night")
    assert [] == rest
    assert "**Night**: no fight yet." == outline(index)[0]


def test_a_wound_is_shown_as_the_last_fight_left_it() -> None:
    """Taken in the first fight and tended in the second, it no longer awaits aid."""
    there = campaign()
    struck = ["next ambushed", "a wolf ada", "go", "6", "20"]
    fought(there, "First", [ADA.replace("HP 4 armor 1", "HP 1"), "join wolf", *struck])
    fought(there, "Second", ["join Ada from First", BEN, "next", "aid ben ada", "go"])
    ada = next(page for page in list_campaign_pages(there, "Night") if page.title == "Ada")
    (line,) = section(ada, "Wounds and scars")
    assert "**critical damage: can only crawl**" in line
    assert line.endswith("; awaits rest.")


def test_a_later_page_takes_no_address_of_an_earlier_one() -> None:
    """A fight named like an earlier combatant gets another address."""
    there = campaign()
    fought(there, "First", [ADA])
    before = render_files(load_format("dokuwiki"), build_campaign_page_set(there, "Night"))
    fought(there, "Ada", [ADA])
    after = render_files(load_format("dokuwiki"), build_campaign_page_set(there, "Night"))
    assert {"night.txt", "first.txt", "ada.txt"} == set(before)
    assert {*before, "ada_2.txt"} == set(after)
    assert "is in 2 fights" in after["ada.txt"]


def test_two_fights_of_one_title_have_two_files_however_they_are_exported() -> None:
    there = campaign()
    for _ in range(2):
        fought(there, "Yard", [ADA])
    together = render_files(load_format("obsidian"), build_campaign_page_set(there, "Night"))
    alone = render_files(load_format("obsidian"), build_fight_page_set(there, "2", "Night"))
    assert {"Yard 2.md", "Ada.md"} == set(alone)
    assert {*together} > {*alone}


def test_no_link_of_a_note_leads_nowhere() -> None:
    """A fight exported alone links to the notes that are written with it, and to those that are
    there already."""
    there = campaign()
    fought(there, "First", [ADA, WOLVES])
    fought(there, "Second", ["join Ada from 1", BEN, WOLVES])
    obsidian = load_format("obsidian")
    whole = render_files(obsidian, build_campaign_page_set(there, "Night"))
    alone = render_files(obsidian, build_fight_page_set(there, "2", "Night"))
    beside = render_files(
        obsidian, build_fight_page_set(there, "2", "Night"), {"First.md"}.__contains__
    )
    for notes, others in ((whole, set()), (alone, set()), (beside, {"First.md"})):
        led = {f"{to}.md" for text in notes.values() for to, _ in read_note(text).links}
        assert led <= {*notes} | others
    assert "[[First]]" in beside["Second.md"] and "[[First]]" not in alone["Second.md"]


def test_a_note_has_links_and_numbers_for_dataview() -> None:
    """In its front matter: who fought, in which fights; HP, standing and kills. Numbers that
    players may not know are not there."""
    there = campaign()
    fought(there, "First", [ADA, "join wolf"])
    fought(there, "Second", ["join Ada from 1", "join wolf from 1", *STRIKE])
    notes = render_files(load_format("obsidian"), build_campaign_page_set(there, "Night"))
    assert ["[[Ada]]", "[[Wolf]]"] == read_note(notes["First.md"]).properties["combatants"]
    ada = read_note(notes["Ada.md"]).properties
    assert ["[[First]]", "[[Second]]"] == ada["fights"]
    assert (4, 4, 0, "on their feet") == tuple(
        ada[name] for name in ("HP", "HP-max", "kills", "standing")
    )
    assert "HP" not in read_note(notes["Wolf.md"]).properties
