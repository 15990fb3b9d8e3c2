"""Helpers to read the page in a browser, and the fight behind it."""

from __future__ import annotations

from typing import Any

from replay.log.event_log import History
from replay.log.undo import find_undone
from tests.support.browser import Watched


def line_of(history: History) -> list[int]:
    """Return the events that the page steps through."""
    moves = {"HeadMoved"}
    return [
        row.seq
        for row in history.rows
        if row.seq not in find_undone(history) and type(row.event).__name__ not in moves
    ]


def told_on(history: History) -> list[int]:
    """Return the events of the line itself, without notes that stand beside another one."""
    aside = ("Noted", "BranchNamed", "Salted")
    return [seq for seq in line_of(history) if type(history[seq].event).__name__ not in aside]


def of_kind(history: History, *kinds: str) -> list[int]:
    """Return the events of the line of these types."""
    return [seq for seq in line_of(history) if type(history[seq].event).__name__ in kinds]


def present(shown: Watched) -> int:
    """Return the seq of the event that the page shows. The log, if it is made, marks the same."""
    seq = shown.page.locator("#event").get_attribute("data-seq") or ""
    row = shown.page.locator("#log [aria-current=step]")
    assert not row.count() or seq == row.get_attribute("data-seq")
    return int(seq)


def watch_events(shown: Watched) -> None:
    """Step event by event, with the log beside the stage."""
    shown.page.evaluate("() => document.querySelector('#single').click()")
    open_pane(shown, "log")


def walk_stops(shown: Watched, read: str) -> list[Any]:
    """Show each stop of the slider, and return what a function in the page returns there. All in
    one question to the browser: each takes longer than to show a stop."""
    found: list[Any] = shown.page.evaluate(
        f"""async () => {{
            const slider = document.querySelector("#slider");
            const found = [];
            for (let at = 0; at <= Number(slider.max); at++) {{
                slider.value = at;
                slider.dispatchEvent(new Event("input"));
                await new Promise(requestAnimationFrame);
                found.push(({read})());
            }}
            return found;
        }}"""
    )
    return found


def open_pane(shown: Watched, name: str) -> None:
    """Open one of the panes: story, log, people, numbers. On a phone another tap on an open tab
    would make its pane tall."""
    tab = shown.page.locator(f"#tab-{name}")
    if "true" != tab.get_attribute("aria-selected"):
        tab.click()


def bars(shown: Watched) -> dict[str, dict[str, list[int]]]:
    """Return what every bar shows, by name and score: now and maximum."""
    read: dict[str, dict[str, list[int]]] = shown.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".card:not([hidden])")]
            .map((card) => [card.querySelector("h4 bdi").textContent, Object.fromEntries(
                [...card.querySelectorAll("[role=meter]")].map((bar) => [
                    bar.getAttribute("aria-label"),
                    [Number(bar.getAttribute("aria-valuenow")),
                     Number(bar.getAttribute("aria-valuemax"))]]))]))"""
    )
    return read


def read_here(page: Watched) -> str:
    """Return what stands over the present entry of the story."""
    row = page.page.locator("#story .present")
    return str(row.evaluate("(it) => getComputedStyle(it, '::after').content"))


def open_tree(shown: Watched, *, is_open: bool = True) -> None:
    """Open the tree of lines, or close it."""
    box = shown.page.locator("#branches-box")
    if is_open != (box.get_attribute("open") is not None):
        box.locator("summary").click()
