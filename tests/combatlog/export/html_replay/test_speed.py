"""A long fight loads and steps quickly.

The limits leave room for a machine that does other work; `-rP` prints what was measured. The goal
is 0.5 s for loading and 16.7 ms, 60 frames a second, for a step.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from combatlog.export.html_replay import render_replay_page
from combatlog.simulation.run import play_fight
from events.store.memory import MemoryStore
from tests.combatlog.export.html_replay.looking import walk_stops
from tests.combatlog.export.html_replay.reading import example
from tests.support.browser import Watched
from tests.support.random_fights import seeded_fight

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


@pytest.mark.slow
def test_a_step_on_a_phone_restyles_only_what_changes(browser: Browser, tmp_path: Path) -> None:
    """A rule that asks what the page has anywhere, or a property of it that all inherit, restyles
    hundreds of elements for each token that is fitted."""
    window = {"width": 390, "height": 844}
    with closing(browser.new_context(viewport=window, reduced_motion="reduce")) as context:  # type: ignore[arg-type]
        shown = Watched(context.new_page(), [], [])
        shown.open(render_replay_page(example("hold-seven"), audience="referee"), tmp_path)
        with traced(browser, shown) as restyled:
            stops = len(walk_stops(shown, "() => 0"))
    print(f"{sum(restyled) / stops:.0f} elements in {len(restyled) / stops:.0f} times, each step")
    assert 0 < sum(restyled) / stops < 900


@contextmanager
def traced(browser: Browser, shown: Watched) -> Iterator[list[int]]:
    """Yield a list that has, behind the context, how many elements each restyling took."""
    session = browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda data: ended.append(data))
    categories = ["devtools.timeline", "blink"]
    session.send("Tracing.start", {"traceConfig": {"includedCategories": categories}})
    restyled: list[int] = []
    try:
        yield restyled
    finally:
        session.send("Tracing.end")
        for _ in range(600):  # half a minute
            if ended:
                break
            shown.page.wait_for_timeout(50)
        session.detach()
    assert ended
    found = [each for each in events if each["name"] == "UpdateLayoutTree"]
    restyled += [each["args"].get("elementCount", 0) for each in found]
