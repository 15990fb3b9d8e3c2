"""A walk through a fight by keyboard alone, as a screen reader's tree shows it.

The walk is recorded beside this file, so that a change of what is heard is seen. To record it anew,
run this file with `COMBATLOG_RECORD=1`.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.combatlog.export.html_replay.reading import example, render_page
from tests.support.browser import Watched

WALK = Path(__file__).with_name("walk.txt")

KEYS = ("Tab", "Enter", *["ArrowRight"] * 3, "PageDown", "ArrowLeft", "End")
"""To the link that skips to the controls, along it, three beats on, a round on, a beat back, and to
the end."""


def test_a_fight_is_walked_by_keyboard(page: Watched, tmp_path: Path) -> None:
    """What has the focus, what is spoken, and the field with both sides, after each key."""
    page.page.emulate_media(reduced_motion="reduce")
    page.open(render_page(example("hounds-on-the-causeway")), tmp_path)
    heard = []
    for key in KEYS:
        page.page.keyboard.press(key)
        focus = page.page.evaluate(
            "() => document.activeElement.getAttribute('aria-label')"
            " || document.activeElement.textContent.trim()"
        )
        spoken = page.page.locator("#live").text_content()
        tree = page.page.get_by_role("main").aria_snapshot()
        heard.append(f"== {key}\nfocus: {focus}\nspoken: {spoken}\n{tree}\n")
    heard.append(f"== the tabs\n{page.page.get_by_role('tablist').aria_snapshot()}\n")
    walk = "\n".join(heard)
    if os.environ.get("COMBATLOG_RECORD"):
        WALK.write_text(walk, "utf-8")
    assert WALK.read_text("utf-8") == walk
