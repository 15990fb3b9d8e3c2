"""The stage offers a what-if at the moment at which it begins; what did not happen is marked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from combatlog.export.html_replay import what_if_data
from events.types.declarations import BeginRound, Resolve
from replay.log.event_log import History
from replay.recap import turned_dice
from replay.recap.reruns import play_turn
from tests.combatlog.export.html_replay.looking import open_pane, present
from tests.combatlog.export.html_replay.reading import example, page_data, render_page
from tests.combatlog.export.html_replay.test_meanings import go
from tests.support.browser import Watched
from tests.support.given import attack, given, npc, pc

pytestmark = pytest.mark.slow

FALL = "#seq=158"
"""A die with which Tam falls: another one would have kept Tam up, and so would armor."""


def open_fight(page: Watched, folder: Path, link: str = FALL) -> None:
    """Open the example with many what-ifs."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example("hold-seven"), audience="referee"), folder, link)


def test_every_what_if_is_offered_at_its_die_and_at_the_fall() -> None:
    """At events of the log that tell of them."""
    data = page_data(example("hold-seven"))
    for each in data["whatIfs"]:
        assert each["at"] == sorted({*each["at"]})
        assert all(0 < seq <= each["until"] for seq in each["at"])
    assert [154, 158] == data["whatIfs"][2]["at"]


@pytest.mark.parametrize("way", ["key", "tap"])
def test_the_stage_offers_what_might_have_been(page: Watched, tmp_path: Path, way: str) -> None:
    """A key or a tap opens the questions with what would have come of them; one of them plays, and
    its end leads back to the same moment."""
    open_fight(page, tmp_path)
    before = present(page)
    offer = page.page.get_by_role("button", name="What if…")
    assert "What if… (3)" == offer.inner_text()
    if way == "key":
        page.page.keyboard.press("w")
    else:
        offer.click()
    box = page.page.locator("#what-if-box")
    assert box.is_visible()
    assert "Tam up (as it stands: down)" in box.inner_text()
    if way == "key":
        assert page.page.locator(".offered").first.evaluate("(e) => e === document.activeElement")
        page.page.keyboard.press("Enter")
    else:
        page.page.locator(".offered").first.click()
    assert not box.is_visible()
    assert not offer.is_visible()
    assert "What if: this did not happen" == page.page.locator("#not-so").inner_text()
    page.page.keyboard.press("End")
    page.page.get_by_role("button", name="Back to where you were").click()
    assert before == present(page)
    assert offer.is_visible()
    assert not page.page.locator("#not-so").is_visible()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_an_offer_moves_nothing(page: Watched, tmp_path: Path, size: tuple[int, int]) -> None:
    """The stage and the controls stay where they are from beat to beat, and nothing of the offer is
    cut off."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    open_fight(page, tmp_path, "#seq=141")
    places = set()
    seen = set()
    for _ in range(6):
        places.add(
            page.page.evaluate(
                """() => ["#field", ".told", "#controls"].map((each) => {
                    const { y, height } = document.querySelector(each).getBoundingClientRect();
                    return `${y} ${height}`; }).join()"""
            )
        )
        offer = page.page.locator("#what-if-open")
        seen.add(offer.is_visible())
        if offer.is_visible():
            box, told = offer.bounding_box(), page.page.locator(".told").bounding_box()
            assert box and told
            assert box["height"] >= (44 if size[0] < 640 else 24)
            assert box["x"] >= told["x"] and box["x"] + box["width"] <= told["x"] + told["width"]
            assert box["y"] + box["height"] <= told["y"] + told["height"]
        page.page.keyboard.press("ArrowRight")
    assert {True, False} == seen
    assert 1 == len(places)


def test_a_death_offers_the_aid_that_was_not_given(page: Watched, tmp_path: Path) -> None:
    """It begins with who made ready to give it, on the stage as it stood, and ends with what came
    of it. Sefa's shot was missing: the fight would not have ended there."""
    open_fight(page, tmp_path, "#seq=246")
    page.page.locator("#what-if-open").click()
    page.page.get_by_role("button", name="What if Sefa had given aid").click()
    event = page.page.locator("#event")
    said = "Sefa made ready to give Tam aid, which as it stands nobody did."
    assert said in event.inner_text()
    plans = page.page.locator(".token").filter(has_text="Sefa").inner_text()
    assert "aids Tam" in plans
    assert "Nobody stands otherwise yet" in page.page.locator("#compared-who").inner_text()
    blows = page.page.locator("#story .beat").filter(has_text="snapped at Orlo")
    assert blows.count(), "what everybody else did from then on is told, too"
    page.page.keyboard.press("End")
    said = "Tam would not have died 1 h 10 min after the fight; but the queen and Drone 2"
    assert f"{said} would have stood, and it would have gone on." == event.inner_text()
    assert "So the fight ended" not in page.page.locator("#story").inner_text()
    assert "Over" != page.page.locator("#where").inner_text()
    row = page.page.locator("#compared tbody tr").filter(has_text="Tam")
    assert "dead" in row.locator("td").first.inner_text()
    assert "dead" not in row.locator("td").last.inner_text()


