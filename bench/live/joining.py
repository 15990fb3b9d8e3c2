"""`python -m bench.live.joining`: from `combatlog serve` to four phones that see the fight.

The pages are the real ones, in Debian's Chromium. Nobody's hands are counted: links are opened and
buttons tapped as soon as they are there.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from bench.live.campaign import write_fights

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

CHROMIUM = "/usr/bin/chromium"
"""Debian's browser."""

PHONES = ("Anna", "Emil", "Flora", "Gus")

SEES_FIGHT = ".token[title^='Ada,']"


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
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            return [await _lay_table(browser) for _ in range(times)]
        finally:
            await browser.close()


async def _lay_table(browser: Browser) -> Joined:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.combatlog"
        write_fights(path, 1, 10)
        began = perf_counter()
        address = ("--host", "127.0.0.1", "--port", "0", "--no-browser")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-u", "-m", "combatlog", "serve", str(path), *address),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        try:
            assert process.stdout is not None, "it is piped"
            links = await read_links(process.stdout)
            printed = perf_counter()
            referee = await open_page(browser, links["Referee"], "Rita", (1280, 800))
            await referee.wait_for_selector(SEES_FIGHT)
            seated = perf_counter()
            phones = asyncio.gather(*(_join(browser, links["Players"], each) for each in PHONES))
            await referee.click("#tab-table")
            for name in PHONES:
                knock = referee.locator(".knock", has_text=name)
                await knock.get_by_role("button", name="Let in").click()
            await phones
            return Joined(printed - began, seated - began, perf_counter() - began)
        finally:
            process.kill()
            await process.wait()
            for context in browser.contexts:
                await context.close()


async def read_links(printed: asyncio.StreamReader) -> dict[str, str]:
    """Return the links that the command prints, by whose they are."""
    links: dict[str, str] = {}
    while len(links) < 2:
        line = (await printed.readline()).decode()
        if not line:
            raise RuntimeError("the server has ended")
        if found := re.match(r"(Referee|Players)\s+(http://\S+)", line):
            links[found[1]] = found[2]
    return links


async def _join(browser: Browser, link: str, name: str) -> None:
    page = await open_page(browser, link, name, (390, 844))
    await page.wait_for_selector(SEES_FIGHT)


async def open_page(browser: Browser, link: str, name: str, size: tuple[int, int]) -> Page:
    """Open a link in a browser of its own, and give a name."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, is_mobile=size[0] < 640
    )
    page = await context.new_page()
    page.set_default_timeout(60_000)
    await page.goto(link)
    await page.fill("#name", name)
    await page.click("#join button")
    return page


if __name__ == "__main__":
    main()
