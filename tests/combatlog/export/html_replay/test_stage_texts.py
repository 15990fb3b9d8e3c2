"""The texts of the stage: none covers another, leaves its card or is cut without a sign; and no
arrow crosses one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from combatlog.app.examples import Example, list_examples
from replay.log.event_log import History
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.combatlog.export.html_replay.test_stage import PAINTED, crowd
from tests.support.browser import MADE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (320, 568)}
"""The windows that are looked at, in CSS pixels."""

SHOW = """(at) => {
    const slider = document.querySelector("#slider");
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
}"""

LOOK = """() => {
    const field = document.querySelector("#field");
    const clips = (it) => getComputedStyle(it).overflowX !== "visible";
    const isSeen = (it) => it.checkVisibility({visibilityProperty: true, opacityProperty: true});
    const meets = (one, other, by = 1) => one.left < other.right - by && one.right > other.left + by
        && one.top < other.bottom - by && one.bottom > other.top + by;
    const closeups = [...field.querySelectorAll(".closeup")]
        .map((it) => it.getBoundingClientRect());
    const texts = [];
    const found = {overlapping: [], leaving: [], cut: [], crossed: []};
    const words = document.createRange();
    for (const it of field.querySelectorAll(".token:not([hidden]):not(.large) .name")) {
        words.selectNodeContents(it);
        const isWhole = words.getBoundingClientRect().width <= it.clientWidth + 1;
        if (isWhole && (!/^[^ ]{0,4}…$/.test(it.textContent))) continue;
        found.cut.push("name: " + it.textContent);
    }
    const parts = ".token .name, .token .number, .token .most, .token .state, .token .marks, .new, "
        + ".band-name, .side-name, .closeup .name, .closeup b, .links .amount, .thrown text, "
        + ".bar .whose, .bar b, #event, #small, .outcome, .outcome li";
    for (const it of document.querySelectorAll(parts)) {
        if (!it.textContent || !isSeen(it) || it.closest("[hidden]")) continue;
        const range = document.createRange();
        range.selectNodeContents(it);
        let {left, right, top, bottom} = range.getBoundingClientRect();
        const box = it.getBoundingClientRect();
        if (it.namespaceURI.endsWith("html") && clips(it)) {
            const style = getComputedStyle(it);
            const wide = it.scrollWidth > it.clientWidth + 1 && style.textOverflow !== "ellipsis";
            const tall = it.scrollHeight > it.clientHeight + 2 && style.webkitLineClamp === "none"
                && style.whiteSpace !== "nowrap";
            if (wide || tall) found.cut.push(it.className + ": " + it.textContent);
            left = Math.max(left, box.left); right = Math.min(right, box.right);
            top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom);
        }
        if (right - left < 1 || bottom - top < 1) continue;
        const card = it.closest(".token, .closeup, .bar, .told");
        const text = {it, card, left, right, top, bottom, said: it.textContent};
        if (card?.matches(".token") && closeups.some((each) => meets(each, text))) continue;
        texts.push(text);
        if (!card) continue;
        const edge = card.getBoundingClientRect();
        const row = it.matches(".new") && it.parentElement.matches(".news")
            ? it.parentElement.getBoundingClientRect() : edge;
        const within = (r) => left >= r.left - 1 && right <= r.right + 1
            && top >= r.top - 1.5 && bottom <= r.bottom + 1.5;
        if (!within(edge) || !within(row)) found.leaving.push(it.className + ": " + it.textContent);
    }
    texts.forEach((one, nth) => {
        for (const other of texts.slice(nth + 1)) {
            if (one.it.contains(other.it)) continue;
            if (meets(one, other)) found.overlapping.push(one.said + " | " + other.said);
        }
    });
    for (const {it, said} of texts.filter(({it}) => it.matches(".bar .whose"))) {
        if (it.scrollWidth > it.clientWidth + 1) found.cut.push(said);
    }
    const edge = field.getBoundingClientRect();
    for (const {card, said, left, right, top, bottom} of texts) {
        if (!card?.matches(".token, .closeup")) continue;
        if (!meets(edge, {left, right, top, bottom}, 0)) found.leaving.push(said);
    }
    const onCards = texts.filter(({card}) => card?.matches(".token, .closeup"));
    const cross = (points, what) => {
        const hit = onCards.find((text) => points.some(([x, y]) =>
            x > text.left && x < text.right && y > text.top && y < text.bottom));
        if (hit) found.crossed.push(what + " | " + hit.said);
    };
    for (const path of field.querySelectorAll(".blow, .skirmish")) {
        const to = path.getScreenCTM();
        const length = path.getTotalLength();
        const points = [];
        for (let at = 0; at <= length; at += 2) {
            const {x, y} = path.getPointAtLength(at).matrixTransform(to);
            points.push([x, y]);
        }
        cross(points, path.getAttribute("class"));
    }
    for (const die of field.querySelectorAll(".thrown, .links .amount")) {
        const {left, right, top, bottom} = die.getBoundingClientRect();
        const hit = onCards.find((text) => meets(text, {left, right, top, bottom}, 2));
        if (hit) found.crossed.push("die or number | " + hit.said);
    }
    return found;
}"""


def walk(shown: Page) -> Iterator[tuple[int, dict[str, list[str]]]]:
    """Step from beat to beat; yield what is wrong at each."""
    count = int(shown.locator("#slider").get_attribute("max") or 0)
    for at in range(count + 1):
        shown.evaluate(SHOW, at)
        found: dict[str, list[str]] = shown.evaluate(LOOK)
        yield at + 1, found


def find_faults(browser: Browser, page: Path, size: tuple[int, int]) -> dict[str, list[Any]]:
    """Return the faults of all beats of a page at a size, by their kind."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    try:
        shown = context.new_page()
        shown.goto(page.as_uri())
        shown.locator(MADE).wait_for()
        shown.evaluate(PAINTED)
        faults: dict[str, list[Any]] = {}
        for beat, found in walk(shown):
            for kind, which in found.items():
                faults.setdefault(kind, []).extend((beat, each) for each in which)
        return faults
    finally:
        context.close()


def write_page(history: History, folder: Path) -> Path:
    """Write the page of a fight for the referee."""
    page = folder / "page.html"
    page.write_text(render_page(history, audience="referee"), "utf-8")
    return page


@pytest.mark.slow
@pytest.mark.parametrize("example_", list_examples(), ids=lambda each: each.name)
def test_no_text_of_an_example_is_covered_or_cut(
    browser: Browser, tmp_path: Path, example_: Example
) -> None:
    """At every beat, on every size of screen; arrows, dice and brackets run past the texts."""
    page = write_page(example(example_.name), tmp_path)
    for name, size in SIZES.items():
        faults = find_faults(browser, page, size)
        assert {"overlapping": [], "leaving": [], "cut": [], "crossed": []} == faults, name


@pytest.mark.slow
def test_no_text_of_a_crowd_is_covered_or_cut(browser: Browser, tmp_path: Path) -> None:
    """Forty fighters, some of them drawn large."""
    page = write_page(crowd(40), tmp_path)
    for name, size in SIZES.items():
        faults = find_faults(browser, page, size)
        assert {"overlapping": [], "leaving": [], "cut": [], "crossed": []} == faults, name
