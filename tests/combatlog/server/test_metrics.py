"""Numbers for Prometheus, at a port of their own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from combatlog.server.health import Health
from combatlog.server.metrics import Metrics, read_place
from combatlog.server.observing import Observed
from combatlog.terminal.cli.operating import make_metrics
from events.errors import Refused
from tests.combatlog.server.served import Caller, make_campaign, make_campaign_at, serve_table
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.combatlog.server.test_health import until_ready
from tests.services.postgres import Postgres
from tests.services.server import find_free_port


def parse(text: str) -> dict[str, float]:
    """Return the numbers by their names; with the values of their labels, too."""
    return {
        "/".join([each.name, *each.labels.values()]): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }


def scrape(port: int) -> dict[str, float]:
    """Read the numbers as Prometheus does."""
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False, timeout=10)
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return parse(answer.text)


@at_table
async def test_commands_are_counted_by_what_became_of_them(table: TestTable) -> None:
    """With their time; so are what is recorded, open streams and tables that are awake."""
    metrics = Metrics()
    health = Health(table.table)
    metrics.measure(table.table.campaign)
    metrics.watch(table.table, health, lambda: 3)
    port = metrics.serve("127.0.0.1", 0)
    app = Observed(table.app, [metrics], health)
    anna = await table.admit("Anna")
    anna.app = table.referee.app = app
    before = table.last
    for line, status in (("note well", 200), ("attack ada nobody", 422), ("note", 422)):
        assert status == (await table.say(table.referee, line, key=line)).status
    late = await table.command(table.referee, do="undo", head=1, key="late")
    assert 409 == late.status
    assert 422 == (await table.say(anna, "kill wolf", key="p")).status
    broken = await table.referee.send("POST", f"{FIGHT}/commands", b"{")
    assert 400 == broken.status
    async with table.referee.stream(f"{FIGHT}/stream") as frames:
        await frames.get()
        open_now = await asyncio.to_thread(scrape, port)
    for _ in range(80):
        reply = await anna.get("/api/seat")
    assert 429 == reply.status
    found = await asyncio.to_thread(scrape, port)
    outcomes = ("recorded", "refused", "conflict", "unreadable", "forbidden", "busy", "broken")
    assert [1, 3, 1, 1, 0, 0, 0] == [found[f"combatlog_commands_total/{each}"] for each in outcomes]
    assert 6 == found["combatlog_command_seconds_count"]
    assert 0 < found["combatlog_command_seconds_sum"] < 5
    assert table.last - before == found["combatlog_events_total"] == 1
    assert 1 == found["combatlog_append_seconds_count"]
    assert (1, 0) == (open_now["combatlog_streams_open"], found["combatlog_streams_open"])
    assert 1 == found["combatlog_tables_awake"]
    assert 0 < found["combatlog_too_fast_total"] < 80
    assert 3 == found["combatlog_database_reconnects_total"]
    assert 1 == found["combatlog_ready"]
    health.drain()
    assert 0 == (await asyncio.to_thread(scrape, port))["combatlog_ready"]
    assert found["process_resident_memory_bytes"] > 0 or sys.platform != "linux"


def test_a_place_is_a_port_or_a_host_and_a_port() -> None:
    """Without a host it is this machine alone."""
    assert ("127.0.0.1", 9464) == read_place("9464") == read_place(":9464")
    assert ("0.0.0.0", 9464) == read_place("0.0.0.0:9464")
    assert ("::1", 9464) == read_place("[::1]:9464")
    for text in ("", "host", "1.2.3.4:", "70000", "9464 "):
        with pytest.raises(Refused, match="is no place for metrics"):
            read_place(text)


def test_metrics_without_their_extra_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to install."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "combatlog.server.metrics")
    with pytest.raises(Refused, match=r"pip install 'combatlog\[metrics\]'"):
        make_metrics("0")


@pytest.mark.slow
def test_metrics_are_served_at_their_own_port_alone(tmp_path: Path) -> None:
    """The table's port has none of them, and their port nothing of the table."""
    make_campaign(tmp_path)
    port = find_free_port()
    with serve_table(tmp_path, "--port", "0", "--metrics", str(port)) as served:
        referee = Caller.follow(served.referee_link, "Rita")
        last = referee.get(f"{FIGHT}/turn")["last"]
        referee.post(f"{FIGHT}/commands", {"do": "note", "text": "a", "head": last, "key": "a"})
        assert 404 == referee.client.get("/metrics").status_code
        found = scrape(port)
        assert (1, 1) == (
            found["combatlog_commands_total/recorded"],
            found["combatlog_events_total"],
        )
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as other:
            assert "combatlog_events_total" not in other.post("/api/knock").text
        code, seconds = served.stop()
        assert (0, True) == (code, seconds < 2)
    ran = subprocess.run(
        [sys.executable, "-m", "combatlog", "serve", "--no-browser", "--metrics", "192.0.2.77:1"],
        cwd=tmp_path, capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert (1, 1) == (ran.returncode, ran.stderr.count("\n"))
    assert "The metrics cannot be served at 192.0.2.77, port 1: " in ran.stderr


def test_lost_connections_are_counted(
    tmp_path: Path, postgres: Postgres, empty_database: str
) -> None:
    """After a restart of the database."""
    place = f"{postgres.address(empty_database)}#harbour"
    make_campaign_at(place)
    port = find_free_port()
    with serve_table(tmp_path, "--port", "0", "--metrics", str(port), place) as served:
        assert 0 == scrape(port)["combatlog_database_reconnects_total"]
        postgres.stop("fast")
        postgres.start()
        with httpx.Client(base_url=f"http://127.0.0.1:{served.port}", trust_env=False) as client:
            until_ready(client)
        until = time.monotonic() + 20
        while not scrape(port)["combatlog_database_reconnects_total"]:
            assert time.monotonic() < until
            time.sleep(0.1)
