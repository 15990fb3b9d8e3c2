"""Writers of fights in PostgreSQL, while the network drops, servers are killed, and the database
crashes: nothing that was answered is lost, doubled or reordered."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from events.errors import CampaignError, Unanswered
from events.store import postgres as postgres_store, postgres_database
from events.store.postgres import PostgresStore, create_postgres, open_postgres
from tests.events.given import notes, texts
from tests.history.checker import History
from tests.history.store_writers import (
    PATIENCE,
    BlindWriter,
    LateReader,
    StoreWriter,
    read_marks,
    run_together,
)
from tests.services.packages import Unavailable
from tests.services.postgres import Postgres
from tests.services.proxy import Cut, Proxy
from tests.support.amount import LONG, SECONDS
from tests.support.waiting import wait_until


@pytest.fixture
def place(postgres: Postgres, empty_database: str) -> str:
    """The place of a new campaign."""
    made = f"{postgres.address(empty_database)}#harbour"
    create_postgres(made).close()
    return made


@pytest.fixture
def proxy(postgres: Postgres) -> Iterator[Proxy]:
    """A network before the database."""
    made = Proxy(postgres.port)
    yield made
    made.close()


def through(place: str, postgres: Postgres, proxy: Proxy) -> str:
    """Return the same place, reached through a proxy."""
    return place.replace(f":{postgres.port}/", f":{proxy.port}/")


def find_faults(place: str, fight: str, history: History) -> list[str]:
    """Return what the log in the end contradicts, and what is wrong with its head."""
    with open_postgres(place) as store:
        rows = [*store.rows(fight)]
        head = store.head(fight)
    faults = history.find_faults(read_marks(rows))
    if (head.seq, head.digest) != (rows[-1].seq, rows[-1].digest):
        faults.append(f"the head is #{head.seq}")
    return faults


@pytest.mark.parametrize("cut", ["request", "answer"])
def test_an_append_that_is_cut_is_recorded_once(
    place: str, postgres: Postgres, proxy: Proxy, cut: Cut
) -> None:
    """In the middle of the request, and after the commit before its answer."""
    with open_postgres(through(place, postgres, proxy)) as store:
        store.append("f", 0, notes("a"), key="k a")
        for number, mark in enumerate("bcdefgh", 1):
            proxy.plan(f"note-{mark}".encode(), cut)
            recorded = store.append("f", number, notes(f"note-{mark}"), key=f"k {mark}")
            assert number + 1 == recorded[0].seq
        assert 7 == proxy.cuts
        assert ["a", *(f"note-{mark}" for mark in "bcdefgh")] == texts(store, "f")


@pytest.mark.parametrize("cut", ["request", "answer"])
def test_a_fight_whose_start_is_cut_is_started_once(
    place: str, postgres: Postgres, proxy: Proxy, cut: Cut
) -> None:
    """Its number is counted once, too, where its name is its own."""
    with open_postgres(through(place, postgres, proxy)) as store:
        proxy.plan(b"note-a", cut)
        store.append("f", 0, notes("note-a"), key="k a")
        assert 1 == proxy.cuts
        assert ["f"] == store.fights()
        assert ["note-a"] == texts(store, "f")


@pytest.mark.parametrize("cut", ["request", "answer"])
def test_where_the_network_stays_away_nobody_claims_to_know(
    place: str, postgres: Postgres, proxy: Proxy, cut: Cut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“Nothing was recorded” would be untrue where the commit came through. Under its key it is
    recorded once, afterwards."""
    monkeypatch.setattr(postgres_database, "PATIENCE", 0.5)
    with open_postgres(through(place, postgres, proxy)) as store:
        store.append("f", 0, notes("a"))
        proxy.plan(b"note-b", cut, stays=True)
        with pytest.raises(Unanswered, match="not known whether this was recorded"):
            store.append("f", 1, notes("note-b"), key="k b")
        with open_postgres(place) as other:
            assert (["a", "note-b"] if cut == "answer" else ["a"]) == texts(other, "f")
        proxy.is_down = False
        wait_until(lambda: _try_again(store))
        assert 2 == store.append("f", 1, notes("note-b"), key="k b")[0].seq
        assert ["a", "note-b"] == texts(store, "f")


