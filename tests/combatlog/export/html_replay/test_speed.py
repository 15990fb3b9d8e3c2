"""A long fight loads and steps quickly.

The limits leave room for a machine that does other work; `-rP` prints what was measured. The goal
is 0.5 s for loading and 16.7 ms, 60 frames a second, for a step.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from combatlog.export.html_replay import render_replay_page
from combatlog.simulation.run import play_fight
from events.store.memory import MemoryStore
from tests.support.browser import Watched
from tests.support.random_fights import seeded_fight

STEPS = """() => {
    const times = [];
    for (let step = 0; step < 200; step += 1) {
        const start = performance.now();
        document.querySelector("#next").click();
        document.querySelector(".app").getBoundingClientRect();
        times.push(performance.now() - start);
    }
    times.sort((one, other) => one - other);
    return [times[100], times[190]];
}"""
"""Steps on and lays the page out; returns the median and the 95th percentile in milliseconds."""

LOADED = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


@pytest.mark.slow
@pytest.mark.alone
def test_five_thousand_events_load_and_step_quickly(page: Watched, tmp_path: Path) -> None:
    """The story or the log may stand beside the stage."""
    fight = seeded_fight(MemoryStore(), "golden-idol", 1)
    random = Random(1)
    while len(fight.history) < 5000:
        play_fight(fight, random, 100, doubts=0.15)
        if fight.state.ended:
            fight.rewind(random.randrange(len(fight.history) // 4, len(fight.history) // 2))
    page.open(render_replay_page(fight.history, audience="referee"), tmp_path)
    loaded = page.page.evaluate(LOADED)
    print(f"{(tmp_path / 'page.html').stat().st_size} bytes, loaded in {loaded:.0f} ms")
    assert loaded < 2000
    page.page.keyboard.press("Home")
    for pane in ("story", "log"):
        page.page.locator(f"#tab-{pane}").click()
        median, slowest = page.page.evaluate(STEPS)
        print(f"{pane}: a step takes {median:.1f} ms, 95 % take at most {slowest:.1f} ms")
        assert median < 34
    assert [] == page.errors
