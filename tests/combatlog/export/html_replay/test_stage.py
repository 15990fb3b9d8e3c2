"""The stage: everybody is in view at every step, and nothing moves that did not change."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from combatlog.app.examples import Example, list_examples
from events.types.declarations import BeginRound, Resolve
from replay.log.event_log import History
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.support.browser import MADE
from tests.support.given import attack, given, npc, pc

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (320, 568), "zoomed": (640, 400)}
"""The windows that are looked at, in CSS pixels; 1280 × 800 at 200 % has 640 × 400."""

LOOK = """() => {
    const measure = (it) => {
        const r = it.getBoundingClientRect();
        return [r.left, r.top, r.width, r.height].map((each) => Math.round(each * 10) / 10);
    };
    const field = document.querySelector("#field").getBoundingClientRect();
    const within = (r) => r.left >= Math.max(0, field.left) - 1
        && r.top >= Math.max(0, field.top) - 1
        && r.right <= Math.min(innerWidth, field.right) + 1
        && r.bottom <= Math.min(innerHeight, field.bottom) + 1;
    const tokens = {};
    for (const token of document.querySelectorAll(".token:not([hidden])")) {
        const r = token.getBoundingClientRect();
        const changed = token.classList.contains("changed");
        const found = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
        const news = token.querySelector(".new")?.getBoundingClientRect();
        const seen = within(r) && found?.closest(".token") === token
            && (!changed || (news && news.width > 8 && within(news)));
        tokens[token.dataset.number] = { place: measure(token), changed, seen: Boolean(seen) };
    }
    const parts = [".top", ".field-box", ".told", "#controls", ".panes", "#tabs", "#play"];
    return {
        tokens,
        parts: parts.map((part) => measure(document.querySelector(part))),
        scrolled: Math.max(document.documentElement.scrollHeight - innerHeight,
            document.documentElement.scrollWidth - innerWidth, scrollX, scrollY),
        cut: document.querySelector("#event").scrollHeight
            > document.querySelector("#event").clientHeight + 1,
        last: document.querySelector("#next").getAttribute("aria-disabled") === "true",
    };
}"""


PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until the page was painted; before that nobody sees where a token stands."""


class Measured(NamedTuple):
    """What was seen: the stops, the changes of combatants, those out of sight, the jumps, and the
    stops whose sentence was not whole."""

    stops: int
    changes: int
    unseen: list[Any]
    jumps: list[Any]
    cut: list[int]


@cache
def crowd(count: int) -> History:
    """Return a fight of many: half of them attack the other half, side by side. None may add to
    it."""
    people = [pc(f"Fighter {n}", "6/0/10/10/10", axe="d8") for n in range(count // 2)]
    people += [npc(f"Goblin {n}", "4/0/10/10/10", knife="d6") for n in range(count // 2)]
    fight = given("golden-idol", *people, dice="digital").fight
    fight.declare(BeginRound(waived="ambush"))
    for n in range(count // 2):
        fight.declare(attack(f"fighter-{n}", f"goblin-{n}"))
    fight.declare(Resolve())
    return fight.history


def measure(browser: Browser, page: Path, size: tuple[int, int], single: bool) -> Measured:
    """Step through a page from the start to the end, and look at every stop."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    try:
        shown = context.new_page()
        shown.goto(page.as_uri())
        shown.locator(MADE).wait_for()
        if single:
            shown.evaluate("() => document.querySelector('#single').click()")
        shown.keyboard.press("Home")
        shown.evaluate(PAINTED)
        stops, changes, unseen, jumps, cut = 0, 0, list[Any](), list[Any](), list[int]()
        before: dict[str, Any] | None = None
        while True:
            now: dict[str, Any] = shown.evaluate(LOOK)
            stops += 1
            for number, token in now["tokens"].items():
                changes += token["changed"]
                if token["changed"] and not token["seen"]:
                    unseen.append((stops, number, token["place"]))
                was = (before or now)["tokens"].get(number, token)
                if was["place"] != token["place"] and not token["changed"]:
                    jumps.append((stops, number))
            if (before and now["parts"] != before["parts"]) or now["scrolled"] > 0:
                jumps.append((stops, now["parts"], now["scrolled"]))
            if now["cut"]:
                cut.append(stops)
            if now["last"]:
                return Measured(stops, changes, unseen, jumps, cut)
            before = now
            shown.keyboard.press("ArrowRight")
    finally:
        context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("each", list_examples(), ids=lambda each: each.name)
def test_every_change_of_an_example_is_in_sight(
    browser: Browser, tmp_path: Path, each: Example, size: str
) -> None:
    """Beat by beat and event by event; nobody moves who did not change."""
    page = tmp_path / "page.html"
    page.write_text(render_page(example(each.name), audience="referee"), "utf-8")
    for single in (False, True):
        found = measure(browser, page, SIZES[size], single)
        assert found.stops > 3
        assert found.changes > 1
        assert ([], [], []) == (found.unseen, found.jumps, found.cut)


@pytest.mark.parametrize("size", SIZES)
def test_forty_fighters_fit(browser: Browser, tmp_path: Path, size: str) -> None:
    """Without scrolling, each in sight when struck."""
    history = crowd(40)
    page = tmp_path / "page.html"
    page.write_text(render_page(history, audience="referee"), "utf-8")
    found = measure(browser, page, SIZES[size], False)
    assert found.changes >= 10
    assert ([], []) == (found.unseen, found.jumps)
