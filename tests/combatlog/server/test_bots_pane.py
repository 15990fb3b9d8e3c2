"""Bots and webhooks on the referee's page, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.combatlog.export.html_replay.test_axe import find_violations
from tests.combatlog.server.served import Caller, make_campaign, serve_table
from tests.combatlog.server.test_live_page import DESKTOP, Table
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_referee_makes_a_bot_and_a_webhook(tmp_path: Path, browser: Browser) -> None:  # noqa: F811
    """The token serves and is shown once; removed, the bot is out; an address that is none is
    refused in a sentence."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        table = Table(served, browser)
        page = table.referee
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        expect(page.locator("#seats .seat")).to_have_count(1)
        page.click("#tab-table")
        page.click("#programs summary")
        page.fill("[name=bot-name]", "Herald")
        page.get_by_label("declares and rolls for Ada").check()
        page.get_by_role("button", name="Make its token").click()
        token = page.locator("#bot-made code").inner_text()
        caller = Caller(f"http://127.0.0.1:{served.port}")
        caller.client.headers["authorization"] = f"Bearer {token}"
        assert caller.get("/api/seat")["may"] == ["read:public", "declare:ada", "roll:ada"]
        seat = page.locator("#seats .seat", has_text="Herald")
        expect(seat).to_contain_text("declare:ada")
        seat.get_by_role("button", name="Remove").click()
        seat.get_by_role("button", name="Remove").click()
        expect(seat).to_have_count(0)
        assert caller.client.get("/api/seat").status_code == 401
        page.fill("[name=hook-url]", "http://169.254.169.254/")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#hook-made")).to_have_text("No webhook may lead to 169.254.169.254.")
        page.fill("[name=hook-url]", "http://127.0.0.1:9/private")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#hook-made")).to_contain_text("whsec_")
        expect(page.locator("#hooks")).to_contain_text("http://127.0.0.1:9/…")
        expect(page.locator("#hooks")).not_to_contain_text("private")
        expect(page.locator("#hook-faults")).to_be_empty()
        page.click("#tab-story")
        page.fill("#line", "end: dawn")
        page.press("#line", "Enter")
        failed = "The webhook http://127.0.0.1:9/… was not told: nobody answers there."
        expect(page.locator("#hook-faults")).to_have_text(failed)
        expect(page.locator("#tab-table")).to_have_class(re.compile("alert"))
        page.click("#tab-table")
        expect(page.locator("#hook-faults")).to_be_visible()
        watched = table.screens["Rita"]
        assert [] == find_violations(watched)
        assert [each for each in watched.errors if "422" not in each] == []