def test_watching_one_from_the_recap_opens_the_story(page: Watched, tmp_path: Path) -> None:
    """On the desktop, too; the way back opens the recap again."""
    open_fight(page, tmp_path)
    open_pane(page, "recap")
    page.page.locator(".what-if").first.click()
    assert page.page.locator("#pane-story").is_visible()
    page.page.keyboard.press("End")
    page.page.get_by_role("button", name="Back to where you were").click()
    assert page.page.locator("#pane-recap").is_visible()


def test_the_tree_says_what_came_of_each_line(page: Watched, tmp_path: Path) -> None:
    """A branch is named by it, beside the fight at the same point: Ines was struck only later. At
    its end the same stand otherwise. A what-if has it below its question, and plays from there."""
    open_fight(page, tmp_path)
    page.page.locator("#branches-box summary").click()
    branch = page.page.locator(".watch").first.inner_text()
    there = "Tam HP 0, STR 9 (as it stands: HP 1, STR 10)"
    assert f"Orlo STR 8 (as it stands: 12); {there}" in branch
    told = page.page.locator("#branches li:has(> .might-watch)")
    assert len(page_data(example("hold-seven"))["whatIfs"]) == told.count()
    assert "Tam up (as it stands: down)" in told.nth(2).inner_text()
    told.nth(2).locator("button").click()
    assert page.page.locator("#not-so").is_visible()
    page.page.locator(".watch").first.click()
    page.page.keyboard.press("End")
    who = page.page.locator("#compared-who").inner_text()
    assert "Different here: Orlo, Tam" == who
    assert [] == page.errors


def test_an_undone_line_is_marked_without_colour(page: Watched, tmp_path: Path) -> None:
    """The stage has a dashed frame, stripes and words."""
    open_fight(page, tmp_path, "#seq=115")
    page.page.locator(".fork-watch").first.click()
    assert "Undone: this does not count" == page.page.locator("#not-so").inner_text()
    style = page.page.locator(".field-box").evaluate(
        "(e) => [getComputedStyle(e).outlineStyle, getComputedStyle(e).backgroundImage]"
    )
    assert "dashed" == style[0]
    assert "repeating-linear-gradient" in style[1]


def test_a_beat_offers_what_is_its_own(page: Watched, tmp_path: Path) -> None:
    """All dice of a turn are thrown before its first blow; each is offered at its own blow."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path, "#seq=174")
    offer = page.page.locator("#what-if-open")
    assert "What if… (2)" == offer.inner_text()
    assert "Dion" not in (page.page.locator("#what-if-list").text_content() or "")
    page.page.keyboard.press("ArrowRight")
    assert "Dion up (as it stands: down)" in (
        page.page.locator("#what-if-list").text_content() or ""
    )


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_the_questions_hide_neither_field_nor_sentence(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """They stand over the pane beside these, on a phone as a sheet at the bottom."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    open_fight(page, tmp_path)
    page.page.locator("#what-if-open").click()
    box = page.page.locator("#what-if-box").bounding_box()
    assert box and box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1]
    for each in (".field-box", ".told"):
        other = page.page.locator(each).bounding_box()
        assert other
        assert other["x"] + other["width"] <= box["x"] or other["y"] + other["height"] <= box["y"]


