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


def expect_keys_of(page: Page, words: str) -> None:
    """The face of the last die is asked for, and its line of the log is marked, no neighbour."""
    expect(page.locator("#correct-faces .key")).to_have_count(8)
    expect(page.locator("#correct-faces .key:disabled")).to_have_text("5")
    expect(page.locator("#correct-inputs [aria-pressed=true]")).to_contain_text(words)


def test_a_die_is_corrected_where_it_is_seen(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """On the stage, in the story and in the log: a tap on it asks what it shows. In the log, its
    own line is marked. A line that is only read asks nothing."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        strike(referee)
        referee.locator("#dice .set").last.click()
        expect_keys_of(referee, "Ada d8")
        referee.click("#correct-close")
        referee.click("#tab-story")
        referee.locator("#story .thrown").last.click()
        expect_keys_of(referee, "Ada d8")
        referee.click("#correct-close")
        referee.click("#tab-log")
        referee.locator("#log .row a", has_text="Wolf's HP").click()
        expect(referee.locator("#correcting")).to_be_visible()
        expect(referee.locator("#correct-form")).to_be_hidden()
        referee.locator("#log .row.kind-d a").last.click()
        expect_keys_of(referee, "Ada d8")
        expect(referee.locator("#log .row.present")).to_contain_text("Ada d8")
        referee.locator("#log .row a", has_text="Ada attacks Wolf").first.click()
        expect(referee.locator("#correct-form")).to_be_hidden()
        expect(referee.locator("#log .row.present")).to_contain_text("Ada attacks Wolf")
        assert [] == table.screens["Rita"].errors


def test_the_dice_of_a_correction_say_whose_they_are(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """And what for, how many there are, and which come next; the last one can be taken back. What
    is struck is shown at once."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        for line in ("a ada wolf; a ben wolf; go", "5 4"):
            referee.fill("#line", line)
            referee.press("#line", "Enter")
            expect(referee.locator("#line")).to_have_value("")
        point_at(referee, "Ada attacks Wolf")
        referee.fill("#correct-words", "a ada wolf d6+d10")
        referee.press("#correct-words", "Enter")
        needs = referee.locator("#correct-needs")
        expect(needs.locator(".needed")).to_have_text("Ada throws a d6 (damage): 1 of 2")
        expect(needs).to_contain_text("Then Ada d10 (damage).")
        needs.locator(".key").get_by_text("2", exact=True).click()
        expect(needs.locator(".needed")).to_have_text("Ada throws a d10 (damage): 2 of 2")
        expect(needs.locator(".typed-dice")).to_contain_text("Ada d6 (damage) → 2")
        expect(referee.locator("#correct-apply")).to_be_disabled()
        needs.get_by_role("button", name="Take it back").click()
        expect(needs.locator(".needed")).to_have_text("Ada throws a d6 (damage): 1 of 2")
        referee.click("#correct-strike")
        expect(referee.locator("#correct-changes")).to_contain_text("Wolf")
        expect(referee.locator("#correct-apply")).to_be_enabled()
        assert [] == table.screens["Rita"].errors


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
