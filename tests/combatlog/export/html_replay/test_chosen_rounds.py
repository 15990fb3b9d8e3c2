"""What the panes tell of chosen rounds and people, and the link of a correction."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.app.turning_points import find_turning_points
from tests.combatlog.export.html_replay.looking import open_pane
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.combatlog.export.html_replay.test_numbers_pane import choose
from tests.support.browser import Watched

pytestmark = pytest.mark.slow

WIDTHS = """() => { const list = document.querySelector("#whose"), style = getComputedStyle(list);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  const all = document.querySelector("#unfilter").getBoundingClientRect();
  const { width } = pen.measureText(list.selectedOptions[0].text);
  return [width, list.clientWidth, all.right, innerWidth]; }"""


def test_turning_points_are_those_of_the_chosen_rounds(page: Watched, tmp_path: Path) -> None:
    """In the list and over the chart, in one colour by who gained. What stands out is of the whole
    fight, which is said."""
    history = example("black-sails")
    page.open(render_page(history), tmp_path)
    colour = "(mark) => getComputedStyle(mark).color"
    over = page.page.locator("#strength .turn").evaluate_all(f"(all) => all.map({colour})")
    open_pane(page, "numbers")
    marks = page.page.locator("#chart .turning")
    assert over == marks.evaluate_all(f"(all) => all.map({colour})")
    assert not page.page.locator("#best-about").is_visible()
    choose(page, first_round="2")
    turns = find_turning_points(history.line_events(), "players")
    late = [turn for turn in turns if turn.round > 1]
    assert 0 < len(late) == page.page.locator("#turns li").count() == marks.count() < len(over)
    assert page.page.locator("#best-about").is_visible()
    title = page.page.locator("#turns-title")
    assert "Turning points" == title.text_content()
    choose(page, first_round="0", whose="Phaidra")
    assert "Everybody's turning points" == title.text_content()
    choose(page, first_round="3", whose="-1")
    assert not page.page.locator("#turns-box").is_visible()


@pytest.mark.parametrize("size", [(1280, 800), (900, 700), (390, 844), (320, 568)])
def test_a_name_in_the_filter_keeps_its_number(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """And the button that takes the choice back is in sight; on the smallest phone after a tap."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.open(render_page(example("hounds-on-the-causeway")), tmp_path)
    open_pane(page, "numbers")
    if size[0] == 320:
        page.page.locator("#seek").click()
    page.page.locator("#whose").select_option(label="Root Goblin 3")
    choose(page, first_round="2")
    name, room, right, width = page.page.evaluate(WIDTHS)
    assert name + 20 <= room  # behind the arrow
    assert right <= width


@pytest.mark.parametrize("width", [700, 900, 1280])
def test_the_choices_of_the_story_fit_beside_the_field(
    page: Watched, tmp_path: Path, width: int
) -> None:
    """The last one was cut in a narrow window. Where nothing is found, that is said at the top."""
    page.page.set_viewport_size({"width": width, "height": 700})
    page.open(render_page(example("hounds-on-the-causeway")), tmp_path)
    right = "(it) => it.getBoundingClientRect().right"
    box, last = (page.page.locator(part).evaluate(right) for part in (".filter", ".dice-switch"))
    assert last <= box
    page.page.locator("#search").fill("zzz")
    for pane in ("story", "log"):
        open_pane(page, pane)
        said = page.page.locator(f"#{pane}-nothing").bounding_box()
        above = page.page.locator("#shown-of").bounding_box()
        assert said and above
        assert 0 <= said["y"] - above["y"] - above["height"] < 40


def test_a_correction_has_a_link_of_its_own(page: Watched, tmp_path: Path) -> None:
    """It ends with the same event as the beat before it. The address tells them apart."""
    page.open(render_page(example("hounds-on-the-causeway")), tmp_path)
    page.page.locator("#story .corrected > a").first.click()
    page.page.wait_for_timeout(300)
    said, hash = (
        page.page.locator("#story .present").inner_text(),
        page.page.evaluate("location.hash"),
    )
    page.page.evaluate("history.replaceState(null, '', '#seq=76')")
    page.page.reload()
    assert said != page.page.locator("#story .present").inner_text()
    page.page.evaluate(f"history.replaceState(null, '', '{hash}')")
    page.page.reload()
    assert said == page.page.locator("#story .present").inner_text()
