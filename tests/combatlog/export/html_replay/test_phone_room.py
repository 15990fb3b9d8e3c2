"""On a phone the words have the room: the sentence, an open pane, the story."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from combatlog.app.turning_points import describe_turning_point, find_turning_points
from tests.combatlog.export.html_replay.looking import open_pane, read_here
from tests.combatlog.export.html_replay.reading import example
from tests.combatlog.export.html_replay.test_stage_felt import STEP
from tests.combatlog.export.html_replay.test_stage_hits import PHONE, SMALL
from tests.combatlog.export.html_replay.test_stage_moments import open_page, show_beat
from tests.combatlog.export.html_replay.test_tokens import go
from tests.support.browser import Watched

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_what_is_offered_leaves_the_sentence_its_width(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """The die and the button have a line of their own."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, size)
    go(page, 228)
    assert page.page.locator("#what-if-open").is_visible()
    event = page.page.locator("#event")
    assert event.evaluate("(it) => it.clientWidth") > 0.85 * size[0]
    assert event.evaluate("(it) => it.scrollHeight - it.clientHeight") <= 1
    assert "could not take that." in event.inner_text()


def height(page: Watched, part: str) -> float:
    """Return how high a part of the page is, in pixels."""
    box = page.page.locator(part).bounding_box()
    return box["height"] if box else 0


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("pane", ["story", "log", "people", "numbers", "recap"])
def test_a_second_tap_on_its_tab_gives_a_pane_the_room_of_the_field(
    page: Watched, tmp_path: Path, pane: str, size: tuple[int, int]
) -> None:
    """The bars and one line of the sentence stay, and the controls do not move; another tap brings
    the field back as it was. The tab works by the keyboard, too."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, size)
    go(page, 228)
    open_pane(page, pane)
    tab, parts = page.page.locator(f"#tab-{pane}"), ("#field", ".told", ".panes", ".controls")
    if size == SMALL and pane in ("numbers", "recap"):
        tab.click()  # it was lent that room
    before = [page.page.locator(part).bounding_box() for part in parts]
    tab.click()
    assert not page.page.locator("#field").is_visible()
    assert page.page.locator("#balance").is_visible()
    assert height(page, ".told") < 32 < height(page, "#balance") + 16
    assert height(page, ".panes") > (560 if size == PHONE else 300)
    assert before[-1] == page.page.locator(".controls").bounding_box()
    assert "true" == page.page.locator("#grow").get_attribute("aria-pressed")
    tab.press("Enter")
    assert before == [page.page.locator(part).bounding_box() for part in parts]
    assert "false" == page.page.locator("#grow").get_attribute("aria-pressed")
    page.page.locator("#grow").click()
    assert not page.page.locator("#field").is_visible()
    page.page.locator("#grow").press("Enter")
    assert before == [page.page.locator(part).bounding_box() for part in parts]
    assert [] == page.errors


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_moment_of_a_tall_pane_is_shown_on_the_field(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Of the story, the log and the recap; another tab leaves the pane tall."""
    open_page(page, example("bridge-ambush"), tmp_path, size)
    page.page.locator("#grow").click()
    sentence = page.page.locator("#story .present > a")
    assert 100 < (sentence.bounding_box() or {"width": 0})["width"]
    for pane, row in (
        ("story", "#story .beat:not(.round, .present):has(.loss) > a:visible"),
        ("log", "#log a[data-seq='147']"),
        ("recap", "#falls .fell a"),
    ):
        open_pane(page, pane)
        if page.page.locator("#field").is_visible():
            page.page.locator("#grow").click()
        open_pane(page, "people")
        open_pane(page, pane)
        assert not page.page.locator("#field").is_visible()
        page.page.locator(row).first.click()
        assert page.page.locator("#field .token.changed").first.is_visible()
        assert "false" == page.page.locator("#grow").get_attribute("aria-pressed")
    assert [] == page.errors


