"""The page of a fight."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.app.campaign import Campaign, create
from combatlog.export.document import FileLink, Paragraph
from combatlog.export.formats.markdown import MARKDOWN
from combatlog.export.pages.page_context import PageOptions
from combatlog.export.pages.page_set import build_fight_page, list_fight_pages
from events.errors import CombatlogError, Refused
from events.store.campaign_file import SQLiteStore
from tests.combatlog.export.pages.given import ADA, BEN, STRIKE, WOLVES, campaign, example, fought
from tests.support.page_outline import headings, outline, section

SECTIONS = [
    "Players",
    "Creatures",
    "Combat log",
    "Wounds and scars",
    "How they stand",
    "Statistics",
    "Who fell",
    "Seal",
]

FELL = "**Dee went down in round 1 (#70), hit by the cult mob's clubs: critical damage.**"
SAVED = (
    "- If the cult mob had rolled 6 or less instead of 12 on the d12 for damage (#54), Dee would"
    " not have gone down."
)


@pytest.fixture(scope="module")
def bridge() -> Campaign:
    there = campaign()
    example(there, "bridge-ambush")
    return there


def test_the_page_says_who_fought_and_how_it_ended(bridge: Campaign) -> None:
    page, *_ = list_fight_pages(bridge, "")
    assert SECTIONS == headings(page)
    assert outline(page)[0].startswith(
        "**Bridge ambush** was fought by the rules of Golden Idol over 4 rounds, begun on"
        " 2026-11-20. It ended: the bridge is theirs."
    )
    assert "[Ada](person:ada) | Anna | rifle, knife | on their feet" in section(page, "Players")
    assert [
        "Name | Side | Weapons | Came out of it",
        "Rhinoceros | The wild | horn | fled",
        "Cult mob | The cult | clubs | routed",
        "Mask priest | The cult | dagger | dead: Cho's sniper rifle",
    ] == section(page, "Creatures")
    assert {
        "game": "Golden Idol",
        "fight": 1,
        "date": "2026-11-20",
        "rounds": 4,
        "ended": "the bridge is theirs",
    }.items() <= page.properties.items()


@pytest.mark.slow
def test_the_chronicle_has_a_heading_for_each_round(bridge: Campaign) -> None:
    page, *_ = list_fight_pages(bridge, "")
    rounds = [line for line in section(page, "Combat log") if line.startswith("### ")]
    assert ["### Round 1", "### Round 2", "### Round 3", "### Round 4", "### Afterwards"] == rounds


def test_the_story_alone_has_no_dice(bridge: Campaign) -> None:
    with_dice = " ".join(section(list_fight_pages(bridge, "")[0], "Combat log"))
    story = list_fight_pages(bridge, "", PageOptions("story"))[0]
    assert len(" ".join(section(story, "Combat log"))) < len(with_dice)


def test_every_event_is_folded_below_its_round(bridge: Campaign) -> None:
    """Each event of the line once, without those a reader does not need."""
    page, *_ = list_fight_pages(bridge, "", PageOptions("full", "referee"))
    log = section(page, "Combat log")
    summaries = [line for line in log if line.startswith("> Every event")]
    assert 6 == len(summaries)
    numbers = [line.split()[1] for line in log if line.startswith("> **#")]
    assert len(set(numbers)) == len(numbers) > 190
    assert "> **#91 **Rhinoceros' HP 20 → 14" in log
    folded = [line for line in log if line.startswith("> **#")]
    assert not any("awaiting" in line or "the head moves" in line for line in folded)


def test_turns_have_headings_where_the_format_wants_them(bridge: Campaign) -> None:
    page, *_ = list_fight_pages(bridge, "", PageOptions(turns=True))
    log = section(page, "Combat log")
    assert ["##### The party's turn", "##### The wild's turn"] == [
        line for line in log[log.index("### Round 1") :] if line.startswith("#####")
    ][:2]
    plain, *_ = list_fight_pages(bridge, "")
    assert not any(line.startswith("#####") for line in outline(plain))


def test_wounds_are_listed_with_their_fate(bridge: Campaign) -> None:
    page, *_ = list_fight_pages(bridge, "")
    assert [
        "- [Dee](person:dee): **critical damage: can only crawl** (round 1); over.",
        "- [Ada](person:ada): **broken limb: a broken leg** (round 2); healed, and the scar stays.",
    ] == section(page, "Wounds and scars")


def test_the_final_state_is_shown(bridge: Campaign) -> None:
    page, *_ = list_fight_pages(bridge, "", PageOptions(audience="referee"))
    table = section(page, "How they stand")
    assert "Name | HP | STR | DEX | WIL | Armor | Came out of it" == table[0]
    assert "[Ada](person:ada) | 8 | 10 | 12 | 9 | 1 | on their feet" in table
    assert "Cult mob | 0/6 | 4/8 | 8 | 7 |  | routed" in table


def test_the_seal_is_that_of_the_fight(bridge: Campaign) -> None:
    from combatlog.files.audit import audit, seal_campaign
    from replay.audit.seals import read_seal

    page, *_ = list_fight_pages(bridge, "")
    id = bridge.find().id
    seal = section(page, "Seal")[-1].strip("`")
    assert str(seal_campaign(bridge.store, id)) == seal
    assert audit(bridge.store, id, read_seal(seal)).right


def test_an_overruling_is_a_footnote(bridge: Campaign) -> None:
    page, *_ = list_fight_pages(bridge, "")
    notes = [line for line in section(page, "Combat log") if "[^Overruled" in line]
    assert 1 == len(notes)
    assert "[^Overruled (CF-02): Edo can move 40 ft at a time, not 60." in notes[0]


def test_a_correction_is_a_footnote() -> None:
    there = campaign()
    fought(there, "Yard", [ADA, WOLVES, *STRIKE, "amend 11 5: misread", "yes"])
    told = " ".join(section(list_fight_pages(there, "")[0], "Combat log"))
    assert "[^Corrected by Mia: Ada d10 → 5 (was 9): misread.]" in told


def test_a_fight_that_goes_on_says_so() -> None:
    there = campaign()
    fought(there, "Yard", [ADA, BEN, WOLVES, *STRIKE])
    page, *_ = list_fight_pages(there, "")
    assert outline(page)[0].startswith(
        "**Yard** is fought by the rules of Golden Idol, begun on 2026-11-20, and not over yet."
        " Rounds so far: 1. "
    )
    told = " ".join(outline(page))
    assert "So far" in told and "Came out of it" not in told


def test_a_fight_without_events_has_a_page() -> None:
    there = campaign()
    there.start("Nothing yet", "plerion")
    page, *_ = list_fight_pages(there, "")
    assert ["Seal"] == headings(page)


def test_the_same_log_makes_the_same_page(bridge: Campaign) -> None:
    assert list_fight_pages(bridge, "") == list_fight_pages(bridge, "")


def test_an_unknown_language_is_refused(bridge: Campaign) -> None:
    with pytest.raises(Refused, match="There is no language tlh; there is en, or a file"):
        list_fight_pages(bridge, "", PageOptions(language="tlh"))


def test_a_fight_may_end_without_a_reason() -> None:
    there = campaign()
    fought(there, "Yard", [ADA, "join wolf", "next ambush", "kill wolf: it was old", "end"])
    assert outline(list_fight_pages(there, "")[0])[0] == (
        "**Yard** was fought by the rules of Golden Idol on 2026-11-20, and was over within a"
        " round. The party: Ada on their feet. The foes: Wolf dead."
    )


def test_an_open_fight_lists_its_combatants() -> None:
    there = campaign()
    fought(there, "Yard", [ADA, BEN, WOLVES, "kill wolf: it was old"])
    assert outline(list_fight_pages(there, "")[0])[0].endswith(
        " The party: Ada and Ben on their feet. The foes: Wolf dead; Wolf 2 on their feet."
    )


def test_the_partys_own_ship_is_listed_with_the_party() -> None:
    there = campaign()
    example(there, "the-courier-run")
    page, *_ = list_fight_pages(there, "")
    assert any(line.startswith("Courier |") for line in section(page, "Players"))
    assert not any("Courier" in line for line in section(page, "Creatures"))
    assert "The party: Aniet, Bo, Ines, Doctor Osei and Courier got away." in outline(page)[0]


def test_a_single_page_reads_no_other_fight(tmp_path: Path) -> None:
    """An unreadable fight does not stop it."""
    path = tmp_path / "a.combatlog"
    with create(path) as there:
        fought(there, "Yard", [ADA])
        road = fought(there, "Road", [ADA])
        assert isinstance(there.store, SQLiteStore)
        there.store.connection.execute("DROP TRIGGER events_no_update")
        there.store.connection.execute(
            "UPDATE events SET body = '{}' WHERE fight = ? AND seq = 2", (road,)
        )
        with pytest.raises(CombatlogError):
            list_fight_pages(there, "Yard")
        assert not any("](" in line for line in outline(build_fight_page(there, "Yard")))


def test_the_page_links_to_the_replay_where_that_is_asked_for(bridge: Campaign) -> None:
    """Below the introduction, in the words of the language."""
    link = FileLink("Replay", f"replay:{bridge.find().id}")
    assert Paragraph((link,)) == build_fight_page(bridge, "", PageOptions(replay=True)).blocks[1]
    assert Paragraph((link,)) not in build_fight_page(bridge, "").blocks


def test_the_page_says_who_fell_and_what_would_have_saved_them(bridge: Campaign) -> None:
    """For the referee; players do not read what tells a stranger's numbers."""
    referee = section(list_fight_pages(bridge, "", PageOptions("story", "referee"))[0], "Who fell")
    assert (
        "**Dee went down in round 1 (#70), hit by the cult mob's clubs: critical damage.**"
        in referee
    )
    assert SAVED in referee
    assert "- Edo did nothing in round 1 (#26)." in referee
    assert "clubs | 18 | 4 | 3 | 3" in referee
    players = section(list_fight_pages(bridge, "", PageOptions("story"))[0], "Who fell")
    assert (
        "**Dee went down in round 1 (#70), hit by the cult mob's clubs: critical damage.**"
        in players
    )
    assert "clubs | 18 | 4 | 3" in players
    saved = [line for line in players if "would not have" in line]
    own = "If Dee had rolled 5 or less instead of 13 on the d20 for the save (#64)"
    assert [SAVED, f"- {own}, Dee would not have gone down."] == saved
    assert not any("absorbed" in line for line in players)


