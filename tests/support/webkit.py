"""WebKit, Safari's engine, for tests that look at pages: Debian's WebKitGTK on a screen that nobody
sees, by WebDriver.

Without it the tests are skipped with the reason; with `COMBATLOG_REQUIRE_SERVICES=1` it is
installed, or they fail. WebKit has no switch that takes a page's connection away. So its pages are
read through a relay that can be cut, and are told of it by the event that a browser sends.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.services.packages import Unavailable, install, skip_or_fail
from tests.support.relay import Relay

PACKAGES = ("webkit2gtk-driver", "xvfb", "xauth", "fonts-dejavu-core")

PROGRAMS = ("WebKitWebDriver", "Xvfb")

PATIENCE = 30.0
"""How many seconds a page may take to show something, and a program to start."""

QUIET = {
    "GIO_USE_NETWORK_MONITOR": "base",  # connected, whatever the machine's network is
    "GTK_A11Y": "none",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # it needs rights that containers lack
}
"""What keeps WebKit from asking for more than a screen."""

NARROW = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }"
"""A style of the browser's buttons: with them as they are, no window is as narrow as a phone."""

LISTEN = """
window.failures = [];
addEventListener("error", (event) => failures.push(String(event.message)));
addEventListener("unhandledrejection", (event) => failures.push(String(event.reason)));
"""
"""Keeps what the page's scripts fail with."""

TELL = """
Object.defineProperty(navigator, "onLine", { get: () => !arguments[0], configurable: true });
dispatchEvent(new Event(arguments[0] ? "offline" : "online"));
"""
"""Tells a page that its connection is away, or back."""


class WebKit:
    """A page in WebKit."""

    def __init__(self, driver: str) -> None:
        self._client = httpx.Client(base_url=driver, trust_env=False, timeout=2 * PATIENCE)
        options = {"binary": str(_find_browser()), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        made = self._call("POST", "/session", capabilities=wanted)
        self.version = str(made["capabilities"]["browserVersion"])
        self._session = f"/session/{made['sessionId']}"
        self._relay = _RelayThread()

    @property
    def errors(self) -> list[str]:
        """What the page's scripts have failed with since it was opened."""
        return list(self.run("window.failures"))

    def open(self, address: str, width: int, height: int) -> None:
        """Open an address of this machine in a window whose page has this size."""
        url = httpx.URL(address)
        assert url.port is not None
        self._resize(width, height)
        relayed = str(url.copy_with(port=self._relay.start(url.port)))
        self._call("POST", f"{self._session}/url", url=relayed)
        self._execute(LISTEN)
        assert [width, height] == self.run("[innerWidth, innerHeight]")

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        return self._execute(f"return {script}")

    def wait_for(self, script: str) -> None:
        """Wait until an expression is true in the page."""
        until = time.monotonic() + PATIENCE
        while not self.run(f"Boolean({script})"):
            assert time.monotonic() < until, (script, self.errors)
            time.sleep(0.1)

    def set_offline(self, is_offline: bool) -> None:
        """Take the page's connection away, or give it back."""
        self._relay.set_down(is_offline)
        self._execute(TELL, is_offline)

    def close(self) -> None:
        """End WebKit."""
        self._call("DELETE", self._session)
        self._relay.stop()
        self._client.close()

    def _resize(self, width: int, height: int) -> None:
        """Give the window the size at which the page in it has this one."""
        window = f"{self._session}/window/rect"
        self._call("POST", window, width=width, height=height)
        for _ in range(5):
            inner = self.run("[innerWidth, innerHeight]")
            if inner == [width, height]:
                return
            rect = self._call("GET", window)
            wider, higher = width - inner[0], height - inner[1]
            self._call("POST", window, width=rect["width"] + wider, height=rect["height"] + higher)
            time.sleep(0.2)

    def _execute(self, script: str, *given: Any) -> Any:
        return self._call("POST", f"{self._session}/execute/sync", script=script, args=[*given])

    def _call(self, method: str, path: str, **sent: Any) -> Any:
        """Send a command; return its value."""
        answered = self._client.request(method, path, json=sent if method == "POST" else None)
        value = answered.json()["value"]
        assert answered.is_success, value
        return value


class _RelayThread:
    """A relay to a port of this machine, in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._relay: Relay | None = None
        self._ended = asyncio.Event()
        self._thread: threading.Thread | None = None

    def start(self, port: int) -> int:
        """Begin to pass connections on to a port; return the port to connect to."""
        assert self._relay is None, "a relay passes on to one port"
        relay = self._relay = Relay(port)
        ready = threading.Event()

        async def run() -> None:
            async with relay.run():
                ready.set()
                await self._ended.wait()

        self._thread = threading.Thread(
            target=lambda: self._loop.run_until_complete(run()), daemon=True
        )
        self._thread.start()
        assert ready.wait(PATIENCE)
        return relay.port

    def set_down(self, is_down: bool) -> None:
        """Cut every connection and take no new one; or let them through."""
        assert self._relay is not None
        self._relay.is_down = is_down
        if is_down:
            self._loop.call_soon_threadsafe(self._relay.cut)

    def stop(self) -> None:
        """End the relay."""
        if self._thread is not None:
            self._loop.call_soon_threadsafe(self._ended.set)
            self._thread.join(PATIENCE)


@contextmanager
def start_webkit(folder: Path) -> Iterator[WebKit]:
    """Run WebKit, with its files in a folder, within the context."""
    _find_or_install()
    home = folder / "webkit"
    style = home / ".config" / "gtk-3.0" / "gtk.css"
    style.parent.mkdir(parents=True)
    style.write_text(NARROW)
    with _run_screen() as screen:
        own = {
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_RUNTIME_DIR": str(home),
            "DISPLAY": screen,
        }
        driver, port = _start_driver(os.environ | QUIET | own)
        try:
            webkit = WebKit(f"http://127.0.0.1:{port}")
            yield webkit
            webkit.close()
        finally:
            # The driver's own group: the browser that it has started ends, too.
            os.killpg(driver.pid, signal.SIGKILL)
            driver.wait()


@contextmanager
def _run_screen() -> Iterator[str]:
    """Run a screen that nobody sees within the context; yield its name."""
    read, write = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1200x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as said:
            number = said.readline().strip()
        assert number, "Xvfb has not started"
        yield f":{number}"
    finally:
        process.terminate()
        process.wait()


def _start_driver(environment: dict[str, str]) -> tuple[subprocess.Popen[bytes], int]:
    """Start the driver at a free port; return it when it listens."""
    port = _find_free_port()
    driver = subprocess.Popen(
        ["WebKitWebDriver", f"--port={port}"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    until = time.monotonic() + PATIENCE
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{port}/status", trust_env=False)
            return driver, port
        except httpx.TransportError:
            assert driver.poll() is None and time.monotonic() < until, "no driver listens"
            time.sleep(0.1)


def _find_free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _find_browser() -> Path:
    """Return the path of WebKitGTK's small browser; skip or fail the test where there is none."""
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return found[-1] if found else skip_or_fail("WebKitGTK has no MiniBrowser here.")


def _find_or_install() -> None:
    """Skip or fail the test where WebKit is missing and cannot be installed."""
    if all(map(shutil.which, PROGRAMS)):
        return
    try:
        install("WebKitGTK", PACKAGES)
    except Unavailable as reason:
        skip_or_fail(str(reason))
    if not all(map(shutil.which, PROGRAMS)):
        skip_or_fail("WebKitGTK was installed, and its driver or a screen is not on the path.")
