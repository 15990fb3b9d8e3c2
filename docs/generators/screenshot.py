"""Writes docs/replay.png: the one-file replay of the bridge ambush, as a browser shows it.

    python -m docs.generators.screenshot

Needs Chromium and Playwright, as the tests of the replay do. The moment: the clubs of the mob fall
on Cho.
"""

from __future__ import annotations

import sys
import tempfile
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from combatlog.app.campaign import Campaign
from combatlog.app.examples import find_example, play_example
from combatlog.export.html_replay import render_replay_page
from events.store.memory import MemoryStore
from events.types.outcomes import AttackRolled
from replay.log.event_log import History
from tests.support.browser import ARGUMENTS, CHROMIUM

PICTURE = Path(__file__).parent.parent / "replay.png"

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

SIZE: ViewportSize = {"width": 1280, "height": 800}


def history() -> History:
    """The bridge ambush, played through."""
    campaign = Campaign(MemoryStore(), by="the referee")
    deque(play_example(find_example("bridge-ambush"), campaign), 0)
    return campaign.fight().history


def moment(fight: History) -> int:
    """Where the dice of the mob's second attack stand on the line."""
    struck = [
        row.seq
        for row in fight.on_line(len(fight))
        if isinstance(row.event, AttackRolled) and row.event.by == "cult-mob"
    ]
    return struck[-2]


def main() -> None:
    """Take the picture."""
    from playwright.sync_api import sync_playwright

    fight = history()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "replay.html"
        path.write_text(render_replay_page(fight, audience="referee"), "utf-8")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        page = chromium.new_page(viewport=SIZE, color_scheme="light")
        page.goto(f"{path.as_uri()}#seq={moment(fight)}")
        page.mouse.move(0, 0)
        page.wait_for_timeout(800)
        page.screenshot(path=PICTURE)
        chromium.close()
    print(f"{PICTURE.name}: {PICTURE.stat().st_size // 1024} kB", file=sys.stderr)


if __name__ == "__main__":
    main()
