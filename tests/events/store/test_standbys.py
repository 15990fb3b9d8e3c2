"""A database that waits for a standby: what no standby has confirmed is not answered."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import psycopg
import pytest

from events.errors import Unanswered
from events.store import postgres_database, postgres_watch
from events.store.envelope import Recorded
from events.store.postgres import PostgresStore
from events.store.statements import Request
from tests.events.given import notes, texts
from tests.services.postgres import ROLE, Postgres

ASKED = Request("json", '["note","a"]')


@pytest.fixture
def owner(database_campaign: PostgresStore, postgres: Postgres) -> Iterator[psycopg.Connection]:
    """The owner of a database whose commits wait for a standby that is not there."""
    name = database_campaign.database.address.rpartition("/")[2]
    with postgres.connect_owner(name) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        connection.execute("ALTER SYSTEM SET synchronous_commit = 'on'")
        reload(connection)
        yield connection
        stop_waiting(connection)


def reload(owner: psycopg.Connection) -> None:
    """Let settings count."""
    owner.execute("SELECT pg_reload_conf(), pg_sleep(0.3)")


def stop_waiting(owner: psycopg.Connection) -> None:
    """Let commits wait for no standby any more."""
    owner.execute("ALTER SYSTEM RESET synchronous_standby_names")
    owner.execute("ALTER SYSTEM RESET synchronous_commit")
    reload(owner)


def cancel_wait(owner: psycopg.Connection) -> None:
    """Cancel the wait of a commit, as somebody does who believes that it hangs."""
    for _ in range(100):
        found = owner.execute(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
            " WHERE usename = %s AND wait_event = 'SyncRep'", (ROLE,)
        ).fetchall()  # fmt: skip
        if found:
            time.sleep(0.2)
            return
        time.sleep(0.05)
    raise AssertionError("nobody waits for a standby")


def append(pool: ThreadPoolExecutor, store: PostgresStore) -> Future[list[Recorded]]:
    """Begin to append."""
    return pool.submit(store.append, "f", 0, notes("a"), key="k", request=ASKED)


def test_what_no_standby_has_is_not_answered(
    database_campaign: PostgresStore, owner: psycopg.Connection
) -> None:
    """However often somebody cancels the wait. It is recorded once, and answered when standbys may
    be left alone."""
    with ThreadPoolExecutor(1) as pool:
        waiting = append(pool, database_campaign)
        try:
            for _ in range(3):
                cancel_wait(owner)
                assert not waiting.done()
        finally:
            stop_waiting(owner)
        assert [1] == [each.seq for each in waiting.result(10)]
    assert ["a"] == texts(database_campaign, "f")


def test_a_wait_that_was_cancelled_is_made_up_for(
    database_campaign: PostgresStore, owner: psycopg.Connection
) -> None:
    """The append is answered once standbys have what was written behind it."""
    with ThreadPoolExecutor(1) as pool:
        waiting = append(pool, database_campaign)
        cancel_wait(owner)
        time.sleep(0.3)
        assert not waiting.done()
        stop_waiting(owner)
        assert [1] == [each.seq for each in waiting.result(10)]


def test_no_commit_waits_for_a_lost_standby_for_ever(
    database_campaign: PostgresStore, owner: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not known then whether what was written will stay; under its key it is recorded once. A
    query that is just slow goes on."""
    monkeypatch.setattr(postgres_watch, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(postgres_watch, "STANDBY_SECONDS", 1.0)
    monkeypatch.setattr(postgres_database, "PATIENCE", 0.5)
    with ThreadPoolExecutor(2) as pool:
        slow = pool.submit(database_campaign.database.query, "SELECT pg_sleep(4)")
        with pytest.raises(Unanswered):
            append(pool, database_campaign).result(20)
        slow.result(20)
        stop_waiting(owner)
        assert [1] == [each.seq for each in append(pool, database_campaign).result(20)]
    assert ["a"] == texts(database_campaign, "f")


def test_a_commit_that_waits_for_a_standby_is_an_obstacle(
    database_campaign: PostgresStore, owner: psycopg.Connection
) -> None:
    """The question waits as a command would, and whoever asks gives up after a while."""
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(database_campaign.find_write_obstacle)
        time.sleep(1.0)
        assert not asked.done()
        stop_waiting(owner)
        assert "" == asked.result(10)
