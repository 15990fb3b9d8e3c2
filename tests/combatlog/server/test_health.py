"""`/healthz` and `/readyz`: ready means that a command could be recorded now."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

import httpx
import pytest

from combatlog.app.campaign import Campaign
from combatlog.server import health as health_module
from combatlog.server.health import CLOSING, Health, HealthAnswers
from combatlog.server.observing import Observed
from combatlog.server.table import Table
from combatlog.server.writer import InlineWriter
from events.store.memory import MemoryStore
from tests.combatlog.server.served import make_campaign, make_campaign_at, serve_table
from tests.combatlog.server.tables import TestTable, at_table
from tests.services.postgres import Postgres
from tests.support.asgi import Browser


class Full(MemoryStore):
    """A store whose disk is full while it is said so. It counts the questions."""

    said = ""
    asked = 0

    def find_write_obstacle(self) -> str:
        self.asked += 1
        return self.said


def make_health(store: MemoryStore) -> tuple[Table, Health]:
    table = Table(lambda: Campaign(store), InlineWriter())
    return table, Health(table)


def test_a_table_is_ready_while_it_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked, it is found out once in a while; each answer is a sentence."""
    monkeypatch.setattr(health_module, "FRESH_SECONDS", 0.05)

    async def ask() -> None:
        store = Full()
        table, health = make_health(store)
        await table.begin()
        app = Browser(HealthAnswers(_Unreached(), health))
        replies = [await app.get("/readyz") for _ in range(20)]
        assert [(200, b"ready\n")] * 20 == [(each.status, each.body) for each in replies]
        assert 1 == store.asked
        store.said = "The disk is full."
        await asyncio.sleep(0.06)
        full = await app.get("/readyz")
        assert (503, b"The disk is full.\n") == (full.status, full.body)
        assert "The disk is full." == health.obstacle
        lives = await app.get("/healthz")
        assert (200, b"lives\n", "no-store") == (
            lives.status, lives.body, lives.headers["cache-control"],
        )  # fmt: skip
        store.said = ""
        await asyncio.sleep(0.06)
        assert 200 == (await app.send("HEAD", "/readyz")).status
        health.drain()
        closing = await app.get("/readyz")
        assert (503, f"{CLOSING}\n".encode()) == (closing.status, closing.body)
        assert 200 == (await app.get("/healthz")).status

    asyncio.run(ask())


def test_a_campaign_that_does_not_answer_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not asked a second time meanwhile. It is ready when it answers."""
    monkeypatch.setattr(health_module, "PATIENCE", 0.05)
    monkeypatch.setattr(health_module, "FRESH_SECONDS", 0.0)

    async def ask() -> None:
        table, health = make_health(Full())
        release, begun = asyncio.Event(), []

        async def find() -> str:
            begun.append(True)
            await release.wait()
            return ""

        table.find_write_obstacle = find  # type: ignore[method-assign]
        for _ in range(3):
            assert "did not answer" in await health.find_obstacle()
        assert [True] == begun
        release.set()
        await asyncio.sleep(0)
        assert "" == await health.find_obstacle()

    asyncio.run(ask())


def test_a_fault_is_no_answer_of_its_own() -> None:
    """Its words may name what strangers should not read."""

    async def ask() -> None:
        table, health = make_health(Full())

        async def find() -> str:
            raise RuntimeError("s3cret")

        table.find_write_obstacle = find  # type: ignore[method-assign]
        assert "The campaign cannot be used just now." == await health.find_obstacle()

    asyncio.run(ask())


@at_table
async def test_only_its_own_paths_are_answered(table: TestTable) -> None:
    """Everything else goes to the table, also what is sent to these paths."""
    app = Browser(HealthAnswers(table.app, Health(table.table)))
    assert 401 == (await app.get("/api/seat")).status
    assert 404 == (await app.post("/readyz", {})).status
    app.headers["host"] = "whatever.example"
    assert 200 == (await app.get("/readyz")).status
    assert 421 == (await app.get("/api/seat")).status


@at_table
async def test_a_server_that_closes_lets_go_of_connections(table: TestTable) -> None:
    """Each answer closes its connection, so that the next request goes elsewhere."""
    health = Health(table.table)
    table.referee.app = Observed(table.app, [], health)
    assert "connection" not in (await table.referee.get("/api/seat")).headers
    health.drain()
    assert "close" == (await table.referee.get("/api/seat")).headers["connection"]


class _Unreached:
    """An app that no request reaches."""

    async def __call__(self, *_: object) -> None:
        raise AssertionError


@pytest.mark.slow
def test_a_served_file_is_ready_until_it_is_held(tmp_path: Path) -> None:
    """By another program."""
    path = make_campaign(tmp_path)
    with (
        serve_table(tmp_path, "--port", "0") as served,
        httpx.Client(
            base_url=f"http://127.0.0.1:{served.port}", trust_env=False, timeout=20
        ) as client,
    ):
        assert "ready\n" == client.get("/readyz").text
        assert "lives\n" == client.get("/healthz").text
        with sqlite3.connect(path) as other:
            other.execute("BEGIN IMMEDIATE")
            until_not_ready(client, "another program is writing")
            assert 200 == client.get("/healthz").status_code
            other.rollback()
        until_ready(client)


def test_a_served_database_is_ready_until_it_is_gone(
    tmp_path: Path, postgres: Postgres, empty_database: str
) -> None:
    """And again when it is back. The sentence does not say where it is."""
    place = f"{postgres.address(empty_database)}#harbour"
    make_campaign_at(place)
    with (
        serve_table(tmp_path, "--port", "0", place) as served,
        httpx.Client(
            base_url=f"http://127.0.0.1:{served.port}", trust_env=False, timeout=20
        ) as client,
    ):
        until_ready(client)
        postgres.stop("fast")
        try:
            said = until_not_ready(client, "no database answers there")
            assert "postgres" not in said and str(postgres.port) not in said
            assert 200 == client.get("/healthz").status_code
        finally:
            postgres.start()
        until_ready(client)


def until_ready(client: httpx.Client) -> None:
    """Wait until the server is ready."""
    for _ in range(100):
        if client.get("/readyz").status_code == 200:
            return
        time.sleep(0.2)
    raise AssertionError(client.get("/readyz").text)


def until_not_ready(client: httpx.Client, why: str) -> str:
    """Wait until the server is not ready; return its sentence, which has these words."""
    for _ in range(100):
        answer = client.get("/readyz")
        if answer.status_code == 503 and why in answer.text:
            assert 1 == answer.text.count("\n")
            return answer.text
        time.sleep(0.2)
    raise AssertionError(answer.text)