def _try_again(store: PostgresStore) -> bool:
    """Return whether the network is back for a store, which looks for it at times of its own."""
    try:
        return bool(store.append("f", 1, notes("note-b"), key="k b"))
    except CampaignError:
        return False


def test_a_command_that_is_known_is_answered_at_the_head(place: str) -> None:
    """Also where nothing is to be appended."""
    with open_postgres(place) as store:
        store.append("f", 0, notes("a"), key="k a")
        assert 1 == store.append("f", 1, [], key="k a")[0].seq


def drop_again_and_again(proxy: Proxy, seconds: float) -> None:
    """Cut all connections a few times a second; now and then stay away."""
    random, until = Random(1), time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(random.uniform(0.05, 0.4))
        proxy.is_down = random.random() < 0.3
        proxy.cut()
        time.sleep(random.uniform(0.0, 0.3) if proxy.is_down else 0.0)
        proxy.is_down = False


def write_over(
    place: str,
    kind: type[StoreWriter],
    meanwhile: Callable[[], object],
    own: str = "",
    least: int = 0,
) -> tuple[list[StoreWriter], History]:
    """Let eight writers, one of them of another kind, write in one fight; return them and what they
    were answered. What happens meanwhile goes on until each was answered `least` times."""
    history = History()
    with open_postgres(place) as store:
        store.append("f", 0, notes("begin"))
    writers = [
        StoreWriter(f"w{number}", "f", lambda: open_postgres(own or place), history)
        for number in range(7)
    ]
    writers.append(kind("w7", "f", lambda: open_postgres(own or place), history))

    def go_on() -> None:
        meanwhile()
        until = time.monotonic() + PATIENCE
        while min(each.answered for each in writers) < least and time.monotonic() < until:
            meanwhile()

    run_together(writers, go_on, pause=0.02)
    return writers, history


def find_real_faults(place: str, history: History) -> list[str]:
    """Return the faults; nobody said how the fight begins."""
    return [each for each in find_faults(place, "f", history) if each != "nobody said begin"]


def test_a_network_that_drops_loses_nothing(place: str, postgres: Postgres, proxy: Proxy) -> None:
    """Eight writers on one fight."""
    writers, history = write_over(
        place,
        StoreWriter,
        lambda: drop_again_and_again(proxy, SECONDS),
        own=through(place, postgres, proxy),
        least=6,
    )
    assert [] == find_real_faults(place, history)
    assert min(each.answered for each in writers) > 5


@pytest.mark.slow
def test_a_database_that_crashes_again_and_again_loses_nothing() -> None:
    """An immediate stop, and kill -9; with a disk that is waited for."""
    with make_durable() as server:
        place = f"{server.address(server.make_database())}#harbour"
        create_postgres(place).close()

        def crash() -> None:
            for number in range(20 if LONG else 3):
                time.sleep(1.0)
                crash_once(server, number)
            time.sleep(1.0)

        writers, history = write_over(place, StoreWriter, crash, least=13)  # over 100 by eight
        assert [] == find_real_faults(place, history)
        assert sum(each.answered for each in writers) > 100
        assert sum(each.unanswered for each in writers) == 0, "each waits until it is back"


@contextmanager
def make_durable() -> Iterator[Postgres]:
    """Yield a server of the test's own that waits for its disk."""
    server = Postgres(durable=True)
    try:
        yield server
    finally:
        server.stop_if_running()
        server.discard()


def crash_once(server: Postgres, number: int) -> None:
    """Crash a server and start it again: every second time by kill -9."""
    if number % 2:
        server.kill()
    else:
        server.stop("immediate")
    start_again(server)


def start_again(server: Postgres) -> None:
    """Start a server that was killed, as soon as the last of its processes has noticed."""
    until = time.monotonic() + 30
    while True:
        try:
            server.start()
            return
        except Unavailable:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


