"""The replay on a phone: nothing is told twice or cut, and recap and story lead to each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.app.examples import list_examples
from events.types.declarations import BeginRound, Resolve
from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane, read_here, walk_stops
from tests.combatlog.export.html_replay.reading import example
from tests.combatlog.export.html_replay.test_stage_hits import PHONE, SMALL
from tests.combatlog.export.html_replay.test_stage_moments import open_page, show_beat
from tests.support.browser import Watched
from tests.support.given import attack, given, npc, pc

pytestmark = pytest.mark.slow


def test_the_present_sentence_stands_once_on_the_smallest_phones(
    page: Watched, tmp_path: Path
) -> None:
    """There its entry of the story has the dice and costs, below words
    that say so; the keyboard and a screen reader find the sentence there whole. On others the
    story is whole, too."""
    for size in (PHONE, SMALL):
        open_page(page, example("bridge-ambush"), tmp_path, size)
        show_beat(page, "Dee went down")
        sentence = page.page.locator("#event").inner_text()
        row = page.page.locator("#story .present")
        link = row.locator("> a")
        assert sentence == link.text_content()
        assert "you are here" in read_here(page)
        for told in (".thrown", ".costs"):
            assert row.locator(told).is_visible()
        if size == PHONE:
            assert 100 < (link.bounding_box() or {"width": 0})["width"]
            continue
        assert (link.bounding_box() or {"width": 9})["width"] <= 1
        link.focus()
        page.page.keyboard.press("Shift")  # the focus becomes visible
        assert 100 < (link.bounding_box() or {"width": 0})["width"]


def test_the_story_has_the_room_that_the_sentence_leaves(page: Watched, tmp_path: Path) -> None:
    """It begins where the sentence ends; its choices and the search open with a tap."""
    for size, least in ((PHONE, 240), (SMALL, 130)):
        open_page(page, example("black-sails"), tmp_path, size)
        show_beat(page, "Sam, who had played Phaidra, went on as")
        story = page.page.locator("#pane-story").bounding_box()
        sheet = page.page.locator("#told-sheet").bounding_box()
        assert story and sheet
        assert story["height"] > least
        assert abs(sheet["y"] + sheet["height"] - story["y"]) < 3
        for name in ("story", "log"):
            open_pane(page, name)
            assert not page.page.locator("#search").is_visible()
            page.page.locator("#seek").click()
            assert page.page.locator("#search").is_visible()
            page.page.locator("#seek").click()


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_search_has_the_room_of_the_stage(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """What it found is in sight; a tap on one of it leads there, and gives the room back."""
    open_page(page, example("bridge-ambush"), tmp_path, size)
    show_beat(page, "Dee went down")
    page.page.locator("#seek").click()
    page.page.locator("#search").fill("edo")
    found = page.page.locator("#story .beat:not(.round):visible")
    tabs = page.page.locator("#tabs").bounding_box()
    boxes = [box for each in found.all() if (box := each.bounding_box())]
    assert tabs
    assert any(0 < box["y"] and box["y"] + box["height"] <= tabs["y"] for box in boxes)
    assert not page.page.locator("#field").is_visible()
    for button in ("#unfilter", "#tab-recap"):
        part = page.page.locator(button)
        assert part.evaluate("(it) => it.scrollWidth <= it.clientWidth + 1")
    found.nth(1).locator("> a").click()
    assert page.page.locator("#field").is_visible()
    assert not page.page.locator("#search").is_visible()
    assert "Edo" in page.page.locator("#event").inner_text()


@pytest.mark.parametrize("size", [(1280, 800), PHONE, SMALL])
def test_nothing_is_told_before_it_plays(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """In the story and in the log, while the fight plays; then all of it stands there again."""
    open_page(page, example("hold-seven"), tmp_path, size)
    for pane in ("story", "log"):
        open_pane(page, pane)
        show_beat(page, "dragged off into the ducts")
        later = page.page.locator(f"#{pane} .present ~ :is(.beat, .row)").first
        assert "visible" == later.evaluate("(it) => getComputedStyle(it).visibility")
        play = "(it) => {document.querySelector('#play').click(); return getComputedStyle(it)"
        assert "hidden" == later.evaluate(f"{play}.visibility}}")  # before the next beat begins
        page.page.locator("#next").click()  # it pauses
        assert "visible" == later.evaluate("(it) => getComputedStyle(it).visibility")
        row = page.page.locator(f"#{pane} .present").bounding_box()
        box = page.page.locator(f"#pane-{pane}").bounding_box()
        assert row and box
        assert box["y"] - 1 <= row["y"] < box["y"] + box["height"]


def test_who_falls_keeps_the_number_that_is_left_on_a_small_phone(
    page: Watched, tmp_path: Path
) -> None:
    open_page(page, example("hold-seven"), tmp_path, SMALL)
    show_beat(page, "dragged off into the ducts")
    tam = page.page.locator(".token.changed", has=page.page.get_by_text("Tam", exact=True))
    assert ["▼", "−5"] == tam.locator(".new").all_text_contents()
    assert "6" == tam.locator(".value").inner_text().strip()
    assert tam.locator(".value").evaluate("(it) => it.scrollWidth <= it.clientWidth + 1")


def test_the_list_of_what_ifs_shows_two_of_them(page: Watched, tmp_path: Path) -> None:
    """On the smallest phone; a lead that stays as it is has no line. Below them all lines are a tap
    away, and the keyboard is there."""
    open_page(page, example("hold-seven"), tmp_path, SMALL)
    show_beat(page, "dangled in her sights")
    page.page.locator("#what-if-open").click()
    box = page.page.locator("#what-if-box").bounding_box()
    offered = page.page.locator("#what-if-list .offered")
    assert 2 == offered.count()
    last = offered.last.bounding_box()
    assert box and last
    assert last["y"] + last["height"] <= box["y"] + box["height"]
    assert ["", ""] == page.page.locator("#what-if-list .ahead").all_inner_texts()
    page.page.locator("#to-tree").click()
    assert not page.page.locator("#what-if-box").is_visible()
    assert page.page.locator("#branches .might-watch").first.is_visible()
    assert page.page.locator("#branches-box summary").evaluate("(it) => it.matches(':focus')")


def test_the_list_of_what_ifs_can_be_closed(page: Watched, tmp_path: Path) -> None:
    """And says of each for whom it would be better, and by how much."""
    open_page(page, example("black-sails"), tmp_path, PHONE)
    show_beat(page, 149)
    page.page.locator("#what-if-open").click()
    ahead = page.page.locator("#what-if-list .ahead").first
    assert "37 points for the reavers and the harpies" == ahead.inner_text()
    page.page.locator("#what-if-box .shut").click()
    assert not page.page.locator("#what-if-box").is_visible()


def test_who_is_chosen_leaves_the_story_at_the_present(page: Watched, tmp_path: Path) -> None:
    """At the last beat before it that tells of them."""
    open_page(page, example("black-sails"), tmp_path, PHONE)
    show_beat(page, "Phaidra died")
    page.page.locator("#seek").click()
    page.page.locator("#whose").select_option(label="Theron")
    rows = page.page.locator("#story .beat:not([hidden])").all()
    top, height = page.page.locator("#pane-story").evaluate(
        "(it) => [it.getBoundingClientRect().top, it.clientHeight]"
    )
    seen = [
        row.inner_text()
        for row in rows
        if (box := row.bounding_box()) and top <= box["y"] < top + height
    ]
    assert any("Captain Brasidas cut at Theron" in each for each in seen)
    assert not any("Afterwards" in each for each in seen)


READ_DICE = """() => {
    const dice = document.querySelector("#dice");
    return [dice.scrollWidth - dice.clientWidth, dice.children.length];
}"""
"""How many pixels the dice are wider than their row, and how many there are."""


def test_all_dice_are_in_sight_on_a_phone(page: Watched, tmp_path: Path) -> None:
    """At every beat of the examples; smaller where there are many."""
    page.page.emulate_media(reduced_motion="reduce")
    cut = []
    for each in list_examples():
        for size in (PHONE, SMALL):
            open_page(page, example(each.name), tmp_path, size)
            for at, (over, _) in enumerate(walk_stops(page, READ_DICE)):
                cut += [(each.name, size, at, over)] if over > 1 else []
    assert [] == cut


def test_a_small_phone_has_the_link_and_the_highest_speed(page: Watched, tmp_path: Path) -> None:
    """Among the other controls."""
    open_page(page, example("bridge-ambush"), tmp_path, SMALL)
    page.page.locator("#more").click()
    page.page.locator("#speed").select_option(label="max")
    page.page.locator("#copy-too").click()
    page.page.wait_for_function("() => document.querySelector('#toast').textContent.includes('#')")
    assert [] == page.errors


def test_recap_and_story_lead_to_each_other_on_a_phone(page: Watched, tmp_path: Path) -> None:
    """To the blow that felled, with the field above; the way back marks the fall."""
    for size in (PHONE, SMALL):
        open_page(page, example("bridge-ambush"), tmp_path, size)
        open_pane(page, "recap")
        page.page.locator("#falls .fell a").first.click()
        assert "Dee went down" in page.page.locator("#event").inner_text()
        assert page.page.locator("#field").is_visible()
        page.page.locator("#falls .fell .to-pane").first.click()
        page.page.locator("#story .present .to-pane").click()
        fall = page.page.locator("#falls .shown")
        assert (fall.text_content() or "").startswith("Dee went down")
        top = (fall.bounding_box() or {"y": 0})["y"]
        pane = page.page.locator("#pane-recap").bounding_box()
        assert pane
        assert -1 < top - pane["y"] < 60


def test_a_link_into_the_recap_lands_on_its_fall(page: Watched, tmp_path: Path) -> None:
    """At the top of the pane, marked; one fall at a time."""
    open_page(page, example("black-sails"), tmp_path, (1280, 800))
    links = page.page.locator("#story .to-pane")
    for at in (links.count() - 2, links.count() - 1):
        open_pane(page, "story")
        links.nth(at).click()
        assert 1 == page.page.locator("#falls .shown").count()
        assert page.page.locator("#falls .shown .fell").first.is_visible()


def lose_heart() -> History:
    """Return a fight in which half of twenty goblins go down at once, and the other ten waver."""
    people = [pc(f"Fighter {n}", "6/0/10/10/10", axe="d8") for n in range(20)]
    people += [npc(f"Goblin {n}", "4/0/10/10/10", knife="d6") for n in range(20)]
    fight = given("golden-idol", *people).fight
    attacks = [attack(f"fighter-{n}", f"goblin-{n}") for n in range(20)]
    fight.declare(BeginRound(waived="ambush"), *attacks, Resolve())
    strong = {f"fighter-{n}" for n in range(10)}
    while awaited := fight.state.awaited:
        one = awaited[0]
        fight.roll(20 if one.die == "d20" else 8 if one.by in strong else 1)
    return fight.history


def test_the_dice_of_ten_are_in_sight(page: Watched, tmp_path: Path) -> None:
    """Where so many roll at once, as in a crowd that loses heart, and a what-if is offered, too."""
    page.page.emulate_media(reduced_motion="reduce")
    history = lose_heart()
    for size in (PHONE, SMALL):
        open_page(page, history, tmp_path, size)
        stops = walk_stops(page, READ_DICE)
        assert 10 == max(count for _, count in stops)
        assert [] == [at for at, (over, _) in enumerate(stops) if over > 1]
