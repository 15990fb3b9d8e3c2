"""A table that `combatlog serve` serves in a process of its own, and browsers that open its
links."""

from __future__ import annotations

import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from combatlog.app.campaign import create
from rulesets.definitions.shipped import load_game
from tests.support.given import npc, pc

PATIENCE = 30.0
"""How many seconds a process may take to do what it should."""


class ServedProcess:
    """A running `combatlog serve`. `said` are the lines that it has printed."""

    def __init__(self, folder: Path, *args: str, environment: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "combatlog", "serve", "--no-browser", *args],
            cwd=folder,
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | (environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait for the lines with the links."""

    def wait_for(self, word: str) -> str:
        """Return the rest of the line that begins with a word, when it is printed."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                line = self._lines.get(timeout=0.2)
            except queue.Empty:
                assert self.process.poll() is None, "\n".join(self.said)
                continue
            if line.startswith(word):
                return line.removeprefix(word).strip()
        raise AssertionError("\n".join(self.said))

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Send a signal; return the exit code, and the seconds until it came."""
        began = time.perf_counter()
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        return code, time.perf_counter() - began

    def measure_work(self) -> float:
        """Return the seconds that the process has computed until now."""
        after_name = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2]
        return sum(map(int, after_name.split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            self._lines.put(line.rstrip("\n"))


class ServedTable(ServedProcess):
    """A running `combatlog serve` of one campaign."""

    def wait_until_ready(self) -> None:
        self.referee_link = self.wait_for("Referee").split()[0]
        self.table_link = self.wait_for("Players")
        self.code = self.wait_for("Code").split()[0]

    @property
    def port(self) -> int:
        """The port that it listens at."""
        return httpx.URL(self.referee_link).port or 0


class ServedHall(ServedProcess):
    """A running `combatlog serve` of many campaigns. `links` are the links that it has printed for
    referees, by the name of the campaign."""

    def wait_until_ready(self) -> None:
        self.address = on_loopback(self.wait_for("Address").rstrip("/"))
        self.wait_for("A campaign is listed")
        lines = [each.split() for each in self.said if each.startswith("Referee")]
        self.links = {name.strip("()"): link for _, link, name in lines}


@contextmanager
def serve_table(
    folder: Path, *args: str, environment: dict[str, str] | None = None
) -> Iterator[ServedTable]:
    """Serve a table within the context."""
    served = ServedTable(folder, *args, environment=environment)
    try:
        yield served
    finally:
        served.process.kill()
        served.process.wait()


def make_campaign(folder: Path, name: str = "harbour") -> Path:
    """Return a new campaign with a fight of two."""
    path = folder / f"{name}.combatlog"
    make_campaign_at(path)
    return path


def make_campaign_at(place: str | Path) -> None:
    """Make a campaign with a fight of two, in a file or a database."""
    with create(place) as campaign:
        game = load_game("golden-idol")
        people = [pc("Ada", "6/0/10/10/10", player="Anna", sword="d8")]
        people += [npc("Wolf", "17/0/13/13/13", bite="d6")]
        campaign.start("A fight", game, sheets=[each.sheet(game) for each in people])


class Caller:
    """Somebody's browser at a table: it keeps the cookie. `verify` is a certificate to trust."""

    def __init__(self, base: str, verify: Any = True) -> None:
        self.client = httpx.Client(base_url=base, trust_env=False, timeout=PATIENCE, verify=verify)

    @classmethod
    def follow(cls, link: str, name: str, verify: Any = True) -> Caller:
        """Return a browser that has opened a link of this machine, and knocked."""
        base, token = re.fullmatch(r"(.+)/#(.+)", link).groups()  # type: ignore[union-attr]
        caller = cls(base, verify)
        assert "<html" in caller.client.get("/").raise_for_status().text
        caller.post("/api/knock", {"shown": token, "name": name})
        return caller

    def get(self, path: str) -> Any:
        """Return the JSON of an answer."""
        return self.client.get(path).raise_for_status().json()

    def post(self, path: str, sent: Any) -> Any:
        """Send JSON; return that of the answer."""
        return self.client.post(path, json=sent).raise_for_status().json()

    @contextmanager
    def stream(self, path: str) -> Iterator[Iterator[Any]]:
        """Read the frames of a stream within the context."""
        with self.client.stream("GET", path) as answer:
            answer.raise_for_status()
            yield _read_frames(answer.iter_lines())


def _read_frames(lines: Iterator[str]) -> Iterator[Any]:
    """Yield the frames of a stream; leave out what stands beside them."""
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: ") and kind in ("", "frame"):
            yield json.loads(line.removeprefix("data: "))


def on_loopback(link: str) -> str:
    """Return a link with the loopback address: where tests run, no other may be reached."""
    return re.sub(r"//[^:/]+:", "//127.0.0.1:", link)
