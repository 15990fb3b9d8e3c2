"""Whether a store could record something now: found by writing, and told in a sentence."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from events.errors import CampaignError
from events.store.campaign_file import SQLiteStore, create_campaign
from events.store.postgres import PostgresStore, create_postgres
from events.store.protocol import Store
from tests.events.given import notes
from tests.services.postgres import ROLE, Postgres
from tests.support.waiting import wait_until


def test_a_store_that_can_be_written_has_no_obstacle(store: Store) -> None:
    """Also when it is asked in between, and nothing is recorded by the question."""
    assert "" == store.find_write_obstacle()
    recorded = store.append("f", 0, notes("a"))
    assert "" == store.find_write_obstacle()
    assert recorded == [*store.read("f")]
    assert 2 == store.append("f", 1, notes("b"))[0].seq


def test_the_question_leaves_no_file(campaign: SQLiteStore, path: Path) -> None:
    """Nothing is beside the campaign that was not before."""
    before = {each.name for each in path.parent.iterdir()}
    assert "" == campaign.find_write_obstacle()
    assert before == {each.name for each in path.parent.iterdir()}


@pytest.mark.slow
def test_a_program_that_holds_the_file_is_an_obstacle(campaign: SQLiteStore, path: Path) -> None:
    """Until it lets go."""
    other = sqlite3.connect(path)
    other.execute("BEGIN IMMEDIATE")
    assert (
        "The campaign cannot be written: another program is writing to the campaign; try again in a"
        " moment."
    ) == campaign.find_write_obstacle()
    other.close()
    assert "" == campaign.find_write_obstacle()


def test_a_file_that_was_moved_is_an_obstacle(campaign: SQLiteStore, path: Path) -> None:
    """It could still be written, and nobody would find it."""
    path.rename(path.with_suffix(".elsewhere"))
    assert "moved, replaced or deleted" in campaign.find_write_obstacle()


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a disk of a size within the context."""
    disk = folder / "disk"
    disk.mkdir()
    try:
        command = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0755", "none", str(disk)]
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("only root can mount a small disk")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(disk: Path) -> Path:
    """Fill a disk; return the file that does."""
    path = disk / "filling"
    with suppress(OSError), path.open("wb", buffering=0) as file:
        for size in (65536, 4096):
            with suppress(OSError):
                while file.write(b"\0" * size) == size:
                    pass
    return path


def test_a_full_disk_is_an_obstacle_of_a_file(tmp_path: Path) -> None:
    """Until there is room again."""
    with small_disk(tmp_path, "1m") as disk:
        store = create_campaign(disk / "a.combatlog")
        filling = fill(disk)
        assert "The disk is full." == store.find_write_obstacle()
        filling.unlink()
        assert "" == store.find_write_obstacle()
        store.close()


@pytest.mark.slow
@pytest.mark.xdist_group("postgres")
def test_a_full_disk_is_an_obstacle_of_a_database(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until there is room again. The log of what is written has room of its own, as it has where
    its files are used again."""
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o755)  # PostgreSQL's user walks through them
    with small_disk(tmp_path, "110m") as disk:
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        server = Postgres()
        try:
            store = create_postgres(f"{server.address(server.make_database())}#harbour")
            assert "" == store.find_write_obstacle()
            filling = fill(disk)
            full = "The database cannot be written: the disk of the database is full."
            assert full == store.find_write_obstacle()
            filling.unlink()
            assert "" == store.find_write_obstacle()
            store.close()
        finally:
            server.stop()
            shutil.rmtree(server.folder)


def test_a_read_only_database_is_an_obstacle(
    database_campaign: PostgresStore, postgres: Postgres
) -> None:
    """As a standby is, or one whose owner has shut it. It is none any more once it is opened again,
    though a connection stays what it was made as."""
    name = database_campaign.database.address.rpartition("/")[2]
    with postgres.connect_owner(name) as owner:
        role = sql.Identifier(ROLE)
        change = "ALTER ROLE {} {} default_transaction_read_only {}"
        owner.execute(sql.SQL(change).format(role, sql.SQL("SET"), sql.SQL("= on")))
        try:
            end_connections(owner)
            assert "read-only" in database_campaign.find_write_obstacle()
            with pytest.raises(CampaignError, match="read-only"):
                database_campaign.append("f", 0, notes("a"))
        finally:
            owner.execute(sql.SQL(change).format(role, sql.SQL("RESET"), sql.SQL("")))
    wait_until(lambda: not database_campaign.find_write_obstacle())
    assert 1 == database_campaign.append("f", 0, notes("a"))[0].seq


def test_a_role_that_may_not_write_is_an_obstacle(
    database_campaign: PostgresStore, postgres: Postgres
) -> None:
    """As after an update whose migration did not name it."""
    name = database_campaign.database.address.rpartition("/")[2]
    with postgres.connect_owner(name) as owner:
        change = "{} INSERT ON combatlog.events {} {}"
        role = sql.Identifier(ROLE)
        owner.execute(sql.SQL(change).format(sql.SQL("REVOKE"), sql.SQL("FROM"), role))
        try:
            assert "may not do that" in database_campaign.find_write_obstacle()
        finally:
            owner.execute(sql.SQL(change).format(sql.SQL("GRANT"), sql.SQL("TO"), role))
    assert "" == database_campaign.find_write_obstacle()


def test_a_database_that_is_gone_is_an_obstacle(
    database_campaign: PostgresStore, postgres: Postgres
) -> None:
    """The sentence names neither its host nor its role. It is none any more once it is back."""
    postgres.stop("immediate")
    try:
        said = database_campaign.find_write_obstacle()
    finally:
        postgres.start()
    assert (
        "The database cannot be written: no database answers there; start it, or correct host and"
        " port."
    ) == said
    assert "" == database_campaign.find_write_obstacle()


def end_connections(owner: psycopg.Connection) -> None:
    """End every connection of the program's role."""
    owner.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = %s", (ROLE,)
    )
