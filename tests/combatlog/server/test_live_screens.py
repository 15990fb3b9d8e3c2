"""What the screens of the live table feel like: large on a television, quick, and still."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import (
    PHONE,
    TV,
    attack,
    lay_table,
    press,
    resolve,
    token,
)
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

LEGIBLE = 30
"""How many pixels high letters on a television are, to be read from three metres."""

AT_ONCE = 100
"""Within how many milliseconds a tap is answered."""

_WATCH = """() => {
    window.taps = [];
    window.shifts = 0;
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => {
        const began = performance.now();
        requestAnimationFrame(() => setTimeout(() => window.taps.push(performance.now() - began)));
    }, true);
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifts += each.value;
    }).observe({ type: "layout-shift" });
}"""
"""Measures the time from a tap to the next picture, and what moves without one."""


def test_a_television_is_read_from_three_metres(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Names and the sentence are large, the sentence is whole, and there are no hands."""
    with lay_table(browser, tmp_path) as table:
        tv = table.admit("TV", TV, "spectator")
        attack(table.referee, "Ada", "Wolf")
        attack(table.referee, "Ben", "Wolf")
        resolve(table.referee)
        press(table.referee, 5)
        press(table.referee, 4)
        expect(tv.locator("#event")).to_contain_text("Ben")
        for what in (".token .name", "#event"):
            size = tv.evaluate(_MEASURE, what)
            assert size >= LEGIBLE, (what, size)
        told = tv.locator("#event")
        assert told.evaluate("(box) => box.scrollHeight - box.clientHeight") <= 1
        expect(tv.locator("#hands")).to_be_hidden()
        expect(tv.locator(".controls")).to_be_hidden()


_MEASURE = """(what) => {
    const box = document.querySelector(what);
    const zoom = box.currentCSSZoom ?? 1;
    return parseFloat(getComputedStyle(box).fontSize) * zoom;
}"""
"""Measures the size of letters on the screen."""


@pytest.mark.alone
def test_taps_are_answered_at_once_and_nothing_jumps(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Of the referee and of a phone, over a whole exchange."""
    with lay_table(browser, tmp_path) as table:
        phone = table.admit("Anna", PHONE)
        for page in (table.referee, phone):
            page.evaluate(_WATCH)
        attack(table.referee, "Ben", "Wolf")
        phone.locator("#form .blank.aims").wait_for()
        expect(token(phone, "Ben")).to_contain_text("→ Wolf")
        token(phone, "Wolf").tap()
        expect(token(table.referee, "Ada")).to_contain_text("attacks Wolf")
        resolve(table.referee)
        press(phone, 5)
        press(table.referee, 4)
        expect(token(phone, "Wolf")).to_contain_text("hurt")
        for page, least in ((table.referee, 4), (phone, 2)):
            taps = page.evaluate("window.taps")
            assert len(taps) >= least
            assert max(taps) < AT_ONCE, taps
            assert page.evaluate("window.shifts") < 0.1  # What the Web Vitals call good.


def test_a_phone_stays_at_the_head_while_news_are_told(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Blow by blow, with movement: nobody is offered to go back to now meanwhile."""
    with lay_table(browser, tmp_path) as table:
        phone = table.admit("Anna", PHONE)
        phone.emulate_media(reduced_motion="no-preference")
        phone.evaluate(_LOOK_FOR_PAST)
        for line in ("a wolf ben; go", "4", "a ada wolf; go", "5", "a ben wolf; go", "3"):
            table.referee.fill("#line", line)
            table.referee.press("#line", "Enter")
            expect(table.referee.locator("#line")).to_have_value("")
        expect(phone.locator("#event")).to_contain_text("Ben")
        phone.wait_for_timeout(1_500)
        assert phone.evaluate("window.past") == 0


_LOOK_FOR_PAST = """() => {
    window.past = 0;
    new MutationObserver(() => {
        if (document.documentElement.classList.contains("past")) window.past += 1;
    }).observe(document.documentElement, { attributes: true });
}"""
"""Counts how often the page says that an earlier moment is shown."""
