"""What annoyed somebody who played a whole fight of Cairn at the live table, from an empty campaign
to the rest after its end."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.served import serve_table
from tests.combatlog.server.test_live_page import (
    PHONE,
    Table,
    attack,
    correct_a_die,
    lay_fight,
    lay_table,
    press,
    resolve,
    start_fight,
    strike,
    token,
)
from tests.combatlog.server.test_newcomers import is_whole
from tests.support.browser import browser  # noqa: F401
from tests.support.given import npc, pc

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.support.given import Person

pytestmark = pytest.mark.slow


@contextmanager
def lay_well(browser: Browser, folder: Path, *people: Person) -> Iterator[Table]:  # noqa: F811
    """Serve a fight of Cairn of these people, with typed dice, within the context."""
    with lay_fight(browser, folder, "The well", *people, game_name="cairn") as table:
        yield table
        assert [] == [error for each in table.screens.values() for error in each.errors]


def rule(page: Page, name: str, ruling: str) -> None:
    """Open a ruling about somebody."""
    token(page, name).click()
    page.locator("#more-rulings summary").click()
    page.locator("#about").get_by_role("button", name=ruling, exact=True).click()


def say_line(page: Page, line: str) -> None:
    """Say a line as at the prompt."""
    page.fill("#line", line)
    page.press("#line", "Enter")
    expect(page.locator("#line")).to_have_value("")


def test_what_is_declared_stands_and_no_form_asks_for_it_again(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """A tap on an action changes it. A move leaves the action open."""
    with lay_table(browser, tmp_path) as table:
        phone = table.admit("Anna", PHONE)
        form = phone.locator("#form")
        phone.locator("#actions .chip", has_text="Move").tap()
        form.locator(".declare").tap()
        expect(phone.locator("#own")).to_contain_text("Ada moves")
        expect(form.locator(".blank.aims")).to_be_visible()
        token(phone, "Wolf").tap()
        expect(phone.locator("#own")).to_contain_text("Ada attacks Wolf with sword")
        expect(form).to_have_text("Declared. To change it, tap what to do instead.")
        expect(form.locator(".declare")).to_have_count(0)
        phone.locator("#actions .chip", has_text="Attack").tap()
        form.locator(".blank.weapons .chip", has_text="fists").tap()
        form.locator(".declare").tap()
        expect(phone.locator("#own")).to_contain_text("Ada attacks Wolf with fists")
        expect(form.locator(".declare")).to_have_count(0)


def test_phones_are_told_what_was_taken_back_or_corrected(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """In a sentence, which goes with the next event. Who corrected it is told, too."""
    with lay_table(browser, tmp_path) as table:
        referee, phone = table.referee, table.admit("Anna", PHONE)
        strike(referee)
        expect(token(phone, "Wolf")).to_contain_text("hurt")
        expect(phone.locator("#answer-box")).to_be_hidden()
        referee.click("#undo")
        expect(phone.locator("#answer")).to_contain_text("by Rita: Resolve.")
        referee.click("#redo")
        expect(phone.locator("#answer")).to_contain_text("Brought back")
        correct_a_die(referee)
        for page in (phone, referee):
            expect(page.locator("#answer")).to_have_text(
                "Corrected by Rita: Ada d8 → 3 (was 5): misheard."
            )
        assert is_whole(phone.locator("#answer"))
        say_line(referee, "a ben wolf")
        expect(token(phone, "Ben")).to_contain_text("→ Wolf")
        expect(phone.locator("#answer-box")).to_be_hidden()


def test_a_ruling_closes_the_list_that_it_is_from(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Its name stands there, and its form is whole. Deprived, which the rules know, is offered."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        rule(referee, "Ada", "Condition")
        expect(referee.locator("#about")).to_be_hidden()
        expect(referee.locator("#rulings-name")).to_have_text("Rulings: Condition")
        deprived = referee.locator("#form .chip", has_text="deprived")
        assert is_whole(deprived)
        deprived.click()
        referee.locator("#form .declare").click()
        expect(token(referee, "Ada")).to_contain_text("deprived")
        token(referee, "Ada").click()
        expect(referee.locator("#rulings-name")).to_have_text("Rulings")


def test_the_answer_to_a_note_is_seen(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """The menu closes; it stood before the answer."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.locator("#more-main summary").click()
        referee.fill("#note", "the rope is cut")
        referee.locator("#noting button").click()
        expect(referee.locator("#answer")).to_have_text("Noted.")
        expect(referee.locator("#note")).to_be_hidden()
        assert is_whole(referee.locator("#answer"))


def fell(table: Table) -> None:
    """Let the ogre strike Odo with a 9 from 1 HP and 12 STR; he fails his save."""
    referee = table.referee
    attack(referee, "Ogre", "Odo")
    resolve(referee)
    press(referee, 9)
    expect(referee.locator("#asked")).to_contain_text("critical")
    press(referee, 20)
    expect(token(referee, "Odo")).to_contain_text("down")


