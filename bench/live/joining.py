"""`python -m bench.live.joining`: from `combatlog serve` to four phones that see the fight.

The pages are the real ones, in Debian's Chromium. Nobody's hands are counted: links are opened and
buttons tapped as soon as they are there.
"""

from __future__ import annotations

import asyncio
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from bench.live.pages import SEES_FIGHT, open_browser, open_page, serve_table

if TYPE_CHECKING:
    from playwright.async_api import Browser

PHONES = ("Anna", "Emil", "Flora", "Gus")


class Joined(NamedTuple):
    """The seconds from the command until its links were printed, the referee saw the fight, and all
    phones did."""

    printed: float
    referee: float
    phones: float


@click.command()
@click.option("--times", default=5, show_default=True, help="How often it is measured.")
def main(times: int) -> None:
    """Measure how soon four phones are at a table."""
    found = asyncio.run(_measure(times))
    for field in Joined._fields:
        seconds = sorted(getattr(each, field) for each in found)
        click.echo(f"{field}: {median(seconds):.1f} s ({seconds[0]:.1f} to {seconds[-1]:.1f})")


async def _measure(times: int) -> list[Joined]:
    async with open_browser() as browser:
        return [await _lay_table(browser) for _ in range(times)]


async def _lay_table(browser: Browser) -> Joined:
    async with serve_table() as served:
        printed = perf_counter()
        referee = await open_page(browser, served.referee, "Rita", (1280, 800))
        await referee.wait_for_selector(SEES_FIGHT)
        seated = perf_counter()
        phones = asyncio.gather(*(_join(browser, served.players, each) for each in PHONES))
        await referee.click("#tab-table")
        for name in PHONES:
            knock = referee.locator(".knock", has_text=name)
            await knock.get_by_role("button", name="Let in").click()
        await phones
        joined = Joined(*(each - served.began for each in (printed, seated, perf_counter())))
    for context in browser.contexts:
        await context.close()
    return joined


async def _join(browser: Browser, link: str, name: str) -> None:
    page = await open_page(browser, link, name, (390, 844))
    await page.wait_for_selector(SEES_FIGHT)


if __name__ == "__main__":
    main()
