"""The pane for corrections: what a correction can change by dice that never fell, and what is
refused at the field."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import lay_table, strike
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow


def point_at(referee: Page, words: str) -> None:
    """Go back to the first event with these words, and begin to say it otherwise."""
    referee.click("#tab-log")
    referee.locator("#log .row a", has_text=words).first.click()
    referee.click("#correct-amend")
    referee.fill("#correct-why", "the wrong weapon")


def test_a_preview_says_what_a_value_can_become(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Ada has hit with a 5, from 17 to 12; by another weapon a d6 is needed. What cannot be said is
    refused at the field, in a sentence, and no preview is left."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        strike(referee)
        point_at(referee, "Ada attacks Wolf")
        fault, words = referee.locator("#correct-fault"), referee.locator("#correct-words")
        preview = referee.locator("#correct-form").get_by_role("button", name="Show what changes")
        expect(fault).to_be_hidden()
        preview.click()
        expect(fault).to_have_text("Type what it should be, as the line would say it.")
        expect(words).to_be_focused()
        expect(words).to_have_attribute("aria-invalid", "true")
        words.fill("a ada wolf d6")
        preview.click()
        expect(referee.locator("#correct-changes tr")).to_have_text("WolfHP1211–16")
        expect(fault).to_be_hidden()
        words.fill("a ada wolf trombone")
        preview.click()
        expect(fault).to_contain_text("trombone")
        expect(referee.locator("#correct-preview")).to_be_hidden()
        assert [] == [each for each in table.screens["Rita"].errors if "422" not in each]


MAKE_FIELD = """async () => {
    const { makeKeys } = await import("/page/live/keys.js");
    const place = document.querySelector("#correct-faces");
    place.replaceChildren(makeKeys("d100", (face) => { place.dataset.chosen = face; }, 7));
    for (const id of ["correcting", "correct-form"]) document.getElementById(id).hidden = false;
}"""
"""Puts the keys of a d100 that shows a 7 into the pane: no weapon has such a die, a hack may."""


def test_a_face_that_a_die_has_not_is_refused_at_the_field(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """A die with more faces than keys has a field."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.evaluate(MAKE_FIELD)
        box = referee.locator("#correct-faces")
        field, fault = box.locator("input"), box.locator("[role=alert]")
        none = "A d100 shows a whole number from 1 to 100."
        for bad, said in (("0", none), ("101", none), ("2.5", none), ("", none)):
            field.fill(bad)
            field.press("Enter")
            expect(fault).to_have_text(said)
            expect(field).to_be_focused()
            field.fill("7")
            field.press("Enter")
            expect(fault).to_have_text("It shows 7 already.")
        expect(box).not_to_have_attribute("data-chosen", "7")
        field.fill("100")
        field.press("Enter")
        expect(fault).to_have_text("")
        expect(box).to_have_attribute("data-chosen", "100")
