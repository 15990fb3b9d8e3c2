"""What somebody needs to see who runs a live table for the first time: forms are whole, nothing is
recorded that nobody said, and everybody knows whose turn it is, who knocks and who was removed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.served import on_loopback, serve_table
from tests.combatlog.server.test_live_page import (
    PHONE,
    SMALL,
    Table,
    lay_table,
    start_fight,
    strike,
    token,
)
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.slow

SEEN = "Known beforehand; seen and left"
"""What the help calls the notices about dice that somebody had seen."""

_SHOWN = """(part) => {
    const { top, bottom } = part.getBoundingClientRect();
    for (let box = part.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === "visible") continue;
        const around = box.getBoundingClientRect();
        if (top < around.top - 1 || bottom > around.bottom + 1) return false;
    }
    return top >= 0 && bottom <= innerHeight;
}"""
"""Says whether an element stands in sight as a whole."""


def is_whole(part: Locator) -> bool:
    """Return whether nothing of an element is cut off."""
    return bool(part.evaluate(_SHOWN))


def amend_the_die(referee: Page) -> None:
    """Go back to the last die, and be asked what it shows."""
    referee.click("#tab-log")
    referee.locator("#log .row.kind-d:not(.off) a").last.click()


def test_no_reason_is_recorded_that_nobody_gave(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """A face alone is no correction yet: the page shows what it changes, and asks why before it is
    applied. What is tapped or typed is recorded. The faces, the reason and what applies it stand in
    sight as a whole."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        strike(referee)
        amend_the_die(referee)
        keys = referee.locator("#correct-faces .key")
        why, apply = referee.locator("#correct-why"), referee.locator("#correct-apply")
        chip = referee.locator("#correct-reasons .chip").last
        for part in (keys.last, why, chip, apply):
            assert is_whole(part)
        expect(apply).to_be_disabled()
        keys.get_by_text("3", exact=True).click()
        expect(referee.locator("#correct-changes")).to_contain_text("14")
        expect(referee.locator("#correct-why-fault")).to_be_hidden()
        apply.click()
        expect(referee.locator("#correct-why-fault")).to_contain_text("Say why")
        expect(why).to_be_focused()
        expect(token(referee, "Wolf")).to_contain_text("12/17")
        why.fill("it was cocked")
        for part in (chip, apply):
            assert is_whole(part)
        apply.click()
        expect(token(referee, "Wolf")).to_contain_text("14/17")
        log = referee.locator("#log")
        expect(log).to_contain_text("it was cocked")
        expect(log).not_to_contain_text("misheard")
        assert [] == table.screens["Rita"].errors


