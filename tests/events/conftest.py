"""Every store under one contract, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from events.store.campaign_file import SQLiteStore, create_campaign
from events.store.memory import MemoryStore
from events.store.protocol import Store

NOON = "2026-11-20T12:00:00.000Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.combatlog"


@pytest.fixture
def campaign(path: Path) -> Iterator[SQLiteStore]:
    store = create_campaign(path, lambda: NOON)
    yield store
    store.close()


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest) -> Store:
    if request.param == "memory":
        return MemoryStore(lambda: NOON)
    campaign: SQLiteStore = request.getfixturevalue("campaign")
    return campaign