@pytest.mark.slow
def test_many_writers_on_many_fights_lose_nothing() -> None:
    """A hundred on a hundred fights, all at once, and eight on one, while the database crashes now
    and then."""
    histories = [History() for _ in range(101)]
    with make_durable() as server:
        place = f"{server.address(server.make_database())}#harbour"
        with create_postgres(place) as store:
            writers = [
                StoreWriter(f"w{number}", f"f{number}", lambda: _Shared(store), histories[number])
                for number in range(100)
            ]
            writers += [
                StoreWriter(f"one{number}", "one", lambda: open_postgres(place), histories[100])
                for number in range(8)
            ]
            crashes = run_together(writers, lambda: crash_now_and_then(server))
        fights = [f"f{number}" for number in range(100)] + ["one"]
        for fight, history in zip(fights, histories, strict=True):
            assert [] == find_faults(place, fight, history)
    answered = [each.answered for each in writers]
    print(
        f"{sum(answered)} appends in {SECONDS:.0f} s with {crashes} crashes,"
        f" {sum(answered[100:])} of them in one fight"
    )
    assert min(answered) > 0


def crash_now_and_then(server: Postgres) -> int:
    """Crash a server every ten seconds, or twice; return how often."""
    until, crashes = time.monotonic() + SECONDS, 0
    while time.monotonic() < until:
        time.sleep(min(10.0, SECONDS / 3))
        crash_once(server, crashes)
        crashes += 1
    time.sleep(2.0)
    return crashes


class _Shared(PostgresStore):
    """A store with the connections of another: as the fights of one server."""

    def __init__(self, store: PostgresStore) -> None:
        super().__init__(store.database, store._campaign, store.name)

    def close(self) -> None:
        pass


CHILD = """
import sys
from events.store.postgres import open_postgres
from tests.events.given import notes
place, name = sys.argv[1:]
with open_postgres(place) as store:
    number = 0
    while True:
        recorded = store.append(name, number, notes(f"{name}-{number}"), key=f"k {name} {number}")
        print(recorded[0].seq, flush=True)
        number += 1
"""


def test_what_a_process_was_answered_is_there_after_it_was_killed(place: str) -> None:
    """Four processes are killed in the middle of their appends; at most one more each is there."""
    root = Path(__file__).parents[2]
    children = [
        subprocess.Popen(
            [sys.executable, "-c", CHILD, place, f"f{number}"],
            cwd=root, stdout=subprocess.PIPE, text=True,
        )
        for number in range(4)
    ]  # fmt: skip
    for each in children:
        assert each.stdout is not None
        for _ in range(11):
            assert each.stdout.readline()
    time.sleep(1.0)
    for each in children:
        each.send_signal(signal.SIGKILL)
    answered = [11 + len(each.communicate()[0].split("\n")) - 1 for each in children]
    with open_postgres(place) as store:
        for number, last in enumerate(answered):
            found = texts(store, f"f{number}")
            assert [f"f{number}-{at}" for at in range(len(found))] == found
            assert last <= len(found) <= last + 1


def test_a_blind_retry_is_found(
    place: str, postgres: Postgres, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said again without its key, a command is recorded twice."""
    monkeypatch.setattr(postgres_database, "PATIENCE", 0.0)
    monkeypatch.setattr(postgres_store.PostgresStore, "_digest_of", lambda *_: None)

    def drop() -> None:
        for number in range(5, 1000):
            proxy.plan(f'w7-{number}"'.encode(), "answer")  # in a row, not in a key
        until = time.monotonic() + 60
        with open_postgres(place) as store:
            # What another writer was faster than is not recorded twice.
            while len(marks := read_marks([*store.rows("f")])) == len({*marks}):
                assert time.monotonic() < until, proxy.cuts
                time.sleep(0.1)

    own = through(place, postgres, proxy)
    _, history = write_over(place, BlindWriter, drop, own)
    assert any("times" in each for each in find_real_faults(place, history))


def test_a_resume_off_by_one_is_found(place: str) -> None:
    """An event is missing in what one of them read."""
    _, history = write_over(place, LateReader, lambda: time.sleep(1.5))
    assert any("read something else" in each for each in find_real_faults(place, history))
