"""A round at the live table: what comes next is the main button, and nobody is left out unasked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import TV, attack, lay_table, press
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.slow


def say_line(page: Page, line: str) -> None:
    """Type a line."""
    page.fill("#line", line)
    page.press("#line", "Enter")
    expect(page.locator("#line")).to_have_value("")


def moving(page: Page, name: str) -> Locator:
    """Return the button that moves the fight on, by its name."""
    return page.locator("#moving").get_by_role("button", name=name)


def expect_main(page: Page, *names: str) -> None:
    """Of what moves the fight on, exactly these buttons are main ones."""
    expect(page.locator("#moving button.main")).to_have_text([*names])


def test_whom_a_round_would_leave_out_is_asked_first(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Nothing is recorded until the referee says “anyway”. Next round is the main button once all
    have acted, and Resolve once something is declared. The head says whose turn is next."""
    with lay_table(browser, tmp_path) as table:
        referee, tv = table.referee, table.admit("TV", TV, "spectator")
        expect_main(referee, "Next round")
        say_line(referee, "next")
        say_line(referee, "1 1")
        expect(referee.locator("#waiting")).to_have_text("Not declared: Ada, Ben.")
        expect_main(referee)
        moving(referee, "Next round").click()
        expect(referee.locator("#doubt-words")).to_have_text(
            "Round 1 ends without Ada, Ben and Wolf."
        )
        referee.click("#doubt-no")
        expect(referee.locator("#doubt")).to_be_hidden()
        attack(referee, "Ada", "Wolf")
        expect_main(referee, "Resolve")
        moving(referee, "Resolve").click()
        expect(referee.locator("#doubt-words")).to_have_text("The party's turn ends without Ben.")
        expect(referee.locator("#asked")).to_be_hidden()
        referee.get_by_role("button", name="Resolve anyway").click()
        press(referee, 5)
        expect(referee.locator("#waiting")).to_have_text("Not declared: Wolf.")
        for page in (referee, tv):
            expect(page.locator("#where")).to_have_text("Round 1 · the foes' turn")
            expect(page.locator("#where")).not_to_have_class("opens")
        expect_main(referee)
        moving(referee, "Next round").click()
        referee.get_by_role("button", name="Next round anyway").click()
        expect(referee.locator("#where")).to_contain_text("Round 2")
        assert [] == table.screens["Rita"].errors
