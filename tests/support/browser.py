"""A real browser for tests that look at pages: Debian's Chromium, driven by Playwright.

The fixture `browser` is one browser for a file of tests. The fixture `page` is an empty page that
records errors and requests. No page reaches any other machine. Without a browser the tests are
skipped with the reason; with `COMBATLOG_REQUIRE_SERVICES=1` it is installed, or they fail.

    from tests.support.browser import browser, page  # noqa: F401
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.services.packages import Unavailable, install, skip_or_fail

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PACKAGES = ("chromium", "fonts-dejavu-core")

CHROMIUM = "/usr/bin/chromium"

ARGUMENTS = (
    "--no-sandbox",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
)

DESKTOP = {"width": 1280, "height": 800}

MADE = "#app:not([hidden])"
"""What the page of a replay has when it has unpacked its data."""

PATIENCE = 30_000
"""How many milliseconds a page may take to show something: so long can a busy machine's disk stand
still. What has to be quick is measured by itself, in tests marked `alone`."""


class Watched(NamedTuple):
    """A page, its errors (console and uncaught exceptions) and the addresses it requested."""

    page: Page
    errors: list[str]
    requests: list[str]

    def open(self, text: str, folder: Path, fragment: str = "") -> None:
        """Write HTML to a file in a folder and show it."""
        path = folder / "page.html"
        path.write_text(text, "utf-8")
        self.page.goto(path.as_uri() + fragment)
        if 'id="app"' in text:
            self.page.locator(MADE).wait_for()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Chromium once for a file of tests: while it runs, no other event loop can."""
    _find_or_install()
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Watched]:
    """Open an empty page as wide as a desktop, in the light colour scheme."""
    context = browser.new_context(viewport=DESKTOP, color_scheme="light")  # type: ignore[arg-type]
    watched = Watched(context.new_page(), [], [])
    watched.page.on(
        "console",
        lambda said: watched.errors.append(said.text) if said.type == "error" else None,
    )
    watched.page.on("pageerror", lambda error: watched.errors.append(str(error)))
    watched.page.on("request", lambda request: watched.requests.append(request.url))
    watched.page.set_default_timeout(PATIENCE)
    yield watched
    context.close()


def _find_or_install() -> None:
    """Skip or fail the test where there is no browser and none can be installed."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        skip_or_fail("Playwright for Python is not installed (the dev extra has it).")
    if Path(CHROMIUM).exists():
        return
    try:
        install("Chromium", PACKAGES)
    except Unavailable as reason:
        skip_or_fail(str(reason))
    if not Path(CHROMIUM).exists():
        skip_or_fail(f"Chromium was installed, and there is no {CHROMIUM}.")
