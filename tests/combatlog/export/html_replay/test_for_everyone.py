"""The replay page for every screen, scheme, and way of using it."""

from __future__ import annotations

import http.server
import re
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from combatlog.app.examples import Example, list_examples
from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane, watch_events
from tests.combatlog.export.html_replay.reading import example, render_page
from tests.support.browser import MADE, Watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CONTRAST = """() => {
    const parts = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
    const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map((v) => v / 255)
            .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const found = parts(getComputedStyle(at).backgroundColor);
            if (found.length === 3 || found[3] === 1) return found;
        }
        return [255, 255, 255];
    };
    const faint = [];
    for (const element of document.querySelectorAll("body *")) {
        const own = [...element.childNodes].some(
            (node) => node.nodeType === 3 && node.data.trim());
        const apart = ".unseen, .skip, script, noscript, [aria-disabled=true]";
        if (!own || !element.checkVisibility() || element.closest(apart)) continue;
        const style = getComputedStyle(element);
        const drawn = element.namespaceURI.endsWith("svg");
        let below = ground(element);
        if (drawn && element.parentElement.querySelector("path")) {
            const fill = getComputedStyle(element.parentElement.querySelector("path")).fill;
            if (fill !== "none") below = parts(fill);
        }
        const [one, other] = [light(parts(drawn ? style.fill : style.color)), light(below)];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (ratio < 4.5) faint.push([element.outerHTML.slice(0, 80), ratio]);
    }
    return faint;
}"""


@pytest.fixture
def shown(page: Watched, history: History, tmp_path: Path) -> Watched:
    """Its page for the referee, in the middle."""
    page.open(render_page(history, audience="referee"), tmp_path, f"#seq={len(history) // 2}")
    watch_events(page)
    return page


def test_a_narrow_screen_does_not_scroll_sideways(shown: Watched) -> None:
    """At 360 pixels everything is there, the controls at the foot, within reach."""
    shown.page.set_viewport_size({"width": 360, "height": 740})
    for key in ("Home", "End", "PageUp", "PageUp"):
        shown.page.keyboard.press(key)
        assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    for name in ("Previous round", "Play", "On", "Next round"):
        box = shown.page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box is not None
        assert 0 <= box["x"]
        assert box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 740
        assert min(box["width"], box["height"]) >= 36
    open_pane(shown, "numbers")
    chart = shown.page.locator("#chart").bounding_box()
    assert chart is not None
    assert chart["width"] <= 330


def test_the_log_is_painted_on_a_narrow_screen(shown: Watched) -> None:
    """Its present row is in sight within it."""
    shown.page.set_viewport_size({"width": 360, "height": 740})
    shown.page.keyboard.press("End")
    shown.page.locator("#log").scroll_into_view_if_needed()
    shown.page.keyboard.press("ArrowLeft")
    assert shown.page.locator("#log [aria-current=step]").evaluate(
        """(row) => {
            const at = row.getBoundingClientRect();
            const log = document.querySelector("#log").getBoundingClientRect();
            return at.top >= log.top && at.bottom <= log.bottom;
        }"""
    )


@pytest.mark.parametrize(
    ("width", "height"), [(1600, 900), (1280, 800), (640, 400), (390, 844), (320, 568)]
)
def test_the_parts_of_the_page_stand_apart(shown: Watched, width: int, height: int) -> None:
    """Field, sentence, panes and controls fill the window, none covers another, nothing scrolls."""
    shown.page.set_viewport_size({"width": width, "height": height})
    open_pane(shown, "story")
    shown.page.keyboard.press("End")
    boxes = [
        shown.page.locator(each).bounding_box()
        for each in (".field-box", ".told", ".panes", "#controls")
    ]
    for at, box in enumerate(boxes):
        assert box is not None
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        for other in boxes[:at]:
            assert other is not None
            beside = (
                box["x"] >= other["x"] + other["width"] or other["x"] >= box["x"] + box["width"]
            )
            below = box["y"] >= other["y"] + other["height"]
            above = other["y"] >= box["y"] + box["height"]
            assert beside or below or above
    scrolls = "() => document.scrollingElement.scrollHeight > innerHeight"
    assert not shown.page.evaluate(scrolls)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast(shown: Watched, scheme: Literal["light", "dark"]) -> None:
    """At least 4.5, in both schemes, with undone events shown, at three moments."""
    shown.page.emulate_media(color_scheme=scheme)
    shown.page.wait_for_function(f"() => document.documentElement.dataset.theme === '{scheme}'")
    shown.page.locator("#undone").check()
    for key in ("Home", "PageDown", "End"):
        shown.page.keyboard.press(key)
        assert [] == shown.page.evaluate(CONTRAST)
    shown.page.keyboard.press("?")
    assert [] == shown.page.evaluate(CONTRAST)


