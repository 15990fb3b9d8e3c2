"""`python -m bench.live.tapping`: how soon a tap of the referee, or of a phone, shows something.

The pages are the real ones, in Debian's Chromium. A tap counts from the finger (`pointerdown`, or a
key) until the picture with the first visible change of the page: a choice, a form, or the sign that
it is sent. The answer to a command comes a moment later; that is measured, too.
"""

from __future__ import annotations

import asyncio
import os
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import click

from bench.live.pages import SEES_FIGHT, open_browser, open_page, serve_table

if TYPE_CHECKING:
    from playwright.async_api import Page

PAUSE = 700
"""Milliseconds between two taps: what the last one has changed is over by then."""

AT_ONCE = 100
"""Milliseconds within which every tap is to be answered."""

_WATCH = """() => {
    window.taps = [];
    for (const finger of ["pointerdown", "keydown"]) addEventListener(finger, () => {
        window.taps.push({ name: window.tapping, began: performance.now(), shown: 0, recorded: 0 });
    }, true);
    const find = ({ target }) => target.checkVisibility ? target : target.parentElement;
    const isSeen = (change) => find(change)?.checkVisibility();
    new MutationObserver((changes) => {
        const tap = window.taps.at(-1);
        if (!tap || !changes.some(isSeen)) return;
        const isSent = Boolean(document.querySelector("#hands.sending"));
        requestAnimationFrame(() => setTimeout(() => {
            const passed = performance.now() - tap.began;
            tap.shown ||= passed;
            if (tap.isSent && !isSent) tap.recorded ||= passed;
            tap.isSent ||= isSent;
        }));
    }).observe(document.body, {
        subtree: true, childList: true, attributes: true, characterData: true,
    });
}"""
"""Keeps for each tap the milliseconds until the first change, and until the answer is there."""


class Tap(NamedTuple):
    """What was tapped on whose page, and the milliseconds until something showed, and until its
    command was answered; 0 where nothing showed, or nothing was sent."""

    page: str
    name: str
    shown: float
    recorded: float


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How many rounds are played.")
def main(rounds: int) -> None:
    """Measure how soon taps show something."""
    taps = asyncio.run(_measure(rounds))
    click.echo(f"load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for page in ("referee", "phone"):
        of_page = [each for each in taps if each.page == page]
        for name in dict.fromkeys(each.name for each in of_page):
            _tell(f"{page}: {name}", [each for each in of_page if each.name == name])
        _tell(f"{page}: all", of_page)


def _tell(words: str, taps: list[Tap]) -> None:
    shown = sorted(each.shown for each in taps if each.shown)
    late = sum(each > AT_ONCE for each in shown)
    if not shown:
        click.echo(f"{words}: nothing showed ({len(taps)} taps)")
        return
    recorded = [each.recorded for each in taps if each.recorded]
    answered = f"; answered after {median(recorded):.0f} ms" if recorded else ""
    click.echo(
        f"{words}: {median(shown):.0f} ms, at most {shown[-1]:.0f}; of {len(taps)} taps {late} over"
        f" {AT_ONCE} ms, {len(taps) - len(shown)} showed nothing{answered}"
    )


async def _measure(rounds: int) -> list[Tap]:
    async with open_browser() as browser, serve_table() as served:
        referee = await open_page(browser, served.referee, "Rita", (1280, 800))
        await referee.wait_for_selector(SEES_FIGHT)
        phone = await open_page(browser, served.players, "Anna", (390, 844))
        await referee.click("#tab-table")
        knock = referee.locator(".knock")
        await knock.locator("select").select_option(label="Ada")
        await knock.get_by_role("button", name="Let in").click()
        await phone.wait_for_selector(SEES_FIGHT)
        await referee.wait_for_timeout(2 * PAUSE)
        for page in (referee, phone):
            await page.evaluate(_WATCH)
        for _ in range(rounds):
            await _play_round(referee, phone)
        return [*await _read("referee", referee), *await _read("phone", phone)]


async def _play_round(referee: Page, phone: Page) -> None:
    """Let a phone and the referee attack; resolve, undo and redo; look at panes and cards; and go
    on to the next round."""
    await _tap(phone, "pane play", "#tab-play")
    await _tap(phone, "choose who acts", "#own .chip.person")
    await _tap(phone, "attack", ".token[title^='Wolf,']")
    await _tap(referee, "choose who acts", ".token[title^='Ben,']")
    await _tap(referee, "attack", ".token[title^='Bear,']")
    await _go_on(referee, "resolve", "Resolve")
    await _tap(referee, "undo", "#undo")
    await _tap(referee, "redo", "#redo")
    for page in (referee, phone):
        for pane in ("log", "people", "story"):
            await _tap(page, f"pane {pane}", f"#tab-{pane}")
    await _go_on(referee, "next round", "round")


async def _go_on(page: Page, name: str, words: str) -> None:
    """Tap what moves the fight on, and mean it where some have not declared."""
    await _tap(page, name, f"#moving button:has-text('{words}')")
    if await page.locator("#doubt-yes").is_visible():
        await _tap(page, f"{name} anyway", "#doubt-yes")


async def _tap(page: Page, name: str, place: str) -> None:
    await page.evaluate("(name) => { window.tapping = name; }", name)
    await page.locator(place).first.click()
    await page.wait_for_timeout(PAUSE)


async def _read(name: str, page: Page) -> list[Tap]:
    taps = await page.evaluate("window.taps")
    return [Tap(name, each["name"], each["shown"], each["recorded"]) for each in taps]


if __name__ == "__main__":
    main()
