"""A restart of one server process after the other, while people play: no command that was answered
is lost, none is doubled, and every phone comes again."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from combatlog.app.campaign import open
from tests.combatlog.server.served import (
    PATIENCE,
    Caller,
    ServedTable,
    make_campaign,
    make_campaign_at,
    on_loopback,
    serve_table,
)
from tests.history.checker import History
from tests.history.writers import Answer, Writer, read_log
from tests.services.postgres import Postgres

FIGHT = "/api/fights/1"

DRAIN, GRACE = 1.5, 5
"""In seconds."""


class Servers:
    """Two servers of one campaign, each at a port of its own that it comes back to. The second one
    may reach the campaign by `other` address."""

    def __init__(self, folder: Path, place: str, drain: float = DRAIN, other: str = "") -> None:
        self._folder, self._drain = folder, drain
        self._places = (place, other or place)
        self._held: list[Any] = []
        self.running = [self._start(0, "0"), self._start(1, "0")]
        self.ports = [each.port for each in self.running]
        self.doors = [*self.ports]
        """The ports that people use."""
        self.answered = [0, 0]
        self.failed: list[str] = []
        """What was not answered, or not by a server."""

    def _start(self, number: int, port: str) -> ServedTable:
        limits = ("--rate", "10000", "--burst", "10000")  # people write as fast as they can
        endings = ("--drain", str(self._drain), "--grace", str(GRACE))
        served = serve_table(self._folder, "--port", port, *limits, *endings, self._places[number])
        self._held.append(served)
        return served.__enter__()

    def restart(self, number: int) -> None:
        """End a server by SIGTERM, and start it again. Before it ends it says that it is not ready,
        and still answers; the other one is ready meanwhile."""
        stopping = self.running[number]
        stopping.process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        while self.ask(number) == 200:
            assert time.monotonic() < began + self._drain, "it is ready until it has gone"
        assert 503 == self.ask(number)
        assert 200 == self.ask(1 - number)
        assert 0 == stopping.process.wait(self._drain + GRACE + 5)
        assert 0 <= time.monotonic() - began - self._drain < GRACE + 3
        self.running[number] = self._start(number, str(self.ports[number]))
        assert 200 == self.ask(number)

    def kill(self, number: int) -> None:
        """Kill a server, and start it again."""
        self.running[number].process.kill()
        self.running[number].process.wait(PATIENCE)
        self.running[number] = self._start(number, str(self.ports[number]))

    def ask(self, number: int) -> int:
        """Return the status of a server's answer to whether it is ready."""
        url = f"http://127.0.0.1:{self.ports[number]}/readyz"
        return httpx.get(url, trust_env=False, timeout=PATIENCE).status_code

    def close(self) -> None:
        """End both."""
        for each in self._held:
            each.__exit__(None, None, None)


class Phone:
    """Somebody who follows the fight, at either server, behind what they have."""

    def __init__(self, caller: Caller, ports: list[int], at: int) -> None:
        self.last, self.came, self.gaps = 0, 0, list[Any]()
        self.is_over = False
        self._at, self._ports, self._cookies = at, ports, caller.client.cookies
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def wait_for(self, seq: int) -> None:
        """Wait until an event was read; then put the phone away."""
        until = time.monotonic() + PATIENCE
        while self.last < seq:
            assert time.monotonic() < until, (self.last, seq)
            time.sleep(0.01)
        self.is_over = True

    def _follow(self) -> None:
        while not self.is_over:
            caller = Caller(f"http://127.0.0.1:{self._ports[self._at]}")
            caller.client.cookies = self._cookies
            try:
                with caller.stream(f"{FIGHT}/stream?after={self.last}") as frames:
                    self.came += 1
                    for frame in frames:
                        if frame["after"] != self.last or len(frame["rows"]) != (
                            frame["last"] - self.last
                        ):
                            self.gaps.append((self.last, frame["after"], frame["last"]))
                        self.last = frame["last"]
            except (httpx.TransportError, httpx.HTTPStatusError):
                pass
            self._at = 1 - self._at
            time.sleep(0.05)


@contextmanager
def play(servers: Servers, people: list[Caller], history: History) -> Iterator[None]:
    """Let people write within the context, each at a server until that does not answer."""
    over = threading.Event()
    faults: list[BaseException] = []

    async def write(number: int, person: Caller) -> None:
        at = number % 2
        async with httpx.AsyncClient(
            cookies=person.client.cookies, trust_env=False, timeout=PATIENCE
        ) as client:

            async def send(method: str, path: str, sent: Any) -> Answer:
                nonlocal at
                try:
                    url = f"http://127.0.0.1:{servers.doors[at]}{path}"
                    reply = await client.request(method, url, json=sent)
                except httpx.TransportError as error:
                    servers.failed.append(f"{method} {error!r}")
                    at = 1 - at
                    raise ConnectionError from error
                servers.answered[at] += 1
                if reply.status_code not in (200, 409):
                    servers.failed.append(f"{method} {reply.status_code} {reply.text[:80]}")
                return Answer(reply.status_code, reply.json())

            writer = Writer(number, "1", send, history, seed=2)
            await writer.run(over.is_set)
            await writer.read()

    async def write_all() -> None:
        await asyncio.gather(*(write(number, each) for number, each in enumerate(people)))

    def run() -> None:
        try:
            asyncio.run(write_all())
        except BaseException as error:
            faults.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(PATIENCE)
    assert [] == faults


