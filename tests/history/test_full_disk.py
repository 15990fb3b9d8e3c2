"""A disk that is full, under the database, its write-ahead log, and a campaign file: nothing is
half recorded, the error says so, and all goes on when there is room."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from events.errors import CampaignError, Unanswered, Unwritable
from events.store import postgres_database
from events.store.campaign_file import create_campaign, open_campaign
from events.store.postgres import create_postgres, open_postgres
from events.store.postgres_schema import migrate
from events.store.protocol import Store
from tests.events.given import notes, texts
from tests.history.test_database_faults import start_again
from tests.services.packages import Unavailable, skip_or_fail
from tests.services.postgres import ROLE, Postgres
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("postgres")]

LONG_TEXT = os.urandom(1500).hex()


@contextmanager
def mount_small(place: Path, megabytes: int, owner: str = "") -> Iterator[Callable[[int], None]]:
    """Mount a small disk within the context; yield what gives it another size."""
    place.mkdir()
    asked = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(asked, capture_output=True).returncode:
        skip_or_fail("no small disk can be mounted")
    try:
        if owner:
            shutil.chown(place, owner)
            place.chmod(0o700)
        yield lambda size: resize(place, size)
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def resize(place: Path, megabytes: int) -> None:
    """Give a small disk another size."""
    asked = ["mount", "-o", f"remount,size={megabytes}m", str(place)]
    subprocess.run(asked, check=True, capture_output=True)


def fill(store: Store) -> tuple[int, CampaignError]:
    """Append until it is refused; return how many were answered, and the error."""
    for number in range(100_000):
        try:
            store.append("f", number, notes(f"{number} {LONG_TEXT}"), key=f"k {number}")
        except CampaignError as error:
            return number, error
    raise AssertionError("the disk was never full")


def is_back(store: Store) -> bool:
    """Return whether a database answers again that was down; it is waited for only briefly."""
    try:
        store.head("f")
    except CampaignError:
        return False
    return True


def check_goes_on(store: Store, answered: int) -> None:
    """Check that all answered notes are there, and that more are recorded behind them."""
    key = f"k {answered}"
    store.append("f", answered, notes(f"{answered} {LONG_TEXT}"), key=key)
    store.append("f", answered + 1, notes("behind"))
    told = [each.partition(" ")[0] for each in texts(store, "f")]
    assert [*map(str, range(answered + 1)), "behind"] == told


def test_a_full_disk_under_a_campaign_file(tmp_path: Path) -> None:
    """Whoever opens it meanwhile reads everything."""
    with mount_small(tmp_path / "disk", 2) as give:
        path = tmp_path / "disk" / "a.combatlog"
        store = create_campaign(path)
        answered, error = fill(store)
        assert isinstance(error, Unwritable)
        assert "Nothing was recorded" in str(error)
        assert "the disk is full" in str(error)
        assert answered > 50
        assert answered == len(texts(store, "f"))
        give(20)
        check_goes_on(store, answered)
        store.close()
        other = open_campaign(path)
        assert answered + 2 == len(texts(other, "f"))
        other.close()


@pytest.fixture
def server() -> Iterator[Postgres]:
    """A server of this test's own."""
    try:
        made = Postgres(durable=True)
    except Unavailable as reason:
        skip_or_fail(str(reason))
    yield made
    try:
        made.remove()
    except Unavailable:
        made.discard()


def test_a_full_disk_under_the_tables(server: Postgres) -> None:
    """The server lives on, and says why it records nothing."""
    with mount_small(server.folder / "disk", 14, "postgres") as give:
        with psycopg.connect(server.address("postgres", "postgres"), autocommit=True) as owner:
            owner.execute(f"CREATE TABLESPACE small LOCATION '{server.folder / 'disk'}'")
            owner.execute(f'CREATE ROLE "{ROLE}" LOGIN')
            owner.execute("CREATE DATABASE club TABLESPACE small")
        with server.connect_owner("club") as owner:
            list(migrate(owner, ROLE))
        with create_postgres(f"{server.address('club')}#harbour") as store:
            answered, error = fill(store)
            assert isinstance(error, Unwritable)
            assert "Nothing was recorded" in str(error)
            assert "the disk of the database is full" in str(error)
            assert answered == len(texts(store, "f"))
            give(60)
            check_goes_on(store, answered)
        server.stop("fast")


def test_a_full_disk_under_the_write_ahead_log(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server crashes, and starts again when there is room. What was answered is there; of the
    last one it is said that nobody knows."""
    monkeypatch.setattr(postgres_database, "PATIENCE", 1.0)
    monkeypatch.setattr(postgres_database, "CONNECT_SECONDS", 2)
    place = f"{server.address(server.make_database())}#harbour"
    create_postgres(place).close()
    with server.connect_owner("postgres") as owner:
        owner.execute("CHECKPOINT")
    server.stop("fast")
    with mount_small(server.folder / "wal", 50, "postgres") as give:
        shutil.copytree(server.data / "pg_wal", server.folder / "wal", dirs_exist_ok=True)
        subprocess.run(["chown", "-R", "postgres", str(server.folder / "wal")], check=True)
        shutil.rmtree(server.data / "pg_wal")
        (server.data / "pg_wal").symlink_to(server.folder / "wal")
        server.start()
        with open_postgres(place) as store:
            answered, error = fill(store)
            assert answered > 50
            assert isinstance(error, Unanswered)
            give(400)
            server.stop_if_running()
            start_again(server)
            wait_until(lambda: is_back(store))
            check_goes_on(store, answered)
        server.stop("fast")