def test_who_stands_has_a_state_beside_who_does_not(page: Watched, tmp_path: Path) -> None:
    """No dash: “up”, with what they lost."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example("hounds-on-the-causeway"), audience="referee"), tmp_path)
    open_pane(page, "recap")
    rescue = page.page.locator(".rescues li").filter(has_text="4 or less instead of 18")
    rescue.locator(".what-if").click()
    page.page.keyboard.press("Home")
    cells = set()
    while page.page.locator("#end").get_attribute("aria-disabled") != "true":
        page.page.keyboard.press("ArrowRight")
        cells |= {*page.page.locator("#compared td").all_text_contents()}
    assert "–" not in cells
    assert "up, HP 0, STR 4" in cells


def test_the_tree_has_all_lines_by_the_turn_they_leave(page: Watched, tmp_path: Path) -> None:
    """What was undone stands among the what-ifs of its turn, in the order of the fight."""
    open_fight(page, tmp_path)
    page.page.locator("#branches-box summary").click()
    turns = page.page.locator("#branches .turn > span").all_inner_texts()
    assert turns == [
        "Round 2 · the party's turn",
        "Round 2 · the nest's turn",
        "Round 3 · the party's turn",
    ]
    undone = page.page.locator("#branches .turn", has=page.page.locator(".watch"))
    assert "Round 2 · the nest's turn" == undone.locator("> span").inner_text()
    assert "Tam had rolled" in undone.inner_text()
    assert "Drone 2 had rolled" not in undone.inner_text()


def test_a_save_that_was_passed_offers_the_other_way(page: Watched, tmp_path: Path) -> None:
    """At its own beat, although nobody fell: here Orlo would have gone down. The tree leaves it
    out."""
    open_fight(page, tmp_path, "#seq=213")
    page.page.locator("#what-if-open").click()
    box = page.page.locator("#what-if-box")
    assert "What if Orlo had rolled 8 instead of 5 on the d20 for the save?" in box.inner_text()
    assert "Orlo down (as it stands: up)" in box.inner_text()
    assert "Orlo had rolled" not in (page.page.locator("#branches").text_content() or "")
    box.locator(".offered").first.click()
    page.page.keyboard.press("End")
    ends = page.page.locator("#then-now").inner_text()
    assert "Here Orlo is down, but alive, HP 0, STR 7; round 3 is over" in ends


@pytest.mark.parametrize("name, least", [("althea-and-the-kyklops", 1), ("bridge-ambush", 0.9)])
def test_nearly_every_beat_with_dice_offers_a_what_if(
    page: Watched, tmp_path: Path, name: str, least: float
) -> None:
    """Only those are left out in which no other face changes anything, or whose other faces need
    dice that never fell."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example(name), audience="referee"), tmp_path)
    beats = [beat for beat in page_data(example(name))["story"]["beats"] if beat.get("r")]
    count = 0
    for beat in beats:
        go(page, beat["e"])
        count += page.page.locator("#what-if-open").is_visible()
    assert count >= least * len(beats) > 0


@pytest.mark.parametrize("name", ["hold-seven", "bridge-ambush", "the-courier-run"])
def test_a_die_is_offered_lower_and_higher_and_nothing_twice(name: str) -> None:
    """Also where the recap has one of the two already."""
    data = page_data(example(name), "referee")
    asked = [(each["at"][0], each["name"]) for each in (*data["whatIfs"], *data["moreWhatIfs"])]
    assert len(asked) == len({*asked})
    ways: dict[tuple[int, str], list[bool]] = {}
    for place, question in asked:
        if found := re.fullmatch(r"(.*) had rolled (\d+) instead of (\d+) (.*)\?", question):
            who, now, was, what = found.groups()
            ways.setdefault((place, f"{who} {was} {what}"), []).append(int(now) > int(was))
    assert any(sorted(each) == [False, True] for each in ways.values())


def test_two_like_dice_are_offered_once() -> None:
    """Which of two threes shows another face makes no difference."""
    wolf = npc("Wolf", "4/0/9/9/9", fang="d6+d6")
    fight = given("golden-idol", pc("Ada", "30/0/10/10/10"), wolf)
    fight.when(BeginRound("ambushed"), attack("wolf", "ada"), Resolve()).rolls(
        "wolf d6=3", "wolf d6=3"
    )
    names = [each["name"] for each in page_data(fight.fight.history, "referee")["moreWhatIfs"]]
    assert ["What if Wolf had rolled 6 instead of 3 on the d6 for damage?"] == names


@pytest.mark.parametrize("faces", [(1, 3), (3, 1), (1, 6), (3, 3)])
def test_of_like_dice_the_one_that_was_turned_is_marked(faces: tuple[int, int]) -> None:
    """By its place, not by a face that the other one shows, too."""
    wolf = npc("Wolf", "4/0/9/9/9", fang="d6+d6")
    fight = given("golden-idol", pc("Ada", "30/0/10/10/10"), wolf)
    fight.when(BeginRound("ambushed"), attack("wolf", "ada"), Resolve())
    fight.rolls(*(f"wolf d6={face}" for face in faces))
    found = page_data(fight.fight.history, "referee")["moreWhatIfs"]
    assert found
    for each in found:
        _, place, was = each["turned"]
        assert was == faces[place]
        assert f"instead of {was} on" in each["name"]


