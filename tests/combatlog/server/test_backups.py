"""Backups of a database as docs/operations.md describes them, tried: by `pg_dump`, and by a base
backup with its write-ahead log, up to a moment in the past. A table is served all the while."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from combatlog.app.campaign import open
from events.store.postgres import PostgresStore
from events.types.log_events import Noted
from tests.combatlog.server.served import Caller, make_campaign_at, on_loopback, serve_table
from tests.combatlog.server.test_database_tables import admit, note
from tests.services.packages import Unavailable, skip_or_fail
from tests.services.postgres import Postgres
from tests.support.waiting import wait_until

FIGHT = "/api/fights/1"


@pytest.fixture
def archiving() -> Iterator[Postgres]:
    """A server that archives its write-ahead log, as docs/operations.md sets it."""
    try:
        server = Postgres()
    except Unavailable as reason:
        skip_or_fail(str(reason))
    archive = server.folder / "archive"
    archive.mkdir(mode=0o777)
    archive.chmod(0o777)
    with server.connect_owner("postgres") as owner:
        owner.execute("ALTER SYSTEM SET archive_mode = 'on'")
        copy = f"test ! -f {archive}/%f && cp %p {archive}/%f"
        owner.execute(sql.SQL("ALTER SYSTEM SET archive_command = {}").format(sql.Literal(copy)))
    server.stop("fast")
    server.start()
    yield server
    server.remove()


def list_notes(place: str) -> list[str]:
    """Return the texts of the notes in a campaign."""
    with open(place) as campaign:
        rows = campaign.store.read(campaign.store.fights()[0])
        return [row.event.text for row in rows if isinstance(row.event, Noted)]


def check(place: str) -> None:
    """Check that a campaign is whole, and that nobody may change it."""
    ran = subprocess.run(
        [sys.executable, "-m", "combatlog", "audit", "-c", place],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert 0 == ran.returncode, ran.stdout + ran.stderr
    with open(place) as campaign:
        assert isinstance(campaign.store, PostgresStore)
        assert [] == campaign.store.database.find_faults()


@pytest.mark.slow
@pytest.mark.xdist_group("postgres")
def test_a_dump_is_put_in_place_while_a_table_is_served(
    tmp_path: Path, postgres: Postgres, empty_database: str
) -> None:
    """Everybody sits where they sat. Who watches gets the fight as it was in the dump, also a phone
    that slept meanwhile; the next command stands behind that."""
    place = f"{postgres.address(empty_database)}#harbour"
    make_campaign_at(place)
    dump = postgres.folder / "dump"
    with serve_table(tmp_path, "--port", "0", place) as served:
        referee = Caller.follow(served.referee_link, "Rita")
        anna = admit(referee, served.table_link, "Anna")
        kept = note(referee, "kept", referee.get(f"{FIGHT}/frame")["last"])
        owner = postgres.address(empty_database, "postgres")
        postgres.run("pg_dump", "--format=custom", f"--file={dump}", owner)
        lost = note(referee, "lost", kept)
        with anna.stream(f"{FIGHT}/stream") as frames:
            assert lost == next(frames)["last"]
            put_in_place(postgres, empty_database, dump)
            wait_until(lambda: referee.client.get("/readyz").status_code == 200)
            anew = next(frames)
            assert (0, kept) == (anew["after"], anew["last"])
            slept = anna.get(f"{FIGHT}/frame?after={lost}")
            assert (0, kept) == (slept["after"], slept["last"])
            assert kept + 1 == note(referee, "behind", kept)
            assert (kept, kept + 1) == ((new := next(frames))["after"], new["last"])
        assert "Anna" == anna.get("/api/seat")["name"]
    assert ["kept", "behind"] == list_notes(place)
    check(place)


def put_in_place(postgres: Postgres, database: str, dump: Path) -> None:
    """Put a dump in the place of a database, as docs/operations.md does."""
    name, old = sql.Identifier(database), sql.Identifier(f"{database}_old")
    with postgres.connect_owner("postgres") as owner:
        owner.execute(sql.SQL("ALTER DATABASE {} WITH ALLOW_CONNECTIONS false").format(name))
        owner.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
            (database,),
        )
        owner.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(name, old))
        owner.execute(sql.SQL("CREATE DATABASE {}").format(name))
        target = postgres.address(database, "postgres")
        postgres.run("pg_restore", "--exit-on-error", f"--dbname={target}", str(dump))
        owner.execute(sql.SQL("DROP DATABASE {}").format(old))


@pytest.mark.slow
@pytest.mark.xdist_group("postgres")
def test_a_database_is_brought_back_to_a_moment(tmp_path: Path, archiving: Postgres) -> None:
    """From a base backup and the archived log, to the moment before a mistake; a command that was
    recorded after the base backup, and before that moment, is there."""
    place = f"{archiving.address(archiving.make_database())}#harbour"
    make_campaign_at(place)
    base = archiving.folder / "base"
    with serve_table(tmp_path, "--port", "0", place) as served:
        referee = Caller.follow(served.referee_link, "Rita")
        last = note(referee, "before the base backup", referee.get(f"{FIGHT}/frame")["last"])
        archiving.run(
            "pg_basebackup", f"--dbname={archiving.address('postgres', 'postgres')}",
            f"--pgdata={base}", "--checkpoint=fast", "--wal-method=stream",
        )  # fmt: skip
        kept = note(referee, "after the base backup", last)
        time.sleep(0.1)
        with archiving.connect_owner("postgres") as owner:
            (moment,) = owner.execute("SELECT clock_timestamp()::text").fetchone() or ("",)
        time.sleep(0.1)
        lost = note(referee, "a mistake", kept)
        with archiving.connect_owner("postgres") as owner:
            owner.execute("SELECT pg_switch_wal()")
            wait_until(lambda: is_archived(owner))
        with referee.stream(f"{FIGHT}/stream") as frames:
            assert lost == next(frames)["last"]
            archiving.stop("fast")
            recover(archiving, base, moment)
            wait_until(lambda: referee.client.get("/readyz").status_code == 200)
            anew = next(frames)
            assert 0 == anew["after"]
            while anew["last"] < kept:  # it was read while the archived log was replayed
                anew = next(frames)
            assert kept == anew["last"]
            assert kept + 1 == note(referee, "behind", kept)
        spoken = Caller.follow(on_loopback(served.table_link), "Ben")
        assert "Ben" == spoken.get("/api/seat")["name"]
    notes = ["before the base backup", "after the base backup", "behind"]
    assert notes == list_notes(place)
    check(place)


def is_archived(owner: psycopg.Connection) -> bool:
    """Return whether the log is archived up to the last switch."""
    found = owner.execute(
        "SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1)"
        " OR last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 16777216)"
        " FROM pg_stat_archiver"
    ).fetchone()
    return bool(found and found[0])


def recover(server: Postgres, base: Path, moment: str) -> None:
    """Put a base backup in the place of a server's data, and start it as it was at a moment."""
    shutil.move(server.data, server.folder / "data.old")
    shutil.move(base, server.data)
    with (server.data / "postgresql.conf").open("a") as settings:
        settings.write(
            f"restore_command = 'cp {server.folder}/archive/%f %p'\n"
            f"recovery_target_time = '{moment}'\nrecovery_target_action = 'promote'\n"
        )
    (server.data / "recovery.signal").touch()
    server.start()
    with server.connect_owner("postgres") as owner:
        wait_until(lambda: owner.execute("SELECT pg_is_in_recovery()").fetchone() == (False,))
