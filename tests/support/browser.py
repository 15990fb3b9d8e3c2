"""A real browser for tests that look at pages: Debian's Chromium, driven by Playwright.

`browser` is one for a file of tests; `page` is an empty page that notes what goes wrong on it and
what it asks for. No page reaches any other machine. Where there is no browser and none can be
installed, its tests are skipped with the reason; with `COMBATLOG_REQUIRE_SERVICES=1` they fail.

    from tests.support.browser import browser, page  # noqa: F401
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REQUIRED = "COMBATLOG_REQUIRE_SERVICES"
"""Set to 1 where these tests have to run."""

PACKAGES = ("chromium", "fonts-dejavu-core")

CHROMIUM = "/usr/bin/chromium"

ARGUMENTS = (
    "--no-sandbox",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
)

DESKTOP = {"width": 1280, "height": 800}


class Watched(NamedTuple):
    """A page, what went wrong on it (console errors, uncaught exceptions), and the addresses it
    asked for."""

    page: Page
    errors: list[str]
    requests: list[str]

    def open(self, text: str, folder: Path, fragment: str = "") -> None:
        """Show a text of HTML from a file in a folder."""
        path = folder / "page.html"
        path.write_text(text, "utf-8")
        self.page.goto(path.as_uri() + fragment)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, started once for a file: while it runs, no other event loop can."""
    missing = _missing()
    if missing:
        if os.environ.get(REQUIRED) == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Watched]:
    """An empty page, desktop wide, in the light scheme."""
    context = browser.new_context(viewport=DESKTOP, color_scheme="light")  # type: ignore[arg-type]
    watched = Watched(context.new_page(), [], [])
    watched.page.on(
        "console",
        lambda said: watched.errors.append(said.text) if said.type == "error" else None,
    )
    watched.page.on("pageerror", lambda error: watched.errors.append(str(error)))
    watched.page.on("request", lambda request: watched.requests.append(request.url))
    watched.page.set_default_timeout(10_000)
    yield watched
    context.close()


def _missing() -> str:
    """Why there is no browser here; empty where there is one."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "Playwright for Python is not installed (the dev extra has it)."
    if not Path(CHROMIUM).exists():
        _install()
    return "" if Path(CHROMIUM).exists() else f"There is no {CHROMIUM}; Debian has it in chromium."


def _install() -> None:
    """Debian's packages, where there is a package manager and the right to use it."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]
    for command in (["apt-get", "update", "-qq"], install):
        subprocess.run(command, env=quiet, check=False, capture_output=True)
