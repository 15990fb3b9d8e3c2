"""A campaign behind PgBouncer, in both modes: the store's promises hold, and a fight is served."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from combatlog.app.campaign import open
from events.errors import Conflict
from events.store.envelope import Head
from events.store.postgres import create_postgres, open_postgres
from events.store.postgres_campaigns import PostgresCampaigns
from events.store.statements import Request
from tests.combatlog.server.served import Caller, make_campaign_at, serve_table
from tests.combatlog.server.test_database_tables import Follower, move, note
from tests.events.given import notes, texts
from tests.services.packages import Unavailable, skip_or_fail
from tests.services.pgbouncer import run_pgbouncer
from tests.services.postgres import ROLE, Postgres
from tests.support.waiting import wait_until

FIGHT = "/api/fights/1"

SESSIONS = 3
"""Of the database, which all share in transaction mode."""


@pytest.fixture(params=["session", "transaction"])
def pooled(
    request: pytest.FixtureRequest, postgres: Postgres, empty_database: str
) -> Iterator[str]:
    """The address of a database behind a pooler. In session mode it needs a session for each
    connection: two servers and their notices have several."""
    mode = request.param
    try:
        with run_pgbouncer(postgres, mode, 40 if mode == "session" else SESSIONS) as port:
            yield f"postgresql://{ROLE}@127.0.0.1:{port}/{empty_database}"
    except Unavailable as reason:
        skip_or_fail(str(reason))


def test_the_store_keeps_its_promises_behind_a_pooler(pooled: str) -> None:
    """Eight threads write into eight fights at once, each statement often enough to be prepared;
    more connections than sessions. Each fight has its own events, keys count, and a second writer
    gets a conflict."""
    store = create_postgres(f"{pooled}#harbour")
    assert "" == store.find_write_obstacle()

    def write(number: int) -> None:
        fight = f"f{number}"
        for seq in range(12):
            asked = Request("json", f'["note","{number} {seq}"]')
            said = notes(f"{number} {seq}")
            key = f"{number} {seq}"
            (first,) = store.append(fight, seq, said, key=key, request=asked)
            (again,) = store.append(fight, seq, said, key=key, request=asked)
            assert first == again
            assert Head(seq + 1, first.digest) == store.head(fight)
            assert store.command(key, fight) is not None
            with pytest.raises(Conflict):
                store.append(fight, seq, notes("other"))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    store.close()
    other = open_postgres(f"{pooled}#harbour")
    for number in range(8):
        assert [f"{number} {seq}" for seq in range(12)] == texts(other, f"f{number}")
    assert [] == other.database.find_faults()
    other.close()


def test_a_fight_is_served_behind_a_pooler(tmp_path: Path, pooled: str) -> None:
    """By two processes: what is said at one is read at the other, in its order."""
    place = f"{pooled}#harbour"
    make_campaign_at(place)
    with serve_table(tmp_path, "--port", "0", place) as one:
        referee = Caller.follow(one.referee_link, "Rita")
        with serve_table(tmp_path, "--port", "0", place) as other:
            last = referee.get(f"{FIGHT}/frame")["last"]
            there = move(referee, other)
            wait_until(lambda: there.client.get("/api/table").status_code == 200)
            follower = Follower(there)
            follower.wait_for(last)
            for number in range(20):
                caller = referee if number % 2 else there
                last = note(caller, f"note {number}", last)
                follower.wait_for(last)
            assert 200 == there.client.get("/readyz").status_code
    with open(place) as campaign:
        assert last == len(campaign.fight().history)


@pytest.mark.parametrize("of_many", [False, True], ids=["one campaign", "many"])
def test_no_setting_stays_in_a_session_that_others_use(
    pooled: str, postgres: Postgres, of_many: bool
) -> None:
    """Notices wait for no disk; commits of others in the same session do."""
    role = sql.Identifier(ROLE)
    with postgres.connect_owner(pooled.rpartition("/")[2]) as owner:
        owner.execute(sql.SQL("ALTER ROLE {} SET synchronous_commit = on").format(role))
        try:
            store = create_postgres(f"{pooled}#harbour")
            campaigns = PostgresCampaigns(pooled)
            notices = campaigns.notices("harbour") if of_many else store.make_notices()
            notices.begin(lambda name: None)
            for number in range(20):
                notices.tell(f"fight {number}")
                time.sleep(0.01)
                for _ in range(5):
                    assert [("on",)] == store.database.query("SHOW synchronous_commit")
            with ExitStack() as held:  # each in a transaction, so that all sessions are asked
                for _ in range(SESSIONS):
                    other = held.enter_context(psycopg.connect(pooled, prepare_threshold=None))
                    assert ("on",) == other.execute("SHOW synchronous_commit").fetchone()
            notices.close()
            campaigns.close()
            store.close()
        finally:
            owner.execute(sql.SQL("ALTER ROLE {} RESET synchronous_commit").format(role))
