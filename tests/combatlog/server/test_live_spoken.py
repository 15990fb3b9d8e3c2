"""What a screen reader says of an exchange at the live table: each sentence once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import (
    PHONE,
    lay_table,
    press,
    resolve,
    token,
)
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

LISTEN = """() => {
    const KINDS = ["[aria-live]", "[role=status]", "[role=alert]", "[role=log]", "output"];
    const LIVE = KINDS.map((kind) => `${kind}:not([aria-live=off])`).join();
    window.spoken = [];
    const find = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest(LIVE);
    new MutationObserver((changes) => {
        for (const region of new Set(changes.map(({ target }) => find(target)))) {
            const said = region?.innerText.trim();
            if (said && region.checkVisibility()) window.spoken.push([region.id, said]);
        }
    }).observe(document.body, {
        subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"],
    });
}"""
"""Keeps what live regions say, with their ids: screen readers say a region when it changes."""


TOLD = "Ada swung the sword at Wolf. It found its mark."

BACK = "Taken back: Resolve; Ada d8 → 5 (damage), typed."

TAKEN_BACK = "Taken back to #5 by Rita: Resolve."
"""What others hear."""

BEGUN = "Ada and Ben of the party had to deal with Wolf of the foes."


def read_spoken(page: Page) -> list[str]:
    """Return what was said since the last look, when nothing more has come for a while."""
    page.wait_for_timeout(1500)
    spoken: list[list[str]] = page.evaluate("window.spoken.splice(0)")
    return [said for _, said in spoken]


def wait_for_wolf(look: str, *pages: Page) -> None:
    """Wait until the wolf looks so on these pages."""
    for page in pages:
        expect(token(page, "Wolf")).to_have_attribute("data-look", look)


def test_a_screen_reader_hears_each_event_once(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """On the referee's page and on a phone: an exchange is told once, after an undo where the fight
    stands, and the exchange anew when it is played again. Who took it back hears what; the
    others hear who did, too. Who threw hears that the die fell so before."""
    with lay_table(browser, tmp_path) as table:
        referee, phone = table.referee, table.admit("Anna", PHONE, plays="Ada")
        for page in (referee, phone):
            page.evaluate(LISTEN)
        phone.locator("#form .blank.aims").wait_for()
        token(phone, "Wolf").click()
        expect(token(referee, "Ada")).to_contain_text("attacks Wolf")
        resolve(referee)
        press(phone, 5)
        wait_for_wolf("hurt", referee, phone)
        assert [[TOLD], [TOLD]] == [read_spoken(referee), read_spoken(phone)]
        referee.click("#undo")
        wait_for_wolf("unhurt", referee, phone)
        assert [BACK, BEGUN] == sorted(read_spoken(referee), reverse=True)
        assert [TAKEN_BACK, BEGUN] == sorted(read_spoken(phone), reverse=True)
        resolve(referee)
        press(phone, 5)
        wait_for_wolf("hurt", referee, phone)
        again, *others = sorted(read_spoken(phone), reverse=True)
        assert [[TOLD], [TOLD]] == [read_spoken(referee), others]
        assert again.startswith("Thrown again: Ada's d8 shows 5 again")
        # A sentence that another region says, too, would be heard twice.
        phone.evaluate("(said) => { document.querySelector('#toast').textContent = said; }", TOLD)
        assert [TOLD] == read_spoken(phone)