@pytest.mark.slow
def test_with_odds_the_page_has_the_chances_of_every_turn(
    bridge: Campaign, few_playouts: None
) -> None:
    """Before the dice fell, and how the fight went against playouts of it."""
    with_odds = PageOptions("story", "referee", odds=True)
    told = section(list_fight_pages(bridge, "", with_odds)[0], "The chances before the dice fell")
    assert "- Cult mob: hurt 78.1 %, gone 21.9 %; came out hurt" in told
    assert "**Round 1 · the party's turn (exact)**" in told
    assert any("with the same declarations and other dice" in line for line in told)


def test_footnotes_stand_apart_from_each_other() -> None:
    """Two signs are no number, and small print before one ends with an asterisk, as elsewhere."""
    there = campaign()
    shots = [
        "a ada wolf rifle",
        "a ada wolf rifle overrule: so be it",
        "a ada wolf knife overrule: x",
    ]
    fought(there, "Twice", [ADA, WOLVES, "next ambush", *shots, "go"])
    example(there, "hounds-on-the-causeway")
    pages = [list_fight_pages(there, title)[0] for title in ("Twice", "Hounds")]
    text = "".join(MARKDOWN.render(page, {}) for page in pages)
    assert ".\N{SUPERSCRIPT ONE}\N{NO-BREAK SPACE}\N{SUPERSCRIPT TWO}\n" in text
    assert ")*\N{NO-BREAK SPACE}\N{SUPERSCRIPT ONE}\n" in text
    assert "<em>" not in text
