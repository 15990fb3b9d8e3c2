"""The referee looks back at the live table: why a number is so, and what was undone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import lay_table, press, resolve, strike, token
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Route

pytestmark = pytest.mark.slow


def test_a_number_leads_to_its_causes_and_to_stating_it(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Tap the number of the chosen token; the die behind it leads to its correction; the number is
    stated otherwise from there."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        strike(referee)
        token(referee, "Wolf").click()
        token(referee, "Wolf").locator(".value").click()
        causes = referee.locator("#causes")
        expect(causes).to_contain_text("Ada attacks Wolf")
        referee.locator("#causes").get_by_role("button", name="State HP otherwise").click()
        referee.locator("#form .blank.number input").first.fill("9")
        referee.locator("#form .declare").click()
        expect(token(referee, "Wolf")).to_contain_text("9/17")
        token(referee, "Wolf").click()
        causes.locator("a", has_text="Ada d8").first.click()
        expect(referee.locator("#correcting")).to_be_visible()


def test_what_was_undone_is_watched_and_gone_on_with(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """After another line was played, the branch that was left comes back."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        strike(referee)
        referee.click("#undo")
        expect(token(referee, "Wolf")).not_to_contain_text("12")
        resolve(referee)
        press(referee, 2)
        expect(token(referee, "Wolf")).to_contain_text("15/17")
        referee.click("#tab-story")
        referee.locator("#branches-box summary").click()
        referee.locator("#branches .watch").first.click()
        referee.get_by_role("button", name="Go on with this branch").click()
        expect(token(referee, "Wolf")).to_contain_text("12/17")
        expect(referee.locator("#watched")).to_be_hidden()


def test_chances_stand_beside_what_is_about_to_be_declared(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Once whom and with what are chosen; never in the way of declaring it."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        token(referee, "Ada").click()
        referee.locator("#form .blank.aims .chip", has_text="Wolf").click()
        expect(referee.locator("#chances")).to_have_text("Chances: Wolf HP 9–16")
        referee.locator("#form .declare").click()
        expect(token(referee, "Ada")).to_contain_text("attacks Wolf")
        expect(referee.locator("#chances")).to_be_hidden()


def test_options_that_come_after_the_answer_open_no_form(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The news of a declaration may come before its answer, and ask for the options once more."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        token(referee, "Ada").click()
        referee.locator("#form .blank.aims").wait_for()
        answers: list[tuple[Route, APIResponse]] = []
        options: list[Route] = []
        referee.route("**/commands", lambda route: answers.append((route, route.fetch())))
        referee.route("**/options/ada", lambda route: options.append(route))
        token(referee, "Wolf").click()
        while not (answers and options):
            referee.wait_for_timeout(50)
        answered, response = answers[0]
        answered.fulfill(response=response)
        expect(referee.locator("#form")).to_be_hidden()
        for each in options:
            each.continue_()
        referee.wait_for_timeout(500)
        expect(referee.locator("#form")).to_be_hidden()
