"""A flood of taps: who sends it is told so, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TypeVar

import pytest

from combatlog.app.campaign import Campaign
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from combatlog.server.limits import Limits
from combatlog.server.table import Table
from combatlog.server.writer import InlineWriter
from tests.combatlog.server.served import Caller, make_campaign, on_loopback, serve_table
from tests.combatlog.server.tables import FIGHT, TestTable, at_table

T = TypeVar("T")


class CountingWriter(InlineWriter):
    """A writer that counts the jobs that were begun, and takes a while for each."""

    def __init__(self) -> None:
        self.begun = 0
        self._turn = asyncio.Lock()

    async def run(self, job: Callable[[], T]) -> T:
        async with self._turn:
            self.begun += 1
            await asyncio.sleep(0)
            return job()


@at_table
async def test_what_is_too_fast_never_reaches_the_campaign(table: TestTable) -> None:
    """So others wait for no more than a person can tap. They are answered, each time."""
    anna = await table.admit("Anna")
    writer = CountingWriter()
    table.table = Table(lambda: Campaign(table.store), writer)
    await table.table.begin()
    app = make_app(Server(table.table, table.seats), {"table.local"})
    anna.app = table.referee.app = app
    before, began = writer.begun, time.monotonic()
    flood = [asyncio.create_task(anna.get(f"{FIGHT}/turn")) for _ in range(500)]
    notes = []
    for number in range(5):
        reply = await table.command(table.referee, do="note", text=f"{number}", key=f"{number}")
        notes.append(reply.status)
    replies = [await each for each in flood]
    statuses = [reply.status for reply in replies]
    allowed = Limits().burst + Limits().rate * (time.monotonic() - began) + 1
    assert [200] * 5 == notes
    assert statuses[0] == 200
    assert statuses[-1] == 429
    assert statuses.count(200) <= allowed
    assert {200, 429} == {*statuses}
    assert replies[-1].headers["retry-after"] == "1"
    # A note takes a job, and finding its fight another one.
    assert writer.begun - before <= statuses.count(200) + 3 * len(notes)


@pytest.mark.slow
def test_how_fast_somebody_may_send_is_set(tmp_path: Path) -> None:
    """By the options of the server: three at once, and then one in ten seconds."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0", "--burst", "3", "--rate", "0.1") as served:
        client = Caller(on_loopback(served.table_link).partition("/#")[0]).client
        statuses = [client.get("/api/seat").status_code for _ in range(5)]
    assert [401, 401, 401, 429, 429] == statuses


FLOOD = """
import sys
import httpx
base, cookie = sys.argv[1:]
with httpx.Client(base_url=base, cookies={"combatlog": cookie}, trust_env=False) as client:
    refused = 0
    while True:
        refused += client.get("/api/fights/1/turn").status_code == 429
        if refused == 50:
            print("flooding", flush=True)
"""
"""Sends one request after the other, without a pause. It says so once many were refused."""


@contextmanager
def flood(base: str, cookie: str) -> Iterator[None]:
    """Flood a table within the context."""
    process = subprocess.Popen(
        [sys.executable, "-c", FLOOD, base, cookie], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert "flooding" == process.stdout.readline().strip()
        yield
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
@pytest.mark.alone
def test_beside_a_flood_everybody_else_is_as_fast_as_before(tmp_path: Path) -> None:
    """Measured at a real table: the referee's commands alone, beside a flood, and alone again."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        referee = Caller.follow(served.referee_link, "Rita")
        anna = Caller.follow(on_loopback(served.table_link), "Anna")
        referee.post(f"/api/seats/{anna.get('/api/seat')['id']}", {})
        base = on_loopback(served.table_link).partition("/#")[0]
        alone = [measure_commands(referee)]
        with flood(base, anna.client.cookies["combatlog"]):
            beside = measure_commands(referee)
        alone.append(measure_commands(referee))
    assert beside < 4 * max(alone) + 0.02, (beside, alone)


def measure_commands(referee: Caller) -> float:
    """Return the median of the seconds that commands take, at the pace of quick taps."""
    seconds = []
    for _ in range(20):
        last = referee.get("/api/fights/1/turn")["last"]
        said = {"do": "note", "text": "tap", "head": last, "key": json.dumps(["tap", last])}
        began = time.perf_counter()
        referee.post("/api/fights/1/commands", said)
        seconds.append(time.perf_counter() - began)
        time.sleep(0.1)
    return median(seconds)