def test_the_scheme_follows_the_system_until_it_is_chosen(shown: Watched) -> None:
    """The choice stays when the page is opened again."""
    ground = "() => getComputedStyle(document.body).backgroundColor"
    light = shown.page.evaluate(ground)
    shown.page.emulate_media(color_scheme="dark")
    shown.page.wait_for_function(f"() => ({ground})() !== '{light}'")
    dark = shown.page.evaluate(ground)
    shown.page.get_by_role("button", name="Dark colours").click()
    assert light == shown.page.evaluate(ground)
    shown.page.reload()
    assert light == shown.page.evaluate(ground)
    shown.page.get_by_role("button", name="Dark colours").click()
    assert dark == shown.page.evaluate(ground)


def test_regions_headings_and_controls_have_names(shown: Watched) -> None:
    """Screen readers need them."""
    for role, name in (
        ("main", "The fight at this moment"),
        ("complementary", "Story, log, people, numbers, recap"),
        ("region", "Controls"),
        ("region", "Who is winning"),
        ("tabpanel", "Log"),
        ("tab", "Story"),
        ("group", "Combatants"),
        ("list", "the party"),
        ("list", "the foes"),
    ):
        assert 1 == shown.page.get_by_role(role, name=name, exact=True).count(), (role, name)  # type: ignore[arg-type]
    assert 1 == shown.page.get_by_role("banner").count()
    open_pane(shown, "numbers")
    assert 1 == shown.page.get_by_role("heading", name="Everybody's numbers over the fight").count()
    open_pane(shown, "people")
    assert 1 == shown.page.locator("h1").count()
    nameless = shown.page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, [role=meter], [role=img]")]
            .filter((it) => !it.getAttribute("aria-label") && !it.textContent.trim()
                && !it.getAttribute("aria-labelledby")
                && !it.labels?.length)
            .map((it) => it.outerHTML)"""
    )
    assert [] == nameless
    assert "en" == shown.page.locator("html").get_attribute("lang")
    assert "meter" in shown.page.locator("aside").aria_snapshot()
    assert "listitem" in shown.page.locator("main").aria_snapshot()


def test_a_screen_reader_hears_the_event(shown: Watched) -> None:
    """A polite live region says it; fast play stays silent."""
    live = shown.page.locator("#live")
    assert "polite" == live.get_attribute("aria-live")
    shown.page.keyboard.press("End")
    said = shown.page.locator("#event").inner_text()
    assert said in (live.text_content() or "")
    shown.page.keyboard.press("Home")
    before = live.text_content()
    shown.page.get_by_label("Speed").select_option("16")
    shown.page.get_by_role("button", name="Play", exact=True).click()
    shown.page.wait_for_function("() => Number(document.querySelector('#slider').value) >= 4")
    assert before == live.text_content()
    shown.page.get_by_role("button", name="Pause").click()


def test_the_tab_key_goes_through_the_controls_in_order(shown: Watched) -> None:
    """The log takes one step: only its present row is a stop."""
    shown.page.locator("#title").click()
    shown.page.keyboard.press("Home")
    order: list[str] = []
    for _ in range(60):
        shown.page.keyboard.press("Tab")
        order.append(
            shown.page.evaluate(
                """() => { const it = document.activeElement;
                    return it.id || (it.dataset.seq ? "row" : it.tagName.toLowerCase()); }"""
            )
        )
        if order[-1] == "body":
            break
    wanted = ["copy", "theme", "help-open", "slider", "start", "previous", "play", "next", "end"]
    wanted += ["speed", "single", "undone", "tab-log", "row"]
    assert wanted == [name for name in order if name in wanted]
    assert 1 == order.count("row")


def test_the_focus_is_visible(shown: Watched) -> None:
    """A ring of three pixels surrounds the focused element."""
    shown.page.keyboard.press("Tab")
    shown.page.keyboard.press("Tab")
    outline = shown.page.evaluate("() => getComputedStyle(document.activeElement).outlineWidth")
    assert "3px" == outline


def test_a_button_keeps_the_space_key(shown: Watched) -> None:
    """Space on Next steps, and does not also play."""
    shown.page.keyboard.press("Home")
    shown.page.get_by_role("button", name="On", exact=True).focus()
    shown.page.keyboard.press(" ")
    assert "1" == shown.page.locator("#slider").input_value()
    assert shown.page.get_by_role("button", name="Play", exact=True).is_visible()


def test_reduced_motion_stops_animations(shown: Watched) -> None:
    """Dice lie there, tokens do not shake, bars jump instead of gliding."""
    shown.page.keyboard.press("Home")
    shown.page.locator("#single").click()
    shown.page.keyboard.press("PageDown")
    for _ in range(20):
        shown.page.keyboard.press("ArrowRight")
        if shown.page.locator("#dice .die").count():
            break
    moving = "(it) => getComputedStyle(it).animationName"
    die = shown.page.locator("#dice .die").first
    assert "tumble" == die.evaluate(moving)
    shown.page.emulate_media(reduced_motion="reduce")
    assert "none" == die.evaluate(moving)
    glides = "(it) => getComputedStyle(it, '::before').transitionDuration"
    assert "0s" == shown.page.locator(".token .fill").first.evaluate(glides)


def test_story_states_and_numbers_are_printed(shown: Watched) -> None:
    """All of them, without controls, stage and log."""
    shown.page.emulate_media(media="print")
    for gone in ("#controls", "#field", "#log"):
        assert not shown.page.locator(gone).is_visible(), gone
    for there in ("#story", "#cards", "#lanes", "#numbers"):
        assert shown.page.locator(there).is_visible(), there
    tall = shown.page.locator("#story").evaluate("(it) => [it.clientHeight, it.scrollHeight]")
    assert tall[0] == tall[1]


@pytest.mark.parametrize("each", list_examples(), ids=lambda each: each.name)
def test_an_example_is_printed_on_three_pages(page: Watched, tmp_path: Path, each: Example) -> None:
    """A4, with everybody's state at the end."""
    page.open(render_page(example(each.name)), tmp_path)
    page.page.keyboard.press("End")
    printed = page.page.pdf(
        format="A4",
        margin={"top": "12mm", "bottom": "12mm", "left": "12mm", "right": "12mm"},
    )
    assert 1 <= len(re.findall(rb"/Type\s*/Page[^s]", printed)) <= 3