@pytest.mark.parametrize("size", [(1280, 800), (700, 500)])
@pytest.mark.parametrize("pane", ["story", "log", "people", "numbers", "recap"])
def test_a_pane_of_a_wide_window_can_have_all_of_its_width(
    page: Watched, tmp_path: Path, pane: str, size: tuple[int, int]
) -> None:
    """By a button, which gives the field its place again; a second click on a tab does not. One
    line of the sentence and the controls stay."""
    open_page(page, example("bridge-ambush"), tmp_path, size)
    assert not page.page.locator("#grow").is_visible()
    open_pane(page, pane)
    page.page.locator(f"#tab-{pane}").click()
    assert page.page.locator("#field").is_visible()
    widen = page.page.locator("#widen")
    widen.click()
    assert not page.page.locator("#field").is_visible()
    assert page.page.locator("#event").is_visible()
    box = page.page.locator(".panes").bounding_box()
    assert box and box["width"] > size[0] - 40
    inside = page.page.locator(f"#pane-{pane}")
    assert inside.evaluate("(it) => it.scrollWidth - it.clientWidth") <= 1
    before = page.page.locator("#slider").input_value()
    page.page.locator("#next").click()
    assert before != page.page.locator("#slider").input_value()
    assert not page.page.locator("#field").is_visible()
    widen.click()
    assert page.page.locator("#field .token").first.is_visible()
    assert [] == page.errors


