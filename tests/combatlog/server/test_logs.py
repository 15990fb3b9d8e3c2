"""The log for programs: a line of JSON for each event, with nothing in it that is anybody's
secret."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from combatlog.server import fight_requests
from combatlog.server.app import make_app
from combatlog.server.health import Health
from combatlog.server.limits import Allowances, Limits
from combatlog.server.logs import JsonLog, begin_log
from combatlog.server.observing import Observed
from tests.combatlog.server.served import PATIENCE, Caller, make_campaign, make_campaign_at
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.combatlog.server.test_health import until_not_ready, until_ready
from tests.combatlog.server.test_taint import NOTE, SAID, SCORES, TRIED
from tests.services.postgres import Postgres
from tests.services.server import find_free_port
from tests.support.asgi import Browser
from tests.support.given import npc, pc
from tests.support.relay import serve_app


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is written into the log."""
    root = logging.getLogger()
    before, level = [*root.handlers], root.level
    stream = io.StringIO()
    begin_log(stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)


def read(written: io.StringIO) -> list[dict[str, Any]]:
    """Return the lines of the log."""
    return [json.loads(line) for line in written.getvalue().splitlines()]


def observe(table: TestTable) -> None:
    """Let everybody's requests be logged."""
    app = make_app(table.server, {"table.local"}, Allowances(Limits(10**6, 10**6)))
    table.app = Observed(app, [JsonLog()], Health(table.table))
    table.referee.app = table.app


def test_a_request_is_a_line(written: io.StringIO) -> None:
    """With its route, its status and its time; its answer names its id, which a proxy may give."""

    @at_table
    async def ask(table: TestTable) -> None:
        observe(table)
        table.referee.headers["x-request-id"] = "proxy-17"
        asked = await table.referee.get(f"{FIGHT}/turn")
        assert "proxy-17" == asked.headers["x-request-id"]
        table.referee.headers["x-request-id"] = "two words"
        other = await table.referee.get("/nowhere?line=s3cret")
        assert re.fullmatch("[0-9a-f]{16}", other.headers["x-request-id"])
        assert 404 == other.status
        await table.referee.get("/")

    ask()
    first, second = read(written)
    took, at = first.pop("ms"), first.pop("at")
    assert 0 < took < 5000
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", at)
    assert {
        "level": "info",
        "event": "request",
        "request": "proxy-17",
        "method": "GET",
        "route": "/api/fights/{fight}/turn",
        "status": 200,
    } == first
    assert (404, None) == (second["status"], second.get("route"))


def test_a_fault_is_told_without_its_words(written: io.StringIO) -> None:
    """By its kind, and where it arose; of what another library tells, the bare text."""
    try:
        raise RuntimeError("quagmire")
    except RuntimeError:
        logging.getLogger("other").exception("Failed with %s\nand quagmire", "quagmire")
    logging.getLogger("other").warning("gone: %s", "quagmire")
    logging.getLogger("other").info("quagmire")
    failed, gone = read(written)
    assert "quagmire" not in written.getvalue()
    assert ("error", "other", "Failed with %s", "RuntimeError") == (
        failed["level"], failed["event"], failed["said"], failed["kind"],
    )  # fmt: skip
    assert failed["where"][-1].endswith("test_a_fault_is_told_without_its_words")
    assert ("other", "gone: %s") == (gone["event"], gone["said"])