def test_a_save_whose_failure_is_a_condition_is_offered() -> None:
    """Ada, who lost no more than HP, would have been stunned, or not."""
    for face, fate in ((20, "Ada stands"), (5, "Ada is held")):
        fight = given(
            "golden-idol", pc("Ada", "30/0/10/10/10"), npc("Wolf", "4/0/9/9/9", fang="d6 stun")
        )
        fight.when(BeginRound("ambushed"), attack("wolf", "ada"), Resolve())
        fight.rolls("wolf d6=2", f"ada d20={face}")
        found = page_data(fight.fight.history, "referee")["moreWhatIfs"]
        (save,) = (each for each in found if "Ada had rolled" in each["name"])
        assert fate in save["ends"]


def test_a_long_fight_offers_one_at_each_beat_before_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many as the page may have; the most of a beat are the last."""
    monkeypatch.setattr(what_if_data, "MOST_FOR_BEATS", 12)
    found = page_data(History(example("bridge-ambush").rows), "referee")["moreWhatIfs"]
    places = [each["at"][0] for each in found][-12:]
    assert 12 == len({*places})


def test_a_page_tries_no_more_faces_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nearly none of them changes anything, it would take minutes."""
    play, rows = Mock(side_effect=play_turn), example("bridge-ambush").rows
    monkeypatch.setattr(turned_dice, "play_turn", play)
    monkeypatch.setattr(what_if_data, "MOST_FACES", 0)
    page_data(History(rows), "referee")
    fewest = play.call_count
    monkeypatch.setattr(what_if_data, "MOST_FACES", 100)
    play.reset_mock()
    page_data(History(rows), "referee")
    assert fewest < play.call_count < fewest + 500


def test_players_are_offered_no_further_dice() -> None:
    """Which of them could turn tells hidden numbers."""
    assert [] == list_more((617, 728, 839))


def list_more(scores: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return what players are offered where a wolf with these hidden numbers hurts Ada."""
    wolf = npc("Wolf", f"300/0/{'/'.join(map(str, scores))}", fang="d12")
    fight = given("golden-idol", pc("Ada", "3/0/10/10/10"), pc("Ben", "6/0/9/9/9"), wolf)
    fight.when(BeginRound("ambushed"), attack("wolf", "ada"), Resolve())
    fight.rolls("wolf d12=5", "ada d20=4")
    found: list[dict[str, Any]] = page_data(fight.fight.history, "players")["moreWhatIfs"]
    return found


def test_where_nothing_is_offered_a_button_leads_to_the_next_what_if(
    page: Watched, tmp_path: Path
) -> None:
    """The key does, too; behind the last one there is none."""
    open_fight(page, tmp_path, "#seq=2")
    further = page.page.get_by_role("button", name="Next what-if")
    further.click()
    assert page.page.locator("#what-if-open").is_visible()
    assert not further.is_visible()
    first = present(page)
    page.page.keyboard.press("Home")
    page.page.keyboard.press("w")
    assert first == present(page)
    page.page.keyboard.press("End")
    assert not further.is_visible()
    page.page.keyboard.press("w")
    assert page.errors == []


def test_what_was_undone_is_framed_among_the_others(page: Watched, tmp_path: Path) -> None:
    """Where the undone events are shown; what counts has no frame."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    page.page.locator("#undone").check()
    seen = set()
    for _ in range(int(page.page.locator("#slider").get_attribute("max") or 0)):
        page.page.keyboard.press("ArrowRight")
        is_undone = page.page.locator("#event del").count() > 0
        assert is_undone == page.page.locator("#not-so").is_visible()
        assert is_undone == (page.page.locator("html.beside-line").count() == 1)
        seen.add(is_undone)
    assert {True, False} == seen


def test_what_would_have_been_otherwise_is_no_healing(page: Watched, tmp_path: Path) -> None:
    """The drone would have had STR 11 by then: neither lost nor won."""
    open_fight(page, tmp_path)
    page.page.locator("#branches-box summary").click()
    page.page.locator(".might-watch", has_text="What if Drone had worn armor 2").click()
    page.page.keyboard.press("Space")
    assert "STR 11 instead of 10" in page.page.locator("#event").inner_text()
    drone = page.page.locator(".token", has_text="STR 10 → 11")
    assert 1 == drone.count()
    assert not drone.locator(".news .gain, .gain").count()
    cost = page.page.locator("#story .present .cost")
    assert "STR 10 → 11" in cost.inner_text() and not cost.locator(".gain").count()
    assert not page.errors
