"""Every store under one contract, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest

from events.store.campaign_file import SQLiteStore, create_campaign
from events.store.memory import MemoryStore
from events.store.postgres import PostgresStore, create_postgres
from events.store.protocol import Store
from tests.services.partitions import partition
from tests.services.postgres import Postgres

NOON = "2026-11-20T12:00:00.000Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.combatlog"


@pytest.fixture
def campaign(path: Path) -> Iterator[SQLiteStore]:
    store = create_campaign(path, lambda: NOON)
    yield store
    store.close()


@pytest.fixture
def database_campaign(postgres: Postgres, empty_database: str) -> Iterator[PostgresStore]:
    """A new campaign in a database."""
    store = create_postgres(f"{postgres.address(empty_database)}#harbour", lambda: NOON)
    yield store
    store.close()


@pytest.fixture(scope="session")
def partitioned_database(postgres: Postgres) -> str:
    """A database whose events are in partitions by fight. Nothing empties it."""
    name = postgres.make_database()
    partition(postgres, name)
    return name


@pytest.fixture
def partitioned_campaign(postgres: Postgres, partitioned_database: str) -> Iterator[PostgresStore]:
    """A new campaign there."""
    place = f"{postgres.address(partitioned_database)}#{token_hex(6)}"
    store = create_postgres(place, lambda: NOON)
    yield store
    store.close()


ON_POSTGRES, ON_PARTITIONS = (
    pytest.param(name, marks=(pytest.mark.slow, pytest.mark.xdist_group("postgres")))
    for name in ("database_campaign", "partitioned_campaign")
)


@pytest.fixture(params=["memory", "campaign", ON_POSTGRES, ON_PARTITIONS])
def store(request: pytest.FixtureRequest) -> Store:
    """A new store of each kind."""
    if request.param == "memory":
        return MemoryStore(lambda: NOON)
    found: Store = request.getfixturevalue(request.param)
    return found
