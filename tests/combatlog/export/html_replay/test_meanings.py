"""What a look of the page means, it means alone: the colour of a side, the grey of the fallen, a
button that does nothing, a tag that covers nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.combatlog.export.html_replay.looking import open_pane, present
from tests.combatlog.export.html_replay.reading import example
from tests.combatlog.export.html_replay.test_stage_moments import open_page
from tests.support.browser import Watched

pytestmark = pytest.mark.slow

SIZES = [(1280, 800), (390, 844)]

GO = "(seq) => { location.hash = `seq=${seq}`; }"

COLOURS = """() => [...document.querySelectorAll(".token:not([hidden])")].map((it) => [
    it.dataset.team, getComputedStyle(it.querySelector(".pool")).backgroundColor])"""


def go(page: Watched, seq: int) -> None:
    """Go to an event."""
    page.page.evaluate(GO, seq)
    page.page.wait_for_function(
        "(seq) => Number(document.querySelector('#event').dataset.seq) >= seq", arg=seq
    )


@pytest.mark.parametrize("name", ["hounds-on-the-causeway", "the-toll-at-the-ford"])
def test_a_bar_has_the_colour_of_its_side(page: Watched, tmp_path: Path, name: str) -> None:
    """Whatever is left, and no other side has it; little has a mark."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example(name), tmp_path, (1280, 800))
    page.page.keyboard.press("End")
    seen = dict(page.page.evaluate(COLOURS))
    assert len(seen) == len({*seen.values()}) > 1
    for team, colour in page.page.evaluate(COLOURS):
        assert colour == seen[team]
    marked = page.page.evaluate(
        """() => [...document.querySelectorAll(".token.low:not([hidden])")].map((it) =>
            [...it.querySelectorAll(".pool, .behind")].filter((bar) =>
                /3px/.test(getComputedStyle(bar).borderWidth)).length)"""
    )
    assert {1} == {*marked}


def test_the_fallen_look_least_alive(page: Watched, tmp_path: Path) -> None:
    """Grey and dashed; who fled is calm."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("hounds-on-the-causeway"), tmp_path, (1280, 800))
    page.page.keyboard.press("End")
    sunk = page.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".token:not([hidden])")]
            .map((it) => [it.dataset.look, [getComputedStyle(it).backgroundColor,
                getComputedStyle(it).borderTopStyle,
                getComputedStyle(it.querySelector(".fill")).filter]]))"""
    )
    assert ["dashed", "grayscale(1)"] == sunk["down"][1:]
    assert "none" == sunk["gone"][2]
    assert sunk["down"][0] not in (sunk["gone"][0], sunk["unhurt"][0])


@pytest.mark.parametrize("size", SIZES)
def test_the_tag_of_the_present_covers_no_text(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """It stands between the rows, or is the first line of its own row."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("hounds-on-the-causeway"), tmp_path, size)
    for seq in (32, 76, 80):
        go(page, seq)
        tag, above = page.page.evaluate(
            """() => {
                const row = document.querySelector("#story .present");
                const tag = getComputedStyle(row, "::after");
                const { top } = row.getBoundingClientRect();
                const last = row.previousElementSibling.getBoundingClientRect();
                const isInside = tag.position === "static";
                return [isInside ? top : top - parseFloat(tag.height), last.bottom];
            }"""
        )
        assert tag >= above


def test_on_stops_at_the_end_of_a_branch(page: Watched, tmp_path: Path) -> None:
    """Its button is off; the card of the end leads back."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, (1280, 800))
    page.page.locator(".fork-watch").first.click()
    page.page.keyboard.press("End")
    last = present(page)
    assert "true" == page.page.locator("#next").get_attribute("aria-disabled")
    page.page.keyboard.press("ArrowRight")
    page.page.evaluate("() => document.querySelector('#next').click()")
    assert last == present(page)
    assert page.page.locator("#watched").is_visible()
    assert page.page.locator("#back").is_visible()


def test_the_switch_of_undone_events_is_there_where_it_does_something(
    page: Watched, tmp_path: Path
) -> None:
    """Where beats tell nothing of what was undone, event by event alone."""
    open_page(page, example("hounds-on-the-causeway"), tmp_path, (1280, 800))
    switch = page.page.locator("#undone")
    assert not switch.is_visible()
    page.page.locator("#single").check()
    count = page.page.locator("#place").inner_text()
    switch.check()
    assert count != page.page.locator("#place").inner_text()


def test_the_way_back_has_a_word_on_a_phone(page: Watched, tmp_path: Path) -> None:
    """In the head of a what-if."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("hold-seven"), tmp_path, (390, 844))
    open_pane(page, "recap")
    page.page.locator(".what-if").nth(1).click()
    assert "↩ Back" == page.page.locator("#back").inner_text()


@pytest.mark.parametrize(
    ("name", "seq", "told"),
    [
        ("althea-and-the-kyklops", 18, "lost the round"),
        ("hounds-on-the-causeway", 32, "STR 3"),
        ("hounds-on-the-causeway", 80, "▼down"),
        ("hounds-on-the-causeway", 80, "✚ critical damage"),
    ],
)
def test_a_card_with_room_tells_it_in_words(
    page: Watched, tmp_path: Path, name: str, seq: int, told: str
) -> None:
    """No bare sign, no number of a score without its name, no count of what is told elsewhere."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example(name), tmp_path, (390, 844))
    go(page, seq)
    lines = page.page.evaluate(
        """() => [...document.querySelectorAll(".token:not([hidden])")].flatMap((it) =>
            [...it.querySelectorAll(".value, .state, .marks, .new")]
                .filter((each) => each.offsetHeight).map((each) => each.innerText.trim()))"""
    )
    assert told in lines
