"""Eight writers in one fight and a hundred in a hundred fights, all at once, over HTTP at two
servers, while servers and their database are killed. `COMBATLOG_SECONDS` says for how long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
import pytest

from combatlog.app.campaign import create, open
from rulesets.definitions.shipped import load_game
from tests.combatlog.server.served import PATIENCE, Caller
from tests.combatlog.server.test_rolling_restart import Servers, join
from tests.history.checker import History
from tests.history.test_database_faults import start_again
from tests.history.writers import MOST, Answer, BlindWriter, LateReader, Send, Writer, read_log
from tests.services.packages import Unavailable, skip_or_fail
from tests.services.postgres import Postgres
from tests.support.amount import SECONDS
from tests.support.given import npc, pc

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("postgres")]

T = TypeVar("T")

FIGHTS = 101
"""The first one has eight writers, each other one has its own."""

BETWEEN = max(2.0, SECONDS / 40)
"""How many seconds pass between two faults."""


@pytest.fixture
def server() -> Iterator[Postgres]:
    """A server that keeps its promises about the disk."""
    try:
        made = Postgres(durable=True)
    except Unavailable as reason:
        skip_or_fail(str(reason))
    yield made
    try:
        made.remove()
    except Unavailable:  # it was killed
        made.discard()


def make_fights(place: str) -> None:
    """Make a campaign with all fights."""
    game = load_game("golden-idol")
    people = [pc("Ada", "6/0/10/10/10", player="Anna"), npc("Wolf", "17/0/13/13/13")]
    with create(place) as campaign:
        for number in range(FIGHTS):
            campaign.start(f"{number}", game, sheets=[each.sheet(game) for each in people])


def send_by(client: httpx.AsyncClient, servers: Servers, at: int, is_lossy: bool) -> Send:
    """Return what sends requests to one server, until that does not answer, and then to the other.
    Where it is lossy, a third of the answers to commands are lost."""
    random = Random(at)

    async def send(method: str, path: str, sent: Any) -> Answer:
        nonlocal at
        try:
            url = f"http://127.0.0.1:{servers.doors[at]}{path}"
            reply = await client.request(method, url, json=sent)
        except httpx.TransportError as error:
            at = 1 - at
            raise ConnectionError from error
        if reply.status_code not in (200, 409):
            servers.failed.append(f"{reply.status_code}")
        if is_lossy and method == "POST" and random.random() < 0.3:
            raise ConnectionError
        return Answer(reply.status_code, reply.json())

    return send


async def write(writer: Writer, over: asyncio.Event) -> None:
    """Write in a fight until it is over."""
    await writer.run(over.is_set)
    await writer.read()


def break_again_and_again(
    servers: Servers, histories: list[History], database: Postgres
) -> dict[str, int]:
    """Kill one server, the database, and the other server in turn, and start each again, when
    everybody has gone on since the last time; return how often each was killed."""
    counted = {"server": 0, "database": 0}
    until = time.monotonic() + SECONDS
    turns = cycle((0, None, 1, None))
    while time.monotonic() < until or not all(counted.values()):
        wait_for_everybody(histories)
        time.sleep(BETWEEN)
        killed = next(turns)
        if killed is None:
            database.kill()
            start_again(database)
            counted["database"] += 1
        else:
            servers.kill(killed)
            counted["server"] += 1
    wait_for_everybody(histories)
    return counted


def wait_for_everybody(histories: list[History]) -> None:
    """Wait until something more was answered in every fight."""
    before = [len(each.said) for each in histories]
    until = time.monotonic() + 2 * PATIENCE
    while any(len(one.said) <= last for one, last in zip(histories, before, strict=True)):
        assert time.monotonic() < until, "somebody does not go on"
        time.sleep(0.1)


async def play(
    servers: Servers,
    people: list[Caller],
    histories: list[History],
    meanwhile: Callable[[], T],
    kinds: Sequence[type[Writer]] = (),
) -> T:
    """Let all write while something is done; return what it returned. The first writers of the
    first fight are of these kinds, and get not all answers."""
    over = asyncio.Event()
    numbered = [(number, 1) for number in range(MOST)]
    numbered += [(number % MOST, fight) for number, fight in enumerate(range(2, FIGHTS + 1))]
    others = [Writer] * (len(numbered) - len(kinds))
    clients = [
        httpx.AsyncClient(cookies=one.client.cookies, trust_env=False, timeout=PATIENCE)
        for one in people
    ]
    async with asyncio.TaskGroup() as writing:  # raises at once what goes wrong
        for kind, (number, fight) in zip([*kinds, *others], numbered, strict=True):
            send = send_by(clients[number], servers, number % 2, kind is not Writer)
            writer = kind(number, str(fight), send, histories[fight - 1], seed=fight)
            writing.create_task(write(writer, over))
        done = await asyncio.to_thread(meanwhile)
        over.set()
    for client in clients:
        await client.aclose()
    return done


@contextmanager
def serve(folder: Path, place: str) -> Iterator[tuple[Servers, list[Caller]]]:
    """Serve a campaign with all fights by two servers; yield them, and people who may write."""
    make_fights(place)
    servers = Servers(folder, place)
    try:
        referee = Caller.follow(servers.running[0].referee_link, "Rita")
        yield (
            servers,
            [join(referee, servers.running[0], f"Olga {number}") for number in range(MOST)],
        )
    finally:
        servers.close()


def find_faults(place: str, histories: list[History]) -> list[list[str]]:
    """Return the faults of each fight."""
    with open(place) as campaign:
        return [
            history.find_faults(read_log([*campaign.store.rows(fight)]))
            for history, fight in zip(histories, campaign.store.fights(), strict=True)
        ]


def test_a_hundred_and_eight_writers_lose_nothing(tmp_path: Path, server: Postgres) -> None:
    """Nothing is lost, doubled or reordered, and each read is a beginning of the log in the end."""
    place = f"{server.address(server.make_database())}#harbour"
    histories = [History() for _ in range(FIGHTS)]
    with serve(tmp_path, place) as (servers, people):
        counted = asyncio.run(
            play(
                servers,
                people,
                histories,
                lambda: break_again_and_again(servers, histories, server),
            )
        )
    acknowledged = [sum(each.is_acknowledged for each in one.said) for one in histories]
    assert [[]] * FIGHTS == find_faults(place, histories)
    said = sum(len(each.said) for each in histories)
    print(
        f"{sum(acknowledged)} commands recorded in {SECONDS:.0f} s, {acknowledged[0]} of them in"
        f" one fight; {said - sum(acknowledged)} refused; killed: {counted};"
        f" {len(servers.failed)} answers that the database was away"
    )
    assert min(acknowledged) > 0
    assert min(counted.values()) > 0


def test_planted_mistakes_are_found_among_all(tmp_path: Path, server: Postgres) -> None:
    """Somebody says what was not answered again under another key, and somebody reads on behind an
    event that was not read. In the other fights nothing is wrong."""
    place = f"{server.address(server.make_database())}#harbour"
    histories = [History() for _ in range(FIGHTS)]

    def wait() -> None:
        while len(histories[0].said) < 10 * MOST:
            wait_for_everybody(histories)

    with serve(tmp_path, place) as (servers, people):
        asyncio.run(play(servers, people, histories, wait, (BlindWriter, LateReader)))
    faults, *others = find_faults(place, histories)
    assert any("is recorded 2 times" in each for each in faults)
    assert any("reader 1 read something else" in each for each in faults)
    assert [[]] * (FIGHTS - 1) == others
