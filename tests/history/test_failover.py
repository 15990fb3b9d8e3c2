"""A standby takes over: what an asynchronous one does not have is noticed, a synchronous one has
everything that was answered."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from events.errors import Conflict, Replaced
from events.store import postgres as postgres_store
from events.store.postgres import create_postgres, open_postgres
from tests.events.given import notes, texts
from tests.history.checker import History, Seen
from tests.history.store_writers import StoreWriter, read_marks, run_together
from tests.services.packages import Unavailable, skip_or_fail
from tests.services.postgres import Postgres
from tests.services.proxy import Proxy
from tests.services.standby import Standby


class Pair:
    """A server with its standby, and the address at which the one is reached that is written."""

    def __init__(self, primary: Postgres) -> None:
        self.primary = primary
        self.database = primary.make_database()
        self.standby = Standby(primary)
        self.standby.wait_for_stream()
        self.proxy = Proxy(primary.port)
        self.place = self._place(self.proxy.port)

    def at_standby(self) -> str:
        """Return the place at the standby itself."""
        return self._place(self.standby.port)

    def at_both(self) -> str:
        """Return the place at whichever of the two is written."""
        one, other = (f"127.0.0.1:{each.port}" for each in (self.primary, self.standby))
        place = self._place(self.primary.port)
        return place.replace(one, f"{one},{other}").replace(
            "#", "?target_session_attrs=read-write#"
        )

    def fail_over(self) -> None:
        """Kill the server; let the standby take over."""
        self.primary.kill()
        self.standby.promote()
        self.proxy.target = self.standby.port
        self.proxy.cut()

    def be_synchronous(self) -> None:
        """Let each commit wait for the standby."""
        with self.primary.connect_owner("postgres") as owner:
            owner.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            owner.execute("SELECT pg_reload_conf()")
            until = time.monotonic() + 30
            asked = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'"
            while owner.execute(asked).fetchone() is None:
                assert time.monotonic() < until
                time.sleep(0.05)

    def _place(self, port: int) -> str:
        address = self.primary.address(self.database)
        return f"{address.replace(str(self.primary.port), str(port))}#harbour"


@pytest.fixture
def pair() -> Iterator[Pair]:
    """Two servers of this test's own."""
    try:
        primary = Postgres(durable=True)
    except Unavailable as reason:
        skip_or_fail(str(reason))
    made = Pair(primary)
    yield made
    made.proxy.close()
    made.standby.remove()
    try:
        primary.remove()
    except Unavailable:  # it was killed
        primary.discard()


pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("postgres")]


def lose_an_event(pair: Pair) -> None:
    """Record three notes, the last of which the standby never gets; let it take over."""
    with create_postgres(pair.place) as store:
        for number, mark in enumerate("abc"):
            store.append("f", number, notes(mark))
            if mark == "b":
                pair.standby.pause()


def test_what_an_asynchronous_standby_lost_is_noticed(pair: Pair) -> None:
    """Whoever had read the lost event is told that the fight was replaced, whether it is shorter
    now, or has grown past it on another way. Nothing is recorded behind what was not seen."""
    lose_an_event(pair)
    with open_postgres(pair.place) as store:
        campaign = Campaign(store)
        fights = [Fight(store, "f"), Fight(store, "f")]
        pair.fail_over()
        with pytest.raises(Replaced):
            fights[0].note("behind c")
        with open_postgres(pair.at_standby()) as other:
            other.append("f", 2, notes("x"))
            other.append("f", 3, notes("y"))
        for each in (fights[0].refresh, lambda: fights[1].note("behind c")):
            with pytest.raises(Replaced):
                each()
        assert [*"abxy"] == texts(store, "f")
        campaign.fight("f").note("z")
        assert [*"abxyz"] == texts(store, "f")


@pytest.mark.parametrize("is_planted", [False, True])
def test_an_append_that_does_not_compare_digests_is_found(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, is_planted: bool
) -> None:
    """A planted mistake: it is recorded behind an event that its writer never saw."""
    if is_planted:
        careless = postgres_store._MOVE.replace("AND digest = %(previous)s", "")
        assert careless != postgres_store._MOVE
        monkeypatch.setattr(postgres_store, "_MOVE", careless)
    lose_an_event(pair)
    with open_postgres(pair.place) as store:
        began = time.monotonic()
        seen = [*store.read("f")]
        log = [row.event.text for row in seen]  # type: ignore[union-attr]
        store._heads["f"] = store.head("f")
        pair.fail_over()
        with open_postgres(pair.at_standby()) as other:
            other.append("f", 2, notes("x"))
        history = History()
        try:
            store.append("f", 3, notes("d"), digest=seen[-1].digest)
            log.append("d")
        except Conflict:
            log = texts(store, "f")  # it was read anew
        history.seen.append(Seen("stale", began, time.monotonic(), log))
        found = history.find_faults(read_marks([*store.rows("f")]))
    assert is_planted == any("read something else at #3" in each for each in found), found


def test_a_synchronous_standby_loses_nothing(pair: Pair) -> None:
    """Eight writers write over the failover; all that was answered is there."""
    pair.be_synchronous()
    create_postgres(pair.place).close()
    history = History()
    writers = [
        StoreWriter(f"w{number}", "f", lambda: open_postgres(pair.place), history)
        for number in range(8)
    ]

    def fail_over() -> None:
        wait_for_each(writers, 6)
        pair.fail_over()
        wait_for_each(writers, 6)

    run_together(writers, fail_over, pause=0.02)
    with open_postgres(pair.at_standby()) as store:
        assert [] == history.find_faults(read_marks([*store.rows("f")]))


def wait_for_each(writers: list[StoreWriter], count: int) -> None:
    """Wait until each writer was answered so many times more."""
    before = [each.answered for each in writers]
    until = time.monotonic() + 30
    while any(one.answered < last + count for one, last in zip(writers, before, strict=True)):
        assert time.monotonic() < until, "somebody does not go on"
        time.sleep(0.05)


def test_a_wait_for_the_standby_that_was_cut_short_is_no_answer(pair: Pair) -> None:
    """PostgreSQL answers then that all is well, and warns that the standby may not have it (01000).
    The append is answered when the standby has it."""
    pair.be_synchronous()
    with create_postgres(pair.place) as store, ThreadPoolExecutor(1) as pool:
        store.append("f", 0, notes("a"))
        pair.standby.pause()
        with pair.primary.connect_owner("postgres") as owner:
            asking = pool.submit(store.append, "f", 1, notes("b"), key="k")
            until = time.monotonic() + 30
            asked = (
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            )
            while not owner.execute(asked).fetchall():
                assert time.monotonic() < until
                time.sleep(0.05)
        time.sleep(1.0)
        assert not asking.done()
        pair.standby.resume()
        assert 2 == asking.result(30)[0].seq
    pair.fail_over()
    with open_postgres(pair.at_standby()) as store:
        assert ["a", "b"] == texts(store, "f")
