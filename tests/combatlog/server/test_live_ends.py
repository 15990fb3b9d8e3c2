"""How a fight looks to who sees it for the first time: the sides, the dice, and its end."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import (
    PHONE,
    Table,
    attack,
    lay_fight,
    press,
    resolve,
    token,
)
from tests.support.browser import browser  # noqa: F401
from tests.support.given import npc, pc

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@contextmanager
def meet_wolf(browser: Browser, folder: Path) -> Iterator[Table]:  # noqa: F811
    """Serve a fight in which the foe joined first: a wolf that a scratch leaves at 0 HP."""
    wolf, ada = npc("Wolf", "2/0/6/8/6", bite="d6"), pc("Ada", "2/0/12/11/10", sword="d8")
    with lay_fight(browser, folder, "The dig", wolf, ada) as table:
        yield table


def test_a_fight_is_ended_where_one_side_is_left(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The party has the first colour, whoever joined first. A die says what it is for in words.
    Once one side is beaten, the end is the main button, and Enter in its reason says it. The clock
    then counts the last round, too."""
    with meet_wolf(browser, tmp_path) as table:
        page = table.referee
        expect(token(page, "Ada")).to_have_attribute("data-team", "0")
        expect(token(page, "Wolf")).to_have_attribute("data-team", "1")
        page.locator("#moving").get_by_role("button", name="First round").click()
        page.get_by_role("button", name="Begin it").click()
        press(page, 14)
        attack(page, "Wolf", "Ada")
        resolve(page)
        press(page, 2)
        expect(page.locator("#asked")).to_contain_text("scar")
        expect(page.locator("#asked")).not_to_contain_text("scar-")
        press(page, 1)
        page.locator("#moving").get_by_role("button", name="Next round").click()
        attack(page, "Ada", "Wolf")
        resolve(page)
        press(page, 8)
        expect(page.locator("#moving button.main")).to_have_text(["End the fight"])
        expect(page.locator("#hint")).to_contain_text("end the fight")
        page.locator("#moving").get_by_role("button", name="End the fight").click()
        page.locator("#form input").click()
        page.keyboard.type("the wolf is down")
        page.keyboard.press("Enter")
        expect(page.locator("#where")).to_have_text("Over")
        expect(page.locator("#clock")).to_have_text("20 s")
        expect(page.locator("#moving button.main")).to_have_count(0)
        assert [] == table.screens["Rita"].errors


def test_words_on_a_phone_keep_their_places(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """How a foe looks is not larger than its name, and the number of the stop keeps clear of the
    slider."""
    with meet_wolf(browser, tmp_path) as table:
        phone = table.admit("Anna", PHONE)
        size = "node => parseFloat(getComputedStyle(node).fontSize)"
        wolf = token(phone, "Wolf")
        assert wolf.locator(".value").evaluate(size) < wolf.locator(".name").evaluate(size)
        phone.click("#tab-numbers")
        slider, place = (phone.locator(each).bounding_box() for each in ("#slider", "#place"))
        assert slider is not None
        assert place is not None
        assert place["x"] + place["width"] <= slider["x"]