def test_a_modifier_without_a_reason_is_as_ruled(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """As at the prompt: the log says so, and the field for the reason is empty."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        token(referee, "Ada").click()
        form = referee.locator("#form")
        form.get_by_role("button", name="impaired", exact=True).click()
        expect(form.get_by_label("Because")).to_have_value("")
        form.locator(".blank.aims").get_by_role("button", name="Wolf").click()
        form.locator(".declare").click()
        referee.click("#tab-log")
        expect(referee.locator("#log")).to_contain_text("as ruled")


def test_a_form_from_more_is_whole(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """At 1280 by 800, its field and its button."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        for name in ("Rest", "End the fight", "Time passes"):
            referee.locator("#more-main summary").click()
            referee.locator("#rulings").get_by_role("button", name=name).click()
            form = referee.locator("#form")
            for part in form.locator("input, .chip, .declare:visible").all():
                assert is_whole(part), name


def test_the_story_is_open_once_a_round_begins(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """In place of the forms of joining: all are here."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.click("#tab-join")
        referee.locator("#moving").get_by_role("button", name="First round").click()
        expect(referee.locator("#pane-join")).to_be_visible()
        referee.locator("#form .declare").click()
        expect(referee.locator("#pane-story")).to_be_visible()
        assert [] == table.screens["Rita"].errors


def test_a_phone_says_round_and_turn_as_a_whole(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """On phones of 390 and 320 pixels."""
    with lay_table(browser, tmp_path) as table:
        phones = [table.admit("Anna", PHONE), table.admit("Ben", SMALL)]
        for line in ("next", "5 5"):
            table.referee.fill("#line", line)
            table.referee.press("#line", "Enter")
            expect(table.referee.locator("#line")).to_have_value("")
        for phone in phones:
            where = phone.locator("#where")
            expect(where).to_have_text("Round 1 · the party's turn")
            wide = "(box) => box.parentElement.scrollWidth - box.parentElement.clientWidth"
            assert where.evaluate(wide) <= 0
            assert is_whole(where)


def test_a_tap_lets_in_nobody_else(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Where another one is the first who knocks, the button waits a moment."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        for name in ("Zoe", "Yan"):
            table.open(table.served.table_link, name, PHONE)
            expect(referee.locator("#knocking-who")).to_contain_text("Zoe")
        expect(referee.locator("#here-count")).to_have_text("+2")
        admit = referee.locator("#knocking-admit")
        expect(admit).to_be_enabled()
        referee.evaluate(
            """() => {
                const button = document.querySelector("#knocking-admit");
                new MutationObserver(() => { window.held = true; })
                    .observe(button, { attributeFilter: ["disabled"] });
            }"""
        )
        referee.click("#tab-table")
        referee.locator(".knock", has_text="Zoe").get_by_role("button", name="No").click()
        expect(referee.locator("#knocking-who")).to_have_text("Yan knocks")
        assert referee.evaluate("() => window.held")
        expect(admit).to_be_enabled()
        admit.click()
        expect(referee.locator("#seats .seat .who")).to_have_text(["Rita", "Yan"])


def test_who_knocks_is_said_at_every_tab(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """The tabs stay in their places, and one tap lets in. Who has nobody to play is told so, and
    the referee, too."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        expect(referee.locator("#here-count")).to_have_text("1")
        phone = table.open(table.served.table_link, "Zoe", PHONE)
        expect(referee.locator("#knocking-who")).to_have_text("Zoe knocks")
        tabs = referee.locator("#tabs")
        assert tabs.evaluate("(row) => row.scrollWidth - row.clientWidth") <= 0
        ends = referee.locator("#knocking-now").evaluate(
            "(box) => box.getBoundingClientRect().right"
        )
        assert ends <= referee.locator("#where").evaluate(
            "(box) => box.getBoundingClientRect().left"
        )
        referee.click("#knocking-admit")
        expect(referee.locator("#knocking-now")).to_be_hidden()
        expect(phone.locator("#hint")).to_contain_text("If somebody should be, ask the referee")
        referee.click("#tab-table")
        row = referee.locator("#seats .seat", has_text="Zoe")
        expect(row).to_contain_text("has nobody in this fight")
        row.locator("select").select_option(label="Ada")
        expect(row).not_to_contain_text("has nobody in this fight")
        expect(phone.locator("#hint")).to_be_hidden()


def test_a_removed_phone_is_told_so(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """After the referee was asked once, in place of the button."""
    with lay_table(browser, tmp_path) as table:
        phone = table.admit("Anna", PHONE)
        row = table.referee.locator("#seats .seat", has_text="Anna")
        row.get_by_role("button", name="Remove").click()
        expect(row).to_contain_text("Remove Anna from the table?")
        row.get_by_role("button", name="Keep").click()
        expect(row).not_to_contain_text("Remove Anna from the table?")
        row.get_by_role("button", name="Remove").click()
        row.get_by_role("button", name="Remove").click()
        told = "The referee has removed this phone from the table."
        expect(phone.locator("#join-answer")).to_have_text(told)
        phone.reload()
        expect(phone.locator("#join-answer")).to_have_text("")


def test_a_closed_door_shows_no_link(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """And a new link takes the place of the old one."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.click("#tab-table")
        link = referee.locator("#door-link")
        was = link.inner_text()
        referee.click("#door-new")
        expect(link).not_to_have_text(was)
        referee.locator("#door-open").uncheck()
        expect(referee.locator("#door-ways")).to_be_hidden()
        expect(referee.locator("#door-code")).to_have_text("")
        stranger = browser.new_context().new_page()
        stranger.goto(on_loopback(was))
        stranger.fill("#name", "Zoe")
        stranger.click("#join button")
        expect(stranger.locator("#join-answer")).to_contain_text("does not serve any more")
        stranger.context.close()


def test_only_new_dice_of_the_stage_tumble(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """The small print of the story stands still when its rows are written anew."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.emulate_media(reduced_motion="no-preference")
        strike(referee)
        referee.click("#tab-story")
        small = referee.locator("#story .thrown").last
        expect(small).to_be_visible()
        assert small.evaluate("(row) => getComputedStyle(row).animationName") == "none"
        dice = referee.locator("#dice .die").last
        assert dice.evaluate("(die) => getComputedStyle(die).animationName") == "tumble"


def test_scores_that_are_dice_are_chosen_from_them(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """In Brighter Worlds: d4 to d12. The news of an earlier fight is gone in the next one."""
    with serve_table(tmp_path, "--port", "0") as served:
        table = Table(served, browser)
        try:
            referee = table.referee
            start_fight(referee, "The hall", "Brighter Worlds")
            referee.fill("[name=sheet-name]", "Dov")
            referee.fill("#sheet [name=Grit]", "4")
            dice = referee.locator("#sheet select[name=STR] option")
            expect(dice).to_have_text(["…", "d4", "d6", "d8", "d10", "d12", "0"])
            for score, die in {"STR": "d8", "DEX": "d6", "WIL": "d10"}.items():
                referee.select_option(f"#sheet [name={score}]", die)
            referee.locator("#sheet-form").get_by_role("button", name="Join").click()
            expect(token(referee, "Dov")).to_contain_text("d8")
            expect(referee.locator("#join-said")).to_contain_text("Dov")
            referee.click("#new-fight")
            start_fight(referee, "The yard", "Brighter Worlds")
            expect(referee.locator("#join-said")).to_have_text("")
            assert [] == table.screens["Rita"].errors
        finally:
            table.close()


def test_the_help_explains_the_words_of_the_table(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """On a phone in place of the keys, which it has not. It closes in sight."""
    with lay_table(browser, tmp_path) as table:
        for page, has_keys in ((table.referee, True), (table.admit("Anna", SMALL), False)):
            page.click("#help-open")
            words = page.locator("#words")
            for name in ("Impaired", "Overrule", "Why so", "Strike it", "Leave it", SEEN):
                expect(words.get_by_text(name, exact=True)).to_have_count(1)
            expect(page.locator("#help kbd").first).to_be_visible(visible=has_keys)
            assert page.locator("#help-close").evaluate(_SHOWN)
            page.click("#help-close")
            expect(page.locator("#help")).to_be_hidden()
