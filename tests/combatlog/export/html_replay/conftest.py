"""Fixtures for the tests of the page: a browser, and a fight with undone and corrected events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import watch_events
from tests.combatlog.export.html_replay.reading import recorded, render_page
from tests.support.browser import Watched, browser, page  # noqa: F401


@pytest.fixture(scope="module")
def history() -> History:
    """Return a fight with undone and corrected events."""
    (fight,) = recorded("golden-idol", 16)
    return fight


@pytest.fixture
def shown(page: Watched, history: History, tmp_path: Path) -> Iterator[Watched]:  # noqa: F811
    """Return its page for the referee, opened from disk, event by event."""
    page.open(render_page(history, audience="referee"), tmp_path, "#seq=1")
    watch_events(page)
    yield page
    assert [] == page.errors
    assert [url for url in page.requests if not url.startswith(("file:", "data:"))] == []
    assert 1 == len([url for url in page.requests if url.startswith("file:")])
