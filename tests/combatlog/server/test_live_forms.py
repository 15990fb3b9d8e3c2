"""The forms of the live table: what they propose, and what a tap on a choice does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from combatlog.app.campaign import create
from rulesets.definitions.shipped import load_game
from tests.combatlog.server.served import serve_table
from tests.combatlog.server.test_live_page import (
    DESKTOP,
    PHONE,
    SMALL,
    Table,
    attack,
    lay_fight,
    lay_table,
    press,
    token,
)
from tests.combatlog.server.test_newcomers import is_whole
from tests.support.browser import browser  # noqa: F401
from tests.support.given import npc, pc

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow


def chip(page: Page, kind: str, name: str) -> Any:
    """Return a choice of the open form."""
    return page.locator(f"#form .blank.{kind} .chip").get_by_text(name, exact=True).locator("..")


def test_an_attack_is_two_taps_and_its_die(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Whom and what with are proposed: a tap on the attacker, one on “declare and resolve”, the
    face. Undo takes back the resolution alone."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        token(referee, "Ada").click()
        expect(chip(referee, "aims", "Wolf")).to_have_attribute("aria-pressed", "true")
        referee.get_by_role("button", name="Declare and resolve").click()
        press(referee, 5)
        expect(token(referee, "Wolf")).to_contain_text("12/17")
        referee.click("#undo")
        expect(token(referee, "Wolf")).not_to_contain_text("12")
        expect(token(referee, "Ada")).to_contain_text("attacks Wolf")
        assert [] == table.screens["Rita"].errors


def test_a_crowd_leaves_the_modifiers_in_sight(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Seven targets, three weapons and the modifiers fit beside each other."""
    foes = [npc(f"Goblin {number}", "4/0/8/8/8", spear="d6") for number in range(1, 8)]
    ada = pc("Ada", "6/0/10/10/10", sword="d8", longbow="d8", dagger="d6")
    with lay_fight(browser, tmp_path, "The crowd", ada, *foes) as table:
        token(table.referee, "Ada").click()
        modifier = table.referee.locator("#form .blank.reason .chip").first
        modifier.wait_for()
        assert is_whole(modifier)


