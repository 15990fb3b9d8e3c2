"""Firefox for tests that look at pages: Debian's Firefox ESR without a screen, by WebDriver BiDi.

Without Firefox the tests are skipped with the reason; with `COMBATLOG_REQUIRE_SERVICES=1` it is
installed, or they fail. Firefox itself speaks the protocol, so no driver is between.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket

from tests.services.packages import Unavailable, install, skip_or_fail

PACKAGES = ("firefox-esr", "fonts-dejavu-core")

REMOTE = ("--remote-debugging-port", "0", "about:blank")

PATIENCE = 20.0
"""How many seconds a page may take to show something."""

PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
"""What Firefox would otherwise ask other machines for."""


class Firefox:
    """A page in Firefox. `errors` are what its scripts failed with."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(
            f"{address}/session", timeout=PATIENCE, suppress_origin=True
        )
        self._number = 0
        self.errors: list[str] = []
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        tree = self._call("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]

    def open(self, address: str, width: int, height: int) -> None:
        """Open an address in a window of this size."""
        size = {"width": width, "height": height}
        self._call("browsingContext.setViewport", context=self._context, viewport=size)
        self._call("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        answered = self._call(
            "script.evaluate",
            expression=f"JSON.stringify([{script}])",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answered["type"] == "success", answered
        return json.loads(answered["result"]["value"])[0]

    def wait_for(self, script: str) -> None:
        """Wait until an expression is true in the page."""
        until = time.monotonic() + PATIENCE
        while not self.run(f"Boolean({script})"):
            assert time.monotonic() < until, (script, self.errors)
            time.sleep(0.1)

    def set_offline(self, is_offline: bool) -> None:
        """Take the page's connection away, or give it back."""
        self._call(
            "emulation.setNetworkConditions",
            contexts=[self._context],
            networkConditions={"type": "offline"} if is_offline else None,
        )

    def close(self) -> None:
        """End Firefox."""
        self._call("browser.close")
        self._socket.close()

    def _call(self, method: str, **params: Any) -> Any:
        """Send a command; return its result."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": params}
        self._socket.send(json.dumps(command))
        while True:
            heard = json.loads(self._socket.recv())
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
                self.errors.append(str(heard["params"]["text"]))
            if heard.get("id") == self._number:
                assert heard["type"] == "success", heard
                return heard["result"]


@contextmanager
def start_firefox(folder: Path) -> Iterator[Firefox]:
    """Run Firefox, with its profile in a folder, within the context."""
    program = _find_or_install()
    profile = folder / "firefox"
    profile.mkdir()
    lines = (f"user_pref({json.dumps(n)}, {json.dumps(v)});" for n, v in PREFERENCES.items())
    (profile / "user.js").write_text("\n".join(lines))
    process = subprocess.Popen(
        [program, "--headless", "--no-remote", "--profile", str(profile), *REMOTE],
        env=os.environ | {"HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        firefox = Firefox(_read_address(process))
        yield firefox
        firefox.close()
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()


def _read_address(process: subprocess.Popen[str]) -> str:
    """Return where Firefox listens, once it has said so."""
    said: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in process.stderr or ():
            said.put(line)

    threading.Thread(target=read, daemon=True).start()
    while True:
        found = re.search(r"BiDi listening on (ws://\S+)", said.get(timeout=2 * PATIENCE))
        if found:
            return found[1]


def _find_or_install() -> str:
    """Return Firefox's path; skip or fail the test where there is none."""
    if shutil.which("firefox-esr") is None:
        try:
            install("Firefox", PACKAGES)
        except Unavailable as reason:
            skip_or_fail(str(reason))
    return shutil.which("firefox-esr") or skip_or_fail("Firefox is not on the path.")