def test_the_page_works_from_a_server(page: Watched, history: History, tmp_path: Path) -> None:
    """As an uploaded file on a wiki: one request loads everything."""
    (tmp_path / "fight.html").write_text(render_page(history), "utf-8")
    handler = partial(_Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/fight.html"
        page.page.goto(f"{url}#seq=9")
        page.page.locator(MADE).wait_for()
        page.page.keyboard.press("ArrowRight")
        page.page.wait_for_timeout(300)
        server.shutdown()
    assert [url] == [each.split("#")[0] for each in page.requests if not each.startswith("data:")]
    assert [] == page.errors
    assert page.page.locator("#event").inner_text()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


def test_an_old_browser_is_told_so(browser: Browser, history: History, tmp_path: Path) -> None:
    """It cannot unpack the data."""
    context = browser.new_context()
    context.add_init_script("delete window.DecompressionStream")
    (tmp_path / "page.html").write_text(render_page(history), "utf-8")
    shown = context.new_page()
    shown.goto((tmp_path / "page.html").as_uri())
    shown.get_by_text("This page needs a browser of 2023 or newer").wait_for()
    context.close()


def test_without_scripts_the_page_says_so(
    browser: Browser, history: History, tmp_path: Path
) -> None:
    """It does not stay empty."""
    context = browser.new_context(java_script_enabled=False)
    (tmp_path / "page.html").write_text(render_page(history), "utf-8")
    shown = context.new_page()
    shown.goto((tmp_path / "page.html").as_uri())
    told = shown.locator(".notice").inner_text()
    assert "switched off" in told
    assert "Round 1" in told
    assert len(told) > 500
    context.close()
