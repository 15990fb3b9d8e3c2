"""The page as `combatlog serve` serves it, in a real browser."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.combatlog.server.served import make_campaign, serve_table
from tests.support.browser import Watched, browser, page  # noqa: F401


def test_the_referee_opens_the_printed_link(page: Watched, tmp_path: Path) -> None:  # noqa: F811
    """The page runs under its policy, asks nobody but the table, and shows the fight; the link
    leaves the address bar."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        page.page.goto(served.referee_link)
        page.page.locator("input:visible").first.fill("Rita")
        page.page.keyboard.press("Enter")
        page.page.get_by_text("Ada").first.wait_for()
        assert "#" not in page.page.url
        assert {served.port} == {httpx.URL(each).port for each in page.requests}
        assert [] == [each for each in page.errors if "401" not in each]
        code, seconds = served.stop()
        assert (0, True) == (code, seconds < 2)