def test_on_the_smallest_phone_the_whole_form_is_in_sight(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The referee sees whom and what with above the buttons that declare it, before a target is
    chosen and afterwards."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
        field = referee.locator("#field").bounding_box()
        token(referee, "Ada").click()
        chip(referee, "weapons", "sword").wait_for()
        for name in ("Wolf", "Ben"):
            chip(referee, "aims", name).click()
            declares = referee.locator("#form .declares").bounding_box()
            for each in (chip(referee, "aims", name), chip(referee, "weapons", "sword")):
                box = each.bounding_box()
                assert is_whole(each)
                assert declares and box["y"] + box["height"] <= declares["y"] + 1
        assert field == referee.locator("#field").bounding_box()
        referee.locator("#form .declare").click()
        expect(referee.locator("#event")).to_be_visible()


def test_who_would_be_left_out_is_not_resolved_at_once(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Within a round, only the last one of a side declares and resolves in one tap."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        for line in ("next", "1 1"):
            referee.fill("#line", line)
            referee.press("#line", "Enter")
            expect(referee.locator("#line")).to_have_value("")
        both = referee.get_by_role("button", name="Declare and resolve")
        token(referee, "Ada").click()
        expect(referee.locator("#form .declare")).to_be_visible()
        expect(both).to_be_hidden()
        referee.locator("#form .declare").click()
        expect(token(referee, "Ada")).to_contain_text("attacks Wolf")
        token(referee, "Ben").click()
        both.click()
        expect(referee.locator("#asked")).to_contain_text("Ada")
        assert [] == table.screens["Rita"].errors


def test_another_weapon_replaces_the_first(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """A second one is added by “and also”; so is a second target, by its token, too. A tap on the
    proposed target means it."""
    with create(tmp_path / "ford.combatlog") as campaign:
        game = load_game("golden-idol")
        people = [
            pc("Ada", "6/0/10/10/10", sword="d8", bow="d6"),
            npc("Wolf", "17/0/13/13/13", bite="d6"),
            npc("Bear", "17/0/13/13/13", bite="d6"),
        ]
        sheets = [each.sheet(game) for each in people]
        campaign.start("The ford", game, dice="typed", sheets=sheets)
    with serve_table(tmp_path, "--port", "0") as served:
        table = Table(served, browser)
        try:
            referee = table.referee
            token(referee, "Ada").click()
            for name, is_on in (("sword", "true"), ("bow", "false")):
                expect(chip(referee, "weapons", name)).to_have_attribute("aria-pressed", is_on)
            chip(referee, "weapons", "bow").click()
            for name, is_on in (("sword", "false"), ("bow", "true")):
                expect(chip(referee, "weapons", name)).to_have_attribute("aria-pressed", is_on)
            referee.locator("#form .weapons .also").click()
            chip(referee, "weapons", "sword").click()
            for name in ("sword", "bow"):
                expect(chip(referee, "weapons", name)).to_have_attribute("aria-pressed", "true")
            chip(referee, "aims", "Wolf").click()
            chip(referee, "aims", "Bear").click()
            chip(referee, "aims", "Bear").click()
            expect(chip(referee, "aims", "Bear")).to_have_attribute("aria-pressed", "true")
            expect(chip(referee, "aims", "Wolf")).to_have_attribute("aria-pressed", "false")
            referee.locator("#form .aims .also").click()
            token(referee, "Wolf").click()
            expect(chip(referee, "aims", "Wolf")).to_have_attribute("aria-pressed", "true")
            expect(chip(referee, "aims", "Bear")).to_have_attribute("aria-pressed", "true")
            token(referee, "Ada").click()
            attack(referee, "Ada", "Bear")
            expect(token(referee, "Ada")).to_contain_text("attacks Bear with sword")
            # There are no odds of two weapons on two targets.
            assert [] == [each for each in table.screens["Rita"].errors if "422" not in each]
        finally:
            table.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_is_asked_stands_in_sight_as_a_whole(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
    size: tuple[int, int],
) -> None:
    """Of the opening form one button alone begins the round; the keys of a d20 are not cut off; a
    refusal can be overruled below a long form; “More” opens over what is asked, and closes."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.set_viewport_size({"width": size[0], "height": size[1]})
        if size is PHONE:
            referee.click("#tab-play")
        token(referee, "Ada").click()
        referee.locator("#form .aims .chip", has_text="Ben").click()
        referee.locator("#more-rulings summary").click()
        referee.evaluate(_REFUSE)
        for place in ("#answer", "#overrule-why", "#overrule button"):
            assert is_whole(referee.locator(place)), place
        token(referee, "Ada").click()
        moving = referee.locator("#moving").get_by_role("button", name="First round")
        moving.click()
        begin = referee.locator("#form .declare")
        expect(begin).to_have_text("Begin it")
        expect(moving).not_to_have_class("main")
        moving.click()
        expect(begin).to_be_hidden()
        moving.click()
        begin.click()
        keys = referee.locator("#asked .key")
        expect(keys).to_have_count(20)
        for part in (keys.first, keys.last, referee.locator("#asked .asked-for")):
            assert is_whole(part)
        referee.locator("#more-main summary").click()
        assert is_whole(referee.locator("#rulings button").first)
        assert is_whole(referee.locator("#noting button"))
        referee.locator("#where").click()
        expect(referee.locator("#noting")).to_be_hidden()
        assert is_whole(keys.last)
        assert [] == table.screens["Rita"].errors


_REFUSE = """async () => {
    const { showRefusal } = await import("/page/live/say.js");
    showRefusal({ message: "Ada has lost the round.", overrulable: true }, () => {});
}"""
"""Shows a refusal that the referee may overrule."""