def test_a_moment_of_a_wide_pane_is_shown_on_the_field(page: Watched, tmp_path: Path) -> None:
    """A row of the recap leads to its blow."""
    open_page(page, example("bridge-ambush"), tmp_path, (1280, 800))
    open_pane(page, "recap")
    page.page.locator("#widen").click()
    page.page.locator("#falls .fell a").first.click()
    assert page.page.locator("#field .token.changed").first.is_visible()
    assert "false" == page.page.locator("#widen").get_attribute("aria-pressed")


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_the_present_entry_has_words_before_the_dice_have_landed(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """They say that it is the present one, and nothing of what comes of it; it keeps its height."""
    open_page(page, example("hounds-on-the-causeway"), tmp_path, size)
    row = "#story .present"
    seen = []
    for time in (200, 1000):
        show_beat(page, "raised the longbow")
        page.page.keyboard.press("ArrowLeft")
        page.page.evaluate(STEP, time)
        costs = page.page.locator(f"{row} .costs").evaluate("(it) => getComputedStyle(it).opacity")
        seen.append((costs, height(page, row)))
        assert "you are here" in read_here(page)
    assert ["0", "1"] == [each[0] for each in seen]
    assert seen[0][1] == seen[1][1] > 30


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_the_graph_names_each_round_that_has_room(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """No name lies on another; by their numbers alone where several have none. The scale
    stands beside the graph, and what came after the fight is shaded."""
    for name, expected in (
        ("bridge-ambush", ["R1", "R2", "R3", "R4", "after"]),
        ("the-toll-at-the-ford", ["R1", "2", "3", "4", "5", "6", "after"]),
    ):
        open_page(page, example(name), tmp_path, size)
        names = page.page.locator(".round-name")
        assert expected == names.all_inner_texts()
        boxes = names.evaluate_all("(all) => all.map((it) => it.getBoundingClientRect().toJSON())")
        assert all(one["right"] <= other["left"] for one, other in pairwise(boxes))
        assert ["100", "50", "0"] == page.page.locator(".axis:visible").all_inner_texts()
        assert page.page.locator(".graph-rest").bounding_box()


def test_turning_points_that_a_finger_cannot_tell_apart_are_one(
    page: Watched, tmp_path: Path
) -> None:
    """It says how many, and a click lists them; each leads to its moment. A finger goes from one to
    the next: a list would cover the sentence."""
    history = example("hold-seven")
    open_page(page, history, tmp_path, SMALL)
    marks = page.page.locator("#strength .turn")
    assert ["▲3", "⇅", "▲"] == marks.all_text_contents()
    lefts = [box["x"] + box["width"] / 2 for each in marks.all() if (box := each.bounding_box())]
    assert all(other - one >= 23 for one, other in pairwise(lefts))
    marks.first.click()
    listed = page.page.locator(".graph-list:popover-open a")
    turns = find_turning_points(history.line_events())[:3]
    assert [describe_turning_point(turn) for turn in turns] == listed.all_text_contents()
    listed.last.click()
    assert str(turns[-1].seq) == page.page.locator("#event").get_attribute("data-seq")
    assert 0 == page.page.locator(".graph-list").count()
    page.page.evaluate("matchMedia = () => ({ matches: true })")  # a finger
    for turn in (*turns, turns[0]):
        marks.first.dispatch_event("click")
        assert str(turn.seq) == page.page.locator("#event").get_attribute("data-seq")
    assert 0 == page.page.locator(".graph-list").count()
    assert [] == page.errors


@pytest.mark.parametrize("high", [844, 868, 874, 880])
def test_the_name_of_who_is_down_is_whole_at_every_height(
    page: Watched, tmp_path: Path, high: int
) -> None:
    """Also where there is nearly room for the state and the marks below each other."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, (PHONE[0], high))
    go(page, 228)
    name = page.page.locator(".token[data-look=down] .name:text-is('Dee')")
    words = """(it) => {
        const range = document.createRange();
        range.selectNodeContents(it);
        return range.getBoundingClientRect().width - it.getBoundingClientRect().width;
    }"""
    assert name.evaluate(words) <= 1


def test_a_drag_that_begins_on_a_mark_moves_through_the_fight(
    page: Watched, tmp_path: Path
) -> None:
    """It goes to where the finger is, and is no tap on the mark."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("black-sails"), tmp_path, (390, 844))
    box = page.page.locator("#strength .mark.turn").first.bounding_box()
    plot = page.page.locator("#strength svg").bounding_box()
    assert box is not None and plot is not None
    from_x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    to_x = plot["x"] + 0.9 * plot["width"]
    touch = page.page.context.new_cdp_session(page.page)
    for kind, x in (("touchStart", from_x), ("touchMove", from_x + 20), ("touchMove", to_x)):
        points = [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    slider = page.page.locator("#slider")
    share = slider.evaluate("(e) => e.value / e.max")
    assert 0.8 < share < 1


def test_who_is_ahead_is_whole_on_a_small_phone(page: Watched, tmp_path: Path) -> None:
    """In few words where many have no room; foes of several sides are “all foes”."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("black-sails"), tmp_path, SMALL)
    lead = page.page.locator("#strength-lead")
    for seq, said in ((78, "All foes +6"), (273, "The party +42 on all foes")):
        go(page, seq)
        assert said in lead.inner_text()
        assert lead.evaluate("(it) => it.scrollHeight <= it.clientHeight + 1")


def test_the_signs_are_explained_on_phones(page: Watched, tmp_path: Path) -> None:
    """Below the keys, or in their place; on a small phone among the other choices. It opens at its
    top, not at the button that closes it."""
    page.page.emulate_media(reduced_motion="reduce")
    for size, ways in ((PHONE, ["#help-open"]), (SMALL, ["#more", "#help-too"])):
        open_page(page, example("black-sails"), tmp_path, size)
        for way in ways:
            page.page.click(way)
        signs = page.page.locator("#help .signs")
        assert signs.is_visible()
        assert 0 == page.page.locator("#help").evaluate("(it) => it.scrollTop")
        assert "dies in time without aid" in signs.inner_text()
        page.page.click("#help-close")
        assert not signs.is_visible()


def test_numbers_and_recap_open_high_on_the_smallest_phone(page: Watched, tmp_path: Path) -> None:
    """Until the fight goes on, or another pane is opened. Who gave a pane more room keeps it."""
    open_page(page, example("black-sails"), tmp_path, SMALL, 60)
    field, app = page.page.locator("#field"), page.page.locator("#app")
    for pane in ("numbers", "recap"):
        open_pane(page, pane)
        assert not field.is_visible()
        assert "true" == page.page.locator("#grow").get_attribute("aria-pressed")
    open_pane(page, "story")
    assert field.is_visible()
    open_pane(page, "recap")
    page.page.locator("#next").click()
    assert field.is_visible()
    page.page.locator("#grow").click()
    open_pane(page, "numbers")
    page.page.locator("#next").click()
    assert "grown" in (app.get_attribute("class") or "")
    page.page.locator("#grow").click()
    page.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    open_pane(page, "recap")
    assert field.is_visible()
    assert not page.errors