def test_a_fault_in_an_answer_is_told_without_its_words(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's own HTTP server tells it, and the request is a line, too."""

    def fail(*_: object) -> None:
        raise ValueError("quagmire 4217")

    async def ask(table: TestTable) -> None:
        observe(table)
        monkeypatch.setattr(fight_requests, "read_turn", fail)
        async with serve_app(table.app) as port, httpx.AsyncClient(trust_env=False) as client:
            url = f"http://127.0.0.1:{port}{FIGHT}/turn"
            cookies = {"cookie": table.referee.cookie}
            assert 500 == (await client.get(url, headers=cookies)).status_code

    at_table(ask)()
    request, fault = read(written)
    assert ("warning", 500) == (request["level"], request["status"])
    assert ("error", "ValueError") == (fault["level"], fault["kind"])
    assert fault["where"][-1].endswith(" fail")
    assert "quagmire" not in written.getvalue() and "4217" not in written.getvalue()


def test_nothing_secret_is_in_the_log(written: io.StringIO) -> None:
    """A whole fight is played, with notes and hidden numbers, in paths and queries, too; tokens,
    links and codes are shown. None of it is written, nor is anybody's name."""
    table = TestTable(
        pc("Ada", "6/0/10/10/10", player="Anna", sword="d8", bow="d6"),
        pc("Ben", "6/0/10/10/10", player="Ben", axe="d8"),
        npc("Wolf", "/".join(map(str, (4217, 0, 4621, 4787, 4933))), bite="d6"),
    )
    shown: list[str] = []

    async def play() -> None:
        await table.begin()
        observe(table)
        door = await table.referee.post("/api/door", {"open": True})
        shown.extend([door.json["code"], door.json["link"].partition("#")[2]])
        anna = await table.admit("Anna", plays=["ada"])
        bot = await table.make_bot("Robot", "read:public")
        shown.append(bot.headers["authorization"].removeprefix("Bearer "))
        stranger = Browser(table.app)
        await table.knock(stranger, door.json["code"], "Zacharias")
        await table.knock(stranger, "QQQQQQ", "Zacharias")
        for number, line in enumerate(SAID):
            for browser in (table.referee, anna):
                await table.say(browser, line, key=f"{number} {line}")
        for number, line in enumerate(TRIED):
            await table.say(anna, line, key=f"tried {number}")
            await table.referee.get(f"{FIGHT}/odds?line={NOTE}%20{line.replace(' ', '%20')}")
            await anna.get(f"/api/fights/{NOTE}/turn")
            await bot.get(f"{FIGHT}/options/{NOTE}")
        for browser in (table.referee, anna, bot, stranger):
            shown.append(browser.cookie.partition("=")[2])
            await browser.send("POST", f"{FIGHT}/commands", b'{"do":"note","text":"quagmire')
            async with browser_stream(browser):
                pass

    asyncio.run(play())
    lines = read(written)
    assert len(lines) > 100
    assert {"request"} == {each["event"] for each in lines}
    assert {200, 400, 403, 422} <= {each["status"] for each in lines}
    assert {str, int, float} == {type(value) for each in lines for value in each.values()}
    for each in lines:  # random ids and times may have any digits
        del each["request"], each["at"], each["ms"]
    told = json.dumps(lines)
    secrets = [*map(str, SCORES.values()), "4111", "4600", "4194", NOTE, "Anna", "Zacharias"]
    assert [] == [each for each in [*secrets, *filter(None, shown)] if each in told]
    assert len({each for each in shown if each}) > 4


def browser_stream(browser: Browser) -> Any:
    """Return a stream that ends at once."""
    return browser.stream(f"{FIGHT}/stream")


@pytest.mark.slow
def test_a_server_with_a_log_for_programs_prints_nothing_else(tmp_path: Path) -> None:
    """Each line that it writes is JSON. Its links are in a file that its owner alone reads."""
    make_campaign(tmp_path)
    links = tmp_path / "links.txt"
    process = subprocess.Popen(
        [sys.executable, "-m", "combatlog", "serve", "--no-browser", "--port", "0",
         "--log", "json", "--links", str(links)],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        until = time.monotonic() + PATIENCE
        while not (links.exists() and "serves once" in links.read_text()):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert 0o600 == links.stat().st_mode & 0o777
        found = re.search(r"^Referee  (\S+)$", links.read_text(), re.MULTILINE)
        code = re.search(r"^Code     (\S+)", links.read_text(), re.MULTILINE)
        assert found and code
        referee = Caller.follow(found[1], "Rita")
        assert 200 == referee.client.get("/readyz").status_code
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (0, "") == (process.returncode, out)
    lines = [json.loads(line) for line in err.splitlines()]
    assert ["open", "request", "closing", "closed"] == [each["event"] for each in lines]
    assert found[1].partition("#")[2] not in err
    assert code[1] not in err


@pytest.mark.slow
def test_links_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    """In a sentence, and the server does not go on."""
    make_campaign(tmp_path)
    ran = subprocess.run(
        [sys.executable, "-m", "combatlog", "serve", "--no-browser", "--port", "0",
         "--links", "gone/links.txt"],
        cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert 1 == ran.returncode
    assert "The links cannot be written to gone/links.txt" in ran.stderr
    assert 1 == ran.stderr.count("\n")


def test_a_lost_database_is_lines_without_its_password(
    tmp_path: Path, postgres: Postgres, empty_database: str
) -> None:
    """Of the server and of its libraries; the server says when it is ready again."""
    place = f"{postgres.address(empty_database).replace('table@', 'table:s3cret@')}#harbour"
    make_campaign_at(place)
    port = find_free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "combatlog", "serve", "--no-browser"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {
            "COMBATLOG_CAMPAIGN": place, "COMBATLOG_SERVE_LOG": "json",
            "COMBATLOG_SERVE_PORT": str(port),
        },
    )  # fmt: skip
    try:
        with httpx.Client(
            base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE,
            transport=httpx.HTTPTransport(retries=8),
        ) as client:  # fmt: skip
            until_ready(client)
            postgres.stop("fast")
            try:
                until_not_ready(client, "no database answers there")
            finally:
                postgres.start()
            until_ready(client)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (0, "") == (process.returncode, out)
    lines = [json.loads(line) for line in err.splitlines()]
    events = [each["event"] for each in lines]
    assert {"open", "not ready", "ready", "closing", "closed", "psycopg.pool"} <= {*events}
    assert "ready" == [each for each in events if each.endswith("ready")][-1]
    assert "s3cret" not in err
