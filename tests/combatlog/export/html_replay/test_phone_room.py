"""On a phone the words have the room: the sentence, an open pane, the story."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.combatlog.export.html_replay.test_stage_hits import PHONE, SMALL
from tests.combatlog.export.html_replay.test_stage_moments import open_page
from tests.combatlog.export.html_replay.test_tokens import example, go
from tests.support.browser import Watched

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_what_is_offered_leaves_the_sentence_its_width(
    page: Watched, tmp_path: Path, size: tuple[int, int]
) -> None:
    """The die and the button have a line of their own."""
    page.page.emulate_media(reduced_motion="reduce")
    open_page(page, example("bridge-ambush"), tmp_path, size)
    go(page, 228)
    assert page.page.locator("#what-if-open").is_visible()
    event = page.page.locator("#event")
    assert event.evaluate("(it) => it.clientWidth") > 0.85 * size[0]
    assert event.evaluate("(it) => it.scrollHeight - it.clientHeight") <= 1
    assert "could not take that." in event.inner_text()
