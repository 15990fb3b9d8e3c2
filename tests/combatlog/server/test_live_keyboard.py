"""The live table by the keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import DESKTOP, PHONE, lay_table, token
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.slow


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is on something with these words."""
    for _ in range(80):
        if wanted in page.evaluate(_FOCUSED):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to “{wanted}”.")


_FOCUSED = """() => {
    const at = document.activeElement;
    return at === document.body ? "" : `${at.ariaLabel ?? ""} ${at.textContent}`;
}"""
"""The words of what has the focus."""


def test_an_exchange_is_played_by_the_keyboard_alone(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The referee chooses tokens by Tab and Enter; focus goes on to what comes next and is never
    lost; letters begin the line as at the prompt; a player declares and throws."""
    with lay_table(browser, tmp_path) as table:
        referee, anna = table.referee, table.admit("Anna", DESKTOP)
        tab_to(anna, "attack")
        tab_to(anna, "Wolf")
        anna.keyboard.press("Enter")
        tab_to(anna, "Declare: attack")
        anna.keyboard.press("Enter")
        expect(token(referee, "Ada")).to_contain_text("attacks Wolf")
        assert anna.evaluate("document.activeElement !== document.body")
        tab_to(referee, "Ben, HP 6")
        referee.keyboard.press("Enter")
        expect(referee.locator("#form .blank.aims")).to_be_visible()
        tab_to(referee, "Wolf, HP 17")
        referee.keyboard.press("Enter")
        expect(token(referee, "Ben")).to_contain_text("attacks Wolf")
        tab_to(referee, "Resolve")
        referee.keyboard.press("Enter")
        expect(anna.locator("#asked .key").first).to_be_visible()
        expect(anna.locator("#tab-play")).to_have_class("alert")  # seen from other panes
        expect(anna.locator("#tab-play")).to_have_attribute("data-die", "d8")
        assert referee.evaluate("document.activeElement !== document.body")
        tab_to(anna, "5")
        anna.keyboard.press("Enter")
        expect(referee.locator("#asked")).to_contain_text("Throw Ben")
        expect(anna.locator("#tab-play")).not_to_have_class("alert")
        referee.evaluate("document.activeElement.blur()")
        referee.keyboard.type("3")
        referee.keyboard.press("Enter")
        expect(token(referee, "Wolf")).to_contain_text("12/17")
        referee.keyboard.press("Escape")
        referee.keyboard.type("u")
        referee.keyboard.press("Enter")
        expect(token(referee, "Wolf")).not_to_contain_text("12")
        assert [] == [error for each in table.screens.values() for error in each.errors]


def test_the_form_of_a_character_is_filled_in_line_by_line(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Tab goes on as the eye does: the weapons, which have a row of their own, come last. Who joins
    or plays sees no filter of the story over the form."""
    with lay_table(browser, tmp_path) as table:
        referee, anna = table.referee, table.admit("Anna", PHONE)
        referee.get_by_role("button", name="Who joins…").click()
        places = referee.evaluate(_PLACES)
        assert len(places) > 5
        assert sorted(places) == places
        for page in (referee, anna):
            expect(page.locator("#filter")).to_be_hidden()


_PLACES = """() => [...document.querySelectorAll("#sheet input")].map((each) => {
    const box = each.getBoundingClientRect();
    return [Math.round(box.top), Math.round(box.left)];
})"""
"""Where the fields of the form stand, in the order of Tab."""


def test_what_is_typed_before_the_answer_is_a_line_of_its_own(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """It takes the place of the line that was said, and the answer leaves it there."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        held: list[Route] = []
        referee.route("**/commands", lambda route: held.append(route))
        line = referee.locator("#line")
        line.fill("note hello")
        line.press("Enter")
        referee.wait_for_timeout(50)
        referee.keyboard.type("note more")
        expect(line).to_have_value("note more")
        held.pop().continue_()
        referee.unroute("**/commands")
        expect(referee.locator("#story")).to_contain_text("hello")
        expect(line).to_have_value("note more")
        line.press("Enter")
        expect(referee.locator("#story")).to_contain_text("more")
        expect(line).to_have_value("")
