"""A round at the live table: what comes next is the main button, and nobody is left out unasked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from combatlog.app.campaign import create
from rulesets.definitions.shipped import load_game
from tests.combatlog.server.served import serve_table
from tests.combatlog.server.test_live_page import PHONE, TV, Table, attack, lay_table, press, token
from tests.combatlog.server.test_newcomers import is_whole
from tests.rulesets.paraverse.people import npc, pc
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
        expect_main(referee, "First round")
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


def test_what_is_barred_is_not_declared_on_a_phone(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Who has lost the round reads why; the referee can insist. A refusal goes with the choice, and
    the round, that it was about. Who is gone is listed for the referee alone."""
    with lay_table(browser, tmp_path) as table:
        referee, phone = table.referee, table.admit("Anna", PHONE)
        say_line(referee, "next")
        say_line(referee, "20 1")
        token(referee, "Ada").click()
        expect(phone.locator("#form .obstacle, #form .quiet").first).to_contain_text("lost round 1")
        why = "Ada lost round 1 (too slow to act before the opponents)"
        action = phone.locator("#actions").get_by_role("button", name="Attack")
        action.click()
        expect(phone.locator("#answer")).to_have_text(why)
        phone.locator("#form .blank.aims .chip", has_text="Wolf").click()
        declare = phone.locator("#form .declare")
        expect(declare).to_be_disabled()
        expect(declare).not_to_have_class("main")
        expect(phone.locator("#answer-box")).to_be_hidden()
        expect(phone.locator("#form > .obstacle")).to_have_text(why)
        action.click()
        expect(phone.locator("#answer")).to_have_text(why)
        referee.locator("#actions").get_by_role("button", name="Attack").click()
        referee.locator("#form .blank.aims .chip", has_text="Wolf").click()
        expect(referee.locator("#form .declare")).to_be_enabled()
        moving(referee, "Next round").click()
        referee.get_by_role("button", name="Next round anyway").click()
        expect(phone.locator("#where")).to_contain_text("Round 2")
        expect(phone.locator("#answer-box")).to_be_hidden()
        say_line(referee, "remove ben: fled")
        for page, is_shown in ((referee, True), (phone, False)):
            expect(page.locator("#form .aims .chip", has_text="Ben")).to_be_visible(
                visible=is_shown
            )
        assert [] == [error for each in table.screens.values() for error in each.errors]


def test_a_player_is_asked_before_an_undo_and_told_of_a_no(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The question names what would be taken back."""
    with lay_table(browser, tmp_path) as table:
        referee, phone = table.referee, table.admit("Anna", PHONE)
        say_line(referee, "a wolf ada")
        expect(token(phone, "Wolf")).to_contain_text("attacks Ada")
        phone.click("#undo")
        expect(phone.locator("#doubt-words")).to_have_text(
            "Propose to take back: Wolf attacks Ada with bite?"
        )
        expect(referee.locator("#proposals")).to_be_hidden()
        phone.get_by_role("button", name="Propose it").click()
        expect(phone.locator("#answer")).to_have_text("Proposed to the table.")
        referee.locator("#proposals").get_by_role("button", name="No").click()
        expect(phone.locator("#proposals")).to_contain_text("Rita said no.")
        expect(phone.locator("#answer-box")).to_be_hidden()
        assert [] == [error for each in table.screens.values() for error in each.errors]


def test_a_player_proposes_to_take_back_their_own_deed(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """What somebody else did since stands beside it."""
    with lay_table(browser, tmp_path) as table:
        referee, phone = table.referee, table.admit("Anna", PHONE)
        say_line(referee, "a ada wolf")
        say_line(referee, "a wolf ben")
        expect(token(phone, "Wolf")).to_contain_text("attacks Ben")
        phone.click("#undo")
        expect(phone.locator("#doubt-words")).to_have_text(
            "Propose to take back: Ada attacks Wolf with sword?"
        )
        expect(phone.locator("#doubt-other")).to_have_text(
            "No, the last thing: Wolf attacks Ben with bite"
        )
        phone.click("#doubt-yes")
        referee.locator("#proposals").get_by_role("button", name="Yes").click()
        expect(token(referee, "Ada")).not_to_contain_text("attacks")
        expect(token(referee, "Wolf")).to_contain_text("attacks Ben")
        assert [] == [error for each in table.screens.values() for error in each.errors]


def test_a_typed_line_is_asked_about_as_a_button_is(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """“next” that leaves somebody out is asked first, and said by the answer. The question stands
    in sight as a whole, and whoever taps again is shown it."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        say_line(referee, "next")
        say_line(referee, "1 1")
        referee.fill("#line", "next")
        referee.press("#line", "Enter")
        words = "Round 1 ends without Ada, Ben and Wolf."
        expect(referee.locator("#doubt-words")).to_have_text(words)
        expect(referee.locator("#where")).to_contain_text("Round 1")
        assert is_whole(referee.locator("#doubt-yes"))
        moving(referee, "Next round").click()
        expect(referee.locator("#doubt-words")).to_have_text(words)
        moving(referee, "Next round").click()
        expect(referee.locator("#doubt-yes")).to_be_focused()
        referee.click("#doubt-no")
        referee.press("#line", "Enter")
        referee.get_by_role("button", name="next anyway").click()
        expect(referee.locator("#where")).to_contain_text("Round 2")
        expect(referee.locator("#line")).to_have_value("")


def test_an_undo_says_what_it_took_back_with_redo_beside_it(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Where what can be done stands, as a whole."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        say_line(referee, "a ada wolf")
        referee.click("#undo")
        expect(referee.locator("#answer")).to_have_text("Taken back: Ada attacks Wolf with sword.")
        redo = referee.locator("#answer-redo")
        assert is_whole(redo)
        redo.click()
        expect(token(referee, "Ada")).to_contain_text("attacks Wolf")
        expect(referee.locator("#answer")).to_have_text(
            "Brought back: Ada attacks Wolf with sword."
        )
        expect(redo).to_be_hidden()


def test_a_target_that_clashes_with_the_weapon_is_barred(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Who is fought already cannot be chosen with a sword while somebody else stands free; with
    another weapon that may be."""
    with create(tmp_path / "tower.combatlog") as campaign:
        game = load_game("paraverse")
        people = [
            pc("Iva", "longsword"),
            pc("Jon", "longsword", "longbow"),
            npc("Raider"),
            npc("Guard"),
        ]
        campaign.start("The tower", game, sheets=[each.sheet(game) for each in people])
    with serve_table(tmp_path, "--port", "0") as served:
        table = Table(served, browser)
        try:
            referee = table.referee
            token(referee, "Jon").wait_for()
            say_line(referee, "next")
            say_line(referee, "a iva raider")
            token(referee, "Jon").click()
            chip = referee.locator("#form .blank.aims .chip", has_text="Raider")
            expect(chip).to_have_class("chip barred")
            chip.click()
            expect(referee.locator("#form > .obstacle")).to_have_text(
                "Raider is fought already, and Guard is there with nobody to fight"
            )
            referee.locator("#form .blank.weapons .chip", has_text="longbow").click()
            expect(chip).to_have_class("chip")
            assert [] == table.screens["Rita"].errors
        finally:
            table.close()