PARTY = (
    pc("Wren", "4/0/11/12/9", player="Anna", sword="d8"),
    pc("Odo", "1/0/12/10/12", player="Bela", bow="d6"),
    npc("Ogre", "6/1/15/8/8", club="d10"),
)


def test_aid_asks_for_a_wound_only_among_several_of_one_person(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Somebody else's wounds are not offered, and one alone is meant."""
    goblin = npc("Goblin", "1/0/3/3/3", spear="d6")
    with lay_well(browser, tmp_path, *PARTY, goblin) as table:
        phone = table.admit("Anna", PHONE)
        fell(table)
        say_line(table.referee, "a wren goblin; go")
        press(table.referee, 2)
        expect(table.referee.locator("#asked")).to_contain_text("critical")
        press(table.referee, 20)
        expect(table.referee.locator("#asked")).to_contain_text("morale")
        press(table.referee, 1)
        expect(token(phone, "Goblin")).to_contain_text("down")
        phone.locator("#actions .chip", has_text="Aid").tap()
        form = phone.locator("#form")
        expect(form).not_to_contain_text("which wound")
        form.locator(".chip", has_text="Odo").tap()
        expect(form).not_to_contain_text("which wound")
        form.locator(".declare").tap()
        expect(phone.locator("#own")).to_contain_text("Wren aids Odo")


def test_after_the_end_the_words_say_what_can_still_be_done(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Aid is possible then, and the phone says so; a tap on the only patient means them. The
    referee is offered a rest, and reads who gets nothing back by it."""
    with lay_well(browser, tmp_path, *PARTY) as table:
        referee, phone = table.referee, table.admit("Anna", PHONE)
        fell(table)
        say_line(referee, "condition wren deprived")
        say_line(referee, "end!")
        expect(referee.locator("#where")).to_have_text("Over")
        expect(phone.locator("#form")).to_have_text(
            "The fight is over. What can still be done: aid."
        )
        phone.locator("#actions .chip", has_text="Aid").tap()
        phone.locator("#form .chip", has_text="Odo").tap()  # proposed already, and meant
        expect(phone.locator("#form .declare")).to_be_visible()
        expect(referee.locator("#moving button")).to_have_text(["Rest"])
        expect(referee.locator("#hint")).to_contain_text("This fight has ended")
        referee.locator("#moving button").click()
        wren = referee.locator("#form .chip", has_text="Wren")
        expect(wren).to_contain_text("deprived: gets nothing back")
        expect(referee.locator("#form .chip", has_text="Odo")).not_to_contain_text("deprived")


def test_a_fight_without_player_characters_begins_with_the_first_colour(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """As soon as it has begun without them; who joins later has the next one."""
    cats, dogs = npc("Cat", side="cats"), npc("Dog", side="dogs")
    with lay_well(browser, tmp_path, cats, dogs) as table:
        referee = table.referee
        say_line(referee, "a cat dog; go")
        press(referee, 1)
        expect(token(referee, "Cat")).to_have_attribute("data-team", "0")
        expect(token(referee, "Dog")).to_have_attribute("data-team", "1")


def test_somebody_joins_with_their_player_in_sight(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The player stands with the scores. All who joined at once are named, and a tap on the search
    begins another one. A retreat says that it needs a place."""
    with serve_table(tmp_path, "--port", "0") as served:
        table = Table(served, browser)
        try:
            referee = table.referee
            start_fight(referee, "The well", "Cairn")
            expect(referee.locator("#more-fields")).not_to_have_attribute("open", "")
            expect(referee.locator("[name=player]")).to_be_visible()
            kinds = referee.locator("#creature-kind option").all_inner_texts()
            assert "foe, or anybody else" in kinds
            referee.click("#creature-search")
            referee.keyboard.type("root")
            referee.click("#more-of-them")
            referee.locator(".creature").first.click()
            expect(referee.locator("#join-said")).to_have_text(
                "Root Goblin joins the foes · Root Goblin 2 joins the foes"
            )
            referee.click("#creature-search")
            referee.keyboard.type("ogre")
            expect(referee.locator("#creature-search")).to_have_value("ogre")
            referee.click("#more-fields summary")
            sizes = referee.locator("#sheet-more .switch input").evaluate_all(_MEASURE)
            assert 1 == len(set(sizes)), sizes
            token(referee, "Root Goblin").click()
            referee.locator("#actions .chip", has_text="Retreat").click()
            expect(referee.locator("#form input")).to_have_attribute("placeholder", "needed")
        finally:
            table.close()


_MEASURE = "(all) => all.map((each) => Math.round(each.getBoundingClientRect().width))"
"""Measures how wide each of some elements is."""
