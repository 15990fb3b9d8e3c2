"""The network between one of two servers and their database passes nothing on for a while, and
nobody is told: that server says so in bounded time, the other one goes on, and afterwards all is as
if nothing had been."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from combatlog.app.campaign import open
from events.errors import CampaignError, Unanswered
from events.store.postgres import PostgresStore, create_postgres, open_postgres
from events.store.postgres_database import PATIENCE as LOST
from events.store.postgres_watch import ANSWER_SECONDS, CONNECT_SECONDS
from tests.combatlog.server.served import Caller, make_campaign_at
from tests.combatlog.server.test_rolling_restart import (
    FIGHT,
    Phone,
    Servers,
    join,
    play,
    wait_for_answers,
)
from tests.events.given import notes, texts
from tests.history.checker import History
from tests.history.writers import read_log
from tests.services.postgres import Postgres
from tests.services.proxy import Proxy

BOUND = LOST + ANSWER_SECONDS + 2 * CONNECT_SECONDS
"""After so many seconds everybody is answered, at most."""

AWAY = 20.0
"""How many seconds the network passes nothing on."""


@pytest.fixture
def proxy(postgres: Postgres) -> Iterator[Proxy]:
    """A network before the database."""
    made = Proxy(postgres.port)
    yield made
    made.close()


@pytest.fixture
def place(postgres: Postgres, empty_database: str) -> str:
    """The place of a campaign that is not there yet."""
    return f"{postgres.address(empty_database)}#harbour"


def through(place: str, postgres: Postgres, proxy: Proxy) -> str:
    """Return the same place, reached through a proxy."""
    return place.replace(f":{postgres.port}/", f":{proxy.port}/")


def test_an_append_into_silence_is_given_up(place: str, postgres: Postgres, proxy: Proxy) -> None:
    """It is not known whether it is recorded. The next ones do not wait so long; afterwards it is
    said again, and recorded once."""
    with create_postgres(through(place, postgres, proxy)) as store:
        store.append("f", 0, notes("a"), key="k a")
        store.append("f", 1, notes("b"), key="k b")
        with proxy.silent():
            began = time.monotonic()
            with pytest.raises(Unanswered, match="not known whether this was recorded"):
                store.append("f", 2, notes("c"), key="k c")
            assert time.monotonic() - began < BOUND
            began = time.monotonic()
            for _ in range(5):
                with pytest.raises(CampaignError, match=r"answered in time|was lost"):
                    store.head("f")
            assert time.monotonic() - began < 2 * CONNECT_SECONDS + 2
        wait_for_head(store)
        assert 3 == store.append("f", 2, notes("c"), key="k c")[0].seq
    with open_postgres(place) as store:
        assert [*"abc"] == texts(store, "f")


def wait_for_head(store: PostgresStore) -> None:
    """Wait until a fight can be read."""
    until = time.monotonic() + BOUND
    while True:
        try:
            store.head("f")
            return
        except CampaignError:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_a_query_that_is_just_slow_is_waited_for(place: str) -> None:
    """A new connection could be made, so it goes on."""
    with create_postgres(place) as store:
        began = time.monotonic()
        seconds = ANSWER_SECONDS + 2
        assert [(1,)] == store.database.query(f"SELECT 1 FROM pg_sleep({seconds})")
        assert seconds <= time.monotonic() - began < seconds + 3


def test_a_server_behind_a_silent_network_says_so(
    tmp_path: Path, place: str, postgres: Postgres, proxy: Proxy
) -> None:
    """It is not ready, and each command there is answered in a sentence; the other one records.
    Nothing is lost, doubled or reordered, and phones of both are at the head again."""
    make_campaign_at(place)
    servers = Servers(tmp_path, place, other=through(place, postgres, proxy))
    history = History()
    try:
        referee = Caller.follow(servers.running[0].referee_link, "Rita")
        people = [join(referee, servers.running[0], f"Olga {number}") for number in range(6)]
        phones = [Phone(people[0], servers.doors, number % 2) for number in range(4)]
        with play(servers, people, history):
            wait_for_answers(servers, 0, 1)
            with proxy.silent(), ThreadPoolExecutor(8) as pool:
                began = time.monotonic()
                asking = [pool.submit(say_there, people[0], servers, number) for number in range(5)]
                wait_for_status(servers, 1, 503, BOUND)
                assert 200 == servers.ask(0)
                wait_for_answers(servers, 0)
                for each in asking:
                    status, said, waited = each.result()
                    assert status in (503, 504), said
                    assert "\n" not in said and said.endswith("."), said
                    assert waited < BOUND
                    print(f"{status} after {waited:.1f} s: {said}")
                time.sleep(max(0.0, began + AWAY - time.monotonic()))
                assert 503 == servers.ask(1)
                assert 200 == servers.ask(0)
            began = time.monotonic()
            wait_for_status(servers, 1, 200, BOUND)
            print(f"ready again after {time.monotonic() - began:.1f} s")
            wait_for_answers(servers, 0, 1)
        with open(place) as campaign:
            (fight,) = campaign.store.fights()
            rows = [*campaign.store.rows(fight)]
        for phone in phones:
            phone.wait_for(len(rows))
        assert [] == [phone.gaps for phone in phones if phone.gaps]
        faults = history.find_faults(read_log(rows))
        assert [] == faults
        print(f"{len(history.said)} commands answered; failed meanwhile: {len(servers.failed)}")
    finally:
        servers.close()


def say_there(person: Caller, servers: Servers, number: int) -> tuple[int, str, float]:
    """Say something at the server behind the network; return the status, the sentence, and how many
    seconds it took."""
    sent = {"do": "note", "text": "lost", "head": 1, "key": f"into silence {number}"}
    url = f"http://127.0.0.1:{servers.ports[1]}{FIGHT}/commands"
    cookies, began = person.client.cookies, time.monotonic()
    answer = httpx.post(url, json=sent, cookies=cookies, trust_env=False, timeout=2 * BOUND)
    return answer.status_code, answer.json()["said"], time.monotonic() - began


def wait_for_status(servers: Servers, number: int, status: int, seconds: float) -> None:
    """Wait until a server answers so to whether it is ready."""
    until = time.monotonic() + seconds
    while servers.ask(number) != status:
        assert time.monotonic() < until
        time.sleep(0.1)
