"""Fields for numbers on the live page: what is out of their range is refused at the field, with the
reason, before the server hears of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import join_by_form, lay_table, token
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

SCORE = "This takes a whole number from 0 to 9999."


def test_a_number_that_a_ruling_cannot_have_is_refused_at_the_field(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The reason stays when the form is shown anew. A number of the range is recorded."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        token(referee, "Ada").click()
        referee.click("#more-rulings > summary")
        referee.locator("#about").get_by_role("button", name="Number", exact=True).click()
        form = referee.locator("#form")
        now = form.locator(".blank.number").first
        field, fault = now.locator("input"), now.locator("[role=alert]")
        form.get_by_role("button", name="HP").click()
        assert (field.get_attribute("min"), field.get_attribute("max")) == ("0", "9999")
        for bad in ("-1", "10000", "2.5"):
            field.fill(bad)
            expect(fault).to_have_text(SCORE)
            form.locator(".declare").click()
            expect(field).to_be_focused()
            expect(field).to_have_attribute("aria-invalid", "true")
        form.get_by_role("button", name="STR").click()
        expect(fault).to_have_text(SCORE)
        form.get_by_role("button", name="HP").click()
        field.fill("4")
        expect(fault).to_be_hidden()
        form.locator(".declare").click()
        expect(token(referee, "Ada")).to_contain_text("4/6")
        assert [] == table.screens["Rita"].errors


def test_a_number_that_nobody_joins_with_is_refused_at_the_field(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Also in the part that is folded away."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        referee.click("#tab-join")
        field = referee.locator("#sheet [name=HP]")
        fault = referee.locator("#sheet label:has([name=HP]) + [role=alert]")
        field.fill("10000")
        expect(fault).to_have_text(SCORE)
        referee.locator("#more-fields > summary").click()
        hidden = referee.locator("#sheet-more [name=GAU]")
        hidden.fill("-1")
        referee.locator("#more-fields > summary").click()
        join = referee.locator("#sheet-form").get_by_role("button", name="Join")
        join.click()
        expect(field).to_be_focused()
        field.fill("5")
        expect(fault).to_be_hidden()
        join.click()
        expect(hidden).to_be_focused()
        hidden.fill("")
        join_by_form(referee, "Cho")
        assert [] == table.screens["Rita"].errors
