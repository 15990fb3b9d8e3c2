"""How the property tests run: without deadlines, since machines differ; with the same examples
each time where a build depends on it. And which clauses the tests prove."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from docs.book import clause_ids
from tests.support.clauses import Clauses

settings.register_profile("table", deadline=None)
settings.register_profile("build", deadline=None, derandomize=True)
settings.load_profile("build" if os.environ.get("CI") else "table")


def pytest_configure(config: pytest.Config) -> None:
    """Every run watches the clauses (tests/support/clauses.py)."""
    config.pluginmanager.register(Clauses(clause_ids()), "clauses")
