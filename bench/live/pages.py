"""The real pages of a table, in Debian's Chromium, with a server of their own."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from bench.live.campaign import write_fights

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

SEES_FIGHT = ".token[title^='Ada,']"
"""What a page shows once it has the fight."""


class Served(NamedTuple):
    """A table that is served: the links of the referee and of the players, and when its command
    was started."""

    referee: str
    players: str
    began: float


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """Open the browser, as long as it is used."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def serve_table() -> AsyncIterator[Served]:
    """Serve a campaign with a fight of ten rounds, as long as it is used."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.combatlog"
        write_fights(path, 1, 10)
        began = perf_counter()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-u", "-m", "combatlog", "serve", str(path)),
            *("--host", "127.0.0.1", "--port", "0", "--no-browser"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        try:
            assert process.stdout is not None, "it is piped"
            links = await _read_links(process.stdout)
            yield Served(links["Referee"], links["Players"], began)
        finally:
            process.kill()
            await process.wait()


async def _read_links(printed: asyncio.StreamReader) -> dict[str, str]:
    """Return the links that the command prints, by whose they are."""
    links: dict[str, str] = {}
    while len(links) < 2:
        line = (await printed.readline()).decode()
        if not line:
            raise RuntimeError("the server has ended")
        if found := re.match(r"(Referee|Players)\s+(http://\S+)", line):
            links[found[1]] = found[2]
    return links


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
