"""On a phone the stage stays in sight beside every pane: a low field and a short sentence."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.combatlog.export.html_replay.looking import open_pane, walk_stops
from tests.combatlog.export.html_replay.reading import example
from tests.combatlog.export.html_replay.test_stage import LOOK
from tests.combatlog.export.html_replay.test_stage_hits import PHONE, SMALL
from tests.combatlog.export.html_replay.test_stage_moments import list_stops, open_page, show_beat
from tests.combatlog.export.html_replay.test_stage_texts import SHOW
from tests.support.browser import Watched

pytestmark = pytest.mark.slow

PANES = ("log", "people", "numbers", "recap")

BOX = "(it) => { const { top, bottom } = it.getBoundingClientRect(); return [top, bottom]; }"


def measure(page: Watched, part: str) -> tuple[float, float]:
    """Return the upper and the lower edge of a part of the page."""
    top, bottom = page.page.locator(part).evaluate(BOX)
    return top, bottom


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("name", ["bridge-ambush", "the-toll-at-the-ford", "the-courier-run"])
def test_field_and_sentence_stay_above_every_pane(
    page: Watched, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    """The field is lower there, the pane has more room than both, and the tabs keep their place."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example(name), tmp_path, size)
    tabs, story = measure(page, "#tabs"), measure(page, "#field")
    for pane in PANES:
        open_pane(page, pane)
        field, told, panes = (measure(page, part) for part in ("#field", ".told", ".panes"))
        assert field[1] - field[0] <= story[1] - story[0]
        assert field[1] <= told[0] + 1 and told[1] <= panes[0] + 1
        assert panes[1] - panes[0] > (330 if size == PHONE else 185)
        assert tabs == pytest.approx(measure(page, "#tabs"), abs=1 / 32)  # twice what is rounded
        assert page.page.locator("#event").is_visible()
    open_pane(page, "story")
    assert story == measure(page, "#field")
    assert [] == page.errors


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("name", ["bridge-ambush", "black-sails", "hold-seven"])
def test_every_change_is_in_sight_beside_the_numbers(
    page: Watched, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    """At every beat, and nothing moves."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example(name), tmp_path, size)
    open_pane(page, "numbers")
    page.page.wait_for_timeout(100)
    unseen, parts = list[Any](), list[Any]()
    for at in range(len(list_stops(page))):
        page.page.evaluate(SHOW, at)
        seen = page.page.evaluate(LOOK)
        unseen += [(at, number) for number, token in seen["tokens"].items() if not token["seen"]]
        parts.append(seen["parts"])
    assert [] == unseen
    assert all(parts[0] == each for each in parts)


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_row_shows_its_moment_above_its_pane(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Of the recap, the numbers and the log; the pane stays open."""
    open_page(page, example("bridge-ambush"), tmp_path, size)
    for pane, row, said in (
        ("recap", "#falls .fell a", "Dee went down"),
        ("numbers", "#best a:has-text('Dee')", "Dee"),
        ("log", "#log a[data-seq='147']", ""),
    ):
        open_pane(page, pane)
        link = page.page.locator(row).first
        link.click()
        assert said in page.page.locator("#event").inner_text()
        assert link.is_visible()
        assert page.page.locator(".token.acting, .token.changed").first.is_visible()
    assert [] == page.errors


def test_the_sentence_and_its_dice_are_whole_again_at_the_story(
    page: Watched, tmp_path: Path
) -> None:
    """After a step that was made beside another pane."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("the-toll-at-the-ford"), tmp_path, SMALL)
    stops = len(list_stops(page))
    for at in range(0, stops, 3):
        open_pane(page, "numbers")
        page.page.evaluate(SHOW, at)
        page.page.wait_for_timeout(50)
        open_pane(page, "story")
        page.page.wait_for_timeout(50)
        for part, way in (("#event", "Height"), ("#dice", "Width")):
            over = page.page.locator(part).evaluate(f"(it) => it.scroll{way} - it.client{way}")
            assert over <= 1, (at, part)


def test_a_single_die_stands_beside_the_sentence(page: Watched, tmp_path: Path) -> None:
    """So the story below has its room, where nothing is offered beside it; several stand below the
    sentence."""
    open_page(page, example("bridge-ambush"), tmp_path, PHONE)
    show_beat(page, "tried to breathe dust")
    event, dice = measure(page, "#event"), measure(page, "#dice")
    assert event[0] <= dice[0] and dice[1] <= event[1] + 1
    show_beat(page, "Ada shot at the rhinoceros")
    assert measure(page, "#dice")[0] >= measure(page, "#event")[1] - 1


def test_only_one_heading_stands_at_the_top_of_the_story(page: Watched, tmp_path: Path) -> None:
    """The one before it gives way to the heading of the round that is told."""
    page.page.emulate_media(reduced_motion="reduce")
    together = []
    for name in ("the-toll-at-the-ford", "hold-seven"):
        open_page(page, example(name), tmp_path, PHONE)
        for at in range(len(list_stops(page))):
            page.page.evaluate(SHOW, at)
            page.page.wait_for_timeout(30)
            tops = page.page.locator("#story .round").evaluate_all(
                "(all) => all.map((it) => it.getBoundingClientRect().top)"
            )
            stuck = min(tops)
            together += [(name, at, top) for top in tops if stuck + 1 < top < stuck + 44]
    assert [] == together


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize(("name", "undone"), [("bridge-ambush", 119), ("black-sails", 100)])
def test_what_differs_lies_over_no_entry_of_the_present(
    page: Watched, tmp_path: Path, name: str, undone: int, size: tuple[int, int]
) -> None:
    """The line on who stands otherwise stays at the top of the story; the entry begins below."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example(name), tmp_path, size, undone)
    line, seen = page.page.locator("#compared-box"), 0
    for at in range(len(list_stops(page))):
        page.page.evaluate(SHOW, at)
        page.page.wait_for_timeout(30)
        seen += line.is_visible()
        if line.is_visible():
            lower = measure(page, "#compared-box")[1]
            assert measure(page, "#story .present")[0] >= lower - 1, at
    assert seen > 1
    pane = measure(page, "#pane-story")
    for _ in range(2):  # it is opened and closed at the end
        line.locator("summary").click()
        page.page.wait_for_timeout(100)
    present = measure(page, "#story .present")
    assert present[1] <= pane[1] + 1 or present[0] <= measure(page, "#compared-box")[1] + 30


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_people_open_at_who_fell_or_changed(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """At the end of a turn that felled the ogre its card is in sight, below those of the party."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("the-toll-at-the-ford"), tmp_path, size)
    show_beat(page, "met the ogre")
    open_pane(page, "people")
    pane, card = measure(page, "#pane-people"), measure(page, ".card.changed[data-look=down]")
    assert pane[0] - 1 <= card[0] < pane[1] - 40
    assert page.page.locator("#pane-people").evaluate("(it) => it.scrollTop") > 0
    assert [] == page.errors


CUT = """() => { const it = document.querySelector("#event");
  return it.scrollHeight > it.clientHeight + 1 ? it.textContent : ""; }"""


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("name", ["hold-seven", "the-toll-at-the-ford", "black-sails"])
def test_long_sentences_are_whole_beside_every_pane(
    page: Watched, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    """At every beat; and when the pane is opened while a long one is told, which needs the place
    that was left for when it was declared."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example(name), tmp_path, size)
    open_pane(page, "people")
    cut = []
    for at in range(len(list_stops(page))):
        page.page.evaluate(SHOW, at)
        cut.append(page.page.evaluate(CUT))
    assert not any(cut)
    if name == "the-toll-at-the-ford" and size == PHONE:
        open_pane(page, "story")
        show_beat(page, "raised the longbow and let fly at")
        assert "declared before the fall" in page.page.locator("#event").inner_text()
        open_pane(page, "people")
        page.page.wait_for_timeout(100)
        assert "" == page.page.evaluate(CUT)
        assert "declared before the fall" not in page.page.locator("#event").inner_text()
    assert [] == page.errors


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_the_frame_of_a_what_if_ends_above_what_is_otherwise(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """And the sentence is whole at its end, which the head tells."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("hold-seven"), tmp_path, size)
    open_pane(page, "recap")
    page.page.locator(".what-if").nth(1).click()
    page.page.locator("#play").click()
    style = "(it) => getComputedStyle(it).outlineStyle"
    assert "none" == page.page.locator(".told").evaluate(style)
    assert "dashed" == page.page.locator("#told-sheet").evaluate(style)
    assert measure(page, "#told-sheet")[1] <= measure(page, "#compared-box")[0] + 1
    page.page.keyboard.press("End")
    assert page.page.locator("#back").is_visible()
    over = page.page.locator("#event").evaluate("(it) => it.scrollHeight - it.clientHeight")
    assert over <= 1
    assert measure(page, "#then-now")[1] <= measure(page, "#compared-box")[0] + 1


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize(("name", "last"), [("hold-seven", 126), ("black-sails", 121)])
def test_the_end_of_a_line_leaves_no_room_empty(
    page: Watched, tmp_path: Path, name: str, last: int, size: tuple[int, int]
) -> None:
    """Below its last sentence stands what came of it, then who stands otherwise, then the story."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example(name), tmp_path, size, last)
    parts = ["#event", "#then-now", "#compared-box"]
    placed = [measure(page, part) for part in parts]
    for (_, lower), (upper, _) in pairwise(placed):
        assert -1 <= upper - lower < 10
    page.page.keyboard.press("ArrowLeft")
    assert -1 <= measure(page, "#compared-box")[0] - measure(page, "#told-sheet")[1] < 3


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_what_the_graph_says_breaks_between_its_parts(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """No side stands on another line than its share."""
    open_page(page, example("bridge-ambush"), tmp_path, size)
    box = page.page.locator("#strength svg").bounding_box()
    assert box
    page.page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] - 2)
    page.page.mouse.down()
    parts = page.page.locator(".read-out span")
    assert 5 == parts.count()
    assert all(
        each < 24 for each in parts.evaluate_all("(all) => all.map((it) => it.offsetHeight)")
    )
    tip = page.page.locator(".read-out").bounding_box()
    assert tip
    assert tip["x"] >= 0 and tip["x"] + tip["width"] <= size[0]


def test_a_small_phone_names_the_rounds_of_the_graph(page: Watched, tmp_path: Path) -> None:
    """All of them, below it, and no mark of an undone line lies on them; it is the slider, too."""
    open_page(page, example("black-sails"), tmp_path, SMALL)
    names = page.page.locator("#strength .round-name")
    assert ["R1", "R2", "R3", "R4", "after"] == [each.strip() for each in names.all_text_contents()]
    assert names.first.is_visible()
    low = measure(page, "#strength .names")[1]
    assert measure(page, ".split")[0] >= low - 8
    graph, slider = measure(page, "#strength"), measure(page, "#slider")
    assert slider[0] <= graph[0] + 1 and graph[1] <= slider[1] + 1
    assert page.page.locator("#slider").evaluate("(it) => getComputedStyle(it).opacity") == "0"
    box = page.page.locator("#strength svg").bounding_box()
    assert box
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    slider_at, most = (
        page.page.locator("#slider").evaluate(f"(it) => Number(it.{each})")
        for each in ("value", "max")
    )
    assert abs(slider_at - most / 2) <= 1
    page.page.locator("#slider").press("Home")
    assert "0" == page.page.locator("#slider").input_value()


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_bars_of_people_stay_in_their_cards(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Below their score, and no longer than it has room."""
    open_page(page, example("hold-seven"), tmp_path, size)
    open_pane(page, "people")
    outside = page.page.locator("#cards .score .track").evaluate_all(
        """(all) => all.filter((it) => {
            const [bar, score] = [it, it.parentElement].map((each) => each.getBoundingClientRect());
            return bar.width && (bar.left < score.left - 1 || bar.right > score.right + 1
                || bar.width < score.width - 1);
        }).length"""
    )
    assert page.page.locator("#cards .score .track").count() > 10
    assert 0 == outside


STATES = """() => {
    const has = (name) => document.querySelector("#app").classList.contains(name);
    const isShown = (part) => document.querySelector(part)?.hidden === false;
    return [
        [has("comparing"), isShown("#then-now:not(.ends)")],
        [has("by-event"), document.querySelector("#event .seq") !== null],
        [has("with-lines"), document.querySelector("#branches :is(.watch, a)") !== null],
        [document.documentElement.classList.contains("watching-line"), isShown("#watched")],
        [document.querySelector("#seek").classList.contains("chosen"), isShown("#shown-of")],
        [has("at-table"), document.querySelector(".hands") !== null],
    ].map(([one, other]) => one === other);
}"""
"""Whether each class that the style asks for says what the page shows."""


def test_what_the_page_shows_is_known_to_its_style(page: Watched, tmp_path: Path) -> None:
    """At every beat, event by event, in a line that is watched, and where something is chosen."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("hold-seven"), tmp_path, PHONE)
    ways = {
        "beats": "() => {}",
        "events": "() => document.querySelector('#single').click()",
        "beats again": "() => document.querySelector('#single').click()",
        "undone": "() => document.querySelector('#branches .watch').click()",
        "back": "() => document.querySelector('#back').click()",
        "what-if": "() => document.querySelector('#falls .what-if').click()",
        "back again": "() => document.querySelector('#back').click()",
    }
    open_pane(page, "recap")
    open_pane(page, "story")
    for name, way in ways.items():
        page.page.evaluate(way)
        page.page.keyboard.press("Escape")
        assert all(all(each) for each in walk_stops(page, STATES)), name
    page.page.locator("#whose").evaluate(
        "(it) => { it.value = it.options[1].value; it.dispatchEvent(new Event('change')); }"
    )
    assert all(page.page.evaluate(STATES))
    assert [] == page.errors