def wait_for_answers(servers: Servers, *numbers: int) -> None:
    """Wait until these servers have answered some more."""
    before = [*servers.answered]
    until = time.monotonic() + PATIENCE
    while any(servers.answered[number] < before[number] + 20 for number in numbers):
        assert time.monotonic() < until, (before, servers.answered)
        time.sleep(0.02)


def test_a_rolling_restart_loses_and_doubles_nothing(
    tmp_path: Path, postgres: Postgres, empty_database: str
) -> None:
    """Two processes, each ended and started twice, while six people write and four phones follow
    the fight."""
    place = f"{postgres.address(empty_database)}#harbour"
    make_campaign_at(place)
    servers = Servers(tmp_path, place)
    history = History()
    try:
        referee = Caller.follow(servers.running[0].referee_link, "Rita")
        people = [join(referee, servers.running[0], f"Olga {number}") for number in range(6)]
        phones = [Phone(people[0], servers.doors, number % 2) for number in range(4)]
        with play(servers, people, history):
            for number in (0, 1, 0, 1):
                wait_for_answers(servers, number)
                servers.restart(number)
        with open(place) as campaign:
            (fight,) = campaign.store.fights()
            log = read_log([*campaign.store.rows(fight)])
        for phone in phones:
            phone.wait_for(len(log))
        assert [] == [phone.gaps for phone in phones if phone.gaps]
        assert min(phone.came for phone in phones) >= 2
        said = [each for each in history.said if each.is_acknowledged]
        print(f"{len(said)} commands acknowledged, {len(history.said) - len(said)} refused")
        assert len(said) > 50
        assert servers.failed, "nobody was cut off"
        assert [] == history.find_faults(log)
    finally:
        servers.close()


def join(referee: Caller, served: ServedTable, name: str) -> Caller:
    """Return the browser of somebody who may do what the referee may."""
    person = Caller.follow(on_loopback(served.table_link), name)
    seat = person.get("/api/seat")["id"]
    referee.post(f"/api/seats/{seat}", {"role": "referee", "plays": []})
    return person


@pytest.mark.slow
def test_a_second_signal_ends_a_server_that_drains(tmp_path: Path) -> None:
    """At once, and cleanly. While it drains, it answers."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0", "--drain", "60") as served:
        referee = Caller.follow(served.referee_link, "Rita")
        served.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        assert 503 == referee.client.get("/readyz").status_code
        assert "referee" == referee.get("/api/seat")["role"]
        code, seconds = served.stop()
        assert (0, True) == (code, seconds < 2)


def test_a_server_ends_in_time_though_its_database_never_answers(
    tmp_path: Path, postgres: Postgres, empty_database: str
) -> None:
    """As behind a network that has gone: the database stands still, and takes no part."""
    place = f"{postgres.address(empty_database)}#harbour"
    make_campaign_at(place)
    with serve_table(
        tmp_path, "--port", "0", "--grace", "0", place, environment={"COMBATLOG_SERVE_DRAIN": "0"}
    ) as served:
        Caller.follow(served.referee_link, "Rita")
        with postgres.frozen():
            time.sleep(1.0)
            code, seconds = served.stop()
        assert 1 == code
        assert seconds < 25
        assert "The server did not end by itself, and was ended." == served.said[-1]


@pytest.mark.slow
def test_a_command_under_way_is_finished(tmp_path: Path) -> None:
    """It waits for another program as the signal comes, and is answered; then the server ends."""
    path = make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        referee = Caller.follow(served.referee_link, "Rita")
        last = referee.get(f"{FIGHT}/turn")["last"]
        other = sqlite3.connect(path, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        answered = []

        def say() -> None:
            command = {"do": "note", "text": "hello", "head": last, "key": "k1"}
            answered.append(referee.post(f"{FIGHT}/commands", command)["last"])

        saying = threading.Thread(target=say)
        saying.start()
        time.sleep(0.5)
        served.process.send_signal(signal.SIGTERM)
        time.sleep(2.0)
        assert served.process.poll() is None
        other.rollback()
        other.close()
        saying.join(PATIENCE)
        assert [last + 1] == answered
        assert 0 == served.process.wait(3)
    with open(path) as campaign:
        assert last + 1 == len(campaign.fight().history)
