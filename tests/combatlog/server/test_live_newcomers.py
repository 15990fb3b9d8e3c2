"""What somebody who has never seen the page stumbles over, when they run a whole fight."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.served import serve_table
from tests.combatlog.server.test_live_page import (
    DESKTOP,
    PHONE,
    SMALL,
    Table,
    attack,
    lay_table,
    press,
    resolve,
    start_fight,
    strike,
    token,
)
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def test_fields_keep_the_keys_that_are_typed_there(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """A space is a space, and Home and the arrows move within the text, not through the fight."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        token(referee, "Wolf").click()
        referee.locator("#actions").get_by_role("button", name="retreat").click()
        field = referee.locator("#form input").first
        field.click()
        referee.keyboard.type("old mill")
        referee.keyboard.press("Home")
        referee.keyboard.type("the ")
        expect(field).to_have_value("the old mill")
        referee.locator("#more-main summary").click()
        referee.click("#note")
        referee.keyboard.type("It runs fast")
        expect(referee.locator("#note")).to_have_value("It runs fast")
        expect(referee.locator("#past")).to_be_hidden()


def test_a_page_without_a_fight_takes_any_key(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Nothing can be moved through yet; no key is a mistake of the page. The next fight is of the
    same game as the last one."""
    with serve_table(tmp_path, "--port", "0") as served:
        table = Table(served, browser)
        try:
            table.referee.locator("#starting").wait_for()
            table.referee.click("#start-cancel")
            for key in ("Space", "ArrowLeft", "End"):
                table.referee.keyboard.press(key)
            assert [] == table.screens["Rita"].errors
            table.referee.click("#new-fight")
            start_fight(table.referee, "The hangar", "Plerion")
            table.referee.click("#new-fight")
            expect(table.referee.locator("#game option:checked")).to_have_text("Plerion")
        finally:
            table.close()


def test_phones_are_let_in_before_the_first_fight(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """While the referee fills in the form of the fight, and from the list; the door is there, too.
    The phones follow when the fight begins."""
    with serve_table(tmp_path, "--port", "0") as served:
        table = Table(served, browser)
        try:
            referee = table.referee
            referee.locator("#starting").wait_for()
            phone = table.open(served.table_link, "Anna", PHONE)
            expect(referee.locator("#knocking-who")).to_contain_text("Anna")
            referee.click("#knocking-admit")
            expect(phone.locator("#title")).to_have_text("No fight yet")
            expect(referee.locator("#starting")).to_be_visible()
            referee.click("#start-cancel")
            referee.click("#tab-table")
            expect(referee.locator("#seats .seat .who")).to_have_text(["Rita", "Anna"])
            expect(referee.locator("#door-link")).to_be_visible()
            referee.click("#new-fight")
            start_fight(referee, "The hangar", "Plerion")
            expect(phone.locator("#title")).to_have_text("The hangar")
            assert [] == table.screens["Rita"].errors
        finally:
            table.close()


def test_a_form_without_numbers_says_what_to_fill_in(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """In the words of the form; nobody joins."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.click("#join-open")
        referee.fill("[name=sheet-name]", "Zed")
        referee.locator("#sheet-form").get_by_role("button", name="Join").click()
        said = "Fill in HP, STR, DEX, WIL; or choose a creature above."
        expect(referee.locator("#join-said")).to_have_text(said)
        expect(referee.locator(".token")).to_have_count(3)


def test_the_form_of_a_ruling_is_in_sight(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """It stands below the list of rulings, which closes when somebody else is chosen."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        token(referee, "Wolf").click()
        referee.locator("#more-rulings summary").click()
        referee.locator("#about").get_by_role("button", name="Morale", exact=True).click()
        button = referee.locator("#form .declare")
        expect(button).to_be_in_viewport(ratio=1)
        hands = referee.locator(".hands-now").bounding_box()
        box = button.bounding_box()
        assert hands is not None
        assert box is not None
        assert box["y"] + box["height"] <= hands["y"] + hands["height"] + 1
        token(referee, "Ben").click()
        expect(referee.locator("#form .blank.aims")).to_be_visible()
        expect(referee.locator("#more-rulings")).not_to_have_attribute("open", "")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("part", ["more-rulings", "causes-box"])
def test_what_opens_a_list_stays_where_it_was_tapped(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
    part: str,
    size: tuple[int, int],
) -> None:
    """A second tap at the same place closes it again; choosing somebody else does so, too."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.set_viewport_size({"width": size[0], "height": size[1]})
        if size is PHONE:
            referee.click("#tab-play")
        token(referee, "Wolf").click()
        opener, opened = referee.locator(f"#{part} > summary"), referee.locator(f"#{part}")
        expect(opener).to_be_visible()
        before = opener.bounding_box()
        opener.click()
        expect(opened.locator(".chips").first).to_be_visible()
        after = opener.bounding_box()
        assert before is not None
        assert before == after
        referee.mouse.click(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
        expect(opened).not_to_have_attribute("open", "")
        opener.click()
        token(referee, "Wolf").click()
        token(referee, "Ben").click()
        expect(token(referee, "Ben")).to_have_class(re.compile("chosen"))
        expect(opened).not_to_have_attribute("open", "")


def test_a_player_who_waits_is_offered_nothing_barred(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """One sentence says why nothing can be declared now, in place of the form. The next round
    proposes anew."""
    with lay_table(browser, tmp_path) as table:
        referee, anna = table.referee, table.admit("Anna", PHONE)
        for words in ("First round", "ambush"):
            referee.locator("#hands").get_by_role("button", name=words, exact=True).click()
        referee.locator("#form .declare").click()
        expect(anna.locator("#where")).to_contain_text("Round 1")
        expect(anna.locator("#form .blank.aims")).to_be_visible()
        token(anna, "Wolf").click()
        expect(token(referee, "Ada")).to_contain_text("attacks Wolf")
        resolve(referee)
        referee.locator("#doubt-yes").click()
        press(anna, 5)
        expect(anna.locator("#where")).to_contain_text("foes")
        expect(anna.locator("#form .blank")).to_have_count(0)
        expect(anna.locator("#form p")).to_have_count(1)
        expect(anna.locator("#form .declare")).to_have_count(0)


def test_a_tap_on_one_of_several_dice_asks_for_that_one(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Two blows of one turn: each die on the stage leads to its own throw, also where both show the
    same. What was answered before does not stand over it."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        attack(referee, "Ada", "Wolf")
        expect(token(referee, "Ada")).to_contain_text("attacks Wolf")
        attack(referee, "Ben", "Wolf")
        expect(token(referee, "Ben")).to_contain_text("attacks Wolf")
        resolve(referee)
        press(referee, 6)
        expect(referee.locator("#asked")).to_contain_text("Ben")
        press(referee, 6)
        expect(token(referee, "Wolf")).to_contain_text("11/17")
        chosen = referee.locator("#correct-inputs [aria-pressed=true]")
        for nth, who in enumerate(("Ada", "Ben")):
            referee.locator("#dice .set").nth(nth).click()
            expect(chosen).to_contain_text(f"{who} d8 → 6")
            expect(referee.locator("#correct-faces .key:disabled")).to_have_text("6")
        expect(referee.locator("#answer-box")).to_be_hidden()


def test_who_joins_the_next_fight_has_a_whole_name(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Although the stage showed more people before; and on a phone no word of it is broken. A phone
    that only watches shows the story."""
    with lay_table(browser, tmp_path) as table:
        referee, cleo = table.referee, table.admit("Cleo", PHONE, "spectator")
        expect(cleo.locator("#pane-story")).to_be_visible()
        referee.click("#new-fight")
        start_fight(referee, "The drift", "Paraverse")
        expect(referee.locator("#nobody")).to_be_visible()
        referee.select_option("#creature-kind", "pc")
        for name in ("Sylvan archer", "Redbeard axe", "Scythian raider"):
            referee.locator(".creature", has_text=name).click()
            expect(token(referee, name).filter(visible=True).locator(".name")).to_have_text(name)
            named = token(cleo, name).filter(visible=True).locator(".name")
            expect(named).to_have_text(name)
            assert named.evaluate(_LINES) == 1
        expect(referee.locator("#nobody")).to_be_hidden()


def test_the_log_of_the_next_fight_is_its_own(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Although the log of the fight before was open."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.click("#tab-log")
        expect(referee.locator("#log")).to_contain_text("Wolf joins")
        referee.click("#new-fight")
        start_fight(referee, "The drift", "Paraverse")
        referee.locator(".creature", has_text="Sylvan archer").click()
        token(referee, "Sylvan archer").wait_for()
        referee.click("#tab-log")
        expect(referee.locator("#log")).to_contain_text("Sylvan archer joins")
        expect(referee.locator("#log")).not_to_contain_text("Wolf")


_LINES = """(name) => {
    const word = document.createRange();
    word.setStart(name.firstChild, 0);
    word.setEnd(name.firstChild, name.textContent.indexOf(" "));
    return word.getClientRects().length;
}"""
"""In how many lines the first word of a name stands."""


def test_a_ship_of_the_players_joins_on_their_side(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """As a companion; who sits at the table is proposed as its player. A number that players begin
    to see is no gain."""
    with serve_table(tmp_path, "--port", "0") as served:
        table = Table(served, browser)
        try:
            referee = table.referee
            start_fight(referee, "The chase", "Plerion")
            creature = referee.locator(".creature")
            creature.filter(has_text="Fighter").click()
            token(referee, "Fighter").wait_for()
            referee.select_option("#creature-kind", label="assistant")
            creature.filter(has_text="Courier").click()
            token(referee, "Courier").wait_for()
            sides = referee.locator(".token:not(.right-half)")
            expect(sides).to_have_count(1)
            expect(sides).to_contain_text("Courier")
            phone = table.open(served.table_link, "Tom", PHONE)
            referee.get_by_role("button", name="Let in").first.click()
            token(phone, "Fighter").wait_for()
            expect(referee.locator("#seated option")).to_have_count(1)
            referee.fill("#line", "set fighter side party")
            referee.press("#line", "Enter")
            expect(token(phone, "Fighter")).to_contain_text("3")
            expect(phone.locator("#field")).not_to_contain_text("NaN")
            assert [] == [error for each in table.screens.values() for error in each.errors]
        finally:
            table.close()


def test_a_phone_shows_what_a_correction_changes(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """It stands above the bar with the reasons; the throw that is corrected is in sight."""
    with lay_table(browser, tmp_path) as table:
        phone = table.admit("Anna", PHONE)
        strike(table.referee)
        expect(phone.locator("#dice .set")).to_have_count(1)
        phone.locator("#dice .set").tap()
        chosen = phone.locator("#correct-inputs [aria-pressed=true]")
        inputs = phone.locator("#correct-inputs").bounding_box()
        chip = chosen.bounding_box()
        assert inputs is not None
        assert chip is not None
        assert inputs["y"] - 1 <= chip["y"] < inputs["y"] + inputs["height"] - 20
        phone.locator("#correct-faces .key").first.tap()
        lines = phone.locator("#correct-lines li").last
        expect(lines).to_be_visible()
        bar = phone.locator(".stays").bounding_box()
        box = lines.bounding_box()
        assert bar is not None
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"] + 1


def test_the_only_person_of_a_phone_stays_chosen(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """However often they are tapped. The referee lets somebody go with a second tap."""
    with lay_table(browser, tmp_path) as table:
        anna = table.admit("Anna", PHONE)
        form = anna.locator("#form .blank.aims")
        for tapped in (token(anna, "Ada"), anna.locator("#own .chip.person"), token(anna, "Ada")):
            expect(form).to_be_visible()
            tapped.click()
        expect(form).to_be_visible()
        token(table.referee, "Ada").click()
        expect(table.referee.locator("#form .blank.aims")).to_be_visible()
        token(table.referee, "Ada").click()
        expect(table.referee.locator("#form .blank.aims")).to_be_hidden()


def test_before_the_first_round_it_is_named(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """The rules say in it who acts first, so that nobody should act before it unasked."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        moving = referee.locator("#moving button.main")
        expect(moving).to_have_text("First round")
        expect(referee.locator("#hint")).to_contain_text("First round")
        referee.fill("#line", "next ambush")
        referee.press("#line", "Enter")
        expect(referee.locator("#moving")).to_contain_text("Next round")
        expect(referee.locator("#hint")).to_contain_text("Next round")


def test_a_die_is_asked_for_in_sight(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Also on a small phone whose pane was scrolled to a form."""
    with lay_table(browser, tmp_path) as table:
        ben = table.admit("Ben", SMALL)
        token(ben, "Wolf").click()
        expect(token(table.referee, "Ben")).to_contain_text("Wolf")
        ben.locator("#actions").get_by_role("button", name="Attack").click()
        ben.locator("#form .declare").evaluate("(e) => e.scrollIntoView({ block: 'nearest' })")
        ben.locator("#hands").evaluate("(e) => { e.closest('.pane, #hands').scrollTop = 999; }")
        resolve(table.referee)
        for part in (".asked-for", ".key >> nth=0"):
            expect(ben.locator(f"#asked {part}")).to_be_in_viewport(ratio=1)
