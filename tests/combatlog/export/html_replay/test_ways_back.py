"""The ways back from what is watched, and links to moments that are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.combatlog.export.html_replay.looking import open_pane, present
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.support.browser import Watched


@pytest.mark.parametrize("way", ["button", "escape"])
def test_a_branch_leads_back_to_where_one_was(page: Watched, tmp_path: Path, way: str) -> None:
    """Not to where it left the fight."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    for _ in range(20):
        page.page.keyboard.press("ArrowRight")
    before = present(page)
    page.page.locator(".fork-watch").first.click()
    assert before != present(page)
    page.page.keyboard.press("End")
    if way == "button":
        page.page.get_by_role("button", name="Back to where you were").click()
    else:
        page.page.keyboard.press("Escape")
    assert not page.page.locator("#watched").is_visible()
    assert before == present(page)


def test_a_what_if_offers_first_where_one_was(page: Watched, tmp_path: Path) -> None:
    """On a phone, where the recap leaves the field little room, the recap, too."""
    page.page.emulate_media(reduced_motion="reduce")
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    page.page.keyboard.press("ArrowRight")
    before = present(page)
    open_pane(page, "recap")
    page.page.locator(".what-if").nth(1).click()
    assert not page.page.locator("#pane-recap").is_visible()
    page.page.keyboard.press("End")
    assert not page.page.locator("#then-now button").is_visible()  # the head has it
    page.page.locator("#back").click()
    assert page.page.locator("#pane-recap").is_visible()
    assert before == present(page)


def test_a_link_beyond_the_end_opens_there(page: Watched, tmp_path: Path) -> None:
    """And says so; one that names no event opens at the start."""
    html = render_page(example("bridge-ambush"), audience="referee")
    for link, at_end in (
        ("#seq=9999", True),
        ("#seq=99999999999999999999", True),
        ("#seq=0", False),
    ):
        page.page.goto("about:blank")
        page.open(html, tmp_path, link)
        assert at_end == (page.page.locator("#end").get_attribute("aria-disabled") == "true")
        said = f"This fight has no #{link[5:]}; this is its end." if at_end else ""
        assert said == page.page.locator("#toast").inner_text()
    page.page.goto("about:blank")
    page.open(html, tmp_path, "#seq=abc")
    assert "0" == page.page.locator("#slider").input_value()
    assert [] == page.errors


def test_a_mark_of_a_correction_opens_it_at_once(page: Watched, tmp_path: Path) -> None:
    """Also event by event, and on a phone from a pane beside the low field; with what was told
    before it."""
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.open(render_page(example("hounds-on-the-causeway"), audience="referee"), tmp_path)
    page.page.evaluate("() => document.querySelector('#single').click()")
    open_pane(page, "numbers")
    page.page.locator("a.split").click()
    box = page.page.locator("#then-now")
    assert box.is_visible()
    assert "Two root goblins thrust one spear each at Oswin" in box.locator("s").inner_text()
    assert [] == page.errors


def test_the_story_says_where_one_is(page: Watched, tmp_path: Path) -> None:
    """At one beat alone; what comes later is dimmed."""
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path, "#seq=147")
    here = page.page.locator("#story [data-here]")
    assert 1 == here.count()
    assert "you are here" == here.get_attribute("data-here")
    colours = page.page.evaluate(
        """() => [...document.querySelectorAll("#story > .beat:not(.round) > a")].map((link) => [
            Boolean(link.parentElement.compareDocumentPosition(document.querySelector("[data-here]"))
                & Node.DOCUMENT_POSITION_PRECEDING),
            getComputedStyle(link).color])"""
    )
    later, earlier = (
        {colour for after, colour in colours if after == is_} for is_ in (True, False)
    )
    assert 1 == len(later) == len(earlier)
    assert later != earlier


def test_the_log_has_the_rows_of_what_is_watched(page: Watched, tmp_path: Path) -> None:
    """Of a branch its own and those before it, with the present one in sight; none of what came
    later in the fight as it stands. On the way back it is as it was."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path, "#seq=174")
    open_pane(page, "log")
    later = page.page.locator("#log a[data-seq='174']")
    undone = page.page.locator("#log a[data-seq='109']")
    assert later.is_visible() and not undone.is_visible()
    page.page.evaluate("() => { location.hash = 'seq=109'; }")
    page.page.wait_for_function("() => document.querySelector('#event').dataset.seq === '109'")
    assert undone.is_visible() and not later.is_visible()
    assert "109" == page.page.locator("#log .present a").get_attribute("data-seq")
    page.page.keyboard.press("Escape")
    assert not page.page.locator("#watched").is_visible()
    assert later.is_visible() and not undone.is_visible()
