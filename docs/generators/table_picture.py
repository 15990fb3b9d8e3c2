"""Writes docs/table.png: the live table of the bridge ambush, as the referee sees it in a browser.

    python -m docs.generators.table_picture

Needs Chromium and Playwright, as the tests of the live table do. The moment: the rhinoceros
has gored Ada in round 2, the cult's turn is next, and the Cult mob is chosen.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from combatlog.app.campaign import create
from combatlog.app.examples import find_example, play_example
from docs.generators.screenshot import SIZE
from tests.combatlog.server.served import ServedTable, on_loopback
from tests.support.browser import ARGUMENTS, CHROMIUM

PICTURE = Path(__file__).parent.parent / "table.png"

ROUND, TURN = 2, 2
"""The round of the picture, and how many sides have had their turn in it."""


def play_until_shown(path: Path) -> None:
    """Make a campaign with the example, up to the moment of the picture."""
    with create(path, by="the referee") as campaign:
        for _, _, session in play_example(find_example("bridge-ambush"), campaign):
            state = session.fight.state
            if state.round == ROUND and state.turn == TURN and not state.awaited:
                break


def main() -> None:
    """Take the picture."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "bridge.combatlog"
        play_until_shown(path)
        served = ServedTable(path.parent, str(path), "--port", "0", "--new-link")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        try:
            page = chromium.new_page(viewport=SIZE, color_scheme="light")
            page.goto(on_loopback(served.referee_link))
            page.fill("#name", "Rita")
            page.click("#join button")
            page.locator(".token", has_text="Cult mob").first.click()
            page.locator("#form .blanks").wait_for()
            page.mouse.move(0, 0)
            page.wait_for_timeout(1500)
            page.screenshot(path=PICTURE)
        finally:
            chromium.close()
            served.stop()
    print(f"{PICTURE.name}: {PICTURE.stat().st_size // 1024} kB", file=sys.stderr)


if __name__ == "__main__":
    main()
