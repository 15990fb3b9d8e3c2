"""The replay page in a real browser: stepping, keys, links, the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from replay.log.event_log import History
from replay.log.undo import find_undone
from tests.combatlog.export.html_replay.looking import (
    bars,
    line_of,
    of_kind,
    present,
    watch_events,
)
from tests.combatlog.export.html_replay.reading import page_data, render_page
from tests.support.browser import Watched

QUIET = {
    *("Resolve", "Awaited", "TurnEnded", "RoundEnded", "PhaseEnded", "ClockAdvanced"),
    *("Sealed", "SecretRevealed", "Spared"),
}
"""What is passed over while the fight plays by itself."""


def open_on(history: History) -> int:
    """Return the event at which the page opens."""
    beats = page_data(history)["story"]["beats"]
    return int(next(beat["e"] for beat in beats if "t" in beat and "w" not in beat))


def test_the_page_opens_on_the_opening_sentence(
    page: Watched, history: History, tmp_path: Path
) -> None:
    """Both sides stand."""
    page.open(render_page(history), tmp_path)
    assert open_on(history) == present(page)
    assert page.page.locator("#event .who").count() > 1
    assert page.page.locator(".token:visible").count() > 1
    watch_events(page)
    page.page.keyboard.press("Home")
    assert 1 == present(page)


def test_a_round_begins_with_what_happens_in_it(
    page: Watched, history: History, tmp_path: Path
) -> None:
    """No step shows a bare heading, but for a round that has only begun; with the first beat of a
    round its name lights up in the head, and is spoken. No two steps end with the same event, but
    for a correction: it stands behind what it corrects, and changes nothing there."""
    page.open(render_page(history, audience="referee"), tmp_path)
    beats = page_data(history)["story"]["beats"]
    headings = [beat["h"] for beat in beats[:-1] if "h" in beat]
    stops, opens, bare, corrections = [present(page)], [], 0, 0
    slider = page.page.locator("#slider")
    for _ in range(int(slider.input_value()), int(slider.get_attribute("max") or 0)):
        page.page.keyboard.press("ArrowRight")
        if page.page.locator("#then-now").is_visible():
            corrections += 1
            assert stops[-1] == present(page)
        else:
            stops.append(present(page))
        bare += page.page.locator("#event.heading").count()
        if page.page.locator("#where.opens").count():
            opens.append(page.page.locator("#event .unseen").first.text_content())
    assert headings == opens
    assert bare == int("h" in beats[-1])
    assert len(stops) == len(set(stops))
    assert corrections == sum("w" in beat for beat in beats) > 0


def test_the_bars_show_the_state_of_the_projections(shown: Watched, history: History) -> None:
    """At every event of the line, for every combatant."""
    for seq in line_of(history):
        assert seq == present(shown)
        state = history.state(seq)
        expected = {
            one.name: {s: [one.scores[s], max(one.maxima[s], one.scores[s])] for s in one.scores}
            for one in state.combatants.values()
        }
        if type(history[seq].event).__name__ not in ("Noted", "BranchNamed", "Salted"):
            assert expected == bars(shown)
        shown.page.keyboard.press("ArrowRight")
    assert line_of(history)[-1] == present(shown)


def test_buttons_step_by_event_turn_and_round(shown: Watched, history: History) -> None:
    """Along the line, forward and back."""
    line = line_of(history)
    turns = of_kind(history, "TurnBegan", "PhaseBegan")
    rounds = of_kind(history, "RoundBegan")

    def press(name: str) -> None:
        shown.page.get_by_role("button", name=name, exact=True).click()

    press("On")
    assert line[1] == present(shown)
    press("Next round")
    assert rounds[0] == present(shown)
    press("Next turn")
    assert turns[0] == present(shown)
    press("Next turn")
    assert turns[1] == present(shown)
    press("Previous turn")
    assert turns[0] == present(shown)
    press("Previous round")
    assert rounds[0] == present(shown)
    press("Back")
    assert line[line.index(rounds[0]) - 1] == present(shown)
    press("To the end")
    assert line[-1] == present(shown)
    press("To the start")
    assert 1 == present(shown)


def test_keys_step_by_event_turn_and_round(shown: Watched, history: History) -> None:
    """The same without a mouse."""
    line = line_of(history)
    turns = of_kind(history, "TurnBegan", "PhaseBegan")
    rounds = of_kind(history, "RoundBegan")
    steps = [
        ("End", line[-1]),
        ("ArrowLeft", line[-2]),
        ("ArrowRight", line[-1]),
        ("ArrowRight", line[-1]),
        ("Home", 1),
        ("ArrowLeft", 1),
        ("PageDown", rounds[0]),
        ("Shift+ArrowRight", turns[0]),
        ("PageDown", rounds[1]),
        ("Shift+ArrowLeft", max(turn for turn in turns if turn < rounds[1])),
        ("PageUp", rounds[0]),
        ("PageUp", 1),
    ]
    for key, seq in steps:
        shown.page.keyboard.press(key)
        assert (key, seq) == (key, present(shown))


def test_the_help_lists_the_keys(shown: Watched) -> None:
    """A question mark opens it, Escape closes it."""
    shown.page.keyboard.press("?")
    dialog = shown.page.get_by_role("dialog", name="Keys")
    assert dialog.is_visible()
    assert "Page Up" in dialog.inner_text()
    shown.page.keyboard.press("ArrowRight")
    assert 1 == present(shown)
    shown.page.keyboard.press("Escape")
    assert not dialog.is_visible()


def test_the_slider_goes_anywhere(shown: Watched, history: History) -> None:
    """By key and by mouse; its label says where it is."""
    line = line_of(history)
    slider = shown.page.get_by_role("slider", name="Moment")
    slider.evaluate("(it) => { it.value = 40; it.dispatchEvent(new Event('input')); }")
    assert line[40] == present(shown)
    assert f"#{line[40]}, 41 of {len(line)}" in (slider.get_attribute("aria-valuetext") or "")
    slider.focus()
    shown.page.keyboard.press("ArrowRight")
    assert line[41] == present(shown)
    box = slider.bounding_box()
    assert box is not None
    shown.page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    assert line[-1] == present(shown)


def test_the_page_plays_and_pauses(shown: Watched, history: History) -> None:
    """Space plays and pauses. Playback skips quiet events, stops at the last event, and begins
    again from the start."""
    loud = [seq for seq in line_of(history) if type(history[seq].event).__name__ not in QUIET]
    shown.page.get_by_label("Speed").select_option("16")
    shown.page.locator("body").click(position={"x": 2, "y": 2})
    shown.page.keyboard.press(" ")
    assert shown.page.get_by_role("button", name="Pause").is_visible()
    shown.page.wait_for_function(
        "() => Number(document.querySelector('#slider').value) >= 5", timeout=3000
    )
    shown.page.keyboard.press(" ")
    assert shown.page.get_by_role("button", name="Play", exact=True).is_visible()
    at = present(shown)
    shown.page.wait_for_timeout(250)
    assert at == present(shown)
    assert at in loud
    shown.page.keyboard.press("End")
    while present(shown) >= loud[-1]:
        shown.page.keyboard.press("ArrowLeft")
    shown.page.get_by_role("button", name="Play", exact=True).click()
    shown.page.wait_for_function(
        "() => document.querySelector('#play').getAttribute('aria-label') === 'Play'"
    )
    assert loud[-1] == present(shown)
    shown.page.get_by_role("button", name="Play", exact=True).click()
    shown.page.wait_for_function("() => Number(document.querySelector('#slider').value) < 20")
    shown.page.get_by_role("button", name="On", exact=True).click()
    assert shown.page.get_by_role("button", name="Play", exact=True).is_visible()


def test_speed_is_events_a_second(shown: Watched) -> None:
    """At double speed an event takes half a second."""
    shown.page.clock.install(time=0)
    shown.page.clock.pause_at(1000)
    shown.page.get_by_label("Speed").select_option("2")
    shown.page.get_by_role("button", name="Play", exact=True).click()
    first = present(shown)
    shown.page.clock.run_for(499)
    assert first == present(shown)
    shown.page.clock.run_for(2)
    assert first + 1 == present(shown)
    shown.page.clock.run_for(1500)
    assert "4" == shown.page.locator("#slider").input_value()


def test_a_link_leads_to_its_moment(shown: Watched, history: History) -> None:
    """The page reads the address when it opens and when it changes, and keeps it up to date."""
    line = line_of(history)
    shown.page.evaluate(f"() => {{ location.hash = 'seq={line[30]}'; }}")
    shown.page.wait_for_function(f"() => document.querySelector('#slider').value === '{30}'")
    assert line[30] == present(shown)
    shown.page.keyboard.press("ArrowRight")
    shown.page.wait_for_function(f"() => location.hash === '#seq={line[31]}'")


@pytest.mark.parametrize(
    "fragment",
    ["#seq=0", "#seq=-3", "#seq=4.5", "#seq=<b>", "#%zz", "#seq=", "#seq=1e2"],
)
def test_a_link_to_no_moment_is_ignored(
    page: Watched, history: History, tmp_path: Path, fragment: str
) -> None:
    """The page opens as it would without."""
    page.open(render_page(history), tmp_path, fragment)
    assert open_on(history) == present(page)
    page.page.evaluate("() => { location.hash = 'seq=1e9'; }")
    slider = page.page.locator("#slider")
    was = int(slider.input_value())
    page.page.keyboard.press("ArrowRight")
    assert was + 1 == int(slider.input_value())
    assert [] == page.errors


def test_a_link_to_an_undone_event_shows_it(
    page: Watched, history: History, tmp_path: Path
) -> None:
    """On its branch, struck through, with who undid it; its state is that of its own line."""
    gone = next(seq for seq in find_undone(history) if bars_differ(history, seq))
    page.open(render_page(history, audience="referee"), tmp_path, f"#seq={gone}")
    watch_events(page)
    assert gone == present(page)
    assert page.page.locator("#watched-name").is_visible()
    assert page.page.locator("#event del").is_visible()
    assert find_undone(history)[gone].how in page.page.locator("#event").inner_text()
    expected = {one.name: [*one.scores.values()] for one in history.state(gone).combatants.values()}
    seen = {name: [now for now, _ in each.values()] for name, each in bars(page).items()}
    assert expected == seen
    page.page.get_by_role("button", name="Back to the fight as it stands").click()
    assert present(page) in line_of(history)
    assert not page.page.locator("#watched-name").is_visible()


def bars_differ(history: History, seq: int) -> bool:
    """Does an event change a number?"""
    return type(history[seq].event).__name__ == "ScoreChanged"


def test_the_present_moment_is_copied_as_a_link(shown: Watched) -> None:
    """Where the browser allows it; the page confirms it."""
    shown.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown.page.keyboard.press("ArrowRight")
    shown.page.get_by_role("button", name="Copy a link").click()
    shown.page.wait_for_function("() => document.querySelector('#toast').textContent !== ''")
    assert "The link to #2 is copied." == shown.page.locator("#toast").inner_text()
    copied = shown.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith("page.html#seq=2")


def test_undone_events_are_skipped_or_shown(shown: Watched, history: History) -> None:
    """Hidden and skipped at first; the switch shows them struck through and steps through them."""
    marks = find_undone(history)
    first = min(marks)
    row = shown.page.locator(f"#log a[data-seq='{first}']")
    assert not row.is_visible()
    shown.page.get_by_role("switch", name="Undone events").check()
    assert row.is_visible()
    assert "line-through" in row.locator("del").evaluate(
        "(it) => getComputedStyle(it).textDecoration"
    )
    assert len(marks) == shown.page.locator("#log del").count()
    assert len(history) == shown.page.locator("#log li").count()
    row.click()
    assert first == present(shown)
    shown.page.locator("#event").click()
    shown.page.keyboard.press("ArrowRight")
    assert first + 1 == present(shown)
    shown.page.get_by_role("switch", name="Undone events").uncheck()
    assert present(shown) in line_of(history)
    assert not row.is_visible()


def test_corrections_are_marked_with_their_note(shown: Watched, history: History) -> None:
    """The log says what each corrected event replaces."""
    data = page_data(history)
    notes = [row[3]["n"] for row in data["rows"] if len(row) > 3 and row[3] and "n" in row[3]]
    assert notes
    assert set(notes) <= set(shown.page.locator("#log .note").all_text_contents())
    assert shown.page.locator("#log .kind-x").count()


def test_the_log_follows_and_can_be_clicked(shown: Watched, history: History) -> None:
    """The present row is in sight; a click goes to its event."""
    shown.page.keyboard.press("End")
    row = shown.page.locator("#log [aria-current=step]")
    inside = """(row) => {
        const at = row.getBoundingClientRect();
        const log = document.querySelector("#log").getBoundingClientRect();
        return at.top >= log.top - 1 && at.bottom <= log.bottom + 1;
    }"""
    assert row.evaluate(inside)
    goal = line_of(history)[-6]
    shown.page.locator(f"#log a[data-seq='{goal}']").click()
    shown.page.locator(f"#log [aria-current=step][data-seq='{goal}']").wait_for()
    assert goal == present(shown)


def rule_of(shown: Watched, selector: str, name: str) -> Any:
    """A computed style."""
    return shown.page.locator(selector).first.evaluate(f"(it) => getComputedStyle(it).{name}")


def test_a_link_is_followed_though_the_page_writes_its_own_address(shown: Watched) -> None:
    """At the same moment: it writes it a moment after each step."""
    shown.page.evaluate(
        "() => { location.hash = 'seq=12'; history.replaceState(null, '', '#seq=1'); }"
    )
    shown.page.wait_for_function("() => document.querySelector('#event').dataset.seq === '12'")
