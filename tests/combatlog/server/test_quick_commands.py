"""Quick commands of one referee: they are taken in their order, and each of them once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import PHONE, lay_table, token
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

SLOW_LINE = """() => {
    const ask = window.fetch;
    window.held = [];
    window.fetch = async (...asked) => {
        if (String(asked[0]).endsWith("/commands")) {
            await new Promise((done) => { window.held.push(done); });
        }
        return ask(...asked);
    };
}"""
"""Hold each command of a page until `held` lets it go."""

LET_GO = """async () => {
    for (let quiet = 0; quiet < 15; quiet += 1) {
        if (window.held.length) quiet = 0;
        window.held.splice(0).forEach((go) => go());
        await new Promise((done) => setTimeout(done, 50));
    }
}"""
"""Let all commands go, and those that follow them."""


def read_rows(page: Page) -> list[str]:
    """Return the words of all rows of the fight."""
    read = "async () => (await (await fetch('/api/fights/1/frame?after=0')).json()).rows"
    return [str(row[1]) for row in page.evaluate(read)]


def say_line(page: Page, line: str) -> None:
    """Type a line, and send it."""
    page.fill("#line", line)
    page.press("#line", "Enter")


def test_two_quick_undos_take_back_two_commands(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """The second is under way with the head that the first leaves."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        for face in ("harm wolf 2: a rock", "harm wolf 3: a rock"):
            say_line(referee, face)
            expect(referee.locator("#line")).to_have_value("")
        expect(token(referee, "Wolf")).to_contain_text("12/17")
        referee.evaluate(SLOW_LINE)
        for _ in range(2):
            referee.click("#undo")
        referee.evaluate(LET_GO)
        expect(token(referee, "Wolf")).not_to_contain_text("/17")
        expect(referee.locator("#queue .late")).to_have_count(0)


def test_a_line_is_said_while_the_one_before_is_under_way(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Both are recorded, in their order; the same line sent twice by a slip is said once."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.evaluate(SLOW_LINE)
        for line in ("harm wolf 2: a rock", "harm wolf 3: a stone", "harm wolf 3: a stone"):
            say_line(referee, line)
        referee.evaluate(LET_GO)
        expect(token(referee, "Wolf")).to_contain_text("12/17")
        expect(referee.locator("#queue .late")).to_have_count(0)


def test_a_quick_command_is_not_applied_behind_what_somebody_else_recorded(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Another referee records between the two: the second is refused, and can be said again."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        say_line(referee, "harm wolf 2: a rock")
        expect(referee.locator("#line")).to_have_value("")
        referee.evaluate(SLOW_LINE)
        say_line(referee, "harm wolf 3: a stone")
        referee.click("#undo")
        referee.evaluate("async () => { held.shift()(); }")
        expect(token(referee, "Wolf")).to_contain_text("12/17")
        referee.wait_for_function("held.length === 1")
        last = len(read_rows(referee))
        said = referee.evaluate(
            "async (head) => (await (await fetch('/api/fights/1/commands?', { method: 'POST',"
            " headers: { 'content-type': 'application/json' }, body: JSON.stringify("
            "{ do: 'say', line: 'harm wolf 1: a thorn', head, key: 'another' }) })).json()).last",
            last,
        )
        assert said > last
        referee.evaluate(LET_GO)
        expect(referee.locator("#queue .late")).to_contain_text("Somebody else recorded first")
        expect(token(referee, "Wolf")).to_contain_text("11/17")


def test_what_follows_a_refused_command_is_not_sent(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """The refusal stays in sight; what was said after it waits, and says why."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.evaluate(SLOW_LINE)
        say_line(referee, "harm griffin 2: a rock")
        say_line(referee, "harm wolf 3: a stone")
        referee.evaluate(LET_GO)
        late = referee.locator("#queue .late")
        expect(late).to_contain_text("harm wolf 3: a stone")
        expect(late).to_contain_text(
            "Not sent, because what was said before it was not taken: “harm griffin 2: a rock”."
        )
        expect(referee.locator("#answer")).to_contain_text("griffin")
        assert 4 == len(read_rows(referee))
        late.get_by_role("button", name="Say it now").click()
        referee.evaluate(LET_GO)
        expect(token(referee, "Wolf")).to_contain_text("14/17")
        expect(late).to_have_count(0)


def test_two_quick_taps_on_a_creature_let_two_of_them_join(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Who joins comes in the order of the taps, too."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.click("#join-open")
        referee.evaluate(SLOW_LINE)
        creature = referee.locator(".creature").first
        for _ in range(2):
            creature.click()
        referee.evaluate(LET_GO)
        expect(referee.locator(".token")).to_have_count(5)


def test_a_tap_twice_on_a_target_is_one_attack(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """The finger slips; the attack is declared once, and resolved with the next tap."""
    with lay_table(browser, tmp_path) as table:
        anna = table.admit("Anna", PHONE)
        anna.locator("#form .blank.aims").wait_for()
        anna.evaluate(SLOW_LINE)
        token(anna, "Wolf").dblclick()
        anna.evaluate(LET_GO)
        expect(token(table.referee, "Ada")).to_contain_text("attacks Wolf")
        assert 5 == len(read_rows(table.referee))


def test_a_form_that_is_sent_twice_lets_one_join(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Only a creature joins as often as it is tapped."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.click("#join-open")
        referee.fill("[name=sheet-name]", "Zed")
        sheet = {"HP": "5", "STR": "12", "DEX": "11", "WIL": "10", "weapons": "sword d8"}
        for field, value in sheet.items():
            referee.fill(f"#sheet [name={field}]", value)
        referee.evaluate(SLOW_LINE)
        referee.evaluate(
            "() => [1, 2].forEach(() => document.querySelector('#sheet-form').requestSubmit())"
        )
        referee.evaluate(LET_GO)
        expect(token(referee, "Zed")).to_have_count(1)
        expect(referee.locator(".token")).to_have_count(4)


def test_the_same_line_is_meant_again_after_a_moment(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Two taps within half a second are one; later ones are two, also while the first waits."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.evaluate(SLOW_LINE)
        say_line(referee, "harm wolf 3: a stone")
        referee.wait_for_timeout(600)
        say_line(referee, "harm wolf 3: a stone")
        referee.evaluate(LET_GO)
        expect(token(referee, "Wolf")).to_contain_text("11/17")
