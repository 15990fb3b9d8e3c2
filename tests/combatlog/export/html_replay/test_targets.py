"""What can be pressed on the page is large enough, and the head keeps its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane
from tests.combatlog.export.html_replay.reading import render_page
from tests.support.browser import Watched

PANES = ("story", "log", "people", "numbers", "recap")

SMALL = """(least) => [...document.querySelectorAll("button, select, summary, input, .lanes a")]
    .filter((each) => each.checkVisibility())
    .map((each) => each.type === "checkbox" ? each.closest("label") : each)
    .filter((each) => Math.min(each.offsetHeight, each.offsetWidth) < least)
    .map((each) => `${each.id || each.textContent}: ${each.offsetWidth} x ${each.offsetHeight}`)"""

LOW = """() => [...document.querySelectorAll(".buttons button")]
    .filter((each) => each.checkVisibility() && each.offsetHeight < 44).map((each) => each.id)"""

PLACES = """() => [".field-box", ".told", ".panes", ".controls"].map((each) => {
    const { top, height } = document.querySelector(each).getBoundingClientRect();
    return [top, height];
})"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)])
def test_everything_that_is_pressed_is_large_enough(
    page: Watched, history: History, tmp_path: Path, size: tuple[int, int]
) -> None:
    """At least 24 pixels both ways in every pane; the buttons that step and play are 44 high on a
    phone. To watch a branch moves nothing."""
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.open(render_page(history, audience="referee"), tmp_path)
    for name in PANES:
        open_pane(page, name)
        assert [] == page.page.evaluate(SMALL, 24)
    if size[0] < 640:
        assert [] == page.page.evaluate(LOW)
    open_pane(page, "story")
    before = page.page.evaluate(PLACES)
    page.page.evaluate("() => document.querySelector('#branches .watch').click()")
    assert page.page.locator("#watched").is_visible()
    assert before == page.page.evaluate(PLACES)
